"""Who may stand on the lists of a pool: its rows are marked `hidden` for everybody else."""

from collections.abc import Collection
from itertools import batched

from django.db.models import QuerySet

from accounts.models import Person
from games.table.aggregate.actors import policy_of
from matchmaking.models import NAMED_AT_ONCE
from matchmaking.ratings.pools import is_of_programs


def nobody_to_list(pool: str, players: Collection[str]) -> set[str]:
    """Who of these stands on no list of the pool: whoever is no member, or among programs no program. One query for
    each few thousand."""
    if is_of_programs(pool):
        return {player for player in players if policy_of(player) is None}
    found: set[str] = set()
    for asked in batched(sorted(players), NAMED_AT_ONCE):
        found.update(members(asked).values_list("public_id", flat=True))
    return set(players) - found


def members(persons: Collection[str]) -> QuerySet[Person]:
    """Those of these people whose account is a member's and open."""
    return Person.objects.filter(public_id__in=persons, kind=Person.Kind.MEMBER, is_active=True, erased_at__isnull=True)

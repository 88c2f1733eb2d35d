"""How strong people and programs are now: for pairing, and for whoever shows it."""

from collections.abc import Collection
from itertools import batched

from games.kernel import registry
from games.table.aggregate.actors import program
from matchmaking import models
from matchmaking.ratings.arithmetic import NEW, Rating
from matchmaking.ratings.pools import OF_PROGRAMS, RATED_SPEEDS, pool_of, programs_pool_of


def stored(pools: Collection[str], persons: Collection[str]) -> dict[tuple[str, str], Rating]:
    """The ratings that these people have, by pool and person."""
    found: dict[tuple[str, str], Rating] = {}
    for asked in batched(sorted(persons) if pools else (), models.NAMED_AT_ONCE):
        rows = models.Rating.objects.filter(pool__in=pools, person__in=asked)
        for pool, person, mu, sigma in rows.values_list("pool", "person", "mu", "sigma"):
            found[pool, person] = Rating(mu, sigma)
    return found


def ratings_of(pool: str, persons: Collection[str]) -> dict[str, Rating]:
    """The ratings in a pool, a new one for everybody who has none."""
    found = stored([pool], persons)
    return {person: found.get((pool, person), NEW) for person in persons}


def shown_at(game: str, speed: str, members: Collection[str]) -> dict[str, dict[str, int | bool]]:
    """How these members stand at tables of this game and speed, as pages and sockets show it: one query, and none
    where there is no clock and so no rating."""
    if speed not in RATED_SPEEDS:
        return {}
    return {person: shown(rating) for person, rating in ratings_of(pool_of(game, speed), members).items()}


def most_played(person: str) -> str | None:
    """The pool in which this person has played most rated tables: one query."""
    rows = models.Rating.objects.filter(person=person).exclude(pool__endswith=OF_PROGRAMS)
    return rows.order_by("-games", "pool").values_list("pool", flat=True).first()


def program_ratings(game: str) -> dict[str, Rating]:
    """How the programs of a game stand among themselves and against people, by policy: one query."""
    named = {program(policy): policy for policy in registry.game(game).policy_names}
    rated = ratings_of(programs_pool_of(game), named)
    return {policy: rated[player] for player, policy in named.items()}


def shown(rating: Rating) -> dict[str, int | bool]:
    """A rating in a message."""
    return {"points": rating.displayed, "sure": rating.is_sure}

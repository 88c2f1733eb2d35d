"""Reading ratings: for pairing, and for whoever shows them."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from games.kernel import registry
from matchmaking import models
from matchmaking.rating import CENTRE, Rating
from matchmaking.results import program
from matchmaking.wishes import PROGRAMS, RATED_SPEEDS, pool_of, programs_pool_of

Points = defaultdict[tuple[str, str], int]
"""Displayed points by (pool, person)."""
_AT_ONCE = 5_000
"""People that one question names: SQLite and PostgreSQL limit how many values a query may have."""


def points_of(persons: Collection[str], pools: Collection[str]) -> Points:
    """Displayed points by pool and person; somebody without a rating has the first one."""
    points: Points = defaultdict(lambda: CENTRE)
    asked = sorted(persons)
    for start in range(0, len(asked), _AT_ONCE):
        for pool, person, mu, sigma in _rows(pools, asked[start : start + _AT_ONCE]):
            points[pool, person] = Rating(mu, sigma).displayed
    return points


def ratings_of(pool: str, persons: Collection[str]) -> dict[str, Rating]:
    """The ratings in a pool, the first one for everybody who has none."""
    found = {person: Rating(mu, sigma) for _, person, mu, sigma in _rows([pool], list(persons))}
    return {person: found.get(person, Rating()) for person in persons}


def shown_at(game: str, speed: str, members: Collection[str]) -> dict[str, dict[str, int | bool]]:
    """How these members stand at tables of this game and speed, as pages and sockets show it: one query, and none
    where there is no clock and so no rating."""
    if speed not in RATED_SPEEDS:
        return {}
    return {person: shown(rating) for person, rating in ratings_of(pool_of(game, speed), members).items()}


def most_played(person: str) -> str | None:
    """The pool in which this person has played most rated tables: one query."""
    rows = models.Rating.objects.filter(person=person).exclude(pool__endswith=f".{PROGRAMS}")
    return rows.order_by("-games", "pool").values_list("pool", flat=True).first()


def program_points(game: str) -> dict[str, dict[str, int | bool]]:
    """How the programs of a game stand among themselves and against people, by policy: one query."""
    named = {program(policy): policy for policy in registry.game(game).policy_names}
    rated = ratings_of(programs_pool_of(game), named)
    return {policy: shown(rated[player]) for player, policy in named.items()}


def shown(rating: Rating) -> dict[str, int | bool]:
    """A rating in a message."""
    return {"points": rating.displayed, "sure": rating.is_sure}


def _rows(pools: Collection[str], persons: list[str]) -> Iterable[tuple[str, str, float, float]]:
    return models.Rating.objects.filter(pool__in=pools, person__in=persons).values_list("pool", "person", "mu", "sigma")

"""Reading ratings: for pairing, and for whoever shows them."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from matchmaking import models
from matchmaking.rating import CENTRE, Rating

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


def _rows(pools: Collection[str], persons: list[str]) -> Iterable[tuple[str, str, float, float]]:
    return models.Rating.objects.filter(pool__in=pools, person__in=persons).values_list("pool", "person", "mu", "sigma")

"""Who stands where: the leaderboards of a pool, now and in each season. Every question is one query, however long the
list is; a page goes on after the last one of the page before, and a place is counted in an index that holds all it asks
for (`deploy.load.leaderboard` measures both).

Listed are members whose rating is sure, and in a season those who have played enough in it. People who have erased
their account, and the people whom programs have played against, stand on no list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Min, Q, QuerySet

from games.kernel import registry
from games.table.aggregate.actors import policy_of, program
from matchmaking.models import Rating as RatingRow
from matchmaking.models import SeasonRating
from matchmaking.ratings.arithmetic import UNSURE_ABOVE, Rating
from matchmaking.ratings.listed import members
from matchmaking.ratings.pools import programs_pool_of
from matchmaking.ratings.seasons import Season

ON_A_PAGE = 50
SEASON_GAMES = 10
"""Rated tables somebody must have played in a season to stand in its table."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a leaderboard."""

    person: str
    name: str
    rating: Rating
    games: int
    place: int = 0
    """0 for somebody who is not listed."""


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard."""

    rows: tuple[Line, ...]
    first: bool
    next: str
    """After whom the next page begins; empty on the last one."""
    own: Line | None
    """The reader, on whatever page, also while not listed; None without a rating here."""


def board(pool: str, season: Season | None = None, *, after: str = "", reader: str = "") -> Board:
    """The page of a leaderboard that begins after this person: six queries at most."""
    rows = _rows(pool, season)
    listed = _listed(rows, season)
    start = rows.filter(person=after).values_list("mu", "person").first() if after else None
    page = listed if start is None else listed.filter(_below(*start))
    found = list(page.order_by("-mu", "person").values_list("person", "mu", "sigma", "games")[: ON_A_PAGE + 1])
    above = 0 if start is None or not found else listed.filter(_above(*start) | Q(person=start[1])).count()
    shown = found[:ON_A_PAGE]
    names = dict(members([row[0] for row in shown]).values_list("public_id", "name"))
    return Board(
        rows=tuple(
            Line(person, names[person], Rating(mu, sigma), games, place)
            # Whose account has been closed this moment may not be hidden yet.
            for place, (person, mu, sigma, games) in enumerate((row for row in shown if row[0] in names), above + 1)
        ),
        first=start is None,
        next=shown[-1][0] if len(found) > ON_A_PAGE else "",
        own=_own(rows, listed, season, reader) if reader else None,
    )


def programs(game: str) -> tuple[Line, ...]:
    """The programs of a game by strength, also those that are not sure yet: one query."""
    named = [program(policy) for policy in registry.game(game).policy_names]
    found = RatingRow.objects.filter(pool=programs_pool_of(game), person__in=named).order_by("-mu", "person")
    return tuple(
        Line(row.person, policy_of(row.person) or "", Rating(row.mu, row.sigma), row.games, place)
        for place, row in enumerate(found, 1)
    )


def seasons(pool: str, now: int) -> tuple[Season, ...]:
    """The seasons of a pool since its first table, the newest first: one query."""
    first = SeasonRating.objects.filter(pool=pool).aggregate(first=Min("season"))["first"]
    last = Season.at(now).number
    return () if first is None else tuple(Season(number) for number in range(last, min(first, last) - 1, -1))


def _rows(pool: str, season: Season | None) -> QuerySet[Any]:
    """The rows of everybody who has a rating there."""
    if season is None:
        return RatingRow.objects.filter(pool=pool)
    return SeasonRating.objects.filter(pool=pool, season=season.number)


def _listed(rows: QuerySet[Any], season: Season | None) -> QuerySet[Any]:
    sure = rows.filter(hidden=False, sigma__lte=UNSURE_ABOVE)
    return sure if season is None else sure.filter(games__gte=SEASON_GAMES)


def _above(mu: float, person: str) -> Q:
    """Whoever comes before this one on the list."""
    return Q(mu__gte=mu) & (Q(mu__gt=mu) | Q(person__lt=person))


def _below(mu: float, person: str) -> Q:
    """Whoever comes after this one on the list."""
    return Q(mu__lte=mu) & (Q(mu__lt=mu) | Q(person__gt=person))


def _own(rows: QuerySet[Any], listed: QuerySet[Any], season: Season | None, reader: str) -> Line | None:
    found: Sequence[Any] | None = rows.filter(person=reader).values_list("mu", "sigma", "games").first()
    if found is None:
        return None
    mu, sigma, games = found
    rating = Rating(mu, sigma)
    if not rating.is_sure or (season is not None and games < SEASON_GAMES):
        return Line(reader, "", rating, games)
    above = listed.filter(_above(mu, reader)).count()
    return Line(reader, "", rating, games, above + 1)

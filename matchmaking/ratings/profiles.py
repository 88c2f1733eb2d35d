"""How somebody's ratings went and what he has done at rated tables, out of the ledger's changes: no table is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db.models import Count, Max, Model, Q, QuerySet

from games.table.aggregate.actors import policy_of
from games.table.clock import now_ms
from matchmaking import models
from matchmaking.ratings.arithmetic import UNSURE_ABOVE, Rating
from matchmaking.ratings.pools import OF_PROGRAMS

HALF_A_YEAR_MS: Final = 182 * 24 * 3600 * 1000
MOST_CHANGES: Final = 2_000
"""So many of the newest changes are looked at; whoever has played more has older ones that no page needs."""


@dataclass(frozen=True, slots=True)
class Point:
    """A rating as it was from `at` on."""

    at: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class Course:
    """How a rating went in the last six months."""

    pool: str
    game: str
    speed: str
    now: Rating
    games: int
    """Rated tables that counted, ever."""
    highest: int | None
    """The highest displayed points that were sure; None when none ever was."""
    recent: int
    """Tables within the six months."""
    points: tuple[Point, ...]
    """From the rating before the first of them on; empty when there was none."""

    @property
    def change(self) -> int:
        """By how many points it stands higher than six months ago."""
        return self.now.displayed - self.points[0].rating.displayed if self.points else 0


@dataclass(frozen=True, slots=True)
class Records:
    """What somebody has done at rated tables that counted."""

    tables: int
    finished: int
    """Of them played to the end by himself."""
    wins: int
    streak: int
    """Most wins in a row, of the newest tables."""
    best_gain: int
    best_table: UUID | None
    strongest_beaten: int | None
    """The highest sure rating of somebody he finished before, while first."""


@dataclass(frozen=True, slots=True)
class Profile:
    courses: tuple[Course, ...]
    records: Records


@dataclass(frozen=True, slots=True)
class Against:
    """Two people at rated tables: how often one finished before the other, neither having left."""

    ahead: int
    behind: int


def profile_of(person: str, now: int | None = None) -> Profile:
    """Of a person by the public id, of a program by `actors.program`: five queries, one when there is no rating."""
    now = now_ms() if now is None else now
    ratings = list(_own_pools(models.Rating.objects.filter(person=person), person).order_by("-games", "pool"))
    if not ratings:
        return Profile((), Records(0, 0, 0, 0, 0, None, None))
    highest = _highest(person)
    changes = list(_counted(person).order_by("-at", "-position")[:MOST_CHANGES])[::-1]
    by_pool = {
        pool: list(rows) for pool, rows in groupby(sorted(changes, key=lambda row: row.pool), lambda row: row.pool)
    }
    courses = [_course(row, by_pool.get(row.pool, []), highest.get(row.pool), now) for row in ratings]
    return Profile(tuple(courses), _records(person, changes))


def against(person: str, other: str) -> Against:
    """How this person did against the other at rated tables both played to the end: two queries."""
    mine, theirs = (
        dict(
            _counted(one)
            .filter(left=False, table_id__in=_counted(two).values("table_id"))
            .values_list("table_id", "rank")
        )
        for one, two in ((person, other), (other, person))
    )
    pairs = [(mine[table], theirs[table]) for table in mine.keys() & theirs.keys()]
    ahead = sum(own is not None and rank is not None and own < rank for own, rank in pairs)
    behind = sum(own is not None and rank is not None and own > rank for own, rank in pairs)
    return Against(ahead, behind)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a table did to somebody's rating."""

    gain: int
    """Displayed points."""
    rank: int | None
    """Leavers are last."""


def outcomes(person: str, tables: Sequence[UUID]) -> dict[UUID, Outcome]:
    """What these tables did to this person's rating; without those that did not count."""
    if not tables:
        return {}
    rows = _counted(person).filter(table_id__in=tables).values_list("table_id", "mu_before", "mu", "rank")
    return {
        table: Outcome(Rating(after).displayed - Rating(before).displayed, rank) for table, before, after, rank in rows
    }


def _counted(player: str) -> QuerySet[models.RatingChange]:
    """The tables that moved this player's rating. Tables against programs move those of the programs' own pools: to
    people they are casual."""
    return _own_pools(models.RatingChange.objects.filter(person=player, unrated_reason=""), player)


def _own_pools[Row: Model](rows: QuerySet[Row], player: str) -> QuerySet[Row]:
    return rows if policy_of(player) is not None else rows.exclude(pool__endswith=OF_PROGRAMS)


def _highest(person: str) -> dict[str, int]:
    sure = _counted(person).filter(sigma__lte=UNSURE_ABOVE)
    return {
        pool: Rating(mu).displayed
        for pool, mu in sure.values("pool").annotate(top=Max("mu")).values_list("pool", "top")
    }


def _course(row: models.Rating, changes: list[models.RatingChange], highest: int | None, now: int) -> Course:
    game, _, speed = row.pool.partition(".")
    recent = [change for change in changes if change.at > now - HALF_A_YEAR_MS]
    points = [Point(change.at, Rating(change.mu, change.sigma)) for change in recent]
    if recent:
        points.insert(0, Point(recent[0].at, Rating(recent[0].mu_before, recent[0].sigma_before)))
    now_at = Rating(row.mu, row.sigma)
    return Course(row.pool, game, speed, now_at, row.games, highest, len(recent), tuple(points))


def _records(person: str, changes: list[models.RatingChange]) -> Records:
    """Counts over everything in one query, the rest from the newest changes."""
    counts = _counted(person).aggregate(
        tables=Count("position"),
        deserted=Count("position", filter=Q(left=True)),
        wins=Count("position", filter=Q(rank=1, left=False)),
    )
    best = max(changes, key=_gain, default=None)
    return Records(
        tables=counts["tables"],
        finished=counts["tables"] - counts["deserted"],
        wins=counts["wins"],
        streak=longest(change.rank == 1 and not change.left for change in changes),
        best_gain=max(0, _gain(best)) if best else 0,
        best_table=best.table_id if best and _gain(best) > 0 else None,
        strongest_beaten=_strongest_beaten(person),
    )


def _strongest_beaten(person: str) -> int | None:
    won = _counted(person).filter(rank=1, left=False).values("table_id")
    beaten = models.RatingChange.objects.filter(
        table_id__in=won, rank__gt=1, unrated_reason="", sigma_before__lte=UNSURE_ABOVE
    )
    mu = beaten.exclude(person=person).aggregate(top=Max("mu_before"))["top"]
    return None if mu is None else Rating(mu).displayed


def _gain(change: models.RatingChange) -> int:
    return Rating(change.mu).displayed - Rating(change.mu_before).displayed


def longest(won: Iterable[bool]) -> int:
    """The most that came true in a row."""
    best = run = 0
    for one in won:
        run = run + 1 if one else 0
        best = max(best, run)
    return best

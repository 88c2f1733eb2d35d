"""`manage.py rebuild ratings`: replay every pool from its entries and the logs of their tables, and compare."""

import time
from collections.abc import Iterator
from math import isclose
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery

from games.table.aggregate import FINISHED
from games.table.held import load, refold
from games.table.ids import format_id
from games.table.models import Head, Seat
from matchmaking.models import Rating, RatingChange, RatingEntry, SeasonRating
from matchmaking.ratings.ledger import (
    COUNTED,
    last_position,
    lock,
    record,
    rows_of,
    seasons_of,
    write_seasons,
    write_standings,
)
from matchmaking.ratings.listed import nobody_to_list
from matchmaking.ratings.results import Standings, apply, pool_of_table, result_of
from matchmaking.ratings.seasons import Season

TRIES = 3
_WAIT_S = 0.5
"""Before looking again: a table that ends just now is rated a moment later."""
_TOLERANCE = 1e-9


def rebuild_ratings(write: bool = False) -> Iterator[str]:
    """Every difference between the ratings and what the entries make of them. With `write` they are put right."""
    for table_id in _not_rated():
        yield f"{format_id(table_id)}: has ended and is not rated"
        if write:
            record(table_id)
    for pool in pools():
        found = differences(pool)
        yield from found
        if found and write:
            put_right(pool)


def pools() -> list[str]:
    named = set(RatingEntry.objects.values_list("pool", flat=True).distinct())
    return sorted(named.union(Rating.objects.values_list("pool", flat=True).distinct()))


def differences(pool: str) -> list[str]:
    """What is wrong in a pool, nothing for most. Looks again when something moves meanwhile."""
    found: list[str] = []
    for attempt in range(TRIES):
        if attempt:
            time.sleep(_WAIT_S)
        found = list(_compare(pool))
        if not found:
            break
    return found


def put_right(pool: str) -> None:
    """Write changes and ratings of a pool anew from its entries."""
    with transaction.atomic():
        lock(pool)
        rows, standings, _ = _replay(pool, last_position(pool))
        RatingChange.objects.filter(pool=pool).delete()
        Rating.objects.filter(pool=pool).delete()
        SeasonRating.objects.filter(pool=pool).delete()
        RatingChange.objects.bulk_create(rows, batch_size=500)
        write_standings(pool, standings)
        write_seasons(pool, seasons_of(pool, rows))


def _not_rated() -> list[UUID]:
    """Tables that have ended, count and stand in no ledger, in the order in which they ended."""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(_WAIT_S)
        ended = Head.objects.filter(rated=True, lifecycle__in=COUNTED) | _played_by_programs()
        missing = ended.exclude(table_id__in=RatingEntry.objects.values("table_id"))
        rows = missing.order_by("ended_at", "table_id").values_list("table_id", "rated")
        found = [table_id for table_id, rated in rows if rated or pool_of_table(load(table_id).table) is not None]
        if not found:
            break
    return found


def _played_by_programs() -> QuerySet[Head]:
    """Casual tables at whose seats there is a program and somebody else: what else it needs, their logs tell."""
    seats = Seat.objects.filter(table_id=OuterRef("table_id")).order_by().values("table_id")
    sorts = seats.annotate(sorts=Count("bot", distinct=True)).values("sorts")
    return Head.objects.annotate(sorts=Subquery(sorts)).filter(rated=False, lifecycle=FINISHED, sorts__gt=1)


def _replay(pool: str, last: int) -> tuple[list[RatingChange], Standings, list[str]]:
    """The changes and standings that the entries up to `last` make, and what is wrong with the entries themselves."""
    rows: list[RatingChange] = []
    standings: Standings = {}
    wrong = []
    entries = RatingEntry.objects.filter(pool=pool, position__lte=last).order_by("position")
    for expected, (position, table_id) in enumerate(entries.values_list("position", "table_id"), 1):
        table = refold(table_id).table
        if position != expected:
            wrong.append(f"{pool}: there is no entry {expected}")
        if pool_of_table(table) != pool:
            wrong.append(f"{pool} {position}: table {format_id(table_id)} does not belong here")
        result = result_of(table)
        rows += rows_of(pool, position, table_id, result, apply(standings, position, result))
    return rows, standings, wrong


def _compare(pool: str) -> Iterator[str]:
    last = last_position(pool)
    rows, standings, wrong = _replay(pool, last)
    yield from wrong
    expected = {(row.position, row.seat): _facts(row) for row in rows}
    found = RatingChange.objects.filter(pool=pool, position__lte=last)
    stored = {(row.position, row.seat): _facts(row) for row in found}
    for key in sorted(expected.keys() | stored.keys()):
        if not _same(stored.get(key), expected.get(key)):
            position, seat = key
            yield f"{pool} {position}: the change at seat {seat} is not what the entries make"
    hidden = nobody_to_list(pool, standings)
    kept = {row.person: _rating(row) for row in Rating.objects.filter(pool=pool)}
    made = {
        person: (one.rating.mu, one.rating.sigma, one.games, one.position, person in hidden)
        for person, one in standings.items()
    }
    for person in sorted(kept.keys() | made.keys()):
        if not _same(kept.get(person), made.get(person)):
            yield f"{pool}: the rating of {person} is {kept.get(person)} and should be {made.get(person)}"
    stood = {(row.season, row.person): _rating(row) for row in SeasonRating.objects.filter(pool=pool)}
    stands = {(row.season, row.person): _rating(row, row.person in hidden) for row in seasons_of(pool, rows)}
    for season, person in sorted(stood.keys() | stands.keys()):
        if not _same(stood.get((season, person)), stands.get((season, person))):
            code = Season(season).code
            yield f"{pool}: how {person} stood in season {code} is not what the entries make"


def _rating(row: Rating | SeasonRating, hidden: bool | None = None) -> tuple[Any, ...]:
    return row.mu, row.sigma, row.games, row.position, row.hidden if hidden is None else hidden


def _facts(row: RatingChange) -> tuple[Any, ...]:
    return (
        *(row.person, row.table_id, row.at, row.rank, row.left, row.unrated_reason),
        *(row.mu_before, row.sigma_before, row.mu, row.sigma, row.expected, row.got),
        *(row.weights or ()),
    )


def _same(one: tuple[Any, ...] | None, other: tuple[Any, ...] | None) -> bool:
    if one is None or other is None or len(one) != len(other):
        return one is other
    return all(_equal(a, b) for a, b in zip(one, other, strict=True))


def _equal(one: Any, other: Any) -> bool:
    """Figures as far as the order of adding them up lets them be, everything else exactly."""
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    return bool(one == other)

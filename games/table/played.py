"""What a finished table tells of those who played it: who stayed to the end, and how long somebody usually thinks.

    seen = record(table_id)          the number of the last event it has taken into account

A row for each person and table (`models.Played`), written once the table has ended by whoever follows it: profiles read
rows and never a log. A table that is annulled has none, one that was left by everybody neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final
from uuid import UUID

from django.db import transaction

from games.table.aggregate import ENDED, FINISHED, Table, actors
from games.table.held import load
from games.table.ids import format_id
from games.table.models import Event, Head, Played

FOLLOWER: Final = "played"
MOST: Final = 300
"""How many of somebody's newest tables are looked at."""
ENOUGH: Final = 5
"""From how many tables on one can say what is usual."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long somebody usually thinks about a decision in a game at a speed."""

    game: str
    speed: str
    tables: int
    usual_ms: int


@dataclass(frozen=True, slots=True)
class Habits:
    """What one would know of somebody before playing with him."""

    tables: int = 0
    finished: int = 0
    """Of them played to the end by himself."""
    paces: tuple[Pace, ...] = ()
    """The most played first."""


def wanted(table: Table) -> bool:
    """Whether a casual table that has ended tells something of somebody."""
    return any(seat.whose for seat in table.seats)


def record(table_id: UUID) -> int | None:
    """Write down what the table tells; None while it has not ended. Doing it again changes nothing."""
    with transaction.atomic():
        # Locked, so that what an annulment finds is never written over by what was read before it.
        head = Head.objects.select_for_update().filter(table_id=table_id).first()
        if head is None or head.lifecycle not in ENDED:
            return None
        rows = rows_of(table_id) if head.lifecycle == FINISHED else []
        Played.objects.filter(table_id=table_id).delete()
        Played.objects.bulk_create(rows)
        return head.seq


def rows_of(table_id: UUID) -> list[Played]:
    """What a finished table tells, by seat: the fold row's table, and one query for the times."""
    table = load(table_id).table
    opened, times = table.opened, _times(table_id)
    return [
        Played(
            table_id=table_id,
            seat=seat,
            person=person,
            game=opened.game,
            speed=opened.speed,
            at=table.ended_at or table.opened_at,
            left=one.person is None,
            decisions=len(times[person]),
            usual_ms=round(median(times[person])) if times[person] else None,
        )
        for seat, one in enumerate(table.seats)
        if (person := one.whose)
    ]


def _times(table_id: UUID) -> dict[str, list[int]]:
    """How long each person has thought about each decision. What a program or the clock did is nobody's."""
    found: dict[str, list[int]] = defaultdict(list)
    rows = Event.objects.filter(table_id=table_id, spent_ms__isnull=False, actor__startswith=actors.PERSON)
    for actor, spent in rows.values_list("actor", "spent_ms"):
        if spent is not None:
            found[actor.removeprefix(actors.PERSON)].append(spent)
    return found


def habits(persons: Collection[str]) -> Habits:
    """Of one person, by all ids he has been; one query."""
    rows = list(
        Played.objects.filter(person__in=list(persons))
        .order_by("-at")
        .values_list("game", "speed", "left", "usual_ms")[:MOST]
    )
    usual: dict[tuple[str, str], list[int]] = defaultdict(list)
    for game, speed, _, ms in rows:
        if ms is not None:
            usual[game, speed].append(ms)
    paces = [Pace(*where, len(each), round(median(each))) for where, each in usual.items() if len(each) >= ENOUGH]
    return Habits(
        tables=len(rows),
        finished=sum(not left for _, _, left, _ in rows),
        paces=tuple(sorted(paces, key=lambda pace: (-pace.tables, pace.game, pace.speed))),
    )


def rebuild(write: bool = False) -> Iterator[str]:
    """Every table whose rows are not what its log tells, also one from before there were any. With `write` they are
    put right."""
    finished = Head.objects.filter(lifecycle=FINISHED)
    for table_id in finished.order_by("table_id").values_list("table_id", flat=True).iterator(chunk_size=500):
        kept = [_told(row) for row in Played.objects.filter(table_id=table_id).order_by("seat")]
        if kept != [_told(row) for row in rows_of(table_id)]:
            yield f"{format_id(table_id)}: what is kept of who played is not what the log tells"
            if write:
                record(table_id)
    for table_id in set(
        Played.objects.exclude(table_id__in=finished.values("table_id")).values_list("table_id", flat=True)
    ):
        yield f"{format_id(table_id)}: something is kept of a table that has no result"
        if write:
            Played.objects.filter(table_id=table_id).delete()


def _told(row: Played) -> tuple[object, ...]:
    return (row.seat, row.person, row.game, row.speed, row.at, row.left, row.decisions, row.usual_ms)

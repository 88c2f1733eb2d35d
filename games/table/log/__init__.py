"""The log of all tables: append a batch, select after a number. The only place that knows which database it is.

    outcome = log.append(batch)      Appended | Conflict | AlreadyDone
    rows = log.select(table_id, after=40)

An append is one transaction: the events, the command that caused them, the head with its deadline, the seats and, when
given, the fold all become true together or not at all. docs/event-log.md has the columns, the hash and the guarantees.
"""

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from accounts.threads import in_thread
from games.table import models

from . import pool, postgresql, sqlite
from .hashing import FIRST, row_hash
from .rows import (
    AlreadyDone,
    Appended,
    Batch,
    BrokenChain,
    Conflict,
    Entry,
    Fold,
    Head,
    Opening,
    Outcome,
    Row,
    Seat,
    chain,
    check_chain,
)

__all__ = [
    "FIRST",
    "AlreadyDone",
    "Appended",
    "Batch",
    "BrokenChain",
    "Conflict",
    "Entry",
    "Fold",
    "Head",
    "Opening",
    "Outcome",
    "Row",
    "Seat",
    "append",
    "append_async",
    "appends_on_loop",
    "chain",
    "check_chain",
    "fold",
    "head",
    "heads_moved",
    "open_table",
    "row_hash",
    "select",
    "verify",
]

_COLUMNS = ("seq", "kind", "version", "at", "actor", "spent_ms", "lag_ms", "body", "hash")
_PAGE = 2000


def append(batch: Batch) -> Outcome:
    """Append all of the batch or nothing; says whether it stands in the log now, and if not, why."""
    rows = chain(batch.table_id, batch.after, batch.previous, batch.entries)
    if connection.vendor != "postgresql":
        return _outcome(rows, sqlite.append(batch, rows))
    with connection.cursor() as cursor:
        cursor.execute(*postgresql.statement(batch, rows))
        if cursor.fetchone()[0]:
            return Appended(rows)
        cursor.execute(*postgresql.look_up(batch))
        return _outcome(rows, cursor.fetchone() or False)


def appends_on_loop() -> bool:
    """Whether `append_async` needs no thread."""
    return bool(settings.OPENTRICK_ASYNC_APPEND and connection.vendor == "postgresql")


async def append_async(batch: Batch) -> Outcome:
    """`append` for a caller on an event loop, which it does not hold up.

    With OPENTRICK_ASYNC_APPEND on PostgreSQL the statement goes through a pool of asynchronous connections; else a
    thread of its own does the work.
    """
    if not appends_on_loop():
        return await in_thread(append)(batch)
    rows = chain(batch.table_id, batch.after, batch.previous, batch.entries)
    return _outcome(rows, await pool.append(batch, rows))


def _outcome(rows: tuple[Row, ...], answer: tuple[int, int] | bool) -> Outcome:
    if answer is True:
        return Appended(rows)
    return AlreadyDone(*answer) if answer else Conflict()


def open_table(opening: Opening) -> Appended:
    """Begin a table's log, in the caller's transaction if there is one (matchmaking consumes its tickets in it).

    IntegrityError when there is a table of this id.
    """
    rows = chain(opening.table_id, 0, FIRST, opening.entries)
    table_id, last = opening.table_id, rows[-1]
    with transaction.atomic():
        models.Head.objects.create(
            table_id=table_id,
            seq=last.seq,
            hash=last.hash,
            game=opening.game,
            preset=opening.preset,
            players=opening.players,
            rated=opening.rated,
            speed=opening.speed,
            visibility=opening.visibility,
            host=opening.host,
            lifecycle=opening.lifecycle,
            deadline_at=opening.deadline_at,
            opened_at=rows[0].at,
            ended_at=opening.ended_at,
            due=opening.due,
        )
        models.Event.objects.bulk_create(
            [models.Event(table_id=table_id, **{column: getattr(row, column) for column in _COLUMNS}) for row in rows]
        )
        models.Command.objects.create(
            table_id=table_id, actor=opening.actor, command_id=opening.command_id, first=1, last=last.seq
        )
        models.Seat.objects.bulk_create(
            [
                models.Seat(table_id=table_id, seat=one.seat, person=one.person, bot=one.bot, owner=one.owner)
                for one in opening.seats
            ]
        )
        if opening.fold:
            kept = opening.fold
            models.Fold.objects.create(
                table_id=table_id, seq=kept.seq, hash=kept.hash, version=kept.version, body=kept.body
            )
        models.Follow.objects.bulk_create(
            [models.Follow(follower=follower, table_id=table_id, seen=0) for follower in opening.followers]
        )
    return Appended(rows)


def select(table_id: UUID, after: int = 0, limit: int | None = None) -> list[Row]:
    """The table's events after number `after`, in order, at most `limit` of them."""
    found = models.Event.objects.filter(table_id=table_id, seq__gt=after).order_by("seq").values_list(*_COLUMNS)
    return [
        Row(
            seq=seq,
            kind=kind,
            version=version,
            at=at,
            actor=actor,
            spent_ms=spent,
            lag_ms=lag,
            body=body,
            hash=bytes(digest),
        )
        for seq, kind, version, at, actor, spent, lag, body, digest in found[:limit]
    ]


def head(table_id: UUID) -> Head | None:
    """Where the table's log stands; None when there is no such table."""
    found = (
        models.Head.objects.filter(table_id=table_id)
        .values_list("seq", "hash", "lifecycle", "deadline_at", "opened_at", "ended_at")
        .first()
    )
    if found is None:
        return None
    seq, digest, lifecycle, deadline_at, opened_at, ended_at = found
    return Head(
        seq=seq,
        hash=bytes(digest),
        lifecycle=lifecycle,
        deadline_at=deadline_at,
        opened_at=opened_at,
        ended_at=ended_at,
    )


def heads_moved(known: Mapping[UUID, int]) -> dict[UUID, int]:
    """Of the tables whose last known number is given, those that have gone on, with their number now. One query."""
    found = models.Head.objects.filter(table_id__in=known).values_list("table_id", "seq")
    return {table_id: seq for table_id, seq in found if seq > known[table_id]}


def fold(table_id: UUID, version: int) -> Fold | None:
    """The table's frozen aggregate, when there is one of this version; else fold the events from the first one."""
    found = models.Fold.objects.filter(table_id=table_id, version=version).values_list("seq", "hash", "body").first()
    if found is None:
        return None
    seq, digest, body = found
    return Fold(seq=seq, hash=bytes(digest), version=version, body=body)


def verify(table_id: UUID) -> Head:
    """Recompute every hash of the table and compare the last one with the head; BrokenChain at the first difference."""
    stands = head(table_id)
    if stands is None:
        raise BrokenChain(table_id, 0, "there is no such table")
    seq, digest = check_chain(table_id, _pages(table_id, stands.seq))
    if seq != stands.seq:
        raise BrokenChain(table_id, seq + 1, "is missing")
    if digest != stands.hash:
        raise BrokenChain(table_id, seq, "is not the one the head names")
    return stands


def _pages(table_id: UUID, last: int) -> Iterator[Row]:
    """The events up to `last`, a page at a time; events appended meanwhile are left to the next look."""
    after = 0
    while after < last:
        page = select(table_id, after, min(_PAGE, last - after))
        if not page:
            return
        yield from page
        after = page[-1].seq

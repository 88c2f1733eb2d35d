"""Appending on PostgreSQL: one statement, so one round trip, and nothing in it can raise because of another writer.

The UPDATE of the head locks that row; a second writer waits for it, then compares again, finds another head and gets no
row, and then none of the INSERTs has anything to insert. This needs READ COMMITTED, PostgreSQL's own default.
"""

from typing import Any

from .rows import Batch, Row

LOOK_UP = "SELECT first, last FROM table_command WHERE table_id = %s AND actor = %s AND command_id = %s"

_HEAD = """
WITH h AS (
    UPDATE table_head
    SET seq = %s, hash = %s, lifecycle = %s, deadline_at = %s, ended_at = %s, due = %s
    WHERE table_id = %s AND seq = %s AND hash = %s
        AND NOT EXISTS (SELECT 1 FROM table_command WHERE table_id = %s AND actor = %s AND command_id = %s)
    RETURNING table_id
), e AS (
    INSERT INTO table_event (table_id, seq, kind, version, at, actor, spent_ms, lag_ms, body, hash)
    SELECT h.table_id, r.*
    FROM h, unnest(
        %s::int[], %s::text[], %s::int[], %s::bigint[], %s::text[], %s::int[], %s::int[], %s::text[], %s::bytea[]
    ) r
), c AS (
    INSERT INTO table_command (table_id, actor, command_id, first, last) SELECT h.table_id, %s, %s, %s, %s FROM h
)"""
_SEATS = """, s AS (
    INSERT INTO table_seat (table_id, seat, person, bot, owner)
    SELECT h.table_id, r.* FROM h, unnest(%s::int[], %s::text[], %s::text[], %s::text[]) r
    ON CONFLICT (table_id, seat) DO UPDATE
    SET person = excluded.person, bot = excluded.bot, owner = excluded.owner, seen_at = NULL,
        here = false, gone = '', gone_until = NULL
)"""
_FOLD = """, f AS (
    INSERT INTO table_fold (table_id, seq, hash, version, body) SELECT h.table_id, %s, %s, %s, %s FROM h
    ON CONFLICT (table_id) DO UPDATE
    SET seq = excluded.seq, hash = excluded.hash, version = excluded.version, body = excluded.body
)"""
_FOLLOW = """, w AS (
    INSERT INTO table_follow (follower, table_id, seen) SELECT r.*, h.table_id, %s FROM h, unnest(%s::text[]) r
    ON CONFLICT DO NOTHING
)"""
_COUNT = " SELECT count(*) FROM h"


def statement(batch: Batch, rows: tuple[Row, ...]) -> tuple[str, list[Any]]:
    """The statement that appends `rows`, and its parameters. It answers 1, or 0 when another writer was first."""
    last = rows[-1]
    sql = _HEAD
    values: list[Any] = [last.seq, last.hash, batch.lifecycle, batch.deadline_at, batch.ended_at]
    values.append(batch.due)
    values += [batch.table_id, batch.after, batch.previous]
    values += [batch.table_id, batch.actor, batch.command_id]
    values += [
        [row.seq for row in rows],
        [row.kind for row in rows],
        [row.version for row in rows],
        [row.at for row in rows],
        [row.actor for row in rows],
        [row.spent_ms for row in rows],
        [row.lag_ms for row in rows],
        [row.body for row in rows],
        [row.hash for row in rows],
    ]
    values += [batch.actor, batch.command_id, rows[0].seq, last.seq]
    if batch.seats:
        sql += _SEATS
        seats = batch.seats
        values += [[seat.seat for seat in seats], [seat.person for seat in seats]]
        values += [[seat.bot for seat in seats], [seat.owner for seat in seats]]
    if batch.fold:
        sql += _FOLD
        values += [batch.fold.seq, batch.fold.hash, batch.fold.version, batch.fold.body]
    if batch.followers:
        sql += _FOLLOW
        values += [batch.after, list(batch.followers)]
    return sql + _COUNT, values


def look_up(batch: Batch) -> tuple[str, list[Any]]:
    """The question whether the command of this batch has been answered before."""
    return LOOK_UP, [batch.table_id, batch.actor, batch.command_id]

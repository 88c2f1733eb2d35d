"""Appending on SQLite: PostgreSQL's steps in one IMMEDIATE transaction, which lets in one writer at a time."""

from typing import Any

from django.db import connection, transaction

from .rows import Batch, Row

_HEAD = """
UPDATE table_head
SET seq = %s, hash = %s, lifecycle = %s, deadline_at = %s, ended_at = %s, due = %s
WHERE table_id = %s AND seq = %s AND hash = %s
    AND NOT EXISTS (SELECT 1 FROM table_command WHERE table_id = %s AND actor = %s AND command_id = %s)"""
_EVENT = """
INSERT INTO table_event (table_id, seq, kind, version, at, actor, spent_ms, lag_ms, body, hash)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""
_COMMAND = "INSERT INTO table_command (table_id, actor, command_id, first, last) VALUES (%s, %s, %s, %s, %s)"
_SEAT = """
INSERT INTO table_seat (table_id, seat, person, bot, owner) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (table_id, seat) DO UPDATE
SET person = excluded.person, bot = excluded.bot, owner = excluded.owner, seen_at = NULL,
    here = false, gone = '', gone_until = NULL"""
_FOLD = """
INSERT INTO table_fold (table_id, seq, hash, version, body) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (table_id) DO UPDATE
SET seq = excluded.seq, hash = excluded.hash, version = excluded.version, body = excluded.body"""
_FOLLOW = "INSERT INTO table_follow (follower, table_id, seen) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
_LOOK_UP = "SELECT first, last FROM table_command WHERE table_id = %s AND actor = %s AND command_id = %s"


def append(batch: Batch, rows: tuple[Row, ...]) -> tuple[int, int] | bool:
    """True when appended, False when another writer was first, the command's events when it was answered before."""
    table, last = batch.table_id.hex, rows[-1]  # Django stores a UUID as 32 hexadecimal digits here
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            _HEAD,
            [
                *(last.seq, last.hash, batch.lifecycle, batch.deadline_at, batch.ended_at, batch.due),
                *(table, batch.after, batch.previous),
                *(table, batch.actor, batch.command_id),
            ],
        )
        if cursor.rowcount == 0:
            cursor.execute(_LOOK_UP, [table, batch.actor, batch.command_id])
            done: tuple[int, int] | None = cursor.fetchone()
            return done or False
        cursor.executemany(_EVENT, [_event(table, row) for row in rows])
        cursor.execute(_COMMAND, [table, batch.actor, batch.command_id, rows[0].seq, last.seq])
        if batch.seats:
            cursor.executemany(_SEAT, [(table, one.seat, one.person, one.bot, one.owner) for one in batch.seats])
        if batch.fold:
            fold = batch.fold
            cursor.execute(_FOLD, [table, fold.seq, fold.hash, fold.version, fold.body])
        if batch.followers:
            cursor.executemany(_FOLLOW, [(follower, table, batch.after) for follower in batch.followers])
    return True


def _event(table: str, row: Row) -> tuple[Any, ...]:
    return (
        table, row.seq, row.kind, row.version, row.at, row.actor, row.spent_ms, row.lag_ms, row.body, row.hash
    )  # fmt: skip

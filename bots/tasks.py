"""Programs take their turns in Celery workers, on the queue `bots`.

A turn is derived from the log each time: a task names a table, a seat and a decision, looks whether that decision is
still open, and answers it under an id that is derived from it. So a turn that is lost with its worker is found by the
sweep, and one that is worked out twice is played once.
"""

import logging
from typing import Any
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.db import OperationalError

from bots.turns import Turn, acts_at, choice, turns
from games.table import followers
from games.table.aggregate import Refused, Table, actors
from games.table.clock import now_ms
from games.table.held import Held, load
from games.table.ids import format_id, parse_id
from games.table.service import bot_command_id, submit_held

logger = logging.getLogger(__name__)

FOLLOWER = "bots"
EXPIRES_S = 5.0
_EARLY_MS = 20
"""Clocks of two machines may differ by so much before a turn is put off."""


def enqueue_turns(table: Table) -> None:
    """A task for each program that the table waits for, at its time."""
    now = now_ms()
    for turn in turns(table):
        wait = max(0, acts_at(table, turn, settings.BOT_THINK_MS) - now)
        take_turn.apply_async((format_id(table.id), turn.seat, turn.decision), countdown=wait / 1000)


@shared_task(name="bots.tasks.take_turn", autoretry_for=(OperationalError,), max_retries=3, default_retry_delay=1)
def take_turn(table_id: str, seat: int, decision: int) -> None:
    """Answer one decision, if it is still open and a program's."""
    held = _held(parse_id(table_id))
    if held is None:
        return
    for turn in turns(held.table):
        if (turn.seat, turn.decision) == (seat, decision):
            _take(held, turn)


@shared_task(name="bots.tasks.look_after", autoretry_for=(OperationalError,), max_retries=3, default_retry_delay=1)
def look_after(table_id: str) -> None:
    """Take every turn of a table whose time has come; where no program is waited for, note that all was seen."""
    held = _held(parse_id(table_id))
    if held is None:
        return
    waiting = list(turns(held.table))
    for turn in waiting:
        if acts_at(held.table, turn, settings.BOT_THINK_MS) <= now_ms() + _EARLY_MS:
            held = _take(held, turn)
    if not waiting:
        followers.mark(FOLLOWER, held.table.id, held.seq)


def _held(table_id: UUID) -> Held | None:
    try:
        return load(table_id)
    except Refused:
        return None


def _take(held: Held, turn: Turn) -> Held:
    """Answer a decision; the table after it. Refusals mean that somebody was first: the seat was taken back, say."""
    table = held.table
    command: Any = choice(table, turn)
    try:
        return submit_held(
            held,
            command,
            actor=actors.program(turn.policy),
            command_id=bot_command_id(table.id, turn.decision, turn.seat),
            decision=turn.decision,
            seat=turn.seat,
        ).held
    except Refused as refused:
        logger.info("a turn was refused: table %s decision %s %s", format_id(table.id), turn.decision, refused.code)
        return held

"""What time does to tables, once a second: deadlines, who is away, followers that lag behind, tables nobody comes to.

Any number of sweeps may run at once, in any process: every command they send has an id derived from what they saw, so
the second one is answered as the first was. A sweep that finds nothing to do costs a few small queries.
"""

import logging
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from games.table import absence, alive, downtime, followers, notices, turn_items
from games.table.aggregate import RUNNING, Refused, actors, commands
from games.table.alive import ABANDONED, UP
from games.table.clock import now_ms
from games.table.downtime import Standing
from games.table.ids import format_id
from games.table.models import Connection, Head, Seat, SweepAlive
from games.table.robust import others_go_on
from games.table.service import submit
from games.table.signals import behind

logger = logging.getLogger(__name__)

ABANDON_AFTER_MS = 30 * 60_000
_ABANDONED_EVERY_MS = 60_000
_MOST = 500
"""Tables that one sweep attends to of each sort; the next one takes the rest."""

_EVERYBODY = Standing()
_lagging: dict[tuple[str, UUID], tuple[int, int]] = {}
"""Followers found behind by the sweep before, what they had seen, and where the table stood."""


def sweep(now: int | None = None) -> None:
    """One round of everything."""
    now = now_ms() if now is None else now
    standing = credit_down_time(now)
    pass_deadlines(now, standing)
    if not standing.nobody:
        absence.attend(now, _send)
    wake_followers()
    abandon_empty_tables(now)
    notices.tell_whose_turn(now)
    turn_items.keep(now)


def credit_down_time(now: int) -> Standing:
    """Stamp that a sweep was alive, and credit the time in which we were not there."""
    return downtime.credit(now, _send)


def pass_deadlines(now: int, standing: Standing = _EVERYBODY) -> None:
    """Let the clock speak at every table whose deadline has passed, unless it is our fault that nobody else does."""
    if standing.nobody:
        return
    passed = Head.objects.filter(deadline_at__lte=now)
    if standing.late:
        passed = passed.exclude(table_id__in=Connection.objects.filter(process__in=standing.late).values("table_id"))
    due = list(passed.order_by("deadline_at").values_list("table_id", "deadline_at")[:_MOST])
    serving: dict[UUID, list[str]] = {}
    if due:
        held = Connection.objects.filter(table_id__in=[table_id for table_id, _ in due])
        for table_id, process in held.values_list("table_id", "process"):
            serving.setdefault(table_id, []).append(process)
    stamped = now
    for table_id, deadline_at in due:
        stamped = alive.sweeping(stamped)
        assert deadline_at is not None
        if not standing.out_of_time(deadline_at, serving.get(table_id, ())):
            continue  # within a second or two it is known whether it is alive
        _send(table_id, commands.PassDeadline(), f"deadline:{format_id(table_id)}:{deadline_at}")


def wake_followers() -> None:
    """Tell followers of events they have not seen, when neither they nor the table have moved since the last sweep.

    A table that moves is told of by its commits; waking its followers as well would only do their work twice, and
    fill their queue faster than it empties when there is much to do.
    """
    before = dict(_lagging)
    _lagging.clear()
    for name in followers.names():
        for one in followers.behind(name, _MOST):
            stands = _lagging[name, one.table_id] = one.seen, one.seq
            if before.get((name, one.table_id)) == stands:
                behind.send_robust(sender=None, follower=name, table_id=one.table_id, seen=one.seen, seq=one.seq)


def abandon_empty_tables(now: int) -> None:
    """End casual tables at which no person was seen for half an hour. Looked for once a minute.

    The server's own absence is nobody's: the half hour begins anew after down-time.
    """
    stamps = dict(SweepAlive.objects.filter(name__in=(UP, ABANDONED)).values_list("name", "alive_at"))
    last, up = stamps.get(ABANDONED, now), stamps.get(UP, now)
    if now - last < _ABANDONED_EVERY_MS or now - up < ABANDON_AFTER_MS:
        return
    if not SweepAlive.objects.filter(name=ABANDONED, alive_at=last).update(alive_at=now):
        return
    since = now - ABANDON_AFTER_MS
    present = Seat.objects.filter(table_id=OuterRef("table_id"), seen_at__gt=since)
    empty = Head.objects.filter(lifecycle__in=RUNNING, rated=False, opened_at__lte=since).exclude(Exists(present))
    stamped = now
    for table_id, seq in empty.order_by("opened_at").values_list("table_id", "seq")[:_MOST]:
        stamped = alive.sweeping(stamped)
        _send(table_id, commands.AbandonTable(ABANDON_AFTER_MS), f"abandon:{format_id(table_id)}:{seq}")


def _send(table_id: UUID, command: Any, command_id: str) -> None:
    """One broken table must not stop the clocks of all others. A refusal means that somebody was first."""
    with others_go_on(logger, "the sweep failed at table %s", format_id(table_id)), suppress(Refused):
        submit(table_id, command, actor=actors.CLOCK, command_id=command_id)

"""What follows when people are away: a program plays on, or a rated match that somebody never came to is called off.

Part of the sweep. Whatever is sent to a table has an id derived from what was seen, so any number of sweeps, at once or
one after the other, do it once. docs/table.md, "Who is away".
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Subquery, Value
from django.db.models.functions import Concat

from games.table import presence
from games.table.aggregate import PLAYING, actors, commands
from games.table.aggregate.grace import COME_MS, NO_CLOCK, NO_HURRY
from games.table.alive import UP
from games.table.ids import format_id
from games.table.models import Command, Head, Seat, SweepAlive

Send = Callable[[UUID, Any, str], None]
"""How the sweep sends a command to a table in the name of the clock, under an id; what fails there is its affair."""

_MOST = 500
"""Seats that one sweep attends to; the next one takes the rest."""
_LONG_AGO_MS = 3_600_000
"""Rated tables older than this have either been called off or begun to count."""


def attend(now: int, send: Send) -> None:
    """One round: who has been away for too long, and who has never come."""
    notice_dead(now)
    take_over(now, send)
    call_off(now, send)


def notice_dead(now: int) -> None:
    """Tell the rooms whose people were connected to a process that died."""
    for table_id in presence.notice_dead(now):
        presence.announce(table_id)


def take_over(now: int, send: Send) -> None:
    """Let a program play on where the wait for somebody is over.

    Where nobody's time is counted this is done for those who wait: while none of them is here either, nothing happens.
    """
    head = Head.objects.filter(table_id=OuterRef("table_id"))
    here = Seat.objects.filter(table_id=OuterRef("table_id"), here=True, seen_at__gt=now - presence.FRESH_MS)
    due = (
        Seat.objects.filter(gone_until__lte=now)
        .annotate(lifecycle=Subquery(head.values("lifecycle")))
        .filter(~Q(lifecycle=PLAYING) | ~Exists(head.filter(speed__in=NO_CLOCK)) | Exists(here))
        .order_by("gone_until")
        .values_list("table_id", "seat", "person", "gone", "gone_until", "lifecycle")
    )
    ended: list[UUID] = []
    for table_id, seat, person, how, until, lifecycle in due[:_MOST]:
        assert until is not None
        if lifecycle != PLAYING:
            ended.append(table_id)
        elif presence.is_wait_over(table_id, seat, person, until, now):
            command = commands.TakeOver(seat, person, "left" if how == "left" else "lost")
            send(table_id, command, f"away:{format_id(table_id)}:{seat}:{until}")
    if ended:
        Seat.objects.filter(table_id__in=ended).update(gone="", gone_until=None)


def call_off(now: int, send: Send) -> None:
    """Abandon rated tables at which somebody has not been within a minute after the opening, and has decided nothing.

    While the server was down nobody could come; the minute begins anew after it.
    """
    long_up = SweepAlive.objects.filter(name=UP, alive_at__lte=now - COME_MS)
    opened = Head.objects.filter(
        lifecycle=PLAYING, rated=True, opened_at__lte=now - COME_MS, opened_at__gt=now - _LONG_AGO_MS
    ).exclude(speed=NO_HURRY)
    spoke = Command.objects.filter(
        table_id=OuterRef("table_id"), actor=Concat(Value(actors.PERSON), OuterRef("person"))
    )
    missing = (
        Seat.objects.filter(table_id__in=opened.values("table_id"), here=False, seen_at__isnull=True)
        .exclude(person="")
        .exclude(Exists(spoke))
        .filter(Exists(long_up))
        .annotate(seq=Subquery(Head.objects.filter(table_id=OuterRef("table_id")).values("seq")))
        .order_by("table_id", "seat")
        .values_list("table_id", "seat", "seq")
    )
    tables: dict[UUID, tuple[int, list[int]]] = {}
    for table_id, seat, seq in missing[:_MOST]:
        tables.setdefault(table_id, (seq, []))[1].append(seat)
    for table_id, (seq, looked_at) in tables.items():
        seats = [seat for seat in looked_at if presence.has_never_come(table_id, seat)]
        if not seats:
            continue
        command = commands.AbandonTable(absent=tuple(seats), seen=seq)
        send(table_id, command, f"nobody:{format_id(table_id)}:{seq}")

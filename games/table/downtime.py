"""Crediting the time in which we were not there: part of the sweep. docs/table.md, "Down-time".

Every credit has a command id derived from the stamp it begins at, and the stamp moves on only when all tables have been
credited: a sweep that dies in between is repeated by the next, and no table is credited twice for the same time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.table import alive, presence
from games.table.aggregate import PLAYING, RUNNING, commands
from games.table.alive import DOWN_MS, PREFIX, SWEEP, UP, WEB
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.models import Connection, Head, SweepAlive

Send = Callable[[UUID, Any, str], None]
"""How the sweep sends a command in the name of the clock."""
_OWN = (SWEEP, UP, "abandoned")


@dataclass(frozen=True, slots=True)
class Standing:
    """For whom time does not run now, because it may turn out that it did not."""

    nobody: bool = False
    """No web process is alive."""
    late: frozenset[str] = frozenset()
    """Web processes that may be dead."""


def credit(now: int, send: Send) -> Standing:
    """Credit what is to be credited, and stamp that a sweep was alive."""
    found = alive.stamps()
    old = found.get(SWEEP)
    if old is None:
        missing = [SweepAlive(name=name, alive_at=now) for name in _OWN]
        SweepAlive.objects.bulk_create(missing, ignore_conflicts=True)
    elif now - old > DOWN_MS:
        _credit_gap(now, old, send)
        found = alive.stamps()
    elif now > old:
        SweepAlive.objects.filter(name=SWEEP, alive_at=old).update(alive_at=now)
    return _credit_webs(now, found, send)


def _credit_gap(now: int, old: int, send: Send) -> None:
    """No sweep was alive: nobody's time has run since the last one, whatever else was away.

    What the web processes stamped before says nothing of now, and they are not credited again for the same time.
    """
    _credit(_waiting(), now - old, f"alive:{{}}:{old}", send)
    stands = max(now, now_ms())  # crediting many tables takes its time, which is no down-time
    with transaction.atomic():
        if SweepAlive.objects.filter(name=SWEEP, alive_at=old).update(alive_at=stands):
            web = Q(name=WEB) | Q(name__startswith=PREFIX)
            SweepAlive.objects.filter(web, alive_at__lt=stands).update(alive_at=stands)
            SweepAlive.objects.filter(name=UP).update(alive_at=now)
            presence.wait_longer(now - old, old)


def _credit_webs(now: int, found: dict[str, int], send: Send) -> Standing:
    """Web processes died: whom they served could not play. Were all of them away, nobody could."""
    webs = {name: at for name, at in found.items() if name.startswith(PREFIX)}
    last = found.get(WEB)
    if not alive.serving(found, now):
        return Standing(nobody=True)
    newest = max(webs.values(), default=None)
    began = now
    if last is not None and newest is not None and newest - last > DOWN_MS:
        began = last
        _credit(_waiting(), newest - last, f"{WEB}:{{}}:{last}", send)
    for name, at in webs.items():
        if now - at > DOWN_MS:
            _credit_dead(name, at, began, send)
    if newest is not None:
        _note_webs(newest, last)
    return Standing(late=alive.late(found, now))


def _credit_dead(name: str, at: int, until: int, send: Send) -> None:
    """`until`: from then on the tables were credited with all others."""
    if until > at:
        process = name.removeprefix(PREFIX)
        tables = Connection.objects.filter(process=process).values("table_id")
        _credit(_waiting().filter(table_id__in=tables), until - at, f"{name}:{{}}:{at}", send)
    SweepAlive.objects.filter(name=name, alive_at=at).delete()


def _note_webs(newest: int, last: int | None) -> None:
    if last is None:
        SweepAlive.objects.bulk_create([SweepAlive(name=WEB, alive_at=newest)], ignore_conflicts=True)
        return
    with transaction.atomic():
        first = newest > last and SweepAlive.objects.filter(name=WEB, alive_at=last).update(alive_at=newest)
        if first and newest - last > DOWN_MS:
            SweepAlive.objects.filter(name=UP).update(alive_at=newest)
            presence.wait_longer(newest - last, last)


def _waiting() -> Any:
    """Tables where something may run out: all that are played, others only if they have a deadline."""
    return Head.objects.filter(Q(lifecycle=PLAYING) | Q(lifecycle__in=RUNNING, deadline_at__isnull=False))


def _credit(heads: Any, ms: int, command_id: str, send: Send) -> None:
    tables: Iterable[UUID] = heads.values_list("table_id", flat=True)
    for table_id in tables:
        send(table_id, commands.CreditClocks(ms), command_id.format(format_id(table_id)))

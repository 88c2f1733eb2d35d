"""Crediting the time in which we were not there: part of the sweep. docs/table.md, "Down-time".

Every credit has a command id derived from the stamp it begins at, and the stamp moves on only when all tables have been
credited: a sweep that dies in between is repeated by the next, and no table is credited twice for the same time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.table import alive, presence
from games.table.absence import Send
from games.table.aggregate import PLAYING, RUNNING, commands
from games.table.alive import ABANDONED, DOWN_MS, GONE, RETURN_MS, SWEEP, UP, WEB
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.models import Connection, Head, SweepAlive

_OWN = (SWEEP, UP, ABANDONED)


@dataclass(frozen=True, slots=True)
class Standing:
    """For whom time does not run now, because it may turn out that it did not."""

    nobody: bool = False
    """No web process is alive."""
    late: frozenset[str] = frozenset()
    """Web processes that may be dead, or are, and whose people have not all had the time to come back."""
    stamps: Mapping[str, int] = field(default_factory=dict)
    """When the web processes were known to be alive last."""

    def out_of_time(self, deadline_at: int, processes: Iterable[str]) -> bool:
        """Whether the processes that serve a table were alive when its time ran out, as far as is known by now: one
        that has not been heard of since may have died before, and somebody's move with it."""
        return all(self.stamps.get(process, deadline_at) >= deadline_at for process in processes)


def credit(now: int, send: Send) -> Standing:
    """Credit what is to be credited, and stamp that a sweep was alive."""
    found = alive.stamps()
    old = found.get(SWEEP)
    if old is None:
        missing = [SweepAlive(name=name, alive_at=now) for name in _OWN]
        SweepAlive.objects.bulk_create(missing, ignore_conflicts=True)
    elif now - old > DOWN_MS:
        now = _credit_gap(now, old, send)
        found = alive.stamps()
    elif now > old:
        SweepAlive.objects.filter(name=SWEEP, alive_at=old).update(alive_at=now)
    return _credit_webs(now, found, send)


def _credit_gap(now: int, old: int, send: Send) -> int:
    """No sweep was alive: nobody's time has run since the last one, whatever else was away. Says when it is now:
    crediting many tables takes its time, which is no down-time.

    What the web processes stamped before says nothing of now, and they are not credited again for the same time.
    """
    for table_id in _waiting().values_list("table_id", flat=True):
        _credit(table_id, now - old, f"alive:{format_id(table_id)}:{old}", send)
    stands = max(now, now_ms())
    with transaction.atomic():
        if SweepAlive.objects.filter(name=SWEEP, alive_at=old).update(alive_at=stands):
            alive.begin_anew(stands)
            SweepAlive.objects.filter(name=UP).update(alive_at=now)
            presence.wait_longer(now - old, old)
    return stands


def _credit_webs(now: int, found: dict[str, int], send: Send) -> Standing:
    """Web processes went: whom they served could not play. Were all of them away, nobody could."""
    if not alive.serving(found, now):
        return Standing(nobody=True)
    found = _credit_all(found, send)
    dead = {process: at for process, at in alive.webs(found).items() if now - at > DOWN_MS}
    for process, at in dead.items():
        alive.leave(process, at, at)
    if dead:
        found = alive.stamps()
    for process, since in alive.gone(found).items():
        if _settle(now, process, since, alive.living(found, now), send):
            SweepAlive.objects.filter(name=GONE + process, alive_at=since).delete()
            del found[GONE + process]
    return Standing(late=alive.late(found, now), stamps=alive.webs(found))


def _credit_all(found: dict[str, int], send: Send) -> dict[str, int]:
    """Credit the time without any web process, if there was some, and note that there is one; the stamps after it."""
    newest = max(alive.webs(found).values(), default=None)
    last = found.get(WEB)
    if newest is None:
        return found
    if last is None:
        SweepAlive.objects.bulk_create([SweepAlive(name=WEB, alive_at=newest)], ignore_conflicts=True)
        return found
    away = newest - last
    if away > DOWN_MS:
        stamped = 0
        for table_id in _waiting().values_list("table_id", flat=True):
            stamped = alive.sweeping(stamped)
            _credit(table_id, away, f"{WEB}:{format_id(table_id)}:{last}", send)
    with transaction.atomic():
        first = newest > last and SweepAlive.objects.filter(name=WEB, alive_at=last).update(alive_at=newest)
        if first and away > DOWN_MS:
            alive.begin_anew(newest)
            SweepAlive.objects.filter(name=UP).update(alive_at=newest)
            presence.wait_longer(away, last)
    return alive.stamps() if away > DOWN_MS else found


def _settle(now: int, process: str, since: int, living: set[str], send: Send) -> bool:
    """Whether the tables of a process that has gone are all done with.

    Who is not back after some seconds is away, like anybody whose line broke. The clocks of his table stand still
    until all its people are back, and for some more seconds at the most; then it is credited the whole time.
    """
    back = process in living
    was_only_slow = back and now - since <= DOWN_MS
    served: dict[UUID, list[str]] = {}
    rows = Connection.objects.filter(process=process)
    for table_id, person in rows.values_list("table_id", "person"):
        served.setdefault(table_id, []).append(person)
    held = set(
        Connection.objects.filter(table_id__in=rows.values("table_id"), process__in=living)
        .exclude(seen_at=Connection.CUT)
        .values_list("table_id", "person")
    )
    waiting = set(_waiting().filter(table_id__in=rows.values("table_id")).values_list("table_id", flat=True))
    settled, stamped = True, now
    for table_id, persons in served.items():
        stamped = alive.sweeping(stamped)
        missing = [] if back else [person for person in persons if (table_id, person) not in held]
        if missing and now - since > DOWN_MS and presence.cut(table_id, missing, process, now):
            presence.announce(table_id)
        if missing and now - since < RETURN_MS:
            settled = False
            continue
        if table_id in waiting and since < now and not was_only_slow:
            _credit(table_id, now - since, f"{GONE}{process}:{format_id(table_id)}:{since}", send)
        if not back and presence.strike_off(table_id, persons, process, now):
            presence.announce(table_id)
    return settled


def _waiting() -> Any:
    """Tables where something may run out: all that are played, others only if they have a deadline."""
    return Head.objects.filter(Q(lifecycle=PLAYING) | Q(lifecycle__in=RUNNING, deadline_at__isnull=False))


def _credit(table_id: UUID, ms: int, command_id: str, send: Send) -> None:
    send(table_id, commands.CreditClocks(ms), command_id)

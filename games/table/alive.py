"""Which of our processes are alive, so that nobody's time runs while we are away.

Every web process stamps a row `web:<process>` each second, the sweep a row `sweep`. From old stamps follows what the
sweep credits (`downtime`), and for a command that comes before it has done so, since when the clocks stand still.
"""

from collections.abc import Iterable, Mapping
from typing import Final
from uuid import UUID

from django.db.models import Q

from games.table.clock import now_ms
from games.table.models import Connection, SweepAlive

DOWN_MS: Final = 5_000
"""A stamp older than this tells of down-time."""
LATE_MS: Final = 2_500
"""A web process whose stamp is older than this may be dead: until that is known, nobody it serves times out."""
STAMP_S: Final = 1.0
SWEEP, WEB, PREFIX, UP = "sweep", "web", "web:", "up"
"""`web` says when any web process was last known to be alive, `up` since when there was no down-time."""

_stamped: dict[str, int] = {}
"""When the processes of this interpreter (one for each event loop) last reached the database."""


def stamp(process: str, at: int | None = None) -> int:
    """This web process is alive; says since when that is known. One statement."""
    at = now_ms() if at is None else at
    SweepAlive.objects.bulk_create(
        [SweepAlive(name=PREFIX + process, alive_at=at)],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["alive_at"],
    )
    return at


def reached(process: str, at: int) -> None:
    """This process, here, has reached the database."""
    _stamped[process] = at


def ends(process: str) -> None:
    """This process stamps no more."""
    _stamped.pop(process, None)


def stamps() -> dict[str, int]:
    """All stamps by name; one query."""
    return dict(SweepAlive.objects.values_list("name", "alive_at"))


def late(found: Mapping[str, int], now: int) -> frozenset[str]:
    """The web processes that may be dead."""
    return frozenset(
        name.removeprefix(PREFIX) for name, at in found.items() if name.startswith(PREFIX) and now - at > LATE_MS
    )


def serving(found: Mapping[str, int], now: int) -> bool:
    """Whether any web process is certainly alive; True as well where there never was one."""
    return WEB not in found or any(name.startswith(PREFIX) and now - at <= LATE_MS for name, at in found.items())


def up_since(now: int) -> int:
    """Since when people could reach us without a gap; `now` while the sweep or every web process is away, or has not
    been credited yet. One query."""
    found = stamps()
    if any(now - found.get(name, now) > DOWN_MS for name in (SWEEP, WEB)):
        return now
    return found.get(UP, 0)


def stopped_here(now: int) -> int | None:
    """Since when this process has not reached the database, if that is down-time: no clock has run since then."""
    return _earliest(at for at in _stamped.values() if now - at > DOWN_MS)


def stopped_at(table_id: UUID, now: int) -> int | None:
    """Since when the clocks of this table stand still, when somebody seems to be late there: because the sweep is away,
    or a process that serves a player, or all of them. Two queries, for rare moments."""
    processes = set(Connection.objects.filter(table_id=table_id).values_list("process", flat=True))
    names = [SWEEP, WEB, *(PREFIX + process for process in processes)]
    found = SweepAlive.objects.filter(Q(name__in=names)).values_list("name", "alive_at")
    own = stopped_here(now)
    old = [at for name, at in found if now - at > (LATE_MS if name.startswith(PREFIX) else DOWN_MS)]
    return _earliest(old if own is None else [*old, own])


def _earliest(times: Iterable[int]) -> int | None:
    return min(times, default=None)

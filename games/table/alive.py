"""Which of our processes are alive, so that nobody's time runs while we are away.

Every web process stamps a row `web:<process>` each second, the sweep a row `sweep`. One that stops, or is found dead,
has a row `gone:<process>` instead, which says since when, until its people are back or have had the time for it
(`downtime`). For a command that comes before that, the same rows say since when the clocks stand still.
"""

from collections.abc import Iterable, Mapping
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.table.clock import now_ms
from games.table.models import Connection, SweepAlive

DOWN_MS: Final = 5_000
"""A stamp older than this tells of down-time; a web process is taken for dead."""
LATE_MS: Final = 2_500
"""A web process whose stamp is older than this may be dead: until that is known, nobody it serves times out."""
RETURN_MS: Final = 20_000
"""How long, at the most, the clocks of its tables stand still when a process has gone: until all its people are back. A
page that has lost its line tries again after 15 s at the latest."""
STAMP_S: Final = 1.0
LOOK_S: Final = 0.5
"""How often a web process looks at the stamps of all, so that it need not for each move (`all_well`)."""
SWEEP, WEB, ALIVE, GONE = "sweep", "web", "web:", "gone:"
"""`web` says when any web process was last known to be alive; the last two stand before the name of one."""
UP, ABANDONED = "up", "abandoned"
"""Since when there was no down-time; when a sweep last looked for tables that nobody comes to."""

_stamped: dict[str, int] = {}
"""When the processes of this interpreter (one for each event loop) last reached the database."""
_looked: tuple[int, dict[str, int]] | None = None
"""What this interpreter has seen of all stamps last, and since when."""


def stamp(process: str, at: int | None = None) -> int:
    """Stamp that this web process is alive at `at` (now, if not said otherwise); answers the stamp. One statement."""
    at = now_ms() if at is None else at
    SweepAlive.objects.bulk_create(
        [SweepAlive(name=ALIVE + process, alive_at=at)],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["alive_at"],
    )
    return at


def leave(process: str, at: int | None = None, seen: int | None = None) -> bool:
    """This web process is alive no more, since `at`. With `seen` only if that is still its stamp: else it was slow."""
    at = now_ms() if at is None else at
    own = SweepAlive.objects.filter(name=ALIVE + process)
    with transaction.atomic():
        ended, _ = (own if seen is None else own.filter(alive_at=seen)).delete()
        if ended or seen is None:
            SweepAlive.objects.bulk_create([SweepAlive(name=GONE + process, alive_at=at)], ignore_conflicts=True)
    return bool(ended)


def begin_anew(at: int) -> None:
    """All time before `at` has been credited to everybody: which process was away then does not matter any more. One
    that has not stamped since may be dead; if it is not, it will say so."""
    old = SweepAlive.objects.filter(name__startswith=ALIVE, alive_at__lt=at - LATE_MS)
    for name, last in list(old.values_list("name", "alive_at")):
        leave(name.removeprefix(ALIVE), at, last)
    SweepAlive.objects.filter(Q(name=WEB) | Q(name__startswith=GONE), alive_at__lt=at).update(alive_at=at)


def sweeping(since: int) -> int:
    """The sweep is in the middle of long work and stamps again, at most once a second; the time of the last stamp."""
    now = now_ms()
    if now - since < 1_000:
        return since
    SweepAlive.objects.filter(name=SWEEP, alive_at__lt=now).update(alive_at=now)
    return now


def reached(process: str, at: int) -> None:
    """This process, here, has reached the database."""
    _stamped[process] = at


def ends(process: str) -> None:
    """This process stamps no more."""
    global _looked
    _stamped.pop(process, None)
    _looked = None


def look(at: int | None = None) -> None:
    """Look at all stamps, for whoever asks in the next moment. One query."""
    global _looked
    at = now_ms() if at is None else at
    _looked = at, stamps()


def all_well(now: int, since: int) -> bool:
    """Whether nobody is away anywhere, as far as was looked at `since` or later: then no clock stands still. No query.

    Stamps only get newer, so what was young enough then by today's measure is so still. Whoever has come since may have
    come from a process that has just gone: therefore `since`.
    """
    if _looked is None or _looked[0] < since:
        return False
    found = _looked[1]
    return all(now - at <= _patience(name) for name, at in found.items() if name in (SWEEP, WEB) or ":" in name)


def seems_late(process: str, now: int) -> bool:
    """Whether that web process may be dead, by the stamps this interpreter has seen last; False where it has looked at
    none. No query."""
    return _looked is not None and now - _looked[1].get(ALIVE + process, 0) > LATE_MS


def is_time_for(work: str, now: int, every_ms: int) -> bool:
    """Whether no sweep has done this within so long; then it is for this one of several to do."""
    last = SweepAlive.objects.filter(name=work).values_list("alive_at", flat=True).first()
    if last is None:
        SweepAlive.objects.bulk_create([SweepAlive(name=work, alive_at=now)], ignore_conflicts=True)
        return False
    return now - last >= every_ms and bool(SweepAlive.objects.filter(name=work, alive_at=last).update(alive_at=now))


def stamps() -> dict[str, int]:
    """All stamps by name; one query."""
    return dict(SweepAlive.objects.values_list("name", "alive_at"))


def late(found: Mapping[str, int], now: int) -> frozenset[str]:
    """The web processes that may be dead, or are, and whose people have not all had the time to come back."""
    slow = (process for process, at in webs(found).items() if now - at > LATE_MS)
    return frozenset(slow) | gone(found).keys()


def webs(found: Mapping[str, int]) -> dict[str, int]:
    """The web processes that have not gone, as far as is known, and when each has stamped last."""
    return _named(ALIVE, found)


def gone(found: Mapping[str, int]) -> dict[str, int]:
    """The web processes that have gone, and since when."""
    return _named(GONE, found)


def _named(kind: str, found: Mapping[str, int]) -> dict[str, int]:
    return {name.removeprefix(kind): at for name, at in found.items() if name.startswith(kind)}


def living(found: Mapping[str, int], now: int) -> set[str]:
    """The web processes that are certainly alive."""
    return {process for process, at in webs(found).items() if now - at <= LATE_MS}


def serving(found: Mapping[str, int], now: int) -> bool:
    """Whether any web process is certainly alive; True as well where there never was one."""
    return WEB not in found or bool(living(found, now))


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
    names = [SWEEP, WEB, *(kind + process for process in processes for kind in (ALIVE, GONE))]
    found = SweepAlive.objects.filter(name__in=names).values_list("name", "alive_at")
    own = stopped_here(now)
    old = [at for name, at in found if now - at > _patience(name)]
    return _earliest(old if own is None else [*old, own])


def _patience(name: str) -> int:
    """How old a stamp of this name may be."""
    return -1 if name.startswith(GONE) else LATE_MS if name.startswith(ALIVE) else DOWN_MS


def _earliest(times: Iterable[int]) -> int | None:
    return min(times, default=None)

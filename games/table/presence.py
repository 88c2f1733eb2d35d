"""Who is connected to a table: a stream beside the log, written to the seats' rows and forgotten as soon as it is old.

Every process notes for whom it holds sockets (`Connection`); the seat's row says what that comes to: somebody is here
while any process holds a socket of his, and has gone only when the last one went. How he went, and until when his seat
waits, stands there too; what happens then is up to `absence`. Others read the rows after an announcement on the stream
`presence.<table>`. Nothing in the game depends on it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat, Greatest

from accounts.announcing import announce_stream, announce_stream_here
from games.kernel.cards import Seat
from games.table.aggregate.grace import How, grace_ms
from games.table.alive import GONE
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.models import Connection, SweepAlive
from games.table.models import Seat as SeatRow

STAMP_SEATS_S = 60.0
"""How often a process stamps the seats of those who are connected to it."""
FRESH_MS = 90_000
"""A seat's stamp older than this is of processes that died."""
STAMP_CONNECTIONS_S = 15.0
"""How often a process stamps all its connections."""
DEAD_MS = 45_000
"""A connection's stamp older than this holds nobody: `downtime` notices much sooner that a process has gone."""


@dataclass(frozen=True, slots=True)
class Gone:
    """How somebody went, and until when his seat waits for him."""

    how: How
    until: int


@dataclass(frozen=True, slots=True)
class Company:
    """What the rows say of the people at a table, by seat."""

    seen: dict[Seat, int] = field(default_factory=dict)
    """When those were last stamped who are here."""
    gone: dict[Seat, Gone] = field(default_factory=dict)
    """Those who are away and waited for."""
    never: frozenset[Seat] = frozenset()
    """Seats whose persons have never been connected since they sat down."""
    elsewhere: Mapping[Seat, str] = field(default_factory=dict)
    """Another process than the one that asked which has a line to the person at a seat, where there is one."""


@dataclass(frozen=True, slots=True)
class Absence:
    """What is to be noted when somebody goes."""

    how: How
    deal: int
    """The number of the deal that runs, to which the waiting is charged."""
    waited_for: bool


def stream(table_id: UUID) -> str:
    return f"presence.{format_id(table_id)}"


def announce(table_id: UUID) -> None:
    """Tell every process to look again. Never raises, never waits: rooms look by themselves each minute."""
    announce_stream(stream(table_id), now_ms())


def announce_here(table_id: UUID) -> None:
    """The same for a room, on its event loop."""
    announce_stream_here(stream(table_id), now_ms())


def company_at(table_id: UUID, process: str = "") -> Company:
    """Who is here, who is waited for, as this process asks; one query."""
    seen: dict[Seat, int] = {}
    gone: dict[Seat, Gone] = {}
    never: set[Seat] = set()
    elsewhere: dict[Seat, str] = {}
    others = _held(now_ms()).filter(table_id=table_id, person=OuterRef("person")).exclude(process=process)
    newest = Subquery(others.order_by("-seen_at").values("process")[:1])
    rows = SeatRow.objects.filter(table_id=table_id).exclude(person="").annotate(elsewhere=newest)
    read = rows.values_list("seat", "here", "seen_at", "gone", "gone_until", "elsewhere")
    for seat, here, at, how, until, other in read:
        if other is not None:
            elsewhere[seat] = other
        if here and at is not None:
            seen[seat] = at
        elif until is not None:
            gone[seat] = Gone("left" if how == "left" else "lost", until)
        if at is None:
            never.add(seat)
    return Company(seen, gone, frozenset(never), elsewhere)


# --- writing, for a thread ---


def come(table_id: UUID, persons: Sequence[str], process: str, at: int | None = None) -> bool:
    """This process holds sockets of these persons; False when no seat here is theirs.

    Whoever was waited for is so no more, and what is left of the waiting goes back to his account.
    """
    at = now_ms() if at is None else at
    with transaction.atomic():
        seated = _here(Q(table_id=table_id, person__in=persons), at)
        connections = [Connection(table_id=table_id, person=one, process=process, seen_at=at) for one in persons]
        Connection.objects.bulk_create(
            connections,
            update_conflicts=True,
            unique_fields=["table_id", "person", "process"],
            update_fields=["seen_at"],
        )
    return seated


def _here(whose: Q, at: int) -> bool:
    """Their persons are here, and what is left of a wait is theirs again."""
    rows = SeatRow.objects.filter(whose)
    # All of them locked before anything is read: else somebody who just begins to wait for a person (`expect`) would be
    # overtaken, and the person be here and waited for at once.
    for row in rows.order_by("table_id", "seat").select_for_update():
        if row.gone_until is not None:
            unused = max(0, row.gone_until - at)
            SeatRow.objects.filter(pk=row.pk).update(
                gone="", gone_until=None, grace_used=Greatest(Value(0), F("grace_used") - unused)
            )
    return bool(rows.update(seen_at=at, here=True))


def is_wait_over(table_id: UUID, seat: Seat, person: str, until: int, at: int) -> bool:
    """Whether the wait for this person, which lasted `until`, has ended in vain: he is not back, and no process holds a
    socket of his; else he counts as here whatever the row said.

    The seat first: whoever is just coming back (`come`) holds it, and is seen as soon as he has let it go.
    """
    with transaction.atomic():
        row = SeatRow.objects.select_for_update().filter(table_id=table_id, seat=seat, person=person).first()
        if row is None or row.gone_until != until:
            return False
        return not (_held_anywhere(table_id, person, at) and _here(Q(table_id=table_id, person=person), at))


def has_never_come(table_id: UUID, seat: Seat) -> bool:
    """Whether the person there has never been connected, nor is coming just now."""
    with transaction.atomic():
        row = SeatRow.objects.select_for_update().filter(table_id=table_id, seat=seat).first()
        return row is not None and row.seen_at is None


def go(table_id: UUID, person: str, process: str, absence: Absence, at: int | None = None) -> bool:
    """The last socket of this person here is closed. False when another process still holds one, or no seat is his."""
    at = now_ms() if at is None else at
    with transaction.atomic():
        # The seat first: of two processes that let somebody go at the same time, one has to see that it is the last.
        row = SeatRow.objects.select_for_update().filter(table_id=table_id, person=person).first()
        Connection.objects.filter(table_id=table_id, person=person, process=process).delete()
        if row is None or _held_anywhere(table_id, person, at):
            return False
        _away(row, absence, at, seen_at=at)
    return True


def expect(table_id: UUID, seat: Seat, absence: Absence, at: int | None = None) -> bool:
    """Begin to wait for somebody who is away already and was not waited for. False when there is nothing to begin."""
    at = now_ms() if at is None else at
    with transaction.atomic():
        row = SeatRow.objects.select_for_update().filter(table_id=table_id, seat=seat).first()
        if row is None or not row.person or row.gone_until is not None or not absence.waited_for:
            return False
        if (row.here and (row.seen_at or 0) > at - FRESH_MS) or _held_anywhere(table_id, row.person, at):
            return False
        _away(row, absence, at, seen_at=row.seen_at)
    return True


def _away(row: SeatRow, absence: Absence, at: int, seen_at: int | None) -> None:
    """Note that a person is away. The whole wait is charged now; what is left of it comes back with the person."""
    row.here, row.seen_at = False, seen_at
    if absence.waited_for and row.gone_until is None:
        used = row.grace_used if row.grace_deal == absence.deal else 0
        wait = grace_ms(absence.how, used)
        row.gone, row.gone_until = absence.how, at + wait
        row.grace_deal, row.grace_used = absence.deal, used + wait
    row.save(update_fields=["here", "seen_at", "gone", "gone_until", "grace_deal", "grace_used"])


def _held_anywhere(table_id: UUID, person: str, at: int) -> bool:
    return _held(at).filter(table_id=table_id, person=person).exists()


def _held(at: int) -> QuerySet[Connection]:
    """What processes hold that have not gone, as far as is known."""
    gone = SweepAlive.objects.filter(name=Concat(Value(GONE), OuterRef("process")))
    return Connection.objects.filter(seen_at__gt=at - DEAD_MS).exclude(Exists(gone))


def noted(table_id: UUID, process: str) -> list[str]:
    """The persons whose sockets this process is noted to hold at the table."""
    return list(Connection.objects.filter(table_id=table_id, process=process).values_list("person", flat=True))


def forget(table_id: UUID, process: str) -> None:
    """This process has let everybody at the table go, and does not know how: their seats' stamps will tell."""
    Connection.objects.filter(table_id=table_id, process=process).delete()


def wait_longer(ms: int, since: int) -> None:
    """The server was down so long from `since` on: whoever was waited for then is waited for so much longer."""
    SeatRow.objects.filter(gone_until__gt=since).update(gone_until=F("gone_until") + ms)


# --- a process and all its connections ---


def stamp_connections(process: str, at: int | None = None) -> None:
    """Stamp whatever this process holds: one statement, however many tables there are."""
    Connection.objects.filter(process=process).update(seen_at=now_ms() if at is None else at)


def cut(table_id: UUID, persons: Collection[str], process: str, at: int) -> bool:
    """The process that held sockets of these persons has gone, and they are not back: whether anybody here is away now
    who was not. Only from now on are they waited for: nobody's time ran while nobody knew.

    The rows stay; if the process was only slow, it stamps them anew.
    """
    held = Connection.objects.filter(table_id=table_id, process=process).exclude(seen_at=Connection.CUT)
    return _lose(table_id, persons, at, lambda person: held.filter(person=person).update(seen_at=Connection.CUT))


def strike_off(table_id: UUID, persons: Collection[str], process: str, at: int) -> bool:
    """A process that has gone holds nobody: whether anybody here is away now who was not."""
    held = Connection.objects.filter(table_id=table_id, process=process)
    return _lose(table_id, persons, at, lambda person: held.filter(person=person).delete()[0])


def _lose(table_id: UUID, persons: Collection[str], at: int, let_go: Callable[[str], int]) -> bool:
    lost = False
    for person in persons:
        with transaction.atomic():
            row = SeatRow.objects.select_for_update().filter(table_id=table_id, person=person).first()
            if let_go(person) and row is not None and row.here and not _held_anywhere(table_id, person, at):
                SeatRow.objects.filter(pk=row.pk).update(here=False)
                lost = True
    return lost


def notice_dead(at: int) -> Collection[UUID]:
    """Let the seats say that nobody is here where a process has let its stamps grow old without anybody noticing that
    it has gone; the tables where that is news."""
    old = Connection.objects.filter(seen_at__lte=at - DEAD_MS).exclude(seen_at=Connection.CUT)
    changed: set[UUID] = set()
    for table_id, person, process in list(old.values_list("table_id", "person", "process")):
        its = old.filter(table_id=table_id, person=person, process=process)
        if _lose(table_id, [person], at, lambda _: its.delete()[0]):  # noqa: B023 - called before the next is looked at
            changed.add(table_id)
    stale = SeatRow.objects.filter(here=True, seen_at__lte=at - FRESH_MS)
    found = list(stale.values_list("table_id", flat=True))
    if found:
        stale.update(here=False)
    return changed.union(found)

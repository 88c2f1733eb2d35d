"""What the waiting page tells: who waits for what, the window, the expected time, and the table once there is one.

`read` takes everybody who waits in a few queries; what one person is told of it is worked out without another, so a
process reads once for all its sockets, and once a second for all its pages.
"""

import threading
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import inf
from statistics import median
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from accounts.people import names_of
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.models import Head, Seat
from matchmaking.models import Matched, TicketPerson
from matchmaking.pairing import WIDENING
from matchmaking.queues.programs import PROGRAMS_AFTER_MS
from matchmaking.queues.tickets import waiting_people
from matchmaking.queues.wishes import Wanted, stored
from matchmaking.ratings import current
from matchmaking.ratings.arithmetic import NEW, Rating

LATELY_MS = 24 * 3_600_000
LOOKED_AT = 50
"""Matches of a queue from which the expected time is taken."""
SEATED_LATELY_MS = 60_000
MOST_SHOWN = 8
"""People of a queue whose names are told."""
_LOOKED_AT = 200
"""Others of a queue that one person's facts look at, longest wait first: a long queue is not gone through for each."""
_NAMED = 1_000
"""People whose names are read: those who wait longest."""


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody in a queue, as everybody may see it."""

    person: str
    name: str
    rating: int
    sure: bool
    since: int

    def as_json(self, *, rated: bool) -> dict[str, Any]:
        standing = {"points": self.rating, "sure": self.sure} if rated else None
        return {"person": self.person, "name": self.name, "rating": standing, "since": self.since}


@dataclass(frozen=True, slots=True)
class QueueFacts:
    """One queue that somebody waits in."""

    wanted: Wanted
    waiting: int
    """People in it now, oneself included."""
    rating: int
    """One's own points; of a party the mean."""
    sure: bool
    """Whether they are known well, of everybody on the ticket."""
    window: float | None
    """How far other ratings may lie from it now; None when anybody will do."""
    next_window: float | None
    """The same in ten seconds."""
    expected_s: float | None
    """How long a match in this queue has taken lately, from the first press of the button; None when nobody knows."""
    kept_apart: bool
    """Rated play: there were people for a table, but one has just played with them, and not all of them have waited
    long enough to meet again."""
    near: tuple[Waiter, ...]
    """Others with whom one could sit now, longest wait first."""
    far: tuple[Waiter, ...]
    """Others whose ratings are still too far away, nearest first."""

    @property
    def queue(self) -> str:
        return self.wanted.queue

    def as_json(self) -> dict[str, Any]:
        rated = self.wanted.has_pool
        return {
            "queue": self.queue,
            **self.wanted.as_json(),
            "waiting": self.waiting,
            "rating": self.rating if rated else None,
            "sure": self.sure if rated else None,
            "window": self.window,
            "next_window": self.next_window,
            "expected_s": self.expected_s,
            "kept_apart": self.kept_apart,
            "near": [waiter.as_json(rated=rated) for waiter in self.near],
            "far": [waiter.as_json(rated=rated) for waiter in self.far],
        }


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody's ticket."""

    ticket: UUID
    persons: tuple[str, ...]
    since: int
    queues: tuple[QueueFacts, ...]
    programs: bool
    """Whether programs are offered."""

    def as_json(self) -> dict[str, Any]:
        return {
            "since": self.since,
            "persons": list(self.persons),
            "programs": self.programs,
            "queues": [queue.as_json() for queue in self.queues],
        }


@dataclass(frozen=True, slots=True)
class Line:
    """A line of "who waits for what": one queue, one table size."""

    wanted: Wanted
    """With this size alone."""
    waiting: int
    waiters: tuple[Waiter, ...]
    """Those who wait longest."""
    expected_s: float | None

    @property
    def players(self) -> int:
        return self.wanted.counts[0]

    @property
    def free(self) -> int:
        """Chairs that are free at the table that fills next."""
        return self.players - self.waiting % self.players

    def as_json(self) -> dict[str, Any]:
        rated = self.wanted.has_pool
        return {
            "queue": self.wanted.queue,
            **self.wanted.as_json(),
            "players": self.players,
            "waiting": self.waiting,
            "people": [waiter.as_json(rated=rated) for waiter in self.waiters],
            "free": self.free,
            "expected_s": self.expected_s,
        }


@dataclass(frozen=True, slots=True)
class Ticketed:
    """A ticket as it stands in the database."""

    id: UUID
    persons: tuple[str, ...]
    wishes: tuple[Wanted, ...]
    since: int
    kept_apart: tuple[str, ...] = ()


class Crowd:
    """Everybody who waited at one moment."""

    def __init__(
        self,
        tickets: Iterable[Ticketed],
        known: dict[tuple[str, str], Rating],
        names: dict[str, str],
        expected: dict[str, float],
    ) -> None:
        # One of which this server can fulfil no wish any more waits for nothing.
        self._tickets = tuple(ticket for ticket in tickets if ticket.wishes)
        self._known = known
        self._names = names
        self._expected = expected
        self._lines: tuple[Line, ...] | None = None
        """Those where somebody waits, worked out once for everybody who looks."""
        self._told: list[dict[str, Any]] | None = None
        self._by_person = {person: ticket for ticket in self._tickets for person in ticket.persons}
        self._by_queue: dict[str, list[tuple[Ticketed, Wanted]]] = {}
        for ticket in self._tickets:
            for wanted in ticket.wishes:
                self._by_queue.setdefault(wanted.queue, []).append((ticket, wanted))

    def ticket_of(self, person: str) -> Ticketed | None:
        """The ticket on which somebody stands."""
        return self._by_person.get(person)

    def of(self, person: str, now: int) -> Waiting | None:
        """What somebody waits for and how it stands; None when they do not wait."""
        ticket = self._by_person.get(person)
        if ticket is None:
            return None
        waited = (now - ticket.since) / 1000
        return Waiting(
            ticket=ticket.id,
            persons=ticket.persons,
            since=ticket.since,
            queues=tuple(self._queue(ticket, wanted, waited, now) for wanted in ticket.wishes),
            programs=now - ticket.since >= PROGRAMS_AFTER_MS and any(not wanted.rated for wanted in ticket.wishes),
        )

    def board(self, shown: Iterable[Wanted] = ()) -> tuple[Line, ...]:
        """Who waits for what, fullest first; with `shown` also where nobody waits."""
        if self._lines is None:
            self._lines = self._worked_out()
        lines = self._lines
        known = {(line.wanted.queue, line.players) for line in lines}
        empty = [wanted.only(count) for wanted in shown for count in wanted.counts]
        return (*lines, *(self._line(one, []) for one in empty if (one.queue, one.counts[0]) not in known))

    def _worked_out(self) -> tuple[Line, ...]:
        sizes: dict[tuple[str, int], list[tuple[Ticketed, Wanted]]] = {}
        for queue, entries in self._by_queue.items():
            for ticket, wanted in entries:
                for count in wanted.counts:
                    sizes.setdefault((queue, count), []).append((ticket, wanted))
        lines = [self._line(entries[0][1].only(count), entries) for (_, count), entries in sizes.items()]
        lines.sort(key=lambda line: (line.free, -line.waiting, line.wanted.queue, line.players))
        return tuple(lines)

    def told(self, most: int) -> list[dict[str, Any]]:
        """The board as messages have it, worked out once for everybody who is told."""
        if self._told is None:
            self._told = [line.as_json() for line in self.board()]
        return self._told[:most]

    def names_of(self, persons: Iterable[str]) -> dict[str, str]:
        return {person: self._names.get(person, "") for person in persons}

    def waiting_for(self, game: str) -> int:
        """How many people wait for a game, by whatever rules."""
        return sum(
            len(ticket.persons) for ticket in self._tickets if any(wanted.game == game for wanted in ticket.wishes)
        )

    def _queue(self, ticket: Ticketed, wanted: Wanted, waited: float, now: int) -> QueueFacts:
        entries = self._by_queue[wanted.queue]
        rating, window = self._mean(ticket, wanted), WIDENING.window(waited)
        near: list[Waiter] = []
        far: list[tuple[float, Waiter]] = []
        for other, theirs in entries[:_LOOKED_AT]:
            if other is ticket or not set(theirs.counts) & set(wanted.counts):
                continue
            distance = abs(self._mean(other, theirs) - rating)
            reach = (window + WIDENING.window((now - other.since) / 1000)) / 2
            waiters = [self._waiter(person, other, theirs) for person in other.persons]
            if distance <= reach:
                near += waiters
            else:
                far += [(distance, waiter) for waiter in waiters]
        far.sort(key=lambda one: one[0])
        widened = WIDENING.next_widening(waited)
        return QueueFacts(
            wanted=wanted,
            waiting=sum(len(other.persons) for other, _ in entries),
            rating=round(rating),
            sure=all(self._rating(wanted, person).is_sure for person in ticket.persons),
            window=None if window == inf else window,
            next_window=None if widened == inf else widened,
            expected_s=self._expected.get(wanted.queue),
            kept_apart=wanted.queue in ticket.kept_apart,
            near=tuple(near[:MOST_SHOWN]),
            far=tuple(waiter for _, waiter in far[:MOST_SHOWN]),
        )

    def _line(self, wanted: Wanted, entries: list[tuple[Ticketed, Wanted]]) -> Line:
        longest = [(ticket, person) for ticket, _ in entries[:MOST_SHOWN] for person in ticket.persons][:MOST_SHOWN]
        return Line(
            wanted=wanted,
            waiting=sum(len(ticket.persons) for ticket, _ in entries),
            waiters=tuple(self._waiter(person, ticket, wanted) for ticket, person in longest),
            expected_s=self._expected.get(wanted.queue),
        )

    def _waiter(self, person: str, ticket: Ticketed, wanted: Wanted) -> Waiter:
        rating = self._rating(wanted, person)
        return Waiter(person, self._names.get(person, ""), rating.displayed, rating.is_sure, ticket.since)

    def _mean(self, ticket: Ticketed, wanted: Wanted) -> float:
        return sum(self._rating(wanted, person).displayed for person in ticket.persons) / len(ticket.persons)

    def _rating(self, wanted: Wanted, person: str) -> Rating:
        return self._known.get((wanted.pool, person), NEW)


def read(now: int | None = None) -> Crowd:
    """Everybody who waits, as the database has it now."""
    now = now_ms() if now is None else now
    tickets = [
        Ticketed(
            ticket,
            tuple(row.person for row in rows),
            stored(rows[0].ticket.wishes),
            rows[0].ticket.since,
            tuple(rows[0].ticket.kept_apart),
        )
        for ticket, rows in waiting_people().items()
    ]
    if not tickets:
        return Crowd((), {}, {}, {})
    persons = [person for ticket in tickets for person in ticket.persons]
    wishes = [wanted for ticket in tickets for wanted in ticket.wishes]
    return Crowd(
        tickets,
        current.stored({wanted.pool for wanted in wishes if wanted.has_pool}, persons),
        names_of(persons[:_NAMED]),
        expected_by_queue({wanted.queue for wanted in wishes}, now),
    )


_lock = threading.Lock()
_kept: tuple[Crowd, float] | None = None


def read_for(person: str | None, now: int | None = None) -> Crowd:
    """The crowd for a page of this person, or of a stranger: as it was read for another page within the last second, if
    it shows him as he stands now. To read everybody who waits for each look at the front page would cost more than all
    else on it."""
    global _kept
    with _lock:  # who comes while it is read waits for that
        if _kept is not None and time.monotonic() - _kept[1] < settings.CROWD_KEPT_S and _shows(_kept[0], person):
            return _kept[0]
        _kept = read(now), time.monotonic()
        return _kept[0]


def _shows(crowd: Crowd, person: str | None) -> bool:
    """Whether this person waits for what the crowd says, or does not."""
    if person is None:
        return True
    rows = TicketPerson.objects.filter(person=person).select_related("ticket")
    stands = [(row.ticket_id, stored(row.ticket.wishes), tuple(row.ticket.kept_apart)) for row in rows]
    ticket = crowd.ticket_of(person)
    return stands == ([] if ticket is None else [(ticket.id, ticket.wishes, ticket.kept_apart)])


def expected_by_queue(queues: Collection[str], now: int) -> dict[str, float]:
    """The median, in seconds, of what the last matches of these queues have taken. One question."""
    lately = (
        Matched.objects.filter(queue__in=queues, at__gt=now - LATELY_MS)
        .annotate(nth=Window(RowNumber(), partition_by=F("queue"), order_by=F("at").desc()))
        .filter(nth__lte=LOOKED_AT)
        .values_list("queue", "waited_ms")
    )
    waits: dict[str, list[int]] = {}
    for queue, waited in lately:
        waits.setdefault(queue, []).append(waited)
    return {queue: median(found) / 1000 for queue, found in waits.items()}


def seated(person: str, since: int) -> Matched | None:
    """The last table that matchmaking has opened for somebody since then, where they still sit, and why."""
    sat = Seat.objects.filter(person=person).values("table_id")
    return Matched.objects.filter(table_id__in=sat, at__gte=since).order_by("-at").first()


def lately(now: int | None = None) -> int:
    """Since when a table must have been opened for somebody who comes without a ticket to be led there."""
    return (now_ms() if now is None else now) - SEATED_LATELY_MS


def table_to_go_to(person: str, since: int) -> str | None:
    """The address of that table, if it has not ended."""
    matched = seated(person, since)
    if matched is None or not Head.objects.filter(table_id=matched.table_id, ended_at=None).exists():
        return None
    return format_id(matched.table_id)

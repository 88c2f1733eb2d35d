"""What the waiting page tells: who waits for what, the window, the expected time, and the table once there is one."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from statistics import median
from uuid import UUID

from games.table.clock import now_ms
from games.table.models import Seat
from matchmaking.matching import WIDENING, waiting_people
from matchmaking.models import Matched, TicketPerson
from matchmaking.ratings import points_of
from matchmaking.wishes import stored

LATELY_MS = 24 * 3_600_000
LOOKED_AT = 50
"""Matches of a queue from which the expected time is taken."""


@dataclass(frozen=True, slots=True)
class QueueFacts:
    """One queue that somebody waits in."""

    queue: str
    waiting: int
    """People in it now, oneself included."""
    rating: int
    """One's own points; of a party the mean."""
    window: float | None
    """How far other ratings may lie from it now; None when anybody will do."""
    next_window: float | None
    """The same in ten seconds."""
    expected_s: float | None
    """How long a match in this queue has taken lately, from the first press of the button; None when nobody knows."""
    same_company: bool
    """Rated play: the people one has just played with may come again, so long has one waited."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody's ticket."""

    ticket: UUID
    persons: tuple[str, ...]
    since: int
    queues: tuple[QueueFacts, ...]


def waiting_facts(person: str, now: int | None = None) -> Waiting | None:
    """What somebody waits for and how it stands; None when they do not wait."""
    now = now_ms() if now is None else now
    rows = TicketPerson.objects.filter(ticket__people__person=person).select_related("ticket").order_by("place")
    found = list(rows)
    if not found:
        return None
    ticket, persons = found[0].ticket, tuple(row.person for row in found)
    wishes = stored(ticket.wishes)
    points = points_of(persons, {wanted.pool for wanted in wishes})
    crowd = waiting_by_queue()
    waited = (now - ticket.since) / 1000
    window, widened = WIDENING.window(waited), WIDENING.next_widening(waited)
    return Waiting(
        ticket=ticket.id,
        persons=persons,
        since=ticket.since,
        queues=tuple(
            QueueFacts(
                queue=wanted.queue,
                waiting=crowd[wanted.queue],
                rating=round(sum(points[wanted.pool, one] for one in persons) / len(persons)),
                window=None if window == inf else window,
                next_window=None if widened == inf else widened,
                expected_s=expected_s(wanted.queue, now),
                same_company=wanted.rated and waited >= WIDENING.company_lapses_after,
            )
            for wanted in wishes
        ),
    )


def waiting_by_queue() -> Counter[str]:
    """How many people wait in each queue; somebody in several counts in each."""
    crowd: Counter[str] = Counter()
    for rows in waiting_people().values():
        for wanted in stored(rows[0].ticket.wishes):
            crowd[wanted.queue] += len(rows)
    return crowd


def expected_s(queue: str, now: int) -> float | None:
    """The median of what the last matches of a queue have taken."""
    lately = Matched.objects.filter(queue=queue, at__gt=now - LATELY_MS).order_by("-at")
    waits: Iterable[int] = lately.values_list("waited_ms", flat=True)[:LOOKED_AT]
    found = list(waits)
    return median(found) / 1000 if found else None


def seated(person: str, since: int) -> Matched | None:
    """The last table that matchmaking has opened for somebody since then, where they still sit, and why."""
    sat = Seat.objects.filter(person=person).values("table_id")
    return Matched.objects.filter(table_id__in=sat, at__gte=since).order_by("-at").first()

"""Who plays with whom: a pure function from the tickets that wait to the tables that can be opened now.

Longest wait first. A ticket looks for its nearest neighbours by rating in each queue it waits in, and takes the best
group it finds. What may never happen is never tried: somebody seated twice, somebody with a person he has blocked,
ratings too far apart for how long both have waited, the same company again in rated play before its cool-down is over.
Every match says why it was made.

Costs: sorting, then a walk of a few steps for each ticket (the neighbours stand in linked lists by rating), so a pass
over n tickets grows with n log n.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class Wish:
    """One queue that a ticket waits in."""

    queue: str
    """Game, rules and speed, rated or casual: `hokm.default.normal.rated`."""
    rating: float
    """Displayed points; of a party the mean."""
    counts: tuple[int, ...]
    """Table sizes that are welcome."""
    rated: bool = True


@dataclass(frozen=True, slots=True)
class Ticket:
    """Somebody who waits: one person, or a party that wants to sit together (casual only)."""

    id: str
    persons: tuple[str, ...]
    wishes: tuple[Wish, ...]
    since: float
    """When the waiting began, in seconds."""


@dataclass(frozen=True, slots=True)
class Widening:
    """How far ratings may lie apart, by waiting time. Two people meet when their distance is at most the mean of their
    windows: who has waited long makes room for both, and in the end for anybody."""

    start: float = 100.0
    per_second: float = 8.0
    open_after: float = 120.0
    """Seconds after which no distance is too large."""
    company_lapses_after: float = 60.0
    """Seconds of waiting after which the same company may meet again in rated play."""

    def window(self, waited: float) -> float:
        return inf if waited >= self.open_after else self.start + self.per_second * max(0.0, waited)

    def next_widening(self, waited: float) -> float:
        """The window ten seconds later: what the waiting page draws dashed."""
        return self.window(waited + 10)


@dataclass(frozen=True, slots=True)
class Match:
    """A table to open: who sits there, in which queue, and why."""

    queue: str
    tickets: tuple[str, ...]
    persons: tuple[str, ...]
    """In the order of the seats: parties stay together, strangers stand by waiting time."""
    why: "Why"


@dataclass(frozen=True, slots=True)
class Why:
    """The explanation of a match."""

    waited: tuple[float, ...]
    """Seconds, by ticket."""
    ratings: tuple[float, ...]
    windows: tuple[float, ...]
    spread: float
    """Points between the highest and the lowest."""
    queues_tried: int
    """In how many of the first ticket's queues a table could be made; this one had the least spread."""
    company_again: bool
    """The same people have met lately, and have waited long enough to do so again."""


MOST_LOOKED_AT = 40
"""Neighbours that one ticket looks at in one queue before it goes on waiting."""


class _Queue:
    """The tickets of a queue by rating, as a linked list out of which matched tickets fall."""

    __slots__ = ("after", "before", "place", "ratings", "who", "wishes")

    def __init__(self, entries: list[tuple[float, int, Wish]]) -> None:
        entries.sort(key=lambda entry: entry[:2])
        self.ratings = [rating for rating, _, _ in entries]
        self.who = [ticket for _, ticket, _ in entries]
        self.wishes = [wish for _, _, wish in entries]
        self.before = list(range(-1, len(entries) - 1))
        self.after = [*range(1, len(entries)), -1]
        self.place = {ticket: place for place, ticket in enumerate(self.who)}

    def drop(self, ticket: int) -> None:
        place = self.place[ticket]
        before, after = self.before[place], self.after[place]
        if before >= 0:
            self.after[before] = after
        if after >= 0:
            self.before[after] = before


Blocks = Mapping[str, Collection[str]]
"""Whom each person has blocked. A block counts both ways."""
Companies = Collection[frozenset[str]]
"""People who have met in rated play so lately that they should not meet again yet."""


def pair(
    tickets: Sequence[Ticket],
    now: float,
    *,
    blocks: Blocks | None = None,
    companies: Companies = (),
    widening: Widening | None = None,
) -> list[Match]:
    """The tables that can be opened at `now` (seconds). A ticket stands in one match at most."""
    return _Pass(tickets, now, blocks or {}, companies, widening or Widening()).run()


class _Pass:
    """One pass over all tickets."""

    def __init__(
        self, tickets: Sequence[Ticket], now: float, blocks: Blocks, companies: Companies, widening: Widening
    ) -> None:
        self.tickets = tickets
        self.waited = [now - ticket.since for ticket in tickets]
        self.windows = [widening.window(waited) for waited in self.waited]
        self.widest = max(self.windows, default=0.0)
        self.blocks = blocks
        self.companies = companies
        self.lapse = widening.company_lapses_after
        entries: dict[str, list[tuple[float, int, Wish]]] = {}
        for index, ticket in enumerate(tickets):
            for wish in ticket.wishes:
                if wish.rated and len(ticket.persons) > 1:
                    continue  # parties play casually only
                entries.setdefault(wish.queue, []).append((wish.rating, index, wish))
        self.queues = {name: _Queue(found) for name, found in entries.items()}

    def run(self) -> list[Match]:
        tickets = self.tickets
        order = sorted(range(len(tickets)), key=lambda index: (tickets[index].since, tickets[index].id))
        seated = bytearray(len(tickets))
        taken: set[str] = set()
        """People seated in this pass: somebody with two tickets must not sit twice."""
        matches: list[Match] = []
        for index in order:
            if seated[index]:
                continue
            if not taken.isdisjoint(tickets[index].persons):
                continue
            match = self._best(index, taken)
            if match is None:
                continue
            group, made = match
            for member in group:
                seated[member] = 1
                taken.update(tickets[member].persons)
                for wish in tickets[member].wishes:
                    queue = self.queues.get(wish.queue)
                    if queue is not None and member in queue.place:
                        queue.drop(member)
            matches.append(made)
        return matches

    def _best(self, index: int, taken: set[str]) -> tuple[list[int], Match] | None:
        """The group with the least spread over all queues of a ticket; the earlier wish wins between equals."""
        best: tuple[float, list[int], Wish, bool] | None = None
        found = 0
        for wish in self.tickets[index].wishes:
            queue = self.queues.get(wish.queue)
            if queue is None or index not in queue.place:
                continue
            for size in sorted(wish.counts, reverse=True):
                grown = self._grow(index, queue, size, wish.rated, taken)
                if grown is None:
                    continue
                found += 1
                group, again = grown
                ratings = [queue.ratings[queue.place[member]] for member in group]
                spread = max(ratings) - min(ratings)
                if best is None or spread < best[0]:
                    best = (spread, group, wish, again)
                break  # the largest table that can be made in this queue
        if best is None:
            return None
        spread, group, wish, again = best
        return group, self._match(group, wish.queue, spread, found, again)

    def _grow(
        self, index: int, queue: _Queue, size: int, rated: bool, taken: set[str]
    ) -> tuple[list[int], bool] | None:
        """A group of `size` people around a ticket, nearest ratings first; and whether it has met lately."""
        tickets, windows, ratings = self.tickets, self.windows, queue.ratings
        people = len(tickets[index].persons)
        if people == size:
            return [index], False
        if people > size:
            return None
        place = queue.place[index]
        rating, window = ratings[place], windows[index]
        reach = (window + self.widest) / 2
        left, right = queue.before[place], queue.after[place]
        group = [index]
        for _ in range(MOST_LOOKED_AT):
            to_left = rating - ratings[left] if left >= 0 else inf
            to_right = ratings[right] - rating if right >= 0 else inf
            if to_left <= to_right:
                at, distance = left, to_left
                if at < 0:
                    return None
                left = queue.before[left]
            else:
                at, distance = right, to_right
                right = queue.after[right]
            if distance > reach:
                return None
            other = queue.who[at]
            persons = tickets[other].persons
            if people + len(persons) > size or size not in queue.wishes[at].counts:
                continue
            if not self._welcome(group, queue, other, at) or not taken.isdisjoint(persons):
                continue
            if people + len(persons) < size:
                group.append(other)
                people += len(persons)
                continue
            again = rated and self._met([*group, other])
            if again and min(self.waited[member] for member in (*group, other)) < self.lapse:
                continue
            return [*group, other], again
        return None

    def _welcome(self, group: list[int], queue: _Queue, other: int, at: int) -> bool:
        """Whether another ticket goes with everybody in the group: windows, blocks both ways, nobody twice."""
        rating, window = queue.ratings[at], self.windows[other]
        newcomers = self.tickets[other].persons
        for member in group:
            if abs(queue.ratings[queue.place[member]] - rating) > (window + self.windows[member]) / 2:
                return False
            for person in self.tickets[member].persons:
                blocked = self.blocks.get(person, ())
                for newcomer in newcomers:
                    if newcomer == person or newcomer in blocked or person in self.blocks.get(newcomer, ()):
                        return False
        return True

    def _met(self, group: Iterable[int]) -> bool:
        company = frozenset(person for member in group for person in self.tickets[member].persons)
        return company in self.companies

    def _match(self, group: list[int], queue: str, spread: float, found: int, again: bool) -> Match:
        members = [self.tickets[member] for member in group]
        places = self.queues[queue]
        return Match(
            queue=queue,
            tickets=tuple(ticket.id for ticket in members),
            persons=tuple(person for ticket in members for person in ticket.persons),
            why=Why(
                waited=tuple(self.waited[member] for member in group),
                ratings=tuple(places.ratings[places.place[member]] for member in group),
                windows=tuple(self.windows[member] for member in group),
                spread=spread,
                queues_tried=found,
                company_again=again,
            ),
        )

"""One pass over all tickets: around each, longest wait first, the best group of its neighbours."""

from collections.abc import Iterable, Sequence
from math import inf

from matchmaking.pairing.by_rating import Queue
from matchmaking.pairing.values import WIDENING, Blocks, Companies, Match, Paired, Ticket, Why, Widening, Wish

MOST_LOOKED_AT = 40
"""Neighbours that one ticket looks at in one queue before it goes on waiting."""
MOST_TRIED = 200
"""Ways to put those who go with a ticket together that are tried when the nearest do not go together."""
MOST_TO_SPARE = 100_000
"""Looks and tries beyond these in one pass, for those who have waited so long that no distance is too large."""


def pair(
    tickets: Sequence[Ticket],
    now: float,
    *,
    blocks: Blocks | None = None,
    companies: Companies = (),
    widening: Widening = WIDENING,
) -> Paired:
    """The tables that can be opened at `now` (seconds), and whom the cool-down has kept from one. A ticket stands in
    one match at most."""
    one = _Pass(tickets, now, blocks or {}, companies, widening)
    matches = one.run()
    return Paired(matches, one.kept_apart())


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
        self.open_after = widening.open_after
        self.to_spare = MOST_TO_SPARE
        self.seated = bytearray(len(tickets))
        self.refused: list[tuple[str, tuple[int, ...]]] = []
        """Groups that only the cool-down has kept from a table, by queue."""
        entries: dict[str, list[tuple[float, int, Wish]]] = {}
        for index, ticket in enumerate(tickets):
            for wish in ticket.wishes:
                if wish.rated and len(ticket.persons) > 1:
                    continue  # parties play casually only
                entries.setdefault(wish.queue, []).append((wish.rating, index, wish))
        self.queues = {name: Queue(name, found) for name, found in entries.items()}

    def run(self) -> list[Match]:
        tickets = self.tickets
        order = sorted(range(len(tickets)), key=lambda index: (tickets[index].since, tickets[index].id))
        seated = self.seated
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

    def _grow(self, index: int, queue: Queue, size: int, rated: bool, taken: set[str]) -> tuple[list[int], bool] | None:
        """A group of `size` people around a ticket, nearest ratings first; and whether it has met lately."""
        tickets, windows, ratings = self.tickets, self.windows, queue.ratings
        own = tickets[index].persons
        people = alone = len(own)
        if people == size:
            return [index], False
        if people > size:
            return None
        place = queue.place[index]
        rating, window = ratings[place], windows[index]
        reach = (window + self.widest) / 2
        left, right = queue.before[place], queue.after[place]
        group, near = [index], []
        looked = 0
        while looked < MOST_LOOKED_AT or self._may_go_on(index):
            looked += 1
            to_left = rating - ratings[left] if left >= 0 else inf
            to_right = ratings[right] - rating if right >= 0 else inf
            if to_left <= to_right:
                at, distance = left, to_left
                if at < 0:
                    break
                left = queue.before[left]
            else:
                at, distance = right, to_right
                right = queue.after[right]
            if distance > reach:
                break
            other = queue.who[at]
            persons = tickets[other].persons
            if alone + len(persons) > size or size not in queue.wishes[at].counts:
                continue
            if distance > (window + windows[other]) / 2 or self._apart(own, persons) or not taken.isdisjoint(persons):
                continue
            near.append(other)
            if people + len(persons) > size or (len(group) > 1 and not self._welcome(group[1:], queue, other)):
                continue
            if people + len(persons) < size:
                group.append(other)
                people += len(persons)
                continue
            again = self._may_meet([*group, other], queue, rated)
            if again is not None:
                return [*group, other], again
        return self._search(index, queue, size, rated, near)

    def _may_go_on(self, index: int) -> bool:
        """Whether a ticket that finds nobody near may look and try further: whoever has waited for long, as far as the
        pass has effort to spare, the longest wait first. So nobody starves behind neighbours who do not fit."""
        if self.waited[index] < self.open_after or self.to_spare <= 0:
            return False
        self.to_spare -= 1
        return True

    def _search(
        self, index: int, queue: Queue, size: int, rated: bool, near: Sequence[int]
    ) -> tuple[list[int], bool] | None:
        """The same without the first choice that leads nowhere: somebody near who goes with nobody else must not keep
        a group from forming. Tries groups in the order of their nearness."""
        sizes = [len(self.tickets[other].persons) for other in near]
        missing = size - len(self.tickets[index].persons)
        if sum(sizes) < missing or missing == 1:
            return None
        tried = 0
        group: list[int] = [index]
        chosen: list[int] = []
        at = 0
        while True:
            if at == len(near):
                if not chosen:
                    return None
                last = chosen.pop()
                group.pop()
                missing += sizes[last]
                at = last + 1
                continue
            tried += 1
            if tried > MOST_TRIED and not self._may_go_on(index):
                return None
            other = near[at]
            if sizes[at] <= missing and self._welcome(group[1:], queue, other):
                if sizes[at] == missing:
                    again = self._may_meet([*group, other], queue, rated)
                    if again is not None:
                        return [*group, other], again
                else:
                    chosen.append(at)
                    group.append(other)
                    missing -= sizes[at]
            at += 1

    def _welcome(self, group: list[int], queue: Queue, other: int) -> bool:
        """Whether another ticket goes with everybody in the group: windows, blocks both ways, nobody twice."""
        rating, window = queue.ratings[queue.place[other]], self.windows[other]
        newcomers = self.tickets[other].persons
        for member in group:
            if abs(queue.ratings[queue.place[member]] - rating) > (window + self.windows[member]) / 2:
                return False
            if self._apart(self.tickets[member].persons, newcomers):
                return False
        return True

    def _apart(self, persons: Sequence[str], others: Sequence[str]) -> bool:
        """Whether somebody here has blocked somebody there or the other way round, or is the same person."""
        blocks = self.blocks
        for person in persons:
            blocked = blocks.get(person, ())
            for other in others:
                if other == person or other in blocked or person in blocks.get(other, ()):
                    return True
        return False

    def kept_apart(self) -> dict[str, tuple[str, ...]]:
        """Who of the refused groups waits on, all of the group together: one of whom another table was made is not
        there for this one."""
        kept: dict[str, dict[str, None]] = {}
        for queue, group in self.refused:
            if not any(self.seated[member] for member in group):
                for member in group:
                    kept.setdefault(self.tickets[member].id, {})[queue] = None
        return {ticket: tuple(queues) for ticket, queues in kept.items()}

    def _may_meet(self, group: Iterable[int], queue: Queue, rated: bool) -> bool | None:
        """Whether these people have met lately; None when that keeps them apart yet."""
        if not rated or not self.companies:
            return False
        members = tuple(group)
        company = frozenset(person for member in members for person in self.tickets[member].persons)
        if company not in self.companies:
            return False
        if min(self.waited[member] for member in members) >= self.lapse:
            return True
        self.refused.append((queue.name, members))
        return None

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

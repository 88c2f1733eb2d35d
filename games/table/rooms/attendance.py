"""The presence part of a room: who is connected to this process, what the rows say of all others, who is waited for.

Touched by the room's loop alone. Rows are written by one task at a time and say what is true when they are written,
so that a page that is loaded anew, closed and opened within a moment, ends as being here.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from accounts.threads import in_thread
from games.kernel.cards import Seat
from games.table import alive, presence
from games.table.aggregate import Table
from games.table.aggregate.grace import COME_MS, How, is_waited_for
from games.table.clock import now_ms


class Attendance:
    """Who is at a table. `table` answers what the table is now."""

    def __init__(self, process: str, company: presence.Company, table: Callable[[], Table]) -> None:
        self._process = process
        self._company = company
        self._table = table
        self._online: Counter[str] = Counter()
        """How many sockets each person has to this process."""
        self._how: dict[str, How] = {}
        """How those went who have none any more."""
        self._writing = asyncio.Lock()
        self._ended = False

    def never_came(self, person: str | None) -> bool:
        """Whether this person sits here and was never connected since he sat down, to no process."""
        seat = self._table().seat_of(person) if person else None
        return seat in self._company.never and person not in self._online

    def is_elsewhere(self, seat: Seat) -> bool:
        """Whether another process, and not one that may be dead, has a line to the person at this seat, as far as is
        known."""
        process = self._company.elsewhere.get(seat)
        return process is not None and not alive.seems_late(process, now_ms())

    def came(self, person: str) -> bool:
        """One more socket; whether it is the first."""
        self._online[person] += 1
        seat = self._table().seat_of(person)
        if seat in self._company.gone:  # what the row says until it is written anew
            waited = {other: gone for other, gone in self._company.gone.items() if other != seat}
            self._company = replace(self._company, gone=waited)
        return self._online[person] == 1

    def went(self, person: str, how: How) -> bool:
        """One socket less; whether it was the last."""
        self._online[person] -= 1
        if self._online[person] > 0:
            return False
        del self._online[person]
        self._how[person] = how
        return True

    def forget(self, seats: Iterable[Seat]) -> None:
        """Others sit there now: what was known of these seats is of no use any more."""
        others, was = set(seats), self._company
        self._company = presence.Company(
            seen={seat: at for seat, at in was.seen.items() if seat not in others},
            gone={seat: one for seat, one in was.gone.items() if seat not in others},
            never=was.never - others,
            elsewhere={seat: process for seat, process in was.elsewhere.items() if seat not in others},
        )

    def here(self) -> frozenset[Seat]:
        """The seats whose persons are connected, to any process."""
        limit = now_ms() - presence.FRESH_MS
        return frozenset(
            seat
            for seat, one in enumerate(self._table().seats)
            if one.person and (self._online[one.person] or self._company.seen.get(seat, 0) > limit)
        )

    def gone(self) -> list[dict[str, Any]]:
        """Who is away, and until when the seat waits: for everybody the same."""
        table, here = self._table(), self.here()
        return [
            {"seat": seat, "how": one.how, "until": one.until}
            for seat, one in sorted(self._company.gone.items())
            if seat not in here and is_waited_for(table, seat)
        ]

    def seated(self) -> list[str]:
        """Persons at the table who are connected to this process."""
        return [one.person for one in self._table().seats if one.person and self._online[one.person]]

    # --- the rows ---

    async def end(self) -> None:
        """This process writes no more: from the return on nothing is on its way to the rows."""
        self._ended = True
        async with self._writing:
            pass

    async def write(self, persons: Sequence[str]) -> None:
        """Note for these persons whether they are connected here, as it is now; then look at the rows."""
        async with self._writing:
            if self._ended:
                return
            connected = [person for person in persons if self._online[person]]
            if connected:
                await in_thread(presence.come)(self._table().id, connected, self._process)
            for person in persons:
                if not self._online[person]:
                    await in_thread(presence.go)(self._table().id, person, self._process, self._absence(person))
        presence.announce_here(self._table().id)
        await self.look()

    async def stamp(self) -> None:
        """Those connected here still are; whoever was not struck off, because the database was away, is so now."""
        async with self._writing:
            if self._ended:
                return
            seated = self.seated()
            if seated:
                await in_thread(presence.come)(self._table().id, seated, self._process)
            for person in await in_thread(presence.noted)(self._table().id, self._process):
                if not self._online[person]:
                    await in_thread(presence.go)(self._table().id, person, self._process, self._absence(person))
        await self.look()

    async def look(self) -> None:
        """Read what all processes have written, and begin to wait for whoever is away without being waited for."""
        table = self._table()
        self._company = await in_thread(presence.company_at)(table.id, self._process)
        seats = table.seats
        missing = [
            person
            for seat, person in ((seat, one.person) for seat, one in enumerate(seats))
            if person and seat not in self._company.seen and self._online[person]
        ]
        if missing:  # the rows say that they went, and here they are
            async with self._writing:
                if self._ended:
                    return
                await in_thread(presence.come)(table.id, missing, self._process)
        lost = presence.Absence("lost", table.decks_drawn, True)
        begun = [seat for seat in self._not_waited_for() if await in_thread(presence.expect)(table.id, seat, lost)]
        if missing or begun:
            presence.announce_here(table.id)
            self._company = await in_thread(presence.company_at)(table.id, self._process)

    def _not_waited_for(self) -> list[Seat]:
        table, here = self._table(), self.here()
        # At a rated table the clock ends the match when somebody has never come (`absence`).
        spared = self._company.never if table.opened.rated and now_ms() < table.opened_at + 2 * COME_MS else frozenset()
        return [
            seat
            for seat in range(table.players)
            if seat not in here and seat not in self._company.gone and seat not in spared and is_waited_for(table, seat)
        ]

    def _absence(self, person: str) -> presence.Absence:
        table = self._table()
        seat = table.seat_of(person)
        waited_for = seat is not None and is_waited_for(table, seat)
        return presence.Absence(self._how.pop(person, "lost"), table.decks_drawn, waited_for)

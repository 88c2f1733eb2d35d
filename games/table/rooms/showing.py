"""How late a question on the clock leaves for the person it is for (docs/table.md, "Shown late").

What we were slow, or what the way to the table took, is not to be charged.

A room knows what has left from here. Somebody who has a line to another process as well is shown his questions there
too, so what leaves for him is always written down, and counts once: else he could look at one process, and be given
the time by which the other is late.
"""

from typing import Final

from games.kernel.cards import Seat
from games.table.aggregate import Table
from games.table.rooms.subscriber import Subscriber

LATE_MS: Final = 1_000
"""A lateness up to this is not worth an event."""
MOST_COMING_MS: Final = 20_000
"""The most that is given for the way to the table, to somebody who has never been there: a page loads, and a line that
broke meanwhile is tried again after 15 s at the latest."""


class Showing:
    """Which questions have left for their persons from this room."""

    def __init__(self) -> None:
        self._shown: dict[str | None, int] = {}
        """The decision whose question was shown last, by person: whoever takes a seat over has yet to see it."""

    def late_by(self, table: Table, seat: Seat, to: Subscriber, v: int, now: int, *, elsewhere: bool = False) -> int:
        """How many milliseconds too late the question of this seat reaches its person by frame `v`, which leaves now.

        0 when it is not late, when no clock runs for it, and when this frame is older than the question or not the
        first that brings it. Times are milliseconds since 1970. `elsewhere`: another process has a line to him, too;
        then it is at least 1, and no more where he came after the question.
        """
        decision, since = table.decisions[seat], table.since[seat]
        brings_it = v >= decision and self._shown.get(to.person) != decision
        if not brings_it or since is None or table.runs_until(seat) is None:
            return 0
        self._shown[to.person] = decision
        came_after_it = to.came_at > since
        if elsewhere:
            return 1 if came_after_it else max(1, now - since)
        if came_after_it and to.is_new and not table.clocks[seat].spent_ms:
            late = min(now - since, MOST_COMING_MS)
        else:
            late = now - max(since, to.came_at)
        return late if late > LATE_MS else 0

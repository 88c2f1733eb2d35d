"""How late a question on the clock leaves for the person it is for: what was our slowness, or the way to the table, is
not to be charged (docs/table.md, "Shown late")."""

from typing import Final

from games.kernel.cards import Seat
from games.table.aggregate import Table
from games.table.rooms.subscriber import Subscriber

LATE_MS: Final = 1_000
"""Less than this is not worth an event."""
MOST_COMING_MS: Final = 20_000
"""So much later at the most does the time of somebody begin who has yet to come to the table: a page loads, and a line
that broke meanwhile is tried again after 15 s at the latest."""


class Showing:
    """Which questions have left for their persons from this room."""

    def __init__(self) -> None:
        self._shown: dict[Seat, int] = {}
        """By seat the decision whose question was shown last."""

    def late_by(self, table: Table, seat: Seat, to: Subscriber, v: int, now: int) -> int:
        """A frame of number `v` leaves for the person at this seat: by how many milliseconds it is too late with a
        question whose clock runs; 0 when it brings none, or none that was not shown before, or not late."""
        decision, since = table.decisions[seat], table.since[seat]
        if table.runs_until(seat) is None or since is None or v < decision or self._shown.get(seat) == decision:
            return 0
        self._shown[seat] = decision
        late = now - max(since, to.came_at)
        if to.came_at > since and to.is_new and not table.clocks[seat].spent_ms:
            late = min(now - since, MOST_COMING_MS)
        return late if late > LATE_MS else 0

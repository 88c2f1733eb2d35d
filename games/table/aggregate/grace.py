"""How long the others wait for somebody who is away before a program plays on. Pure: who is away is `presence`' affair.

Closing the page and losing the line are told apart: who closed it has left and is waited for 15 seconds, whose line
broke for 60. All waiting for one person in one deal is at most 120 seconds; after that each absence still gets the 5
seconds that loading a page takes.
"""

from typing import Final, Literal

from games.kernel.cards import Seat
from games.table.aggregate.parts import PLAYING
from games.table.aggregate.speeds import CASUAL, SLOW
from games.table.aggregate.table import Table

How = Literal["left", "lost"]

WAIT_MS: Final[dict[How, int]] = {"left": 15_000, "lost": 60_000}
MOST_MS: Final = 120_000
"""All of one person in one deal."""
LEAST_MS: Final = 5_000
"""A page that is loaded anew is no absence, whatever was used up before."""

COME_MS: Final = 60_000
"""A rated table at which somebody has not been within this time after its opening is abandoned before it counts."""

NO_CLOCK: Final = ("", CASUAL)
"""Speeds at which nobody's time is counted; the empty one is that of head rows from before tables had a speed."""
NO_HURRY: Final = SLOW
"""A day a decision: nobody has to be connected."""


def grace_ms(how: How, used_ms: int) -> int:
    """How long a new absence is waited for, when so much has been used in the deal."""
    return max(LEAST_MS, min(WAIT_MS[how], MOST_MS - used_ms))


def is_waited_for(table: Table, seat: Seat) -> bool:
    """Whether the table waits only so long for the person at this seat.

    Where clocks run: always. Without a clock only if another person sits there: whoever plays against programs alone
    may come back next week. At a slow table nobody needs to be connected.
    """
    if table.lifecycle != PLAYING or not table.seats[seat].person or table.opened.speed == NO_HURRY:
        return False
    if table.opened.speed not in NO_CLOCK:
        return True
    return any(one.person for other, one in enumerate(table.seats) if other != seat)

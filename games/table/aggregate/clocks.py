"""The clock of one seat, as a value, and what each thing that happens makes of it.

A clock runs while the table waits for the person at its seat. It is charged when the person has decided, or when the
question is closed over his head (somebody claims, cards are taken back, he gets up): then for the time until that
moment and without the increment, which belongs to decisions. A question that is opened again finds the clock as it
was left, so an interlude gives nobody time and takes none.
"""

from dataclasses import dataclass, replace
from typing import Final

from games.table.aggregate.speeds import TimeControl

MOST_LAG_MS: Final = 1_000
"""How much of the line's time is given back for one decision, at the most."""
MOST_LAG_IN_A_DEAL_MS: Final = 5_000
"""And how much to one seat in one deal: whoever feigns a slow line gains no more than this."""
MOST_UP_MS: Final = 3_000
"""How much of a program's turn is charged, at the most, to somebody who gets up in the middle of a question and takes
it back: longer than a program thinks, or getting up would be free time; no longer, or our delays would cost him."""
TIME_OUTS: Final = 2
"""At the second time-out of a seat in one deal a program takes over."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The fold of a seat's times."""

    spent_ms: int = 0
    """What the seat has thought since the table began."""
    lag_ms: int = 0
    """How much of that the line took, as far as it was credited."""
    left_ms: int = 0
    """What the bank holds, or held when the running decision began."""
    credited_ms: int = 0
    """What was given back for the line in this deal."""
    time_outs: int = 0
    """In this deal."""
    lost: int = 0
    """The number of the last decision that was lost on time."""

    def credit(self, lag_ms: int, spent_ms: int) -> int:
        """How much of a measured lag is given back for a decision that took so long."""
        return max(0, min(lag_ms, spent_ms, MOST_LAG_MS, MOST_LAG_IN_A_DEAL_MS - self.credited_ms))

    def decided(self, control: TimeControl | None, spent_ms: int, lag_ms: int) -> "Clock":
        """A decision took `spent_ms`, of which `lag_ms` were the line's."""
        left = self.left_ms
        if control is not None:
            left = min(control.most_ms, max(0, left - max(0, spent_ms - lag_ms)) + control.step_ms)
        return Clock(
            self.spent_ms + spent_ms,
            self.lag_ms + lag_ms,
            left,
            self.credited_ms + lag_ms,
            self.time_outs,
            self.lost,
        )

    def stopped(self, ran_ms: int) -> "Clock":
        """The question was closed before it was answered."""
        return replace(self, spent_ms=self.spent_ms + ran_ms, left_ms=max(0, self.left_ms - ran_ms))

    def back_after(self, up_ms: int) -> "Clock":
        """Somebody who got up finds his question still open: it has lain before him while the program thought."""
        return self.stopped(max(0, min(MOST_UP_MS, up_ms)))

    def timed_out(self, control: TimeControl, ran_ms: int, decision: int) -> "Clock":
        """Nothing was left."""
        return replace(
            self,
            spent_ms=self.spent_ms + ran_ms,
            left_ms=control.step_ms,
            time_outs=self.time_outs + 1,
            lost=decision,
        )

    def new_deal(self, control: TimeControl) -> "Clock":
        return replace(self, left_ms=control.bank_ms, credited_ms=0, time_outs=0)

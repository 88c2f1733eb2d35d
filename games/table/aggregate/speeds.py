"""How much time a player has: the speeds a table can be opened at. Pure numbers, in milliseconds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A bank for each deal and an increment for each decision."""

    bank_ms: int
    """What a seat has when a deck is drawn."""
    step_ms: int
    """What each decision adds, and all that is left after a time-out."""
    most_ms: int
    """What a seat never has more of, so the longest anybody waits for one decision."""

    def scaled(self, factor: float) -> "TimeControl":
        """The same control at another pace, for tests; never less than a millisecond."""
        bank, step, most = (max(1, round(ms * factor)) for ms in (self.bank_ms, self.step_ms, self.most_ms))
        return TimeControl(bank, step, most)


_DAY_MS: Final = 24 * 3_600_000

CASUAL: Final = "casual"
SLOW: Final = "slow"
SPEEDS: Final[Mapping[str, TimeControl | None]] = {
    CASUAL: None,
    "blitz": TimeControl(60_000, 3_000, 60_000),
    "normal": TimeControl(120_000, 5_000, 120_000),
    SLOW: TimeControl(_DAY_MS, _DAY_MS, _DAY_MS),
}
"""By name; `casual` has no clock. The bank of a slow table is full again after every decision: a day for each."""

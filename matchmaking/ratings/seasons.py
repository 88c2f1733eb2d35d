"""Seasons: quarters of the calendar, by UTC. A table belongs to the season in which it ended."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

QUARTERS = 4


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """One quarter of a year."""

    number: int
    """Quarters since the year 0: what the rows hold."""

    @classmethod
    def at(cls, ms: int) -> Self:
        """The season of a moment, in milliseconds since 1970."""
        day = datetime.fromtimestamp(ms / 1000, UTC)
        return cls(day.year * QUARTERS + (day.month - 1) // 3)

    @property
    def year(self) -> int:
        return self.number // QUARTERS

    @property
    def quarter(self) -> int:
        """1 to 4."""
        return self.number % QUARTERS + 1

    @property
    def begins_at(self) -> int:
        first_month = self.number % QUARTERS * 3 + 1
        return int(datetime(self.year, first_month, 1, tzinfo=UTC).timestamp() * 1000)

    @property
    def code(self) -> str:
        """As addresses name it: `2026-4`."""
        return f"{self.year}-{self.quarter}"

    @classmethod
    def read(cls, code: str) -> Self:
        """The season that `code` names. Raises ValueError."""
        year, _, quarter = code.partition("-")
        if not (len(year) == 4 and year.isdecimal() and year.isascii() and quarter in ("1", "2", "3", "4")):
            raise ValueError(code)
        return cls(int(year) * QUARTERS + int(quarter) - 1)

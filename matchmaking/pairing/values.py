"""What pairing is given and what it answers: tickets with their wishes, windows, matches with their reasons."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final


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


WIDENING: Final = Widening()
"""As it is where nobody says more."""


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


@dataclass(frozen=True, slots=True)
class Paired:
    """What one pass comes to."""

    matches: list[Match]
    kept_apart: dict[str, tuple[str, ...]]
    """Tickets that wait on although there were people for a table, and in which queues: these people have met lately,
    and not all of them have waited long enough to do so again. Nothing else kept them from it."""


Blocks = Mapping[str, Collection[str]]
"""Whom each person has blocked. A block counts both ways."""
Companies = Collection[frozenset[str]]
"""People who have met in rated play so lately that they should not meet again yet."""

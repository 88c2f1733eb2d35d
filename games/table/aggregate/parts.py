"""What a table is made of: the words for where it stands, who sits at it, and an event with its envelope, and what
chance is asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from games.table.aggregate.events import Reason

OPEN, SEATED, PLAYING = "open", "seated", "playing"
FINISHED, ABANDONED, CLOSED, ANNULLED, IMPORTED = "finished", "abandoned", "closed", "annulled", "imported"

WAITING: Final = frozenset({OPEN, SEATED})
"""Before the start: people come and go."""
RUNNING: Final = frozenset({OPEN, SEATED, PLAYING})
ENDED: Final = frozenset({FINISHED, ABANDONED, CLOSED, ANNULLED, IMPORTED})
"""Nothing more will be played; all cards may be shown."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its envelope, as it stands in the log."""

    seq: int
    at: int
    """Milliseconds since 1970 by the server's clock."""
    actor: str
    event: Any
    """A table event or an event of the game."""
    spent_ms: int | None = None
    lag_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance is asked for: the table's n-th first dealer of `size` seats, or its n-th deck of `size` cards."""

    what: str
    """`dealer` or `deck`."""
    n: int
    size: int
    salts: tuple[str | None, ...]


Drawing = Callable[[Draw], Any]
"""Answers a Draw with a seat, or with a permutation of 0 ... size-1."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat: a person, a program, or nobody."""

    person: str | None = None
    policy: str | None = None
    """The policy of the program that plays here."""
    ready: bool = False
    """Programs are always ready."""
    owner: str | None = None
    """The person a program plays on for; may take the seat back."""
    away: Reason | None = None
    """Why a program plays on for the owner."""

    @property
    def kind(self) -> str:
        return "person" if self.person else "bot" if self.policy else "empty"

    @property
    def whose(self) -> str | None:
        """The person whose seat it is, also while a program plays on for him."""
        return self.person or self.owner


NOBODY: Final = Occupant()

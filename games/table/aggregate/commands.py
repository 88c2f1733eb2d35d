"""What can be asked of a table beside the game's own commands. Who asks is the envelope's affair, never a field."""

from dataclasses import dataclass

from games.kernel.cards import Seat
from games.kernel.contract import SIMPLE
from games.table.aggregate.events import Reason


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat before the start: this one, or the first that is free."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TakeChair:
    """Sit down where a program plays, from the next deal on: on this chair, or the first that is open."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up one's seat. After the start a program plays on. Also of a chair that was promised."""


@dataclass(frozen=True, slots=True)
class ReclaimSeat:
    """Take one's seat back from the program that plays on."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the start, or for the next deal."""


@dataclass(frozen=True, slots=True)
class GiveSalt:
    """One's own part of the chance: 32 lower-case hexadecimal characters."""

    salt: str


@dataclass(frozen=True, slots=True)
class FillWithBots:
    """The host gives every empty seat to a program of this policy."""

    policy: str = SIMPLE


@dataclass(frozen=True, slots=True)
class RemoveGuest:
    """The host empties a seat before the start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The host closes the table before the start."""


# --- not for sockets: only the clock and moderation say these ---


@dataclass(frozen=True, slots=True)
class PassDeadline:
    """Something the table waited for has not come in time: a decision, a word that one is ready, the next deal."""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A program plays on at this seat if it is still this person's."""

    seat: Seat
    person: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class AbandonTable:
    """Nobody has been here for so long, or the persons at these seats never came to a rated match, or moderation stops
    the table."""

    after_ms: int = 0
    absent: tuple[Seat, ...] = ()
    seen: int = 0
    """The number that the table stood at when they were found to have said nothing: since then they may have."""


@dataclass(frozen=True, slots=True)
class CreditClocks:
    """The server was down for so long."""

    ms: int


@dataclass(frozen=True, slots=True)
class CreditLateShowing:
    """The question that is open at this seat has left for its person only so much later."""

    seat: Seat
    decision: int
    ms: int


@dataclass(frozen=True, slots=True)
class Annul:
    """Moderation declares the table void."""


@dataclass(frozen=True, slots=True)
class Reinstate:
    """Moderation takes an annulment back."""


COMMANDS = (Sit, TakeChair, Leave, ReclaimSeat, Ready, GiveSalt, FillWithBots, RemoveGuest, CloseTable)
"""Those a person may send."""

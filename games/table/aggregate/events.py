"""What happened around a table: who came and went, what chance was asked, how it ended. Game events stand beside these.

Person ids are the public ones; no event holds a name, an address or a free text, save the origin of an imported table.
"""

from dataclasses import dataclass
from typing import Any, Literal

from games.kernel.cards import Seat
from games.table.aggregate.speeds import TimeControl

Salts = tuple[str | None, ...]
Reason = Literal["left", "lost", "time", "gave_up"]
"""Why a program plays on: the person closed the page, lost the line, let time run out, or said so."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The first event: everything about a table that never changes."""

    game: str
    rules_version: int
    preset: str
    players: int
    options: Any
    """Every house rule with its value, as JSON: {name: value}."""
    rated: bool
    speed: str
    visibility: Literal["public", "link"]
    host: str | None
    commitment: str | None
    """What binds the server to its decks (docs/verifiable-deals.md); None for an imported table."""
    origin: Any
    """Where the table comes from, as JSON: {"type": "played"}, {"type": "rematch", "of": table id}, "simulated", or
    "imported" with what a record says beside the game (`games.table.records`)."""
    between_ms: int = 12_000
    """How long the next deal waits for persons who do not say that they are ready."""
    clock: TimeControl | None = None
    """The players' clocks; None where nobody's time is counted."""
    accept_ms: int | None = None
    """How long after the opening everybody has to be ready, or the table is closed; None where nobody hurries."""


@dataclass(frozen=True, slots=True)
class Sat:
    seat: Seat
    person: str


@dataclass(frozen=True, slots=True)
class Left:
    """This person gave up the seat, or the promise of it."""

    seat: Seat
    person: str


@dataclass(frozen=True, slots=True)
class ChairPromised:
    """When this deal is over this person sits down where a program plays."""

    seat: Seat
    person: str


@dataclass(frozen=True, slots=True)
class BotSeated:
    """A program took an empty seat before the start."""

    seat: Seat
    policy: str


@dataclass(frozen=True, slots=True)
class BotTookOver:
    """A program plays on for a person, who may take the seat back."""

    seat: Seat
    policy: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class SeatReclaimed:
    seat: Seat
    person: str


@dataclass(frozen=True, slots=True)
class GuestRemoved:
    """The host emptied a seat before the start, of a person or of a program."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Readied:
    """The person at this seat is ready for the start or for the next deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SaltGiven:
    """A person's own part of the chance, used from the next draw on. Hidden from the others until the end."""

    seat: Seat
    salt: str | None


@dataclass(frozen=True, slots=True)
class Started:
    """Every seat is filled and everybody is ready: the game begins."""


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The first dealer was drawn, with these salts; the game's own event, which follows, says who it is."""

    n: int
    salts: Salts | None


@dataclass(frozen=True, slots=True)
class DeckDrawn:
    """The table's n-th deck was drawn with these salts by seat; the start of the deal follows."""

    n: int
    salts: Salts | None


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock of this seat has run out; what the clock plays for it follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClockCredited:
    """The server was down: nobody's time ran meanwhile."""

    ms: int


@dataclass(frozen=True, slots=True)
class ShownLate:
    """What this seat is asked left for its person only so much later, and his time began only then: we were slow, or he
    had yet to come to the table."""

    seat: Seat
    ms: int


@dataclass(frozen=True, slots=True)
class PlaysUndone:
    """Cards of the current trick were taken back: the game stands as it did after event `to_seq`."""

    to_seq: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The rules ended the match: scores and ranks by seat, and the seats that won."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Nobody came back, or moderation stopped the table: it ends without a result."""

    absent: tuple[Seat, ...] = ()
    """Seats whose persons never came to a rated match, which was called off for that before it counted."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The table was closed before it started: by its host, or by the clock because not everybody was ready in time, or
    because somebody left whom the match was made with."""


@dataclass(frozen=True, slots=True)
class Annulled:
    """Moderation declared the table void."""


@dataclass(frozen=True, slots=True)
class Reinstated:
    """Moderation took an annulment back."""


EVENTS = (
    Opened,
    Sat,
    Left,
    ChairPromised,
    BotSeated,
    BotTookOver,
    SeatReclaimed,
    GuestRemoved,
    Readied,
    SaltGiven,
    Started,
    DealerDrawn,
    DeckDrawn,
    TimedOut,
    ClockCredited,
    ShownLate,
    PlaysUndone,
    Finished,
    Abandoned,
    Closed,
    Annulled,
    Reinstated,
)

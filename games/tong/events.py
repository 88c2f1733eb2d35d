"""What happened at a table of Tong, with its outcome. What only the taker knows stands in events of its own."""

from dataclasses import dataclass

from games.kernel.cards import Card, Seat
from games.kernel.tricks import CardPlayed as CardPlayed
from games.kernel.tricks import FirstDealerDrawn as FirstDealerDrawn
from games.kernel.tricks import TrickTaken as TrickTaken


@dataclass(frozen=True, slots=True)
class DealStarted:
    deal: int
    dealer: Seat
    deck: tuple[Card, ...] | None
    """The whole pack, first card dealt first; None for whoever may not see it."""
    turn_up: Card


@dataclass(frozen=True, slots=True)
class WidowRefused:
    seat: Seat
    by: Seat
    turned: Card | None
    """The widow card that was turned up; None when none was left."""


@dataclass(frozen=True, slots=True)
class WidowBought:
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class CardsThrown:
    """What the taker put away, for his eyes alone."""

    deal: int
    seat: Seat
    kept: Card | None
    thrown: tuple[Card, ...] | None
    """In dealt order."""


@dataclass(frozen=True, slots=True)
class BareHandClaimed:
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class TrumpPicked:
    deal: int
    seat: Seat
    by: Seat
    card: Card | None
    """Known to everybody when it is the turn-up, else to the taker alone."""
    is_turn_up: bool


@dataclass(frozen=True, slots=True)
class BuyingEnded:
    taker: Seat | None
    bound: tuple[Seat, ...]
    """Who plays without being asked, the taker included."""
    asked: tuple[Seat, ...]
    """Who may play or fold, in the order of speaking."""


@dataclass(frozen=True, slots=True)
class DealJoined:
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class HandFolded:
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class PlayBegun:
    """Two or more are in the deal, and the tricks begin."""

    leader: Seat


@dataclass(frozen=True, slots=True)
class WalkedOver:
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class DealVoided:
    run: int
    """Void deals in a row, this one included."""


@dataclass(frozen=True, slots=True)
class DealScored:
    deal: int
    won: tuple[int | None, ...]
    """Tricks, or credited points of a walk-over; None: not in the deal."""
    points: tuple[int, ...]
    paid: tuple[int, ...]
    """Into the pot, in this deal."""
    marks: tuple[int, ...]
    pot: int
    winner: Seat | None
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    winner: Seat
    pot: int
    nets: tuple[int, ...]


EVENTS = (
    FirstDealerDrawn,
    DealStarted,
    WidowRefused,
    WidowBought,
    CardsThrown,
    BareHandClaimed,
    TrumpPicked,
    BuyingEnded,
    DealJoined,
    HandFolded,
    PlayBegun,
    WalkedOver,
    DealVoided,
    CardPlayed,
    TrickTaken,
    DealScored,
    MatchEnded,
)
Event = (
    FirstDealerDrawn
    | DealStarted
    | WidowRefused
    | WidowBought
    | CardsThrown
    | BareHandClaimed
    | TrumpPicked
    | BuyingEnded
    | DealJoined
    | HandFolded
    | PlayBegun
    | WalkedOver
    | DealVoided
    | CardPlayed
    | TrickTaken
    | DealScored
    | MatchEnded
)

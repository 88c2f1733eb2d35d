"""What happened at a table of Hokm. Facts with their outcome: an old table folds the same under tomorrow's rules."""

from dataclasses import dataclass
from typing import Literal

from games.kernel.cards import Card, Seat, Suit
from games.kernel.tricks import CardPlayed as CardPlayed
from games.kernel.tricks import FirstDealerDrawn as FirstDealerDrawn
from games.kernel.tricks import TrickTaken as TrickTaken

Reason = Literal["all_pass", "min_total"]


@dataclass(frozen=True, slots=True)
class DealStarted:
    deal: int
    dealer: Seat
    deck: tuple[Card, ...] | None
    """The whole pack, first card dealt first; None for whoever may not see it."""


@dataclass(frozen=True, slots=True)
class BidPlaced:
    seat: Seat
    by: Seat
    value: int
    """Tricks promised: 2 is a pass, 10 is kabbut."""


@dataclass(frozen=True, slots=True)
class DealThrownIn:
    """The cards are thrown in after the bidding: nothing is written, and the next dealer deals."""

    deal: int
    reason: Reason
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """This seat names the trumps and leads."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    seat: Seat
    by: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class DealScored:
    """Everything by seat."""

    deal: int
    tricks: tuple[int, ...]
    score: tuple[int, ...]
    """Points gained or lost in this deal."""
    totals: tuple[int, ...]
    """Points after it."""
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


EVENTS = (
    FirstDealerDrawn,
    DealStarted,
    BidPlaced,
    DealThrownIn,
    AuctionWon,
    TrumpNamed,
    CardPlayed,
    TrickTaken,
    DealScored,
    MatchEnded,
)
Event = (
    FirstDealerDrawn
    | DealStarted
    | BidPlaced
    | DealThrownIn
    | AuctionWon
    | TrumpNamed
    | CardPlayed
    | TrickTaken
    | DealScored
    | MatchEnded
)

"""What happened at a table of Hokm. Facts with their outcome: an old table folds the same under tomorrow's rules."""

from dataclasses import dataclass
from typing import Literal

from games.kernel.cards import Card, Seat, Suit

Reason = Literal["all_pass", "min_total"]


@dataclass(frozen=True, slots=True)
class FirstDealerDrawn:
    seat: Seat


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


@dataclass(frozen=True, slots=True)
class DealThrownIn:
    deal: int
    reason: Reason
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class AuctionWon:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    seat: Seat
    by: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    by: Seat
    card: Card

    @staticmethod
    def of(seat: Seat, by: Seat, card: Card) -> "CardPlayed":
        return PLAYED[seat][card] if seat == by and seat < 3 else CardPlayed(seat, by, card)


@dataclass(frozen=True, slots=True)
class TrickTaken:
    seat: Seat

    @staticmethod
    def of(seat: Seat) -> "TrickTaken":
        return TAKEN[seat] if seat < 3 else TrickTaken(seat)


@dataclass(frozen=True, slots=True)
class DealScored:
    deal: int
    tricks: tuple[int, ...]
    score: tuple[int, ...]
    totals: tuple[int, ...]
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


PLAYED = tuple(tuple(CardPlayed(seat, seat, card) for card in range(32)) for seat in range(3))
TAKEN = tuple(TrickTaken(seat) for seat in range(3))

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

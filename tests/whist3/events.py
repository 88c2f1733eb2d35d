"""What happened, with its outcome. The only secret is the order of the pack."""

from dataclasses import dataclass

from games.kernel.cards import Card, Seat
from games.kernel.tricks import CardPlayed, FirstDealerDrawn, TrickTaken


@dataclass(frozen=True, slots=True)
class DealStarted:
    deal: int
    dealer: Seat
    deck: tuple[Card, ...] | None
    """The whole pack, first card dealt first; None for whoever may not see it."""
    turned: Card
    """The dealer's last card, open for all to see."""


@dataclass(frozen=True, slots=True)
class StakeNamed:
    seat: Seat
    by: Seat
    value: int


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


Event = FirstDealerDrawn | DealStarted | StakeNamed | CardPlayed | TrickTaken | DealScored | MatchEnded
EVENTS = (FirstDealerDrawn, DealStarted, StakeNamed, CardPlayed, TrickTaken, DealScored, MatchEnded)

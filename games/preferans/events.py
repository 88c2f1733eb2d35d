"""What happened at a table of Preferans: facts with their outcome, so that an old table folds the same for ever."""

from dataclasses import dataclass
from typing import Annotated, Literal

from games.kernel.cards import Card, CardSet, Seat
from games.kernel.tricks import CardPlayed as CardPlayed
from games.kernel.tricks import FirstDealerDrawn as FirstDealerDrawn
from games.kernel.tricks import TrickTaken as TrickTaken
from games.preferans.bids import Bid
from games.preferans.commands import Answer, How
from games.preferans.sheet import Entry

Mode = Literal["closed", "open", "checked", "misere", "raspasy"]
"""The kinds of play (rules/preferans.md 14.1)."""
WrittenEntry = Annotated[Entry, "entry"]


@dataclass(frozen=True, slots=True)
class DealStarted:
    deal: int
    dealer: Seat
    deck: tuple[Card, ...] | None
    """The whole pack, first card dealt first; None for whoever may not see it."""


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class BidPlaced:
    seat: Seat
    by: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class BidHeld:
    seat: Seat
    by: Seat
    bid: Bid
    """The other's bid, which now stands in the holder's name."""


@dataclass(frozen=True, slots=True)
class AuctionWon:
    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class TalonTaken:
    """The talon is turned up for everybody and goes into the declarer's hand."""

    deal: int
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    deal: int
    seat: Seat
    by: Seat
    cards: CardSet | None
    """None for everybody but the declarer, until the deal is over."""


@dataclass(frozen=True, slots=True)
class ContractDeclared:
    seat: Seat
    by: Seat
    contract: Bid


@dataclass(frozen=True, slots=True)
class Surrendered:
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class WhistAnswered:
    seat: Seat
    by: Seat
    answer: Answer


@dataclass(frozen=True, slots=True)
class CardsLaid:
    """The lone whister has chosen how to play."""

    seat: Seat
    by: Seat
    how: How


@dataclass(frozen=True, slots=True)
class PlayBegan:
    mode: Mode
    whisters: tuple[Seat, ...]
    multiplier: int
    """m of a raspasy (rules/preferans.md 7.5), 1 in all other deals."""


@dataclass(frozen=True, slots=True)
class TrustAnswered:
    seat: Seat
    by: Seat
    to: Seat | None
    """The defender who now plays this hand too; None: the seat keeps its hand."""


@dataclass(frozen=True, slots=True)
class HandsOpened:
    """Both defenders' hands are laid face up, as they are at this moment."""

    deal: int
    hands: tuple[tuple[Seat, CardSet], ...]


@dataclass(frozen=True, slots=True)
class TalonTurned:
    """A talon card of a raspasy is turned up: it gives the suit of the trick, or is played by the dealer."""

    deal: int
    card: Card
    seat: Seat | None
    """The dealer whose card it is; None where it only names the suit."""


@dataclass(frozen=True, slots=True)
class ClaimOffered:
    seat: Seat
    by: Seat
    tricks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    seat: Seat
    by: Seat
    accept: bool


@dataclass(frozen=True, slots=True)
class ClaimAccepted:
    """Everybody has accepted: the play ends with these counts."""

    tricks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class DealScored:
    """Holds all that the sheet says of a deal, so that a sheet can be drawn from these events alone."""

    deal: int
    dealer: Seat
    declarer: Seat | None
    contract: Bid | None
    """The contract; after a surrender, the bid; None in a raspasy."""
    tricks: tuple[int | None, ...] | None
    """Final counts by seat, None for a dealer who could take none; None where nothing was played."""
    made: bool | None
    """Whether the contract was made; None in a raspasy."""
    entries: tuple[WrittenEntry, ...]
    """What was written on the sheet, in order (docs/notation.md 6.4)."""
    pools: tuple[int, ...]
    mountains: tuple[int, ...]
    whists: tuple[tuple[int, ...], ...]
    streak: int
    standing: tuple[int, ...]
    """S of rules/preferans.md 10.1 by seat, times the number of players: exact."""
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class StopOffered:
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class StopAnswered:
    seat: Seat
    by: Seat
    accept: bool


@dataclass(frozen=True, slots=True)
class MatchEnded:
    reason: Literal["finished", "agreed"]
    standing: tuple[int, ...]
    totals: tuple[int, ...]
    """The standing rounded by rules/preferans.md 10.2."""


EVENTS = (
    FirstDealerDrawn,
    DealStarted,
    Passed,
    BidPlaced,
    BidHeld,
    AuctionWon,
    TalonTaken,
    Discarded,
    ContractDeclared,
    Surrendered,
    WhistAnswered,
    CardsLaid,
    PlayBegan,
    TrustAnswered,
    HandsOpened,
    TalonTurned,
    CardPlayed,
    TrickTaken,
    ClaimOffered,
    ClaimAnswered,
    ClaimAccepted,
    DealScored,
    StopOffered,
    StopAnswered,
    MatchEnded,
)
Event = (
    FirstDealerDrawn
    | DealStarted
    | Passed
    | BidPlaced
    | BidHeld
    | AuctionWon
    | TalonTaken
    | Discarded
    | ContractDeclared
    | Surrendered
    | WhistAnswered
    | CardsLaid
    | PlayBegan
    | TrustAnswered
    | HandsOpened
    | TalonTurned
    | CardPlayed
    | TrickTaken
    | ClaimOffered
    | ClaimAnswered
    | ClaimAccepted
    | DealScored
    | StopOffered
    | StopAnswered
    | MatchEnded
)

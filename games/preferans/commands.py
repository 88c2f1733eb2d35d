"""What a player may say or do. Commands carry no seat: the table knows who speaks."""

from dataclasses import dataclass
from typing import Literal

from games.kernel.cards import CardSet
from games.kernel.tricks import PlayCard as PlayCard
from games.preferans.bids import Bid

Answer = Literal["whist", "pass", "half"]
How = Literal["open", "closed"]


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the auction (rules/preferans.md 2.2)."""


@dataclass(frozen=True, slots=True)
class PlaceBid:
    bid: Bid


@dataclass(frozen=True, slots=True)
class Hold:
    """ "Here": repeat the other's highest bid (rules/preferans.md 2.4)."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Discard and name the contract, in one (rules/preferans.md 3). Without talon there is nothing to discard."""

    discard: CardSet
    contract: Bid


@dataclass(frozen=True, slots=True)
class Surrender:
    """Give up after the talon, without three (rules/preferans.md 3.6)."""


@dataclass(frozen=True, slots=True)
class Whist:
    answer: Answer


@dataclass(frozen=True, slots=True)
class LayCards:
    """The lone whister's choice: open or closed (rules/preferans.md 4.5)."""

    how: How


@dataclass(frozen=True, slots=True)
class Trust:
    """Leave one's hand to the other defender of a misère, or keep it (rules/preferans.md 6.3)."""

    give: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """Offer to end the play with these final counts, by seat (rules/preferans.md 5.5)."""

    tricks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    accept: bool


@dataclass(frozen=True, slots=True)
class OfferStop:
    """Offer to end the match between two deals (rules/preferans.md 9.4)."""


@dataclass(frozen=True, slots=True)
class AnswerStop:
    accept: bool


COMMANDS = (
    Pass,
    PlaceBid,
    Hold,
    Declare,
    Surrender,
    Whist,
    LayCards,
    Trust,
    PlayCard,
    Claim,
    AnswerClaim,
    OfferStop,
    AnswerStop,
)
Command = (
    Pass
    | PlaceBid
    | Hold
    | Declare
    | Surrender
    | Whist
    | LayCards
    | Trust
    | PlayCard
    | Claim
    | AnswerClaim
    | OfferStop
    | AnswerStop
)

"""What a player may say or do (rules/tong.md 6). Commands carry no seat: the table knows who speaks."""

from dataclasses import dataclass

from games.kernel.cards import Card
from games.kernel.tricks import PlayCard as PlayCard


@dataclass(frozen=True, slots=True)
class Refuse:
    """Leave the widow to the next; one of its cards is turned up."""


@dataclass(frozen=True, slots=True)
class Buy:
    keep: Card
    """The one card kept; the other four go, and the widow comes into the hand."""


@dataclass(frozen=True, slots=True)
class ClaimBareHand:
    """Eldest without trumps throws all five cards (rules/tong.md 6.2)."""


@dataclass(frozen=True, slots=True)
class PickTrump:
    card: Card


@dataclass(frozen=True, slots=True)
class Join:
    """Play this deal."""


@dataclass(frozen=True, slots=True)
class FoldHand:
    """Stay out of this deal."""


REFUSE, CLAIM, JOIN, FOLD = Refuse(), ClaimBareHand(), Join(), FoldHand()

COMMANDS = (Refuse, Buy, ClaimBareHand, PickTrump, Join, FoldHand, PlayCard)
Command = Refuse | Buy | ClaimBareHand | PickTrump | Join | FoldHand | PlayCard

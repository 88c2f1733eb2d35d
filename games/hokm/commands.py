"""What a player may say or do (rules/hokm.md 5). Commands carry no seat: the table knows who speaks."""

from dataclasses import dataclass

from games.kernel.cards import Suit
from games.kernel.tricks import PlayCard as PlayCard


@dataclass(frozen=True, slots=True)
class PlaceBid:
    value: int
    """Tricks promised, 2 to 10: 2 is a pass, 10 is kabbut."""


@dataclass(frozen=True, slots=True)
class NameTrump:
    suit: Suit


COMMANDS = (PlaceBid, NameTrump, PlayCard)
Command = PlaceBid | NameTrump | PlayCard

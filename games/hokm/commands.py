"""What a player may say or do (rules/hokm.md 5). Commands carry no seat: the table knows who speaks."""

from dataclasses import dataclass

from games.kernel.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class PlaceBid:
    value: int
    """Tricks promised, 2 to 10: 2 is a pass, 10 is kabbut."""


@dataclass(frozen=True, slots=True)
class NameTrump:
    suit: Suit


@dataclass(frozen=True, slots=True)
class PlayCard:
    card: Card

    @staticmethod
    def of(card: Card) -> "PlayCard":
        return PLAYS[card]


PLAYS = tuple(PlayCard(card) for card in range(32))
"""Every PlayCard there is, by card: plays are the commands of every second."""

COMMANDS = (PlaceBid, NameTrump, PlayCard)
Command = PlaceBid | NameTrump | PlayCard

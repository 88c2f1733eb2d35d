"""Cards as small integers, sets of cards as bit sets, and the pack that gives both their names.

A card is `suit * width + rank`, both counted from 0, suits in the order S C D H, ranks low to high in the order the
game names them (its plain order). A set of cards is an integer with one bit a card. Only the game's pack knows which
integer is which card: outside the rules a card is its notation, `TC` for the ten of clubs.
"""

from collections.abc import Iterable
from typing import Annotated

from games.kernel.errors import Unreadable

# The codec reads these marks off the fields of events, commands and views.
Card = Annotated[int, "card"]
CardSet = Annotated[int, "cards"]
Suit = Annotated[int, "suit"]
Seat = Annotated[int, "seat"]

SUITS = "SCDH"
MOST_SEATS = 6
"""The most seats that a table of any game has."""


class Pack:
    """The cards of one game: `cards[k]` is the pack's k-th card, suits S C D H and low to high in a suit."""

    __slots__ = ("_numbers", "_walk", "all", "cards", "names", "ranks", "shifts", "size", "suit_sets", "suits", "width")

    def __init__(self, ranks: str, missing: Iterable[str] = ()) -> None:
        """`ranks` low to high, `missing` by name: the cards that this game leaves in the box."""
        self.ranks = ranks
        self.width = width = len(ranks)
        self.names = tuple(rank + suit for suit in SUITS for rank in ranks)
        left_out = set(missing)
        self.cards: tuple[int, ...] = tuple(card for card, name in enumerate(self.names) if name not in left_out)
        self.size = len(self.cards)
        self.all = sum(1 << card for card in self.cards)
        self.suits = tuple(card // width for card in range(4 * width))
        self.shifts = (0, width, 2 * width, 3 * width)
        full = (1 << width) - 1
        self.suit_sets: tuple[int, int, int, int] = (
            full & self.all,
            full << width & self.all,
            full << 2 * width & self.all,
            full << 3 * width & self.all,
        )
        self._numbers = {self.names[card]: card for card in self.cards}
        self._walk = tuple(
            tuple(tuple(first + rank for rank in range(width) if part >> rank & 1) for part in range(1 << width))
            for first in self.shifts
        )

    def cards_in(self, cards: CardSet) -> tuple[Card, ...]:
        """The cards of a set, in the order of the pack: four table look-ups, no cache that grows."""
        clubs, diamonds, hearts = self.shifts[1:]
        full = (1 << self.width) - 1
        spade, club, diamond, heart = self._walk
        return (
            spade[cards & full]
            + club[cards >> clubs & full]
            + diamond[cards >> diamonds & full]
            + heart[cards >> hearts]
        )

    def nth(self, cards: CardSet, n: int) -> Card:
        """The n-th card of a set, counted from 0 in the order of the pack."""
        return self.cards_in(cards)[n]

    def suit_of(self, card: Card) -> Suit:
        return self.suits[card]

    def rank_of(self, card: Card) -> str:
        return self.ranks[card % self.width]

    def name(self, card: Card) -> str:
        return self.names[card]

    def number(self, name: object) -> Card:
        """The card of this name. Raises Unreadable for anything that is not a card of this pack."""
        try:
            return self._numbers[name]  # type: ignore[index]
        except (KeyError, TypeError):
            raise Unreadable(f"not a card of this pack: {name!r:.20}") from None

    def set_of(self, names: Iterable[str]) -> CardSet:
        cards = 0
        for name in names:
            cards |= 1 << self.number(name)
        return cards


def count(cards: CardSet) -> int:
    return cards.bit_count()

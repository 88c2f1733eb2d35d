"""The pack, and which card beats which (rules/tong.md 3, 7)."""

from games.kernel.cards import Card, CardSet, Pack, Suit

PACK = Pack("6789TJQKA")
WIDTH = PACK.width
SUIT_SETS = PACK.suit_sets
SUIT_OF = PACK.suits

HIGHER: tuple[CardSet, ...] = tuple(SUIT_SETS[card // WIDTH] & ~((1 << (card + 1)) - 1) for card in range(4 * WIDTH))
"""HIGHER[card]: the cards of its own suit that beat it."""


def beats(card: Card, best: Card, trump: Suit) -> bool:
    """Whether a card beats the one that wins so far (rules/tong.md 7.2).

    >>> six, ace, king = (PACK.number(name) for name in ("6S", "AD", "KD"))
    >>> beats(ace, king, trump=0), beats(six, ace, trump=0), beats(six, ace, trump=1)
    (True, True, False)
    """
    if SUIT_OF[card] == SUIT_OF[best]:
        return card > best
    return SUIT_OF[card] == trump


def weight(card: Card, trump: Suit) -> tuple[bool, int]:
    """Plain before trump, then by rank: what the clock calls low (rules/tong.md 10)."""
    return SUIT_OF[card] == trump, card % WIDTH

"""The pack, and which card beats which."""

from games.kernel.cards import Card, Pack, Suit

PACK = Pack("6789TJQKA")
HAND = PACK.size // 3


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """
    >>> six, ace, trump = (PACK.number(name) for name in ("6S", "AS", "6H"))
    >>> beats(ace, six, None), beats(trump, ace, 3), beats(trump, ace, None)
    (True, True, False)
    """
    suit = PACK.suits[card]
    return card > best if suit == PACK.suits[best] else suit == trump

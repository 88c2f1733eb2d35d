"""The pack, the two orders of rank and who wins a trick (rules/hokm.md 3, 6)."""

from games.kernel.cards import Card, CardSet, Pack, Suit

PACK = Pack("789JQKTA", missing=("7D", "7H"))
"""Ranks in the plain order, low to high: the ten beats the king. Bits of a suit therefore compare by strength."""

TRUMP_ORDER = "78QKTA9J"
"""Low to high in the trump suit."""

_TRUMP_STRENGTH = tuple(TRUMP_ORDER.index(rank) for rank in PACK.ranks)

STRENGTH: dict[Suit | None, tuple[int, ...]] = {
    None: tuple(card % 8 for card in range(32)),
    **{
        trump: tuple((8 + _TRUMP_STRENGTH[card % 8]) if card // 8 == trump else card % 8 for card in range(32))
        for trump in range(4)
    },
}
"""STRENGTH[trump][card]: plain 0..7, trumps 8..15 (rules/hokm.md 3)."""

STRONGER_TRUMPS: tuple[tuple[CardSet, ...], ...] = tuple(
    tuple(
        sum(
            1 << other
            for other in PACK.cards_in(PACK.suit_sets[trump])
            if STRENGTH[trump][other] > STRENGTH[trump][card]
        )
        if card // 8 == trump
        else PACK.suit_sets[trump]
        for card in range(32)
    )
    for trump in range(4)
)
"""STRONGER_TRUMPS[trump][card]: the trumps that beat a card."""


def beats(card: Card, best: Card, trump: Suit) -> bool:
    """Whether a card beats the one that wins so far (rules/hokm.md 6).

    >>> ten, king, seven = (PACK.number(name) for name in ("TS", "KS", "7C"))
    >>> beats(ten, king, trump=3), beats(seven, ten, trump=3), beats(seven, ten, trump=1)
    (True, False, True)
    """
    if card // 8 == best // 8:
        return STRENGTH[trump][card] > STRENGTH[trump][best]
    return card // 8 == trump

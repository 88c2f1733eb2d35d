"""The pack and the strains (rules/preferans.md 1.1)."""

from games.kernel.cards import Card, CardSet, Pack, Seat

PACK = Pack("789TJQKA")
"""Ranks low to high: the ten is below the jack, in trumps and out. In a suit, cards compare by their numbers."""

NO_TRUMP = 4
"""The strain above hearts; also the trump of misère and raspasy, because no card has this suit."""
STRAINS = ("S", "C", "D", "H", "NT")

SUIT_SETS: tuple[CardSet, ...] = (*PACK.suit_sets, 0)
"""The cards of each strain; no trump has none."""


def beats(card: Card, best: Card, trump: int) -> bool:
    """Whether a card beats the one that wins so far (rules/preferans.md 5.3).

    >>> ten, jack, seven = (PACK.number(name) for name in ("TD", "JD", "7S"))
    >>> beats(jack, ten, trump=1), beats(seven, jack, trump=NO_TRUMP), beats(seven, jack, trump=0)
    (True, False, True)
    """
    if card >> 3 == best >> 3:
        return card > best
    return card >> 3 == trump


def shown_order(card: Card) -> tuple[int, int]:
    """Hands are shown by suit S C D H, in a suit from high to low."""
    return card >> 3, -card


_PLACES = tuple(
    tuple(at for at in range(32) if at not in (6, 7) and (at - 2 * (at > 7)) // 2 % 3 == n) for n in range(3)
)
"""Where in the pack the cards of the eldest, the second and the third hand lie; the talon is at 6 and 7."""


def deal_out(
    deck: tuple[Card, ...], active: tuple[Seat, ...], players: int
) -> tuple[tuple[CardSet, ...], tuple[Card, Card]]:
    """The hands by seat and the talon: packets of two, eldest first, the talon after the first round (1.3)."""
    hands = [0] * players
    for seat, places in zip(active, _PLACES, strict=True):
        hand = 0
        for at in places:
            hand |= 1 << deck[at]
        hands[seat] = hand
    return tuple(hands), (deck[6], deck[7])

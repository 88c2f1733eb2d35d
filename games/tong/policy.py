"""The policy `simple`: buys when the widow promises more than the hand, stays out when a trick is unlikely and costs,
and plays the cheapest card that wins.

It sees a view with recall and its menu, never the state.
"""

from typing import Any

from games.kernel.cards import Card, CardSet, Suit
from games.kernel.menu import CardFrom, Choice, Rng
from games.tong.cards import HIGHER, PACK, SUIT_OF, SUIT_SETS, WIDTH, beats, weight
from games.tong.commands import (
    CLAIM,
    FOLD,
    JOIN,
    REFUSE,
    Buy,
    ClaimBareHand,
    Command,
    Join,
    PickTrump,
    PlayCard,
    Refuse,
)
from games.tong.view import View

UNKNOWN_CARD = 0.3
"""What a card nobody has seen is worth in tricks, on the average of the pack."""


def choose(view: View, rng: Rng) -> Command:
    """A command of the view's menu, always the same for the same view: this policy leaves nothing to chance."""
    kinds = {choice.command: choice for choice in view.menu}
    if Buy in kinds:
        return _buy(view, kinds)
    if PickTrump in kinds:
        return PickTrump(max(_cards(kinds[PickTrump], "card"), key=lambda card: card % WIDTH))
    if Join in kinds:
        return JOIN if _joins(view) else FOLD
    return PlayCard.of(_card(view, _cards(kinds[PlayCard], "card")))


def _cards(choice: Choice, name: str) -> tuple[Card, ...]:
    domain = choice.fields[name]
    assert isinstance(domain, CardFrom)
    return PACK.cards_in(domain.of)


def worth(card: Card, trump: Suit) -> float:
    """Tricks that a card may hope for."""
    rank = card % WIDTH
    if SUIT_OF[card] == trump:
        return 0.4 + 0.6 * rank / 8
    return {8: 0.6, 7: 0.3, 6: 0.15}.get(rank, 0.03)


def _own(view: View) -> CardSet:
    assert view.seat is not None
    return view.hands[view.seat].cards


def _value(cards: CardSet, trump: Suit) -> float:
    return sum(worth(card, trump) for card in PACK.cards_in(cards))


def _buy(view: View, kinds: dict[Any, Choice]) -> Command:
    trump = view.trump
    assert trump is not None
    hand = _own(view)
    keep = max(PACK.cards_in(hand), key=lambda card: (worth(card, trump), card))
    seen = [card for card in view.widow if card is not None]
    widow = sum(worth(card, trump) for card in seen) + UNKNOWN_CARD * (4 - len(seen))
    bought = worth(keep, trump) + widow
    if ClaimBareHand in kinds and 0.7 + widow > bought:
        return CLAIM
    if Refuse in kinds and bought <= _value(hand, trump) + 0.15:
        return REFUSE
    return Buy(keep)


def _joins(view: View) -> bool:
    """Free below the risk; from there on only with a hand that should take a trick."""
    assert view.seat is not None
    assert view.trump is not None
    if view.points[view.seat] < view.risk_at:
        return True
    return _value(_own(view), view.trump) >= 1.15


def _card(view: View, cards: tuple[Card, ...]) -> Card:
    trump = view.trump
    assert trump is not None
    low_first = sorted(cards, key=lambda card: weight(card, trump))
    if not view.trick.cards:
        return _lead(view, low_first, trump)
    best = next(card for seat, card in view.trick.cards if seat == view.trick.best)
    winning = [card for card in low_first if beats(card, best, trump)]
    if not winning:
        return low_first[0]
    last = view.asked == () and len(view.trick.cards) == sum(s in ("taker", "bound", "joined") for s in view.status) - 1
    return winning[0] if last or SUIT_OF[winning[-1]] == trump else winning[-1]


def _lead(view: View, low_first: list[Card], trump: Suit) -> Card:
    """A card that nobody can beat, trumps first; else the strongest plain card, so that trumps stay for later."""
    out = _out(view)
    masters = [
        card for card in low_first if not out & HIGHER[card] and (SUIT_OF[card] == trump or not out & SUIT_SETS[trump])
    ]
    if masters:
        return masters[-1]
    plain = [card for card in low_first if SUIT_OF[card] != trump]
    return plain[-1] if plain else low_first[-1]


def _out(view: View) -> CardSet:
    """The cards that others may hold."""
    assert view.recall is not None
    known = _own(view) | view.thrown | view.recall.stock_known
    for trick in (*(trick.cards for trick in view.recall.tricks), view.trick.cards):
        for _, card in trick:
            known |= 1 << card
    if not view.turn_up_taken and view.turn_up is not None:
        known |= 1 << view.turn_up
    return PACK.all & ~known

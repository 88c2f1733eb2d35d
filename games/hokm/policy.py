"""The policy `simple`: counts likely tricks to bid, then wins while it needs tricks and ducks when it has them.

It sees a view with recall and its menu, never the state.
"""

from games.hokm.cards import PACK, STRENGTH, STRONGER_TRUMPS, beats
from games.hokm.commands import Command, NameTrump, PlaceBid, PlayCard
from games.hokm.scoring import PASS
from games.hokm.view import View
from games.kernel.cards import Card, CardSet, Suit
from games.kernel.menu import CardFrom, OneOf, Rng

_TRUMP_TRICKS = {"J": 1.0, "9": 0.9, "A": 0.7, "T": 0.45, "K": 0.3, "Q": 0.2, "8": 0.1, "7": 0.1}
_PLAIN_TRICKS = {"A": 0.75, "T": 0.4, "K": 0.15}
_CAUTION = 0.6
"""Tricks taken off the estimate before it is bid."""


def choose(view: View, rng: Rng) -> Command:
    """A command of the view's menu, always the same for the same view: this policy leaves nothing to chance."""
    choice = view.menu[0]
    if choice.command is PlaceBid:
        values = choice.fields["value"]
        assert isinstance(values, OneOf)
        return PlaceBid(_bid(_own(view), values.values))
    if choice.command is NameTrump:
        return NameTrump(_best_trump(_own(view))[0])
    cards = choice.fields["card"]
    assert isinstance(cards, CardFrom)
    return PlayCard.of(_card(view, cards.of))


def _own(view: View) -> CardSet:
    assert view.seat is not None
    return view.hands[view.seat].cards


def estimate(hand: CardSet, trump: Suit) -> float:
    """Tricks that a hand may hope for with these trumps, as declarer."""
    trumps = hand & PACK.suit_sets[trump]
    length = trumps.bit_count()
    tricks = sum(_TRUMP_TRICKS[PACK.rank_of(card)] for card in PACK.cards_in(trumps)) + 0.55 * max(0, length - 3)
    for suit, cards in enumerate(PACK.suit_sets):
        if suit == trump:
            continue
        held = hand & cards
        tricks += sum(_PLAIN_TRICKS.get(PACK.rank_of(card), 0) for card in PACK.cards_in(held))
        if length > 1:
            tricks += {0: 0.7, 1: 0.3}.get(held.bit_count(), 0.0)
    return tricks


def _best_trump(hand: CardSet) -> tuple[Suit, float]:
    return max(((suit, estimate(hand, suit)) for suit in range(4)), key=lambda pair: pair[1])


def _bid(hand: CardSet, values: tuple[int, ...]) -> int:
    """The highest allowed number that the hand is worth; a hand worth less than the others' numbers passes."""
    worth = int(_best_trump(hand)[1] - _CAUTION)
    return max((value for value in values if value <= worth), default=PASS)


def _card(view: View, legal: CardSet) -> Card:
    """Win while tricks are needed, as cheaply as can be; else throw the most dangerous card that does not win."""
    assert view.seat is not None
    assert view.trump is not None
    strength = STRENGTH[view.trump]
    cards = sorted(PACK.cards_in(legal), key=lambda card: (strength[card], card))
    contract = view.contracts[view.seat] or PASS
    needs = view.tricks[view.seat] < contract
    if not view.trick.cards:
        return _lead(view, cards, needs)
    best = next(card for seat, card in view.trick.cards if seat == view.trick.best)
    winning = [card for card in cards if beats(card, best, view.trump)]
    last = len(view.trick.cards) == 2
    if needs and winning:
        sure = [card for card in winning if last or _is_master(view, card)]
        return sure[0] if sure else (winning[-1] if winning[-1] // 8 != view.trump else winning[0])
    losing = [card for card in cards if card not in winning]
    if needs:
        return cards[0]
    return losing[-1] if losing else (winning[-1] if last else winning[0])


def _out(view: View) -> CardSet:
    """The cards in the others' hands."""
    assert view.recall is not None
    known = _own(view)
    for _, card in (*view.trick.cards, *(pair for trick in view.recall.tricks for pair in trick.cards)):
        known |= 1 << card
    return PACK.all & ~known


def _is_master(view: View, card: Card) -> bool:
    """Whether no card still out beats this one in its own suit, and nobody is sure to trump it."""
    assert view.trump is not None
    assert view.seat is not None
    assert view.recall is not None
    out, trump = _out(view), view.trump
    if card // 8 == trump:
        return not out & STRONGER_TRUMPS[trump][card]
    same = out & PACK.suit_sets[card // 8]
    if same >> card:
        return False
    waiting = [(view.seat + i) % 3 for i in range(1, 3 - len(view.trick.cards))]
    cannot = view.recall.cannot
    may_ruff = [seat for seat in waiting if out & PACK.suit_sets[trump] & ~cannot[seat]]
    return not any(not same & ~cannot[seat] for seat in may_ruff)


def _lead(view: View, cards: list[Card], needs: bool) -> Card:
    assert view.trump is not None
    trump, strength = view.trump, STRENGTH[view.trump]
    plain = [card for card in cards if card // 8 != trump]
    if not needs:
        return plain[0] if plain else cards[0]
    masters = [card for card in cards if _is_master(view, card)]
    if masters:
        trumps = [card for card in masters if card // 8 == trump]
        drawing = _out(view) & PACK.suit_sets[trump]
        return trumps[0] if trumps and drawing and view.declarer == view.seat else masters[-1]
    return min(plain or cards, key=lambda card: (strength[card], card))

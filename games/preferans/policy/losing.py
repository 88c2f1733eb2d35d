"""How `simple` plays against taking tricks: in raspasy, as a misère's declarer, and to catch a misère."""

from games.kernel.cards import Card, CardSet
from games.preferans.cards import PACK
from games.preferans.policy.hands import HOLES
from games.preferans.policy.table import (
    against,
    among_remaining,
    best_card,
    hand_to_play,
    higher,
    is_partner,
    lower,
    played,
    suit_cards,
    waiting,
)
from games.preferans.view import View


def avoid(view: View, legal: CardSet) -> Card:
    """A card for somebody who wants no trick."""
    cards = PACK.cards_in(legal)
    led = _led(view)
    if led is None:
        return _quiet_lead(view, cards)
    if cards[0] >> 3 != led:
        return _worst(view, cards)
    best = best_card(view)
    under = [card for card in cards if best is not None and best >> 3 == led and card < best]
    if under:
        return under[-1]
    # Every card wins so far: behind the last player the highest goes, else the one most likely to be beaten.
    return cards[0] if waiting(view) else cards[-1]


def _led(view: View) -> int | None:
    if view.trick.talon is not None:
        return view.trick.talon >> 3
    return view.trick.cards[0][1] >> 3 if view.trick.cards else None


def _quiet_lead(view: View, cards: tuple[Card, ...]) -> Card:
    """The card that others are most likely to beat: many above it, few below it."""
    theirs, hand = against(view), hand_to_play(view)

    def risk(card: Card) -> tuple[float, int, int]:
        above, below = higher(theirs, card).bit_count(), lower(theirs, card).bit_count()
        if not above:
            return 2.0 + below, card & 7, card
        return below / (above + below), suit_cards(hand, card >> 3).bit_count(), card

    return min(cards, key=risk)


def _worst(view: View, cards: tuple[Card, ...]) -> Card:
    """The most dangerous card of a hand: high, with lower ones out and few of its own below it."""
    theirs, hand = against(view), hand_to_play(view)

    def danger(card: Card) -> tuple[int, int, int]:
        below = lower(theirs, card).bit_count()
        slips = lower(hand, card).bit_count()
        return below - 2 * slips if below else -9, card & 7, card

    return max(cards, key=danger)


def catch(view: View, legal: CardSet) -> Card:
    """A card for a defender of a misère: low, so that the declarer must stay above."""
    assert view.declarer is not None
    cards = PACK.cards_in(legal)
    his = view.misere_set if view.misere_set is not None else against(view)
    if not view.trick.cards:
        return _low_lead(view, cards, his)
    led = view.trick.cards[0][1] >> 3
    if cards[0] >> 3 != led:
        return _out_of_the_way(cards, his)
    best = best_card(view)
    assert best is not None
    if view.declarer in dict(view.trick.cards):
        if view.trick.best == view.declarer:
            under = [card for card in cards if card < best]
            return under[-1] if under else cards[-1]
        return cards[-1]
    # The declarer still has to play: leave the trick as low as it can be left.
    over = suit_cards(his, led)
    return cards[0] if over else cards[-1]


def _low_lead(view: View, cards: tuple[Card, ...], his: CardSet) -> Card:
    """The suit in which he must stay above both defenders, or else the one in which he has a hole to be driven to."""
    ours, gone = _defence(view), played(view)

    def hope(card: Card) -> tuple[int, int, int, int]:
        suit = card >> 3
        of_suit = suit_cards(his, suit)
        if not of_suit:
            return 0, 0, 0, card & 7
        lowest = (of_suit & -of_suit).bit_length() - 1
        partner = suit_cards(ours, suit)
        highest_low = max(card, (partner & -partner).bit_length() - 1)
        holes = HOLES[among_remaining(his, gone, suit)]
        return int(lowest > highest_low) + 1, holes, of_suit.bit_count(), -(card & 7)

    return max(cards, key=hope)


def _defence(view: View) -> CardSet:
    """What the other defender holds, as far as it lies open."""
    assert view.turn is not None
    cards = 0
    for seat in view.active:
        if is_partner(view, seat, view.turn) and seat != view.turn:
            cards |= view.hands[seat].cards
    return cards


def _out_of_the_way(cards: tuple[Card, ...], his: CardSet) -> Card:
    """The card that most shields him: high in a suit where he holds lower ones."""
    return max(cards, key=lambda card: (lower(his, card).bit_count(), card & 7, card))

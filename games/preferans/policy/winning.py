"""How `simple` plays for tricks, as declarer or against him."""

from games.kernel.cards import Card, CardSet
from games.preferans.cards import PACK, beats
from games.preferans.policy.table import (
    against,
    best_card,
    hand_to_play,
    higher,
    is_partner,
    suit_cards,
    trump_of,
    waiting,
)
from games.preferans.view import View


def win(view: View, legal: CardSet) -> Card:
    """A card for somebody who wants tricks: his own, or his side's."""
    cards = sorted(PACK.cards_in(legal), key=lambda card: (card >> 3 == trump_of(view), card & 7, card))
    if len(cards) == 1:
        return cards[0]
    if best_card(view) is not None:
        return _follow(view, cards)
    if view.turn == view.declarer:
        return _declarer_lead(view, cards)
    return _defender_lead(view, cards)


def _masters(view: View, cards: list[Card]) -> list[Card]:
    """Cards that no card of the other side beats in their suit."""
    theirs = against(view)
    return [card for card in cards if not higher(theirs, card)]


def _follow(view: View, cards: list[Card]) -> Card:
    """Take the trick as cheaply as it can be done; do not take it from a partner; else give the least."""
    best, trump = best_card(view), trump_of(view)
    assert best is not None
    assert view.turn is not None
    assert view.trick.best is not None
    theirs = against(view)
    behind = [seat for seat in waiting(view) if not is_partner(view, seat, view.turn)]
    winning = [card for card in cards if beats(card, best, trump)]
    if is_partner(view, view.trick.best, view.turn) and (not behind or _holds(view, best, theirs)):
        return _least(view, cards)
    if not winning:
        return _least(view, cards)
    if not behind:
        return winning[0]
    sure = [card for card in winning if _holds(view, card, theirs)]
    if sure:
        return sure[0]
    if is_partner(view, view.trick.best, view.turn):
        return _least(view, cards)
    # Somebody still plays behind: a middling card only helps if it draws a higher one.
    forcing = winning[-1]
    return forcing if higher(theirs, forcing).bit_count() <= 1 and forcing & 7 >= 5 else _least(view, cards)


def _holds(view: View, card: Card, theirs: CardSet) -> bool:
    """Whether a card that wins so far is likely to win: nothing higher is out, and no ruff is to be feared."""
    trump = trump_of(view)
    if higher(theirs, card):
        return False
    if card >> 3 == trump or trump > 3:
        return True
    assert view.recall is not None
    assert view.turn is not None
    led = view.trick.cards[0][1] >> 3 if view.trick.cards else card >> 3
    for seat in waiting(view):
        if not is_partner(view, seat, view.turn):
            may = theirs & ~view.recall.cannot[seat]
            if not suit_cards(may, led) and suit_cards(may, trump):
                return False
    return True


def _least(view: View, cards: list[Card]) -> Card:
    """The card that is missed least: the lowest, from the suit in which there is least to hope for."""
    theirs = against(view)
    hand = hand_to_play(view)

    def worth(card: Card) -> tuple[bool, bool, int, int]:
        is_master = not higher(theirs, card)
        guards = suit_cards(hand, card >> 3).bit_count()
        bares = any(
            not higher(theirs, other) or higher(theirs, other).bit_count() < guards
            for other in PACK.cards_in(higher(hand, card))
        )
        return card >> 3 == trump_of(view), is_master, (card & 7) + 2 * bares, card

    return min(cards, key=worth)


def _declarer_lead(view: View, cards: list[Card]) -> Card:
    """Trumps first while the others have some, then what is high, then the longest suit."""
    trump, theirs = trump_of(view), against(view)
    masters = _masters(view, cards)
    trumps = [card for card in cards if card >> 3 == trump]
    their_trumps = suit_cards(theirs, trump) if trump < 4 else 0
    if their_trumps and trumps and not _voids(view, their_trumps):
        if trumps[-1] in masters:
            return trumps[-1]
        plain = [card for card in masters if card >> 3 != trump]
        if len(trumps) > 2:
            return trumps[-1] if higher(theirs, trumps[-1]).bit_count() == 1 else trumps[0]
        if plain:
            return plain[-1]
    plain = [card for card in masters if card >> 3 != trump]
    if plain:
        return _from_longest(view, plain)
    side = [card for card in cards if card >> 3 != trump]
    if not side:
        return cards[-1] if cards[-1] in masters else cards[0]
    return _develop(view, side)


def _voids(view: View, their_trumps: CardSet) -> bool:
    """Whether the play has shown that neither opponent holds a trump."""
    assert view.recall is not None
    return all(not their_trumps & ~view.recall.cannot[seat] for seat in view.active if seat != view.declarer)


def _from_longest(view: View, cards: list[Card]) -> Card:
    hand = hand_to_play(view)
    return max(cards, key=lambda card: (suit_cards(hand, card >> 3).bit_count(), card & 7))


def _develop(view: View, cards: list[Card]) -> Card:
    """The suit with most to come: its top if that drives out the last higher card, else its lowest."""
    theirs, hand = against(view), hand_to_play(view)
    suit = max(
        {card >> 3 for card in cards},
        key=lambda suit: (suit_cards(hand, suit).bit_count(), suit_cards(hand, suit).bit_length() - 8 * suit),
    )
    of_suit = [card for card in cards if card >> 3 == suit]
    top = of_suit[-1]
    return top if higher(theirs, top).bit_count() <= 1 and len(of_suit) > 1 and top & 7 >= 4 else of_suit[0]


def _defender_lead(view: View, cards: list[Card]) -> Card:
    """High when the declarer plays last, low when he plays next, as the saying goes."""
    assert view.turn is not None
    trump = trump_of(view)
    masters = [card for card in _masters(view, cards) if card >> 3 != trump and not _would_be_ruffed(view, card)]
    side = [card for card in cards if card >> 3 != trump] or cards
    behind = waiting(view)
    if masters and (behind[-1] == view.declarer or len(masters) > 1 or view.opened):
        return _from_longest(view, masters)
    guarded = [card for card in side if card not in masters]
    return _develop(view, guarded or side)


def _would_be_ruffed(view: View, card: Card) -> bool:
    assert view.recall is not None
    assert view.declarer is not None
    may = against(view) & ~view.recall.cannot[view.declarer]
    trump = trump_of(view)
    return trump < 4 and not suit_cards(may, card >> 3) and bool(suit_cards(may, trump))

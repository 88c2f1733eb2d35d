"""What a player works out from his view while cards are played."""

from games.kernel.cards import Card, CardSet, Seat
from games.preferans.cards import NO_TRUMP, PACK
from games.preferans.view import View


def hand_to_play(view: View) -> CardSet:
    """The hand whose turn it is: the own one, or the one that is played for somebody."""
    assert view.turn is not None
    return view.hands[view.turn].cards


def played(view: View) -> CardSet:
    assert view.recall is not None
    cards = sum(1 << card for trick in view.recall.tricks for _, card in trick.cards)
    cards |= sum(1 << card for _, card in view.trick.cards)
    return cards


def is_partner(view: View, seat: Seat, other: Seat) -> bool:
    """Whether two seats defend together."""
    return view.declarer is not None and view.declarer not in (seat, other)


def against(view: View) -> CardSet:
    """Cards that an opponent of the hand to play may still hold: all that is neither played nor seen on one's side."""
    assert view.turn is not None
    seen = played(view) | (view.discard or 0)
    for seat in view.active:
        if seat == view.turn or is_partner(view, seat, view.turn):
            seen |= view.hands[seat].cards
    if view.mode == "raspasy":
        seen |= sum(1 << card for card in view.talon if card is not None)
    return PACK.all & ~seen


def trump_of(view: View) -> int:
    return NO_TRUMP if view.trump is None else view.trump


def waiting(view: View) -> list[Seat]:
    """Who plays to this trick after the hand whose turn it is."""
    assert view.turn is not None
    gone = {seat for seat, _ in view.trick.cards}
    at = view.active.index(view.turn)
    return [seat for seat in (view.active[(at + i) % 3] for i in (1, 2)) if seat not in gone]


def best_card(view: View) -> Card | None:
    """The card that wins the trick so far."""
    if view.trick.best is None:
        return None
    return next(card for seat, card in view.trick.cards if seat == view.trick.best)


def higher(cards: CardSet, card: Card) -> CardSet:
    """The cards of a set that beat a card in its own suit."""
    return cards & (0xFF << (card & 24)) & ~((2 << card) - 1)


def lower(cards: CardSet, card: Card) -> CardSet:
    """The cards of a set below a card in its own suit."""
    return cards & (0xFF << (card & 24)) & ((1 << card) - 1)


def suit_cards(cards: CardSet, suit: int) -> CardSet:
    return cards & 0xFF << 8 * suit


def among_remaining(cards: CardSet, gone: CardSet, suit: int) -> int:
    """A holding of a suit in ranks counted over the cards still in play: what it is worth after those that are gone."""
    holding, rank = 0, 0
    for card in range(8 * suit, 8 * suit + 8):
        if not gone >> card & 1:
            holding |= (cards >> card & 1) << rank
            rank += 1
    return holding

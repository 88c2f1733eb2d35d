"""The policy `simple`: stakes by its trumps, wins as cheaply as it can, else throws its lowest card."""

from games.kernel.menu import CardFrom, Rng
from games.kernel.tricks import PlayCard
from tests.whist3.cards import PACK, beats
from tests.whist3.commands import STAKES, Command, NameStake
from tests.whist3.view import View


def choose(view: View, rng: Rng) -> Command:
    """A command of the view's menu, always the same for the same view."""
    assert view.seat is not None
    choice = view.menu[0]
    if choice.command is NameStake:
        hand = view.hands[view.seat].cards
        trumps = 0 if view.trump is None else (hand & PACK.suit_sets[view.trump]).bit_count()
        return NameStake(STAKES[0 if trumps < 4 else 1 if trumps < 6 else 2])
    domain = choice.fields["card"]
    assert isinstance(domain, CardFrom)
    cards = sorted(domain, key=lambda card: (PACK.suits[card] == view.trump, card % PACK.width))
    if not view.trick.cards:
        plain = [card for card in cards if PACK.suits[card] != view.trump]
        return PlayCard.of((plain or cards)[-1])
    best = next(card for seat, card in view.trick.cards if seat == view.trick.best)
    winning = [card for card in cards if beats(card, best, view.trump)]
    return PlayCard.of(winning[0] if winning else cards[0])

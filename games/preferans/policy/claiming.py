"""Whether `simple` accepts somebody's claim: only what it could hardly better."""

from games.kernel.cards import CardSet
from games.preferans.cards import PACK
from games.preferans.policy.hands import HOLES
from games.preferans.policy.table import among_remaining, higher, is_partner, played, suit_cards
from games.preferans.view import View


def accepts(view: View) -> bool:
    """Whether the claimed counts leave this side what it may hope for."""
    claim, seat = view.claim, view.seat
    assert claim is not None
    assert seat is not None
    assert view.declarer is not None
    if view.mode == "misere":
        for_declarer = (claim.tricks[view.declarer] or 0) - view.tricks[view.declarer]
        return for_declarer == 0 if seat == view.declarer else _is_safe(view) or for_declarer > 0
    side = [other for other in view.active if other == seat or is_partner(view, other, seat)]
    gained = sum((claim.tricks[other] or 0) - view.tricks[other] for other in side)
    return gained >= _hopes(view, side)


def _hopes(view: View, side: list[int]) -> int:
    """Cards of this side that win or may come to win: at most one higher card is out against them."""
    seen = played(view) | (view.discard or 0)
    hands: CardSet = 0
    for other in side:
        hands |= view.hands[other].cards
    theirs = PACK.all & ~seen & ~hands
    rest = 10 - sum(view.tricks)
    hopes = 0
    for suit in range(4):
        held = suit_cards(hands, suit)
        hopes += sum(
            higher(theirs, card).bit_count() < held.bit_count() - n for n, card in enumerate(PACK.cards_in(held))
        )
    return min(rest, hopes)


def _is_safe(view: View) -> bool:
    """Whether nothing the declarer of a misère may hold can be caught, counted over the cards still in play."""
    if view.misere_set is None:
        return False
    gone = played(view)
    return not any(HOLES[among_remaining(view.misere_set, gone, suit)] for suit in range(4))

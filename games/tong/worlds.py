"""Where the unseen cards of a view may lie, and the full state for one way of placing them."""

from collections.abc import Mapping

from games.kernel.cards import CardSet
from games.kernel.contract import Place
from games.tong.cards import PACK, SUIT_SETS
from games.tong.state import PHASES, PLAYING, STATUSES, State, fresh, seat_players
from games.tong.view import View


def _played(view: View) -> CardSet:
    assert view.recall is not None
    cards = 0
    for trick in (*(trick.cards for trick in view.recall.tricks), view.trick.cards):
        for _, card in trick:
            cards |= 1 << card
    return cards


def unseen(view: View) -> tuple[Place, ...]:
    """Hidden hands, each closed widow card alone, the thrown cards and the stock, of a view with recall."""
    recall = view.recall
    assert recall is not None
    if not view.widow or view.result is not None:
        return ()
    known = _played(view) | view.thrown | recall.stock_known
    for hand in view.hands:
        known |= hand.cards
    for card in view.widow:
        if card is not None:
            known |= 1 << card
    if not view.turn_up_taken and view.turn_up is not None:
        known |= 1 << view.turn_up
    rest = PACK.all & ~known
    places = [Place(f"hand {seat}", hand.hidden, rest & ~recall.cannot[seat]) for seat, hand in enumerate(view.hands)]
    if not view.widow_taken:
        places += [Place(f"widow {i}", 1, rest) for i, card in enumerate(view.widow) if card is None]
    places.append(Place("thrown", recall.thrown_hidden, rest & ~recall.thrown_cannot))
    places.append(Place("stock", recall.stock_left, rest & ~recall.stock_cannot))
    return tuple(place for place in places if place.n)


def complete(view: View, layout: Mapping[str, CardSet]) -> State | None:
    """The full state with the unseen cards placed so; None where the bare hand would hold no picked trump."""
    recall = view.recall
    assert recall is not None
    state = fresh(view.rules)
    state.phase = PHASES.index(view.phase)
    state.deal, state.dealer = view.deal, view.dealer
    state.points, state.marks, state.paid = view.points, view.marks, view.paid
    state.pot, state.void_run = view.pot, view.void_run
    state.sheet = view.sheet
    state.winner = view.result.winner if view.result else None
    state.nets = view.result.nets if view.result else None
    if not view.widow:
        return state
    assert view.turn_up is not None
    assert view.trump is not None
    state.turn_up, state.turn_up_taken, state.trump = view.turn_up, view.turn_up_taken, view.trump
    state.hands = [layout.get(f"hand {seat}", 0) | hand.cards for seat, hand in enumerate(view.hands)]
    state.dealt = tuple(PACK.cards_in(hand) for hand in state.hands)
    state.thrown = view.thrown | layout.get("thrown", 0)
    state.stock = recall.stock_known | layout.get("stock", 0)
    state.opened = sum(card is not None for card in view.widow)
    state.widow_taken, state.taker, state.bare = view.widow_taken, view.taker, view.bare
    state.picked_from_stock = view.picked_from_stock
    widow = _widow(view, state, layout)
    if widow is None:
        return None
    state.widow, state.opened = widow
    state.status = tuple(STATUSES.index(status) for status in view.status)
    state.asked = view.asked
    state.turn = view.turn if view.turn is not None else 0
    if state.phase == PLAYING:
        seat_players(state)
    state.leader = view.trick.leader
    state.trick = list(view.trick.cards)
    if view.trick.best is not None:
        state.best = next(card for seat, card in state.trick if seat == view.trick.best)
    state.taken = list(view.tricks)
    state.tricks = list(recall.tricks)
    state.takers = [trick.taker for trick in recall.tricks]
    state.walk_over = view.walk_over
    state.speakers = _speakers(view)
    return state


def _speakers(view: View) -> int:
    """How many have spoken in the buying: seats from eldest up to the one whose turn it is."""
    assert view.dealer is not None
    n = len(view.hands)
    first = (view.dealer + 1) % n
    if view.phase == "buying" and view.turn is not None:
        return (view.turn - first) % n
    if view.taker is not None:
        return (view.taker - first) % n + 1
    return n if view.rules.dealer_buys == "yes" else n - 1


def _widow(view: View, state: State, layout: Mapping[str, CardSet]) -> tuple[tuple[int, ...], int] | None:
    """The four widow cards and how many of them are open, or None where the taker's cards contradict his bare hand."""
    opened = sum(card is not None for card in view.widow)
    if not view.widow_taken:
        cards = [
            card if card is not None else layout[f"widow {i}"].bit_length() - 1 for i, card in enumerate(view.widow)
        ]
        return tuple(cards), opened
    assert view.taker is not None
    assert view.recall is not None
    if view.seat == view.taker:
        return tuple(card for card in view.widow if card is not None), _opened_before(view)
    had = state.hands[view.taker]
    for trick in (*(trick.cards for trick in view.recall.tricks), view.trick.cards):
        for seat, card in trick:
            if seat == view.taker:
                had |= 1 << card
    seen = [card for card in view.widow if card is not None]
    rest = had & ~sum(1 << card for card in seen)
    if view.turn_up_taken:
        rest &= ~(1 << state.turn_up)
    cards_left = list(PACK.cards_in(rest))
    if not view.turn_up_taken:
        trumps = [card for card in cards_left if SUIT_SETS[state.trump] >> card & 1]
        if view.picked_from_stock:
            if not trumps:
                return None
            cards_left.remove(trumps[0])
        else:
            cards_left.pop()
    return tuple(seen + cards_left), opened


def _opened_before(view: View) -> int:
    """How many widow cards were open when the viewer took it: one for each refusal before him."""
    return min(_speakers(view) - 1, 4)

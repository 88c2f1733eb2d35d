"""Where the cards lie that a view does not show, and a full state for one way of placing them.

The bots imagine other worlds with it, and the leak test proves with it that a view tells nothing more.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.kernel.cards import CardSet, Seat
from games.kernel.contract import Place
from games.preferans.cards import NO_TRUMP, PACK
from games.preferans.evolve import due_now
from games.preferans.sheet import Sheet
from games.preferans.state import BETWEEN, FINISHED, NEXT, OPEN_MODES, PHASES, SheetLine, State, fresh
from games.preferans.view import View


def _played(view: View) -> list[tuple[Seat, int]]:
    """Every card played in this deal with the hand it came from; talon cards are nobody's."""
    assert view.recall is not None
    pairs = [pair for trick in view.recall.tricks for pair in trick.cards] + list(view.trick.cards)
    return [(seat, card) for seat, card in pairs if seat in view.active]


def unseen(view: View) -> tuple[Place, ...]:
    """The hidden part of each hand, the discard, and each talon card that nobody has seen, by place."""
    assert view.recall is not None
    known = 0
    for hand in view.hands:
        known |= hand.cards
    for _, card in _played(view):
        known |= 1 << card
    taken = view.recall.undertaking.taken
    talon = sum(1 << card for card in view.talon if card is not None)
    known |= (view.discard or 0) | (0 if taken else talon)
    rest = PACK.all & ~known
    places = []
    for seat, hand in enumerate(view.hands):
        if hand.hidden:
            # The talon went into the declarer's hand: he holds it, has played it or has put it away.
            may = rest if not taken or seat == view.declarer else rest & ~talon
            places.append(Place(f"hand {seat}", hand.hidden, may & ~view.recall.cannot[seat]))
    if view.recall.undertaking.discarded and view.discard is None:
        places.append(Place("discard", 2, rest))
    if view.deal and not taken:
        places += [Place(f"talon {n}", 1, rest) for n, card in enumerate(view.talon) if card is None]
    return tuple(places)


def complete(view: View, layout: Mapping[str, CardSet]) -> State:
    """The full state with the unseen cards placed so. `may` holds all that the play has shown: it never fails."""
    recall = view.recall
    assert recall is not None
    state = fresh(view.rules)
    state.phase = PHASES.index(view.phase)
    state.deal = view.deal
    state.dealer = view.dealer
    state.active = view.active
    if view.active:
        players = view.rules.players
        state.next = NEXT[players, (view.active[0] - 1) % players]
    _complete_cards(state, view, layout)
    state.auction = recall.auction
    state.undertaking = replace(recall.undertaking, discard=_discard(view, layout))
    state.mode = view.mode
    state.control = view.control
    state.opened = view.opened
    state.opens = view.mode in OPEN_MODES and not view.opened
    state.turn = state.leader = view.trick.leader if view.turn is None else view.turn
    state.trump = NO_TRUMP if view.trump is None else view.trump
    _complete_tricks(state, view)
    state.taken = list(view.tricks)
    state.claim, state.refused = view.claim, recall.refused
    state.stop, state.stop_refused = view.stop, recall.stop_refused
    state.sheet = Sheet(view.pools, view.mountains, view.whists)
    state.standing = view.standing
    state.streak = view.streak
    state.lines = tuple(
        SheetLine(line.deal, line.dealer, line.declarer, line.contract, line.made, line.tricks, line.entries)
        for line in view.sheet
    )
    if state.phase in (BETWEEN, FINISHED) and state.lines:
        state.line = state.lines[-1]
    if view.result is not None:
        state.totals = view.result.totals
        state.why_ended = view.result.reason
    state.due = due_now(state)
    return state


def _discard(view: View, layout: Mapping[str, CardSet]) -> CardSet:
    return view.discard if view.discard is not None else layout.get("discard", 0)


def _complete_cards(state: State, view: View, layout: Mapping[str, CardSet]) -> None:
    """Hands, talon, and the hands as they were dealt."""
    assert view.recall is not None
    state.hands = [layout.get(f"hand {seat}", 0) | hand.cards for seat, hand in enumerate(view.hands)]
    state.talon = tuple(
        layout[f"talon {n}"].bit_length() - 1 if card is None else card for n, card in enumerate(view.talon)
    )
    dealt = list(state.hands)
    for seat, card in _played(view):
        dealt[seat] |= 1 << card
    undertaking = view.recall.undertaking
    if undertaking.taken and undertaking.declarer is not None:
        talon = sum(1 << card for card in state.talon)
        dealt[undertaking.declarer] = (dealt[undertaking.declarer] | _discard(view, layout)) & ~talon
    state.dealt = view.dealt if view.dealt is not None else tuple(dealt)


def _complete_tricks(state: State, view: View) -> None:
    """The completed tricks, and the one on the table."""
    assert view.recall is not None
    dealers = view.mode == "raspasy" and view.rules.raspasy_talon == "dealer_plays"
    for n, trick in enumerate(view.recall.tricks):
        by_dealer = dealers and n < 2
        cards = trick.cards[1:] if by_dealer else trick.cards
        talon = trick.cards[0][1] if by_dealer else -1 if trick.talon is None else trick.talon
        state.tricks.append((cards[0][0], tuple(card for _, card in cards), trick.taker, talon))
    shown = view.trick
    state.leader = shown.leader
    cards = shown.cards
    if shown.talon is not None:
        state.talon_card = shown.talon
    elif cards and cards[0][0] not in view.active:
        state.talon_card = cards[0][1]
        cards = cards[1:]
    state.trick = [card for _, card in cards]
    if state.talon_card >= 0 or cards:
        state.led = (state.talon_card if state.talon_card >= 0 else cards[0][1]) >> 3
    if shown.best is not None:
        state.best_seat = shown.best
        state.best = next(card for seat, card in shown.cards if seat == shown.best)

"""What each viewer may see, built up from nothing for him; and the worlds that fit what he knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.kernel.cards import Card, CardSet, Seat, Suit
from games.kernel.contract import AtSeat, Hand, Place, Public, Viewer
from games.kernel.menu import Menu
from games.kernel.steps import sees_all
from games.kernel.tricks import INSIDE, PastTrick, Trick
from tests.whist3.cards import PACK
from tests.whist3.events import DealStarted, Event
from tests.whist3.rules import legal
from tests.whist3.ruleset import SEATS, Whist3Ruleset
from tests.whist3.state import BETWEEN, FINISHED, PHASES, SheetLine, State, fresh


@dataclass(frozen=True, slots=True)
class Result:
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    tricks: tuple[PastTrick, ...]
    cannot: tuple[CardSet, ...]
    """Suits that a hand has shown not to hold, by seat."""


@dataclass(frozen=True, slots=True)
class View:
    phase: str
    deal: int
    dealer: Seat | None
    turn: Seat | None
    hands: tuple[Hand, ...]
    """The card turned up is known to everybody while the dealer holds it."""
    trump: Suit | None
    turned: Card | None
    stake: int
    trick: Trick
    last_trick: PastTrick | None
    tricks: tuple[int, ...]
    totals: tuple[int, ...]
    target: int
    sheet: tuple[SheetLine, ...]
    result: Result | None
    rules: Whist3Ruleset = field(metadata=INSIDE)
    seat: Seat | None = field(metadata=INSIDE)
    menu: Menu = field(metadata=INSIDE)
    recall: Recall | None = field(metadata=INSIDE)


def view(state: State, viewer: Viewer) -> View:
    own = viewer.seat if isinstance(viewer, AtSeat) else None
    open_to = sees_all(viewer, state.deal, revealed(state))
    turned = 0 if state.turned is None else 1 << state.turned

    def shown(seat: Seat, hand: CardSet) -> Hand:
        known = hand if open_to or seat == own else hand & turned
        return Hand(known, (hand & ~known).bit_count())

    tricks, trick = tuple(state.tricks), tuple(state.trick)
    return View(
        phase=PHASES[state.phase],
        deal=state.deal,
        dealer=state.dealer,
        turn=state.turn if state.deal and state.phase not in (BETWEEN, FINISHED) else None,
        hands=tuple(shown(seat, hand) for seat, hand in enumerate(state.hands)),
        trump=state.trump,
        turned=state.turned,
        stake=state.stake,
        trick=Trick(state.leader, trick, next((seat for seat, card in trick if card == state.best), None)),
        last_trick=tricks[-1] if tricks else None,
        tricks=tuple(state.taken),
        totals=state.totals,
        target=state.rules.target,
        sheet=state.sheet,
        result=Result(state.totals, state.winners) if state.phase == FINISHED else None,
        rules=state.rules,
        seat=own,
        menu=legal(state, own) if own is not None else (),
        recall=Recall(tricks, _cannot(state)) if isinstance(viewer, AtSeat | Public) and viewer.recall else None,
    )


def revealed(state: State) -> int:
    """Deals up to this one are over, and their cards known to everybody."""
    return state.deal if state.phase in (BETWEEN, FINISHED) else state.deal - 1


def redact(event: Event, viewer: Viewer, state_now: State) -> Event:
    if type(event) is not DealStarted or sees_all(viewer, event.deal, revealed(state_now)):
        return event
    return DealStarted(event.deal, event.dealer, None, event.turned)


def _cannot(state: State) -> tuple[CardSet, ...]:
    cannot = [0] * SEATS
    for cards in (*(trick.cards for trick in state.tricks), tuple(state.trick)):
        for seat, card in cards[1:]:
            if PACK.suits[card] != (led := PACK.suits[cards[0][1]]):
                cannot[seat] |= PACK.suit_sets[led]
    return tuple(cannot)


def unseen(view: View) -> tuple[Place, ...]:
    """The hidden part of each hand, for a view with recall."""
    assert view.recall is not None
    known = sum(hand.cards for hand in view.hands)
    for _, card in (*view.trick.cards, *(pair for trick in view.recall.tricks for pair in trick.cards)):
        known |= 1 << card
    return tuple(
        Place(f"hand {seat}", hand.hidden, PACK.all & ~known & ~view.recall.cannot[seat])
        for seat, hand in enumerate(view.hands)
        if hand.hidden
    )


def complete(view: View, layout: Mapping[str, CardSet]) -> State:
    """The full state with the unseen cards placed so; `may` holds all that history says, so it never fails."""
    assert view.recall is not None
    state = fresh(view.rules)
    state.phase = PHASES.index(view.phase)
    state.deal, state.dealer = view.deal, view.dealer
    state.hands = [layout.get(f"hand {seat}", 0) | hand.cards for seat, hand in enumerate(view.hands)]
    state.turned, state.trump, state.stake = view.turned, view.trump, view.stake
    state.leader = view.trick.leader
    state.trick = list(view.trick.cards)
    state.best = next((card for seat, card in state.trick if seat == view.trick.best), 0)
    state.turn = state.leader if view.turn is None else view.turn
    state.taken, state.tricks = list(view.tricks), list(view.recall.tricks)
    state.totals, state.sheet = view.totals, view.sheet
    state.winners = view.result.winners if view.result else ()
    return state

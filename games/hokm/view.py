"""What each viewer may see (rules/hokm.md 9), built up from nothing for him.

With recall a view also holds what a perfect memory at that place knows; from it the unseen cards can be placed anew,
which is how the bots imagine other worlds and how the leak test proves that a view tells nothing more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.hokm.cards import PACK, STRENGTH, STRONGER_TRUMPS, beats
from games.hokm.events import DealStarted, Event
from games.hokm.legality import legal
from games.hokm.ruleset import HokmRuleset
from games.hokm.scoring import PASS
from games.hokm.state import (
    BETWEEN,
    FINISHED,
    PHASES,
    SEATS,
    Auction,
    SheetLine,
    State,
    fresh,
)
from games.kernel.cards import CardSet, Seat, Suit
from games.kernel.contract import AtSeat, Hand, Place, Public, Viewer
from games.kernel.menu import Menu
from games.kernel.steps import sees_all
from games.kernel.tricks import INSIDE, PastTrick, Trick


@dataclass(frozen=True, slots=True)
class Result:
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    tricks: tuple[PastTrick, ...]
    """Every completed trick of the deal."""
    cannot: tuple[CardSet, ...]
    """Cards that a hand cannot hold any more, by seat: shown voids, and trumps that would have had to be played."""


@dataclass(frozen=True, slots=True)
class View:
    phase: str
    deal: int
    dealer: Seat | None
    turn: Seat | None
    hands: tuple[Hand, ...]
    bids: tuple[tuple[Seat, int], ...]
    contracts: tuple[int | None, ...]
    declarer: Seat | None
    trump: Suit | None
    trick: Trick
    last_trick: PastTrick | None
    tricks: tuple[int, ...]
    history: tuple[PastTrick, ...]
    """Completed tricks that may be looked at: all of them under `history: all`, and after the deal."""
    dealt: tuple[CardSet, ...] | None
    """The hands as dealt, once the deal is over."""
    totals: tuple[int, ...]
    target: int
    score: tuple[int, ...] | None
    """The result of the deal that was scored last, until the next begins."""
    sheet: tuple[SheetLine, ...]
    """The last deals, at most fourteen."""
    result: Result | None
    rules: HokmRuleset = field(metadata=INSIDE)
    seat: Seat | None = field(metadata=INSIDE)
    menu: Menu = field(metadata=INSIDE)
    recall: Recall | None = field(metadata=INSIDE)


def view(state: State, viewer: Viewer) -> View:
    auction, phase = state.auction, state.phase
    deal_over = phase in (BETWEEN, FINISHED)
    open_to = sees_all(viewer, state.deal, revealed(state))
    own = viewer.seat if isinstance(viewer, AtSeat) else None
    menu = legal(state, own) if own is not None else ()
    hands = tuple(
        Hand(hand, 0) if open_to or seat == own else Hand(0, hand.bit_count()) for seat, hand in enumerate(state.hands)
    )
    shown = state.rules.history
    tricks = tuple(state.tricks)
    leader = state.leader
    trick = tuple(((leader + i) % SEATS, card) for i, card in enumerate(state.trick))
    return View(
        phase=PHASES[phase],
        deal=state.deal,
        dealer=state.dealer,
        turn=state.turn if not deal_over and state.deal else None,
        hands=hands,
        bids=auction.bids,
        contracts=auction.contracts,
        declarer=auction.declarer,
        trump=auction.trump,
        trick=Trick(leader, trick, (leader + state.trick.index(state.best)) % SEATS if trick else None),
        last_trick=tricks[-1] if tricks and (shown != "none" or deal_over or open_to) else None,
        tricks=tuple(state.taken),
        history=tricks if shown == "all" or deal_over or open_to else (),
        dealt=state.dealt if state.deal and (deal_over or open_to) else None,
        totals=state.totals,
        target=state.rules.target,
        score=state.scores,
        sheet=state.sheet,
        result=Result(state.totals, state.winners) if phase == FINISHED else None,
        rules=state.rules,
        seat=own,
        menu=menu,
        recall=Recall(tricks, _cannot(state)) if isinstance(viewer, AtSeat | Public) and viewer.recall else None,
    )


def revealed(state: State) -> int:
    """Deals up to this one are over, and their cards known to everybody (rules/hokm.md 9)."""
    return state.deal if state.phase in (BETWEEN, FINISHED) else state.deal - 1


def redact(event: Event, viewer: Viewer, state_now: State) -> Event:
    """The event as this viewer may see it now: the only secret is the order of a pack whose deal is not over."""
    if type(event) is not DealStarted or sees_all(viewer, event.deal, revealed(state_now)):
        return event
    return DealStarted(event.deal, event.dealer, None)


def _cannot(state: State) -> tuple[CardSet, ...]:
    """What the play has shown that a hand does not hold, by seat."""
    cannot = [0] * SEATS
    trump, rule = state.trump, state.rules.void_play
    current = tuple(((state.leader + i) % SEATS, card) for i, card in enumerate(state.trick))
    for cards in (*(trick.cards for trick in state.tricks), current):
        if not cards:
            continue
        led = best = cards[0][1]
        for seat, card in cards[1:]:
            void = card // 8 != led // 8
            if void:
                cannot[seat] |= PACK.suit_sets[led // 8]
            if rule != "free" and void and card // 8 != trump:
                cannot[seat] |= PACK.suit_sets[trump]
            must_beat = rule == "baloot" and card // 8 == trump == best // 8 and (void or led // 8 == trump)
            if beats(card, best, trump):
                best = card
            elif must_beat:
                cannot[seat] |= STRONGER_TRUMPS[trump][best]
    return tuple(cannot)


def unseen(view: View) -> tuple[Place, ...]:
    """The hidden hands of a view with recall: how many cards lie in each, and which they may be."""
    assert view.recall is not None
    known = 0
    for hand in view.hands:
        known |= hand.cards
    for _, card in (*view.trick.cards, *(pair for trick in view.recall.tricks for pair in trick.cards)):
        known |= 1 << card
    rest = PACK.all & ~known
    return tuple(
        Place(f"hand {seat}", hand.hidden, rest & ~view.recall.cannot[seat])
        for seat, hand in enumerate(view.hands)
        if hand.hidden
    )


def complete(view: View, layout: Mapping[str, CardSet]) -> State:
    """The full state with the unseen cards placed so. In Hokm `may` holds all that history says: it never fails."""
    assert view.recall is not None
    state = fresh(view.rules)
    state.phase = PHASES.index(view.phase)
    state.deal = view.deal
    state.dealer = view.dealer
    state.hands = [layout.get(f"hand {seat}", 0) | hand.cards for seat, hand in enumerate(view.hands)]
    dealt = list(state.hands)
    for seat, card in (*view.trick.cards, *(pair for trick in view.recall.tricks for pair in trick.cards)):
        dealt[seat] |= 1 << card
        state.played += 1
    state.dealt = tuple(dealt)
    passed = tuple(any(by == seat and value == PASS for by, value in view.bids) for seat in range(SEATS))
    high = max((value for _, value in view.bids), default=0)
    state.auction = Auction(view.bids, view.contracts, passed, high, view.declarer, view.trump)
    state.leader = view.trick.leader
    state.trick = [card for _, card in view.trick.cards]
    if view.trump is not None:
        state.trump = view.trump
        state.strength = STRENGTH[view.trump]
    if view.trick.best is not None:
        state.best = state.trick[(view.trick.best - state.leader) % SEATS]
    state.turn = view.turn if view.turn is not None else state.turn
    state.taken = list(view.tricks)
    state.tricks = list(view.recall.tricks)
    state.totals = view.totals
    state.scores = view.score
    state.sheet = view.sheet
    state.winners = view.result.winners if view.result else ()
    return state

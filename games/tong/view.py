"""What each viewer may see (rules/tong.md 9), built up from nothing for him.

Nothing is opened before the match is over: not the thrown cards, not a folded hand, not the widow that nobody bought.
Once somebody has taken the widow, its open cards stay known to everybody.
"""

from dataclasses import dataclass, field

from games.kernel.cards import Card, CardSet, Seat, Suit
from games.kernel.contract import AtSeat, Everything, Hand, Public, Viewer
from games.kernel.menu import Menu
from games.kernel.tricks import INSIDE, PastTrick, Trick
from games.tong.cards import HIGHER, SUIT_OF, SUIT_SETS, beats
from games.tong.events import CardsThrown, DealStarted, Event, TrumpPicked
from games.tong.legality import legal, pickable
from games.tong.ruleset import TongRuleset
from games.tong.state import (
    BETWEEN,
    FINISHED,
    PHASES,
    PICKING,
    STATUSES,
    SheetLine,
    State,
)


@dataclass(frozen=True, slots=True)
class Result:
    winner: Seat
    pot: int
    nets: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    tricks: tuple[PastTrick, ...]
    cannot: tuple[CardSet, ...]
    """Cards that a hand cannot hold, by seat."""
    thrown_cannot: CardSet
    stock_known: CardSet
    """Trumps that eldest saw in the stock when he picked; nobody else ever knows one."""
    stock_cannot: CardSet
    stock_left: int
    thrown_hidden: int


@dataclass(frozen=True, slots=True)
class View:
    phase: str
    deal: int
    dealer: Seat | None
    turn: Seat | None
    hands: tuple[Hand, ...]
    """Open widow cards in the taker's hand are known to everybody."""
    trump: Suit | None
    turn_up: Card | None
    turn_up_taken: bool
    widow: tuple[Card | None, ...]
    """The four cards in order, those turned up by name; for the taker all of them."""
    widow_taken: bool
    taker: Seat | None
    bare: bool
    """The taker claimed a bare hand."""
    status: tuple[str, ...]
    asked: tuple[Seat, ...]
    thrown: CardSet
    """What the viewer himself put away."""
    stock: int
    """Cards left in the stock."""
    trick: Trick
    last_trick: PastTrick | None
    tricks: tuple[int, ...]
    walk_over: Seat | None
    points: tuple[int, ...]
    marks: tuple[int, ...]
    paid: tuple[int, ...]
    pot: int
    void_run: int
    totals: tuple[int, ...]
    target: int
    risk_at: int
    must_play_at: int
    ante: int
    sheet: tuple[SheetLine, ...]
    result: Result | None
    rules: TongRuleset = field(metadata=INSIDE)
    seat: Seat | None = field(metadata=INSIDE)
    menu: Menu = field(metadata=INSIDE)
    recall: Recall | None = field(metadata=INSIDE)
    picked_from_stock: bool = field(metadata=INSIDE)


def open_widow(state: State) -> CardSet:
    """Widow cards that refusals have turned up."""
    return sum(1 << card for card in state.widow[: state.opened])


def _known_hand(state: State, seat: Seat) -> CardSet:
    """The cards of a hand that everybody knows."""
    if seat != state.taker or not state.widow_taken:
        return 0
    known = open_widow(state)
    if state.turn_up_taken:
        known |= 1 << state.turn_up
    return known & state.hands[seat]


def view(state: State, viewer: Viewer) -> View:
    phase = state.phase
    all_open = isinstance(viewer, Everything) or phase == FINISHED
    own = viewer.seat if isinstance(viewer, AtSeat) else None
    is_taker = own is not None and own == state.taker
    hands = []
    for seat, hand in enumerate(state.hands):
        known = hand if all_open or seat == own else _known_hand(state, seat)
        hands.append(Hand(known, (hand & ~known).bit_count()))
    sees_widow = all_open or (is_taker and state.widow_taken)
    trick = tuple(state.trick)
    started = bool(state.deal)
    return View(
        phase=PHASES[phase],
        deal=state.deal,
        dealer=state.dealer,
        turn=state.turn if phase not in (BETWEEN, FINISHED) and started else None,
        hands=tuple(hands),
        trump=state.trump if started and state.widow else None,
        turn_up=state.turn_up if started and state.widow else None,
        turn_up_taken=state.turn_up_taken,
        widow=tuple(card if sees_widow or i < state.opened else None for i, card in enumerate(state.widow)),
        widow_taken=state.widow_taken,
        taker=state.taker,
        bare=state.bare,
        status=tuple(STATUSES[status] for status in state.status),
        asked=state.asked,
        thrown=state.thrown if is_taker or all_open else 0,
        stock=state.stock.bit_count(),
        trick=Trick(state.leader, trick, next((s for s, card in trick if card == state.best), None)),
        last_trick=state.tricks[-1] if state.tricks else None,
        tricks=tuple(state.taken),
        walk_over=state.walk_over,
        points=state.points,
        marks=state.marks,
        paid=state.paid,
        pot=state.pot,
        void_run=state.void_run,
        totals=state.points,
        target=state.rules.target,
        risk_at=state.rules.risk_at,
        must_play_at=state.rules.must_play_at,
        ante=state.rules.ante,
        sheet=state.sheet,
        result=_result(state),
        rules=state.rules,
        seat=own,
        menu=legal(state, own) if own is not None else (),
        recall=_recall(state, own) if isinstance(viewer, AtSeat | Public) and viewer.recall else None,
        picked_from_stock=state.picked_from_stock,
    )


def _result(state: State) -> Result | None:
    if state.phase != FINISHED:
        return None
    assert state.winner is not None
    assert state.nets is not None
    return Result(state.winner, state.pot, state.nets, state.points, (state.winner,))


def revealed(state: State) -> int:
    """No deal is shown before the match is over (rules/tong.md 9)."""
    return state.deal if state.phase == FINISHED else 0


def redact(event: Event, viewer: Viewer, state_now: State) -> Event:
    """The event as this viewer may see it now: packs, thrown cards and a trump from the stock stay hidden."""
    if isinstance(viewer, Everything) or state_now.phase == FINISHED:
        return event
    own = viewer.seat if isinstance(viewer, AtSeat) else None
    if type(event) is DealStarted:
        return DealStarted(event.deal, event.dealer, None, event.turn_up)
    if type(event) is CardsThrown and event.seat != own:
        return CardsThrown(event.deal, event.seat, None, None)
    if type(event) is TrumpPicked and event.seat != own and not event.is_turn_up:
        return TrumpPicked(event.deal, event.seat, event.by, None, False)
    return event


def _recall(state: State, own: Seat | None) -> Recall:
    trumps = SUIT_SETS[state.trump]
    is_taker = own is not None and own == state.taker
    cannot = list(shown_by_play(state))
    if state.phase == PICKING and state.taker is not None:
        cannot[state.taker] |= trumps
    stock_known = stock_cannot = 0
    if is_taker and state.bare and state.rules.bare_hand == "any_trump":
        stock_known = (pickable(state) if state.phase == PICKING else trumps) & state.stock
        stock_cannot = trumps
    return Recall(
        tricks=tuple(state.tricks),
        cannot=tuple(cannot),
        thrown_cannot=trumps if state.bare else 0,
        stock_known=stock_known,
        stock_cannot=stock_cannot,
        stock_left=state.stock.bit_count() - stock_known.bit_count(),
        thrown_hidden=0 if is_taker else state.thrown.bit_count(),
    )


def shown_by_play(state: State) -> tuple[CardSet, ...]:
    """What the tricks have shown that a hand does not hold, by seat (rules/tong.md 7.2)."""
    cannot = [0] * state.n
    trump, overtrump = state.trump, state.rules.overtrump == "yes"
    for cards in (*(trick.cards for trick in state.tricks), tuple(state.trick)):
        if not cards:
            continue
        best = cards[0][1]
        led = SUIT_OF[best]
        for seat, card in cards[1:]:
            wins = beats(card, best, trump)
            if SUIT_OF[card] == led:
                if not wins and SUIT_OF[best] == led:
                    cannot[seat] |= HIGHER[best]
            else:
                cannot[seat] |= SUIT_SETS[led]
                if SUIT_OF[card] != trump:
                    cannot[seat] |= SUIT_SETS[trump]
                elif not wins and overtrump:
                    cannot[seat] |= HIGHER[best]
            if wins:
                best = card
    return tuple(cannot)

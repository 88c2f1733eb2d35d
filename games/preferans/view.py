"""What each viewer may see (rules/preferans.md 5.6), built up from nothing for him.

With recall a view also holds what a perfect memory at that place knows: `unseen` works on that.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated

from games.kernel.cards import Card, CardSet, Seat, Suit
from games.kernel.contract import AtSeat, Hand, Public, Viewer
from games.kernel.menu import Menu
from games.kernel.steps import sees_all
from games.kernel.tricks import INSIDE
from games.preferans.bids import Bid
from games.preferans.cards import NO_TRUMP, PACK, SUIT_SETS
from games.preferans.commands import Answer, How
from games.preferans.events import DealStarted, Discarded, Event, WrittenEntry
from games.preferans.legality import legal
from games.preferans.ruleset import PreferansRuleset
from games.preferans.sheet import rounded
from games.preferans.state import (
    BETWEEN,
    FINISHED,
    FRESH,
    PHASES,
    Auction,
    Offer,
    SheetLine,
    State,
    Undertaking,
    dealer_plays,
)
from games.preferans.state import Trick as RawTrick

Call = Annotated[int | None, "call"]
"""A bid, or None for a pass."""


@dataclass(frozen=True, slots=True)
class Trick:
    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]
    """In order of play; a talon card that the dealer plays stands first."""
    best: Seat | None
    """The seat that wins so far."""
    talon: Card | None
    """The talon card that only names the suit of this trick."""


@dataclass(frozen=True, slots=True)
class PastTrick:
    cards: tuple[tuple[Seat, Card], ...]
    taker: Seat
    talon: Card | None


@dataclass(frozen=True, slots=True)
class Line:
    """One deal on the sheet."""

    deal: int
    dealer: Seat
    declarer: Seat | None
    contract: Bid | None
    made: bool | None
    tricks: tuple[int | None, ...] | None
    entries: tuple[WrittenEntry, ...]


@dataclass(frozen=True, slots=True)
class Result:
    reason: str
    totals: tuple[int, ...]
    standing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """What a perfect memory adds, all of it public once: the whole play, and what it has shown."""

    tricks: tuple[PastTrick, ...]
    cannot: tuple[CardSet, ...]
    """Cards that a hand cannot hold any more, by seat: shown voids, and trumps that would have had to be played."""
    auction: Auction
    undertaking: Undertaking
    """Without the discard."""
    refused: int
    stop_refused: int


@dataclass(frozen=True, slots=True)
class View:
    phase: str
    deal: int
    dealer: Seat | None
    active: tuple[Seat, ...]
    """The seats in play, the eldest hand first."""
    turn: Seat | None
    """Whose call it is, or whose hand plays next."""
    control: tuple[Seat, ...]
    """Who plays each hand."""
    hands: tuple[Hand, ...]
    opened: bool
    calls: tuple[tuple[Seat, Call], ...]
    least_level: int
    """The lowest level that may be bid in this deal."""
    declarer: Seat | None
    bid: Bid | None
    """The bid that won."""
    contract: Bid | None
    surrendered: bool
    trump: Suit | None
    trump_named: bool
    """Whether `trump` says something: without trump it is None too."""
    answers: tuple[tuple[Seat, Answer], ...]
    how: How | None
    whisters: tuple[Seat, ...]
    mode: str
    talon: tuple[Card | None, ...]
    discard: CardSet | None
    misere_set: CardSet | None
    """At an opened misère: the declarer's cards and the discard together, as anybody can work them out."""
    trick: Trick
    last_trick: PastTrick | None
    tricks: tuple[int, ...]
    history: tuple[PastTrick, ...]
    """All completed tricks, where they may be looked at."""
    dealt: tuple[CardSet, ...] | None
    """The hands as dealt, once the deal is over."""
    claim: Offer | None
    stop: Offer | None
    streak: int
    multiplier: int
    """m of the raspasy that runs, or of the next one."""
    pools: tuple[int, ...]
    mountains: tuple[int, ...]
    whists: tuple[tuple[int, ...], ...]
    standing: tuple[int, ...]
    """What each stands at, times the number of players: exact."""
    totals: tuple[int, ...]
    """The standing in whole whists."""
    target: int
    sheet: tuple[Line, ...]
    """The last deals; older ones are in the log."""
    result: Result | None
    rules: PreferansRuleset = field(metadata=INSIDE)
    seat: Seat | None = field(metadata=INSIDE)
    menu: Menu = field(metadata=INSIDE)
    recall: Recall | None = field(metadata=INSIDE)


def view(state: State, viewer: Viewer) -> View:
    undertaking, rules, sheet = state.undertaking, state.rules, state.sheet
    deal_over = state.phase in (BETWEEN, FINISHED) and state.deal > 0
    open_to = sees_all(viewer, state.deal, revealed(state))
    own = viewer.seat if isinstance(viewer, AtSeat) else None
    tricks = tuple(past_trick(state, trick) for trick in state.tricks)
    raspasy = state.mode == "raspasy"
    totals = rounded(state.standing)
    return View(
        phase=PHASES[state.phase],
        deal=state.deal,
        dealer=state.dealer,
        active=state.active,
        turn=None if state.phase in (FRESH, BETWEEN, FINISHED) else state.turn,
        control=state.control,
        hands=tuple(_hand(state, seat, own, open_to) for seat in range(rules.players)),
        opened=state.opened,
        calls=state.auction.calls,
        least_level=rules.least_level(state.streak),
        declarer=undertaking.declarer,
        bid=undertaking.bid,
        contract=undertaking.contract,
        surrendered=undertaking.surrendered,
        trump=None if state.trump == NO_TRUMP else state.trump,
        trump_named=undertaking.contract is not None or raspasy,
        answers=undertaking.answers,
        how=undertaking.how,
        whisters=undertaking.whisters,
        mode=state.mode,
        talon=_talon(state, open_to),
        discard=undertaking.discard if undertaking.discarded and (open_to or own == undertaking.declarer) else None,
        misere_set=_misere_set(state),
        trick=_trick(state),
        last_trick=tricks[-1] if tricks else None,
        tricks=tuple(state.taken),
        history=tricks if open_to or rules.show_all_tricks == "on" else (),
        dealt=state.dealt if open_to and state.deal else None,
        claim=state.claim,
        stop=state.stop,
        streak=state.streak,
        multiplier=undertaking.multiplier if raspasy and not deal_over else rules.multiplier(state.streak),
        pools=sheet.pools,
        mountains=sheet.mountains,
        whists=sheet.whists,
        standing=state.standing,
        totals=totals,
        target=rules.pool_target,
        sheet=tuple(_line(line) for line in state.lines),
        result=Result(state.why_ended, totals, state.standing) if state.phase == FINISHED else None,
        rules=rules,
        seat=own,
        menu=legal(state, own) if own is not None else (),
        recall=_recall(state, tricks) if isinstance(viewer, AtSeat | Public) and viewer.recall else None,
    )


def _line(line: SheetLine) -> Line:
    return Line(line.deal, line.dealer, line.declarer, line.contract, line.made, line.tricks, line.entries)


def revealed(state: State) -> int:
    """Deals up to this one are scored, and their cards known to everybody (rules/preferans.md 5.6)."""
    return state.deal if state.phase in (BETWEEN, FINISHED) else state.deal - 1


def _hand(state: State, seat: Seat, own: Seat | None, open_to: bool) -> Hand:
    hand = state.hands[seat]
    if open_to or seat == own or _is_open(state, seat) or _is_played_by(state, seat, own):
        return Hand(hand, 0)
    undertaking = state.undertaking
    if undertaking.taken and not undertaking.discarded and seat == undertaking.declarer:
        known = 1 << state.talon[0] | 1 << state.talon[1]  # everybody has seen these two go in
        return Hand(known, (hand & ~known).bit_count())
    return Hand(0, hand.bit_count())


def _is_open(state: State, seat: Seat) -> bool:
    return state.opened and seat in state.active and seat != state.undertaking.declarer


def _is_played_by(state: State, seat: Seat, own: Seat | None) -> bool:
    """Whoever plays another's hand before it is opened alone sees it, from his first turn on (`reveal_timing`)."""
    if own is None or seat not in state.active or state.control[seat] != own:
        return False
    has_played = state.hands[seat].bit_count() + len(state.tricks) < 10
    return state.turn == seat or bool(state.tricks) or has_played


def _talon(state: State, open_to: bool) -> tuple[Card | None, ...]:
    """Both cards after a won auction; in a raspasy those turned up so far (rules/preferans.md 5.6)."""
    if open_to or state.undertaking.taken:
        return state.talon
    shown = [talon for *_, talon in state.tricks if talon >= 0]
    if state.talon_card >= 0:
        shown.append(state.talon_card)
    return tuple(card if n < len(shown) else None for n, card in enumerate(state.talon))


def _misere_set(state: State) -> CardSet | None:
    """The twelve cards, less those played: everything that neither lies open nor was played (rules 6.4)."""
    if state.mode != "misere" or not state.opened:
        return None
    seen = 0
    for seat in state.active:
        if seat != state.undertaking.declarer:
            seen |= state.hands[seat]
    return PACK.all & ~seen & ~played_cards(state)


def played_cards(state: State) -> CardSet:
    cards = 0
    for _, trick, _, talon in state.tricks:
        for card in trick:
            cards |= 1 << card
        if talon >= 0:
            cards |= 1 << talon
    for card in state.trick:
        cards |= 1 << card
    return cards | (1 << state.talon_card if state.talon_card >= 0 else 0)


def _seats(state: State, leader: Seat, cards: tuple[Card, ...], talon: int) -> tuple[tuple[Seat, Card], ...]:
    """Who played which card, in order; a talon card that the dealer plays stands first."""
    at = state.active.index(leader) if state.active else 0
    shown = tuple((state.active[(at + i) % 3], card) for i, card in enumerate(cards))
    if talon >= 0 and dealer_plays(state):
        dealer = next(seat for seat in range(4) if seat not in state.active)
        return ((dealer, talon), *shown)
    return shown


def past_trick(state: State, trick: RawTrick) -> PastTrick:
    leader, cards, taker, talon = trick
    only_suit = talon if talon >= 0 and not dealer_plays(state) else None
    return PastTrick(_seats(state, leader, cards, talon), taker, only_suit)


def _trick(state: State) -> Trick:
    talon = state.talon_card
    cards = _seats(state, state.leader, tuple(state.trick), talon) if state.led >= 0 else ()
    only_suit = talon if talon >= 0 and not dealer_plays(state) else None
    return Trick(state.leader, cards, state.best_seat if state.best >= 0 else None, only_suit)


def _recall(state: State, tricks: tuple[PastTrick, ...]) -> Recall:
    return Recall(
        tricks,
        _cannot(state),
        state.auction,
        replace(state.undertaking, discard=0),
        state.refused,
        state.stop_refused,
    )


def _cannot(state: State) -> tuple[CardSet, ...]:
    """What the play has shown that a hand does not hold, by seat."""
    cannot = [0] * state.rules.players
    trumps = SUIT_SETS[state.trump]
    current = (state.leader, tuple(state.trick), 0, state.talon_card)
    for leader, cards, _, talon in (*state.tricks, current):
        if not cards:
            continue
        led = SUIT_SETS[(talon if talon >= 0 else cards[0]) >> 3]
        at = state.active.index(leader)
        for i, card in enumerate(cards):
            if not led >> card & 1:
                seat = state.active[(at + i) % 3]
                cannot[seat] |= led if trumps >> card & 1 else led | trumps
    return tuple(cannot)


def redact(event: Event, viewer: Viewer, state_now: State) -> Event:
    """The event as this viewer may see it now: secret are a pack and a discard whose deal is not over."""
    if type(event) is not DealStarted and type(event) is not Discarded:
        return event
    if sees_all(viewer, event.deal, revealed(state_now)):
        return event
    if type(event) is DealStarted:
        return DealStarted(event.deal, event.dealer, None)
    assert type(event) is Discarded
    if isinstance(viewer, AtSeat) and viewer.seat == event.seat:
        return event
    return Discarded(event.deal, event.seat, event.by, None)

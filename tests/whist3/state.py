"""What a table is at one moment, how an event changes it, and how it is kept between deals."""

from collections.abc import Callable
from dataclasses import astuple, dataclass
from typing import Any

from games.kernel.cards import Card, CardSet, Seat, Suit
from games.kernel.copying import copier
from games.kernel.steps import folder, tuples
from games.kernel.tricks import CardPlayed, FirstDealerDrawn, PastTrick, TrickTaken
from tests.whist3.cards import PACK, beats
from tests.whist3.events import DealScored, DealStarted, Event, MatchEnded, StakeNamed
from tests.whist3.ruleset import SEATS, Whist3Ruleset

FRESH, STAKING, PLAYING, BETWEEN, FINISHED = range(5)
PHASES = ("fresh", "staking", "playing", "between", "finished")
SHEET_LINES = 14
VERSION = 1


@dataclass(frozen=True, slots=True)
class SheetLine:
    deal: int
    stake: int
    tricks: tuple[int, ...]
    score: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Before:
    """Where an excerpt begins: number and dealer of its first deal, and the totals before it."""

    deal: int
    dealer: Seat
    totals: tuple[int, ...]


class State:
    """Changed only by `fold`. Everything but the lists is immutable, so that a copy is a few slices."""

    __slots__ = (
        "best", "deal", "dealer", "hands", "leader", "phase", "rules", "sheet", "stake", "taken", "totals", "trick",
        "tricks", "trump", "turn", "turned", "winners",
    )  # fmt: skip

    rules: Whist3Ruleset
    phase: int
    deal: int
    dealer: Seat | None
    hands: list[CardSet]
    turned: Card | None
    trump: Suit | None
    stake: int
    turn: Seat
    leader: Seat
    trick: list[tuple[Seat, Card]]
    best: Card
    taken: list[int]
    tricks: list[PastTrick]
    totals: tuple[int, ...]
    sheet: tuple[SheetLine, ...]
    winners: tuple[Seat, ...]


copy_state = copier(State, mutable=("hands", "trick", "taken", "tricks"))


def fresh(rules: Whist3Ruleset) -> State:
    state = State.__new__(State)
    state.rules = rules
    state.phase = FRESH
    state.deal = 0
    state.dealer = None
    state.totals = (0,) * SEATS
    state.sheet = ()
    state.winners = ()
    _clear(state)
    return state


def _clear(state: State) -> None:
    state.hands = [0] * SEATS
    state.turned = state.trump = None
    state.stake = 1
    state.turn = state.leader = 0
    state.trick = []
    state.best = 0
    state.taken = [0] * SEATS
    state.tricks = []


def new(rules: Whist3Ruleset, *, before: Before | None = None) -> State:
    """An empty table, or one that goes on from the middle of a match."""
    state = fresh(rules)
    if before is not None:
        state.phase, state.deal, state.dealer, state.totals = BETWEEN, before.deal - 1, before.dealer, before.totals
    return state


def _first_dealer_drawn(state: State, event: FirstDealerDrawn) -> None:
    state.dealer = event.seat
    state.phase = BETWEEN


def _deal_started(state: State, event: DealStarted) -> None:
    assert event.deck is not None
    _clear(state)
    state.deal, state.dealer = event.deal, event.dealer
    first = (event.dealer + 1) % SEATS
    for i, card in enumerate(event.deck):
        state.hands[(first + i) % SEATS] |= 1 << card
    state.turned = event.turned
    state.trump = PACK.suits[event.turned] if state.rules.trump == "turned" else None
    state.turn = state.leader = first
    state.phase = STAKING


def _stake_named(state: State, event: StakeNamed) -> None:
    state.stake = event.value
    state.phase = PLAYING


def _card_played(state: State, event: CardPlayed) -> None:
    state.hands[event.seat] &= ~(1 << event.card)
    if not state.trick or beats(event.card, state.best, state.trump):
        state.best = event.card
    state.trick.append((event.seat, event.card))
    state.turn = (event.seat + 1) % SEATS


def _trick_taken(state: State, event: TrickTaken) -> None:
    state.tricks.append(PastTrick(tuple(state.trick), event.seat))
    state.taken[event.seat] += 1
    state.trick = []
    state.turn = state.leader = event.seat


def _deal_scored(state: State, event: DealScored) -> None:
    line = SheetLine(event.deal, state.stake, event.tricks, event.score, event.totals)
    state.sheet = (*state.sheet, line)[-SHEET_LINES:]
    state.totals = event.totals
    state.dealer = event.next_dealer
    state.phase = BETWEEN


def _match_ended(state: State, event: MatchEnded) -> None:
    state.winners = event.winners
    state.phase = FINISHED


_FOLDS: dict[type, Callable[[State, Any], None]] = {
    FirstDealerDrawn: _first_dealer_drawn,
    DealStarted: _deal_started,
    StakeNamed: _stake_named,
    CardPlayed: _card_played,
    TrickTaken: _trick_taken,
    DealScored: _deal_scored,
    MatchEnded: _match_ended,
}
fold = folder(_FOLDS)


def evolve(state: State, event: Event) -> State:
    new_state = copy_state(state)
    fold(new_state, event)
    return new_state


_KEPT = (
    "phase", "deal", "dealer", "hands", "turned", "trump", "stake", "turn", "leader", "best", "taken", "totals",
    "winners",
)  # fmt: skip


def freeze(state: State) -> dict[str, Any]:
    """A state between deals as small JSON; the last deal's tricks stay, since they are shown until the next."""
    kept = {name: getattr(state, name) for name in _KEPT}
    lines, tricks = [astuple(line) for line in state.sheet], [[trick.cards, trick.taker] for trick in state.tricks]
    return {"v": VERSION, **kept, "sheet": lines, "tricks": tricks}


def thaw(rules: Whist3Ruleset, frozen: dict[str, Any]) -> State:
    if frozen.get("v") != VERSION:
        raise ValueError("frozen by another version")
    state = fresh(rules)
    for name in _KEPT:
        setattr(state, name, list(frozen[name]) if name in ("hands", "taken") else tuples(frozen[name]))
    state.sheet = tuple(SheetLine(*tuples(line)) for line in frozen["sheet"])
    state.tricks = [PastTrick(tuples(cards), taker) for cards, taker in frozen["tricks"]]
    return state

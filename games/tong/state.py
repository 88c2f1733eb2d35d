"""What a table of Tong is at one moment, and how an event changes it.

Read `phase` first. Nothing is opened before the match is over: the hands, the thrown cards and the widow of a deal stay
here until the next deal begins, for the eyes of those who may see them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.kernel.cards import Card, CardSet, Seat, Suit
from games.kernel.copying import copier
from games.kernel.steps import folder
from games.kernel.tricks import PastTrick as PastTrick
from games.tong.cards import SUIT_OF
from games.tong.events import (
    BareHandClaimed,
    BuyingEnded,
    CardPlayed,
    CardsThrown,
    DealJoined,
    DealScored,
    DealStarted,
    DealVoided,
    Event,
    FirstDealerDrawn,
    HandFolded,
    MatchEnded,
    PlayBegun,
    TrickTaken,
    TrumpPicked,
    WalkedOver,
    WidowBought,
    WidowRefused,
)
from games.tong.ruleset import TongRuleset

CARDS = 5
WIDOW = 4
SHEET_LINES = 14

FRESH, BUYING, PICKING, JOINING, PLAYING, SETTLING, BETWEEN, FINISHED = range(8)
PHASES = ("fresh", "buying", "picking", "joining", "playing", "settling", "between", "finished")

UNDECIDED, TAKER, BOUND, JOINED, FOLDED = range(5)
STATUSES = ("undecided", "taker", "bound", "joined", "folded")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One deal as players keep it: tricks, 0 for a loss, a gap (None) for who was not in it."""

    deal: int
    won: tuple[int | None, ...]
    points: tuple[int, ...]
    paid: tuple[int, ...]
    pot: int


@dataclass(frozen=True, slots=True)
class Before:
    """Where an excerpt begins: number and dealer of its first deal, and the state before it (notation.md 8)."""

    deal: int
    dealer: Seat
    points: tuple[int, ...]
    marks: tuple[int, ...]
    pot: int


class State:
    """Changed only by `fold`. Everything but the lists is immutable, so that a copy is a few slices."""

    __slots__ = (
        "after",
        "asked",
        "bare",
        "best",
        "deal",
        "dealer",
        "dealt",
        "hands",
        "leader",
        "marks",
        "n",
        "nets",
        "opened",
        "paid",
        "phase",
        "picked_from_stock",
        "points",
        "pot",
        "rules",
        "sheet",
        "size",
        "speakers",
        "status",
        "stock",
        "taken",
        "taker",
        "takers",
        "thrown",
        "trick",
        "tricks",
        "trump",
        "turn",
        "turn_up",
        "turn_up_taken",
        "void_run",
        "walk_over",
        "widow",
        "widow_taken",
        "winner",
    )

    rules: TongRuleset
    n: int
    """Number of seats."""
    phase: int
    deal: int
    dealer: Seat | None
    points: tuple[int, ...]
    marks: tuple[int, ...]
    """Losses not yet paid for."""
    paid: tuple[int, ...]
    """All that each has put in, antes included."""
    pot: int
    void_run: int
    dealt: tuple[tuple[Card, ...], ...]
    """The hands as dealt, in that order."""
    hands: list[CardSet]
    widow: tuple[Card, ...]
    opened: int
    """How many widow cards refusals have turned up."""
    widow_taken: bool
    turn_up: Card
    turn_up_taken: bool
    stock: CardSet
    trump: Suit
    taker: Seat | None
    bare: bool
    """The taker claimed a bare hand."""
    picked_from_stock: bool
    thrown: CardSet
    status: tuple[int, ...]
    speakers: int
    """How many have spoken in the buying."""
    asked: tuple[Seat, ...]
    """Who still has to say whether he plays, in order."""
    size: int
    """How many play this deal: the cards of a complete trick."""
    after: tuple[Seat, ...]
    """By seat the next one that plays this deal."""
    turn: Seat
    leader: Seat
    trick: list[tuple[Seat, Card]]
    best: Card
    taken: list[int]
    takers: list[Seat]
    """Winners of the tricks in order."""
    tricks: list[PastTrick]
    walk_over: Seat | None
    sheet: tuple[SheetLine, ...]
    winner: Seat | None
    nets: tuple[int, ...] | None


copy_state = copier(State, mutable=("hands", "trick", "taken", "takers", "tricks"))


def fresh(rules: TongRuleset) -> State:
    """An empty table; everybody has paid the ante (rules/tong.md 5)."""
    state = State.__new__(State)
    n = rules.players
    state.rules = rules
    state.n = n
    state.phase = FRESH
    state.deal = 0
    state.dealer = None
    state.points = (0,) * n
    state.marks = (0,) * n
    state.paid = (rules.ante,) * n
    state.pot = rules.ante * n
    state.void_run = 0
    state.sheet = ()
    state.winner = None
    state.nets = None
    clear_deal(state)
    return state


def clear_deal(state: State) -> None:
    n = state.n
    state.dealt = ((),) * n
    state.hands = [0] * n
    state.widow = ()
    state.opened = 0
    state.widow_taken = False
    state.turn_up = 0
    state.turn_up_taken = False
    state.stock = 0
    state.trump = 0
    state.taker = None
    state.bare = False
    state.picked_from_stock = False
    state.thrown = 0
    state.status = (UNDECIDED,) * n
    state.speakers = 0
    state.asked = ()
    state.size = 0
    state.after = ()
    state.turn = state.leader = 0
    state.trick = []
    state.best = 0
    state.taken = [0] * n
    state.takers = []
    state.tricks = []
    state.walk_over = None


def buyers(state: State) -> int:
    """How many may buy: everybody but the dealer (rules/tong.md 6.1, option `dealer_buys`)."""
    return state.n if state.rules.dealer_buys == "yes" else state.n - 1


def in_deal(state: State) -> tuple[bool, ...]:
    return tuple(status in (TAKER, BOUND, JOINED) for status in state.status)


def _first_dealer_drawn(state: State, event: FirstDealerDrawn) -> None:
    state.dealer = event.seat
    state.phase = BETWEEN


def _deal_started(state: State, event: DealStarted) -> None:
    """One card at a time from eldest, then the widow, the turn-up, the stock (rules/tong.md 4)."""
    deck, n = event.deck, state.n
    assert deck is not None
    clear_deal(state)
    state.phase = BUYING
    state.deal = event.deal
    state.dealer = event.dealer
    first = (event.dealer + 1) % n
    state.dealt = tuple(deck[(seat - first) % n : CARDS * n : n] for seat in range(n))
    state.hands = [sum(1 << card for card in cards) for cards in state.dealt]
    state.widow = deck[CARDS * n : CARDS * n + WIDOW]
    state.turn_up = event.turn_up
    state.trump = SUIT_OF[event.turn_up]
    state.stock = sum(1 << card for card in deck[CARDS * n + WIDOW + 1 :])
    state.turn = first


def _widow_refused(state: State, event: WidowRefused) -> None:
    state.speakers += 1
    if event.turned is not None:
        state.opened += 1
    state.turn = (event.seat + 1) % state.n


def _take_widow(state: State, seat: Seat) -> None:
    for card in state.widow:
        state.hands[seat] |= 1 << card
    state.widow_taken = True
    state.taker = seat


def _widow_bought(state: State, event: WidowBought) -> None:
    state.speakers += 1
    state.taker = event.seat


def _cards_thrown(state: State, event: CardsThrown) -> None:
    assert event.thrown is not None
    state.thrown = sum(1 << card for card in event.thrown)
    state.hands[event.seat] &= ~state.thrown
    _take_widow(state, event.seat)


def _bare_hand_claimed(state: State, event: BareHandClaimed) -> None:
    state.speakers += 1
    state.taker = event.seat
    state.bare = True
    state.phase = PICKING


def _trump_picked(state: State, event: TrumpPicked) -> None:
    assert event.card is not None
    seat = event.seat
    state.thrown = state.hands[seat]
    state.hands[seat] = 1 << event.card
    if event.is_turn_up:
        state.turn_up_taken = True
    else:
        state.picked_from_stock = True
        state.stock &= ~(1 << event.card)
    _take_widow(state, seat)


def _buying_ended(state: State, event: BuyingEnded) -> None:
    status = [FOLDED] * state.n
    for seat in event.bound:
        status[seat] = BOUND
    for seat in event.asked:
        status[seat] = UNDECIDED
    if event.taker is not None:
        status[event.taker] = TAKER
    state.status = tuple(status)
    state.asked = event.asked
    state.phase = JOINING
    if event.asked:
        state.turn = event.asked[0]


def _speak(state: State, seat: Seat, status: int) -> None:
    state.status = (*state.status[:seat], status, *state.status[seat + 1 :])
    state.asked = state.asked[1:]
    if state.asked:
        state.turn = state.asked[0]


def _deal_joined(state: State, event: DealJoined) -> None:
    _speak(state, event.seat, JOINED)


def _hand_folded(state: State, event: HandFolded) -> None:
    _speak(state, event.seat, FOLDED)


def _play_begun(state: State, event: PlayBegun) -> None:
    state.phase = PLAYING
    state.turn = state.leader = event.leader
    seat_players(state)


def seat_players(state: State) -> None:
    """Note who follows whom in this deal: asked for at every card."""
    players = [seat for seat, plays in enumerate(in_deal(state)) if plays]
    state.size = len(players)
    state.after = tuple(next((other for other in players if other > seat), players[0]) for seat in range(state.n))


def _walked_over(state: State, event: WalkedOver) -> None:
    state.walk_over = event.seat
    state.phase = SETTLING


def _deal_voided(state: State, event: DealVoided) -> None:
    state.phase = SETTLING


def _card_played(state: State, event: CardPlayed) -> None:
    seat, card = event.seat, event.card
    state.hands[seat] &= ~(1 << card)
    trick = state.trick
    if not trick:
        state.leader = seat
        state.best = card
    else:
        best = state.best
        if card > best if SUIT_OF[card] == SUIT_OF[best] else SUIT_OF[card] == state.trump:
            state.best = card
    trick.append((seat, card))
    state.turn = state.after[seat]


def _trick_taken(state: State, event: TrickTaken) -> None:
    seat = event.seat
    state.tricks.append(PastTrick(tuple(state.trick), seat))
    state.takers.append(seat)
    state.taken[seat] += 1
    state.trick = []
    state.turn = state.leader = seat


def _deal_scored(state: State, event: DealScored) -> None:
    void = all(won is None for won in event.won)
    state.void_run = state.void_run + 1 if void else 0
    state.points = event.points
    state.marks = event.marks
    state.paid = tuple(before + now for before, now in zip(state.paid, event.paid, strict=True))
    state.pot = event.pot
    state.winner = event.winner
    state.dealer = event.next_dealer
    line = SheetLine(event.deal, event.won, event.points, event.paid, event.pot)
    state.sheet = (*state.sheet, line)[-SHEET_LINES:]
    state.size = 0
    state.after = ()
    state.phase = BETWEEN


def _match_ended(state: State, event: MatchEnded) -> None:
    state.winner = event.winner
    state.nets = event.nets
    state.phase = FINISHED


_FOLDS: dict[type, Callable[[State, Any], None]] = {
    FirstDealerDrawn: _first_dealer_drawn,
    DealStarted: _deal_started,
    WidowRefused: _widow_refused,
    WidowBought: _widow_bought,
    CardsThrown: _cards_thrown,
    BareHandClaimed: _bare_hand_claimed,
    TrumpPicked: _trump_picked,
    BuyingEnded: _buying_ended,
    DealJoined: _deal_joined,
    HandFolded: _hand_folded,
    PlayBegun: _play_begun,
    WalkedOver: _walked_over,
    DealVoided: _deal_voided,
    CardPlayed: _card_played,
    TrickTaken: _trick_taken,
    DealScored: _deal_scored,
    MatchEnded: _match_ended,
}
fold = folder(_FOLDS)


def evolve(state: State, event: Event) -> State:
    new = copy_state(state)
    fold(new, event)
    return new

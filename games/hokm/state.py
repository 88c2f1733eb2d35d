"""What a table of Hokm is at one moment, and how an event changes it.

Read `phase` first: it says which other fields mean something. Facts of the auction stand in a frozen `Auction` that
copies share; the lists hold what card play changes. Between deals the last deal's cards stay, so that everybody can
look at them until the next one begins.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from games.hokm.cards import STRENGTH
from games.hokm.events import (
    AuctionWon,
    BidPlaced,
    CardPlayed,
    DealScored,
    DealStarted,
    DealThrownIn,
    Event,
    FirstDealerDrawn,
    MatchEnded,
    TrickTaken,
    TrumpNamed,
)
from games.hokm.ruleset import HokmRuleset
from games.hokm.scoring import PASS
from games.kernel.cards import Card, CardSet, Seat, Suit
from games.kernel.copying import copier
from games.kernel.steps import folder
from games.kernel.tricks import PastTrick as PastTrick

SEATS = 3
TRICKS = 10
SHEET_LINES = 14
"""Lines of the score sheet that a state keeps; older deals are in the log. A state must not grow with its table."""

FRESH, BIDDING, NAMING_TRUMP, PLAYING, BETWEEN, FINISHED = range(6)
PHASES = ("fresh", "bidding", "naming_trump", "playing", "between", "finished")


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding of one deal (rules/hokm.md 5.1-5.3)."""

    bids: tuple[tuple[Seat, int], ...] = ()
    """In the order in which they were made; under `rounds_rising` a seat may stand here several times."""
    contracts: tuple[int | None, ...] = (None,) * SEATS
    """The last number each seat named, None before it has spoken."""
    passed: tuple[bool, ...] = (False,) * SEATS
    high: int = 0
    """The highest number so far, 0 before the first bid."""
    declarer: Seat | None = None
    trump: Suit | None = None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One deal on the score sheet; a thrown-in deal has a reason and no score."""

    deal: int
    contracts: tuple[int | None, ...]
    tricks: tuple[int, ...] | None
    score: tuple[int, ...] | None
    totals: tuple[int, ...]
    thrown_in: str | None = None


@dataclass(frozen=True, slots=True)
class Before:
    """Where an excerpt begins: the number and dealer of its first deal, and the totals before it (notation.md 8)."""

    deal: int
    dealer: Seat
    totals: tuple[int, ...]


class State:
    """Changed only by `fold`. Everything but the lists is immutable, so that a copy is a few slices."""

    __slots__ = (
        "auction",
        "best",
        "deal",
        "dealer",
        "dealt",
        "hands",
        "leader",
        "phase",
        "played",
        "rules",
        "scores",
        "sheet",
        "strength",
        "taken",
        "totals",
        "trick",
        "tricks",
        "trump",
        "turn",
        "winners",
    )

    rules: HokmRuleset
    phase: int
    deal: int
    """Number of the deal that runs or ran last; 0 before the first."""
    dealer: Seat | None
    """The dealer of that deal, or of the next one between deals."""
    dealt: tuple[CardSet, ...]
    """The hands as they were dealt."""
    hands: list[CardSet]
    auction: Auction
    turn: Seat
    """Who bids, names trumps or plays next."""
    leader: Seat
    """Who led, or leads, the trick on the table."""
    trick: list[Card]
    """The cards on the table, in order of play from `leader`."""
    best: Card
    """The card that wins the trick so far, while there is one."""
    trump: Suit
    strength: tuple[int, ...]
    taken: list[int]
    """Tricks taken by seat in this deal."""
    tricks: list[PastTrick]
    """The completed tricks of this deal."""
    played: int
    """How many cards of this deal were played."""
    totals: tuple[int, ...]
    scores: tuple[int, ...] | None
    """The result of the deal that was scored last."""
    sheet: tuple[SheetLine, ...]
    winners: tuple[Seat, ...]


copy_state = copier(State, mutable=("hands", "trick", "taken", "tricks"))


def fresh(rules: HokmRuleset) -> State:
    """An empty table, before anybody knows who deals first."""
    state = State.__new__(State)
    state.rules = rules
    state.phase = FRESH
    state.deal = 0
    state.dealer = None
    state.totals = (0,) * SEATS
    state.scores = None
    state.sheet = ()
    state.winners = ()
    clear_deal(state)
    return state


def clear_deal(state: State) -> None:
    state.dealt = (0,) * SEATS
    state.hands = [0] * SEATS
    state.auction = Auction()
    state.turn = state.leader = 0
    state.trick = []
    state.best = 0
    state.trump = 0
    state.strength = STRENGTH[None]
    state.taken = [0] * SEATS
    state.tricks = []
    state.played = 0


def eldest(dealer: Seat) -> Seat:
    return (dealer + 1) % SEATS


_OWNER = (
    (0,) * 3
    + (1,) * 3
    + (2,) * 3
    + (0,) * 2
    + (1,) * 2
    + (2,) * 2
    + (0,) * 3
    + (1,) * 3
    + (2,) * 3
    + (0,) * 2
    + (1,) * 2
    + (2,) * 2
)
"""Who gets position k of the shuffled pack: 0 eldest, 1 next, 2 dealer (rules/hokm.md 4)."""


def hands_of(deck: tuple[Card, ...], dealer: Seat) -> tuple[CardSet, ...]:
    """The hands by seat: rounds of three, two, three and two, eldest first (rules/hokm.md 4)."""
    hands = [0] * SEATS
    first = eldest(dealer)
    for owner, card in zip(_OWNER, deck, strict=True):
        hands[(first + owner) % SEATS] |= 1 << card
    return tuple(hands)


def _first_dealer_drawn(state: State, event: FirstDealerDrawn) -> None:
    state.dealer = event.seat
    state.phase = BETWEEN


def _deal_started(state: State, event: DealStarted) -> None:
    assert event.deck is not None
    clear_deal(state)
    state.phase = BIDDING
    state.deal = event.deal
    state.dealer = event.dealer
    state.scores = None
    state.dealt = hands_of(event.deck, event.dealer)
    state.hands = list(state.dealt)
    state.turn = eldest(event.dealer)


def _bid_placed(state: State, event: BidPlaced) -> None:
    seat, value, auction = event.seat, event.value, state.auction
    contracts, passed = list(auction.contracts), list(auction.passed)
    if value == PASS:
        passed[seat] = True
        if contracts[seat] is None:
            contracts[seat] = PASS
    else:
        contracts[seat] = value
    state.auction = auction = replace(
        auction,
        bids=(*auction.bids, (seat, value)),
        contracts=tuple(contracts),
        passed=tuple(passed),
        high=max(auction.high, value),
    )
    following = (seat + 1) % SEATS
    if state.rules.auction == "rounds_rising":
        while auction.passed[following] and following != seat:
            following = (following + 1) % SEATS
    state.turn = following


def _deal_thrown_in(state: State, event: DealThrownIn) -> None:
    line = SheetLine(event.deal, state.auction.contracts, None, None, state.totals, event.reason)
    state.sheet = (*state.sheet, line)[-SHEET_LINES:]
    state.dealer = event.next_dealer
    state.phase = BETWEEN


def _auction_won(state: State, event: AuctionWon) -> None:
    contracts = tuple(PASS if contract is None else contract for contract in state.auction.contracts)
    state.auction = replace(state.auction, declarer=event.seat, contracts=contracts)
    state.turn = event.seat
    state.phase = NAMING_TRUMP


def _trump_named(state: State, event: TrumpNamed) -> None:
    state.auction = replace(state.auction, trump=event.suit)
    state.trump = event.suit
    state.strength = STRENGTH[event.suit]
    state.turn = state.leader = event.seat
    state.phase = PLAYING


def _card_played(state: State, event: CardPlayed) -> None:
    seat, card = event.seat, event.card
    state.hands[seat] &= ~(1 << card)
    trick = state.trick
    if not trick:
        state.leader = seat
        state.best = card
    else:
        best = state.best
        suit = card // 8
        if suit == best // 8:
            if state.strength[card] > state.strength[best]:
                state.best = card
        elif suit == state.trump:
            state.best = card
    trick.append(card)
    state.played += 1
    state.turn = seat + 1 if seat < 2 else 0


def _trick_taken(state: State, event: TrickTaken) -> None:
    seat, leader, trick = event.seat, state.leader, state.trick
    cards = tuple(((leader + i) % SEATS, card) for i, card in enumerate(trick))
    state.tricks.append(PastTrick(cards, seat))
    state.taken[seat] += 1
    state.trick = []
    state.turn = state.leader = seat


def _deal_scored(state: State, event: DealScored) -> None:
    state.totals = event.totals
    state.scores = event.score
    line = SheetLine(event.deal, state.auction.contracts, event.tricks, event.score, event.totals)
    state.sheet = (*state.sheet, line)[-SHEET_LINES:]
    state.dealer = event.next_dealer
    state.phase = BETWEEN


def _match_ended(state: State, event: MatchEnded) -> None:
    state.winners = event.winners
    state.phase = FINISHED


_FOLDS: dict[type, Callable[[State, Any], None]] = {
    FirstDealerDrawn: _first_dealer_drawn,
    DealStarted: _deal_started,
    BidPlaced: _bid_placed,
    DealThrownIn: _deal_thrown_in,
    AuctionWon: _auction_won,
    TrumpNamed: _trump_named,
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

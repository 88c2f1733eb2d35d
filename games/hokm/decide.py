"""From a command to its events, with everything that follows by itself until quiet (rules/hokm.md 5-8)."""

from games.hokm.cards import PACK
from games.hokm.commands import Command, NameTrump, PlaceBid, PlayCard
from games.hokm.events import (
    AuctionWon,
    BidPlaced,
    DealScored,
    DealStarted,
    DealThrownIn,
    Event,
    FirstDealerDrawn,
    MatchEnded,
    TrumpNamed,
)
from games.hokm.legality import auction_over, legal, playable, refusal
from games.hokm.scoring import PASS, score_deal, winners
from games.hokm.state import BETWEEN, BIDDING, FRESH, PLAYING, SEATS, State, copy_state, eldest, fold
from games.kernel.cards import Seat
from games.kernel.contract import Deck, FirstDealer, Wants
from games.kernel.errors import Rejected
from games.kernel.menu import contains
from games.kernel.steps import settler
from games.kernel.tricks import OWN_PLAYED, TAKEN

_DECK = Deck(PACK.size)
_FIRST_DEALER = FirstDealer(SEATS)


def wants(state: State) -> Wants:
    """A first dealer before the first deal, a deck before each (rules/hokm.md 2, 4)."""
    if state.phase == BETWEEN:
        return None if follow_up(state) else _DECK
    return _FIRST_DEALER if state.phase == FRESH else None


def deal(state: State, drawn: Seat | tuple[int, ...]) -> tuple[Event, ...]:
    """The event of what chance supplied; `drawn` is what `wants` asked for."""
    if isinstance(drawn, int):
        return (FirstDealerDrawn(drawn),)
    assert state.dealer is not None
    return (DealStarted(state.deal + 1, state.dealer, tuple(PACK.cards[k] for k in drawn)),)


def advance(state: State, command: Command, *, by: Seat) -> list[Event]:
    """Decide and fold in place. Raises Rejected and then leaves the state as it was."""
    if type(command) is PlayCard:
        card = command.card
        if state.phase == PLAYING and by == state.turn and state.played < PACK.size and playable(state) >> card & 1:
            played = OWN_PLAYED[by][card]
            fold(state, played)
            if len(state.trick) < SEATS:
                return [played]
            return _settle(state, [played])
        raise Rejected(refusal(state, command, by))
    if not contains(legal(state, by), command):
        raise Rejected(refusal(state, command, by))
    event: Event = BidPlaced(by, by, command.value) if type(command) is PlaceBid else _named(command, by)
    fold(state, event)
    return _settle(state, [event])


def _named(command: Command, by: Seat) -> TrumpNamed:
    assert type(command) is NameTrump
    return TrumpNamed(by, by, command.suit)


def decide(state: State, command: Command, *, by: Seat) -> tuple[Event, ...]:
    return tuple(advance(copy_state(state), command, by=by))


def follow_up(state: State) -> Event | None:
    """The one event that happens by itself now: a trick goes to its taker, a deal is scored, the match ends."""
    phase = state.phase
    if phase == PLAYING:
        if len(state.trick) == SEATS:
            return TAKEN[(state.leader + state.trick.index(state.best)) % SEATS]
        return _scored(state) if state.played == PACK.size else None
    if phase == BIDDING:
        return _auction_end(state) if auction_over(state) else None
    if phase == BETWEEN and state.deal:
        won_by = winners(state.totals, state.deal, state.rules)
        return MatchEnded(state.totals, won_by) if won_by else None
    return None


_settle = settler(follow_up, fold)


def _auction_end(state: State) -> Event:
    """Who names the trumps, or why the deal is thrown in (rules/hokm.md 5.2, 11; notation.md 13)."""
    assert state.dealer is not None
    auction, rules = state.auction, state.rules
    contracts = tuple(contract or PASS for contract in auction.contracts)
    if sum(contracts) < rules.min_total:
        return DealThrownIn(state.deal, "min_total", (state.dealer + 1) % SEATS)
    if auction.high <= PASS:
        if rules.all_pass == "redeal":
            return DealThrownIn(state.deal, "all_pass", (state.dealer + 1) % SEATS)
        return AuctionWon(state.dealer if rules.all_pass == "dealer" else eldest(state.dealer))
    highest = [seat for seat, value in auction.bids if value == auction.high]
    return AuctionWon(highest[-1 if rules.top_tie == "latest" else 0])


def _scored(state: State) -> DealScored:
    assert state.dealer is not None
    tricks = tuple(state.taken)
    contracts = tuple(contract or PASS for contract in state.auction.contracts)
    score = score_deal(contracts, tricks, state.rules)
    totals = tuple(total + gain for total, gain in zip(state.totals, score, strict=True))
    return DealScored(state.deal, tricks, score, totals, (state.dealer + 1) % SEATS)


def default_command(state: State, seat: Seat) -> Command:
    """What the clock plays: pass; the longest suit, ties S C D H; the weakest legal card, plain before trump (10)."""
    if state.phase == BIDDING:
        return PlaceBid(PASS)
    hand = state.hands[seat]
    if state.phase != PLAYING:
        lengths = [(hand & cards).bit_count() for cards in PACK.suit_sets]
        return NameTrump(lengths.index(max(lengths)))
    return PlayCard.of(min(PACK.cards_in(playable(state)), key=lambda card: (state.strength[card], card)))

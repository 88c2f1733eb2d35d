"""How an event changes a state. Never judges, never ignores: an unknown event is a bug and raises."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.kernel.cards import Seat
from games.kernel.errors import UnknownEvent
from games.preferans.auction import auction_over, next_caller
from games.preferans.bids import MISERE, MISERE_WITHOUT, STRAIN, WITHOUT_TALON
from games.preferans.cards import deal_out
from games.preferans.claims import asked
from games.preferans.events import (
    AuctionWon,
    BidHeld,
    BidPlaced,
    CardPlayed,
    CardsLaid,
    ClaimAccepted,
    ClaimAnswered,
    ClaimOffered,
    ContractDeclared,
    DealScored,
    DealStarted,
    Discarded,
    Event,
    FirstDealerDrawn,
    HandsOpened,
    MatchEnded,
    Passed,
    PlayBegan,
    StopAnswered,
    StopOffered,
    Surrendered,
    TalonTaken,
    TalonTurned,
    TrickTaken,
    TrustAnswered,
    WhistAnswered,
)
from games.preferans.sheet import Sheet, is_over
from games.preferans.state import (
    ACTIVE,
    AUCTION,
    BETWEEN,
    DUE_OPENING,
    DUE_OTHER,
    DUE_TRICK,
    EXCHANGE,
    FINISHED,
    LAYING,
    NEXT,
    OPEN_MODES,
    OWN,
    PLAYING,
    QUIET,
    SCORING,
    SHEET_LINES,
    TRICKS,
    TRUSTING,
    WHISTING,
    Auction,
    Offer,
    SheetLine,
    State,
    change_undertaking,
    clear_deal,
    copy_state,
    defenders,
    due_in_play,
    opening_is_due,
)
from games.preferans.whisting import is_checked, is_stalingrad, settled, speaker


def fold(state: State, event: Event) -> None:
    """Change a state by what happened. An event of no known kind raises UnknownEvent."""
    if type(event) is CardPlayed:
        _card_played(state, event)
    elif type(event) is TrickTaken:
        _trick_taken(state, event)
    else:
        try:
            change = _FOLDS[type(event)]
        except KeyError:
            raise UnknownEvent(type(event).__name__) from None
        change(state, event)
        state.due = due_now(state)


def evolve(state: State, event: Event) -> State:
    new = copy_state(state)
    fold(new, event)
    return new


def due_now(state: State) -> int:
    """What follows by itself in this state, QUIET for nothing."""
    phase = state.phase
    if phase in (PLAYING, SCORING, TRUSTING):
        if state.claim is not None:
            return QUIET if state.claim.asked else DUE_OTHER
        return due_in_play(state)
    if phase == AUCTION:
        return DUE_OTHER if auction_over(state.auction, state.active) else QUIET
    if phase == EXCHANGE:
        bid = state.undertaking.bid
        waits = state.undertaking.taken or (bid in WITHOUT_TALON and bid != MISERE_WITHOUT)
        return QUIET if waits else DUE_OTHER
    if phase == WHISTING:
        return DUE_OTHER if whist_turn(state) is None else QUIET
    if phase == LAYING:
        return DUE_OTHER if state.undertaking.how else QUIET
    if phase == BETWEEN and state.deal:
        agreed = state.stop is not None and not state.stop.asked
        return DUE_OTHER if agreed or is_over(state.sheet, state.deal, state.rules) else QUIET
    return QUIET


def whist_turn(state: State) -> tuple[Seat, tuple[Any, ...]] | None:
    """Who speaks in the whisting, and what he may say; None where nobody is asked (any more)."""
    contract = state.undertaking.contract
    assert contract is not None
    if contract == MISERE or is_checked(state.rules, contract) or is_stalingrad(state.rules, contract):
        return None
    return speaker(state.rules, contract, state.undertaking.answers, *defenders(state))


# --- card play ---


def _card_played(state: State, event: CardPlayed) -> None:
    seat, card = event.seat, event.card
    state.hands[seat] &= ~(1 << card)
    trick = state.trick
    suit = card >> 3
    if state.led < 0:
        state.led = suit
        state.leader = seat
        state.best = card
        state.best_seat = seat
    else:
        best = state.best
        if suit == best >> 3:
            if card > best:
                state.best = card
                state.best_seat = seat
        elif suit == state.trump or (best < 0 and suit == state.led):
            # A talon card that only names the suit wins nothing, so the first card of that suit is the best so far.
            state.best = card
            state.best_seat = seat
    trick.append(card)
    state.turn = state.next[seat]
    if len(trick) == 3:
        state.due = DUE_TRICK
    elif state.opens and opening_is_due(state):
        state.due = DUE_OPENING


def _trick_taken(state: State, event: TrickTaken) -> None:
    seat = event.seat
    tricks = state.tricks
    tricks.append((state.leader, tuple(state.trick), seat, state.talon_card))
    state.taken[seat] += 1
    state.trick = []
    state.led = state.best = -1
    if state.talon_card >= 0:
        state.talon_card = -1
        first = state.active[0]
        winner_leads = len(tricks) == 2 and state.rules.raspasy_third_lead == "winner" and seat in state.active
        state.turn = state.leader = seat if winner_leads else first
    else:
        state.turn = state.leader = seat
    state.refused = 0
    if len(tricks) == TRICKS:
        state.phase = SCORING
        state.due = DUE_OTHER
    else:
        state.due = due_in_play(state) if state.opens or len(tricks) == 1 else QUIET


# --- the deal and the auction ---


def _first_dealer_drawn(state: State, event: FirstDealerDrawn) -> None:
    state.dealer = event.seat
    state.phase = BETWEEN


def _deal_started(state: State, event: DealStarted) -> None:
    assert event.deck is not None
    clear_deal(state)
    players = state.rules.players
    state.phase = AUCTION
    state.deal = event.deal
    state.dealer = event.dealer
    state.active = ACTIVE[players, event.dealer]
    state.next = NEXT[players, event.dealer]
    state.line = None
    state.stop = None
    state.stop_refused = 0
    state.dealt, state.talon = deal_out(event.deck, state.active, players)
    state.hands = list(state.dealt)
    state.turn = state.leader = state.active[0]


def _passed(state: State, event: Passed) -> None:
    auction = state.auction
    passed = list(auction.passed)
    passed[event.seat] = True
    calls = (*auction.calls, (event.seat, None))
    state.auction = Auction(calls, tuple(passed), auction.last, auction.high, auction.high_by)
    state.turn = next_caller(state.auction, state.next, event.seat)


def _bid_placed(state: State, event: BidPlaced | BidHeld) -> None:
    auction, seat = state.auction, event.seat
    last = list(auction.last)
    last[seat] = event.bid
    state.auction = Auction((*auction.calls, (seat, event.bid)), auction.passed, tuple(last), event.bid, seat)
    state.turn = next_caller(auction, state.next, seat)


def _auction_won(state: State, event: AuctionWon) -> None:
    state.undertaking = change_undertaking(state.undertaking, declarer=event.seat, bid=event.bid)
    state.turn = event.seat
    state.phase = EXCHANGE


def _talon_taken(state: State, event: TalonTaken) -> None:
    for card in event.cards:
        state.hands[event.seat] |= 1 << card
    state.undertaking = change_undertaking(state.undertaking, taken=True)


def _discarded(state: State, event: Discarded) -> None:
    assert event.cards is not None
    state.hands[event.seat] &= ~event.cards
    state.undertaking = change_undertaking(state.undertaking, discarded=True, discard=event.cards)


def _contract_declared(state: State, event: ContractDeclared) -> None:
    state.undertaking = change_undertaking(state.undertaking, contract=event.contract)
    state.trump = STRAIN[event.contract]
    state.phase = WHISTING
    state.turn = defenders(state)[0]


def _surrendered(state: State, event: Surrendered) -> None:
    state.undertaking = change_undertaking(state.undertaking, surrendered=True)
    state.phase = SCORING


def _whist_answered(state: State, event: WhistAnswered) -> None:
    undertaking = state.undertaking
    state.undertaking = undertaking = change_undertaking(
        undertaking, answers=(*undertaking.answers, (event.seat, event.answer))
    )
    turn = whist_turn(state)
    if turn is not None:
        state.turn = turn[0]
        return
    whisters, _ = settled(undertaking.answers)
    if not whisters:
        state.phase = SCORING
    elif len(whisters) == 1:
        state.phase = LAYING
        state.turn = whisters[0]


def _cards_laid(state: State, event: CardsLaid) -> None:
    state.undertaking = change_undertaking(state.undertaking, how=event.how)


def _play_began(state: State, event: PlayBegan) -> None:
    undertaking = change_undertaking(state.undertaking, whisters=event.whisters, multiplier=event.multiplier)
    mode = event.mode
    if mode == "misere":
        undertaking = change_undertaking(undertaking, contract=MISERE)
    state.undertaking = undertaking
    state.mode = mode
    state.opens = mode in OPEN_MODES
    state.turn = state.leader = state.active[0]
    if mode == "open":
        first, second = defenders(state)
        whister = event.whisters[0]
        state.control = _handed(state, second if whister == first else first, whister)
    state.phase = TRUSTING if mode == "misere" and state.rules.misere_control == "delegate" else PLAYING


def _handed(state: State, hand: Seat, to: Seat) -> tuple[Seat, ...]:
    control = list(state.control)
    control[hand] = to
    return tuple(control)


def _trust_answered(state: State, event: TrustAnswered) -> None:
    undertaking = state.undertaking
    trusts = (*undertaking.trusts, (event.seat, event.to))
    state.undertaking = change_undertaking(undertaking, trusts=trusts)
    if event.to is not None:
        state.control = _handed(state, event.seat, event.to)
    if event.to is not None or len(trusts) == 2:
        state.phase = PLAYING


def _hands_opened(state: State, event: HandsOpened) -> None:
    state.opened = True
    state.opens = False


def _talon_turned(state: State, event: TalonTurned) -> None:
    state.talon_card = event.card
    state.led = event.card >> 3
    state.turn = state.leader = state.active[0]
    if event.seat is not None:
        state.best = event.card
        state.best_seat = event.seat


# --- offers ---


def _claim_offered(state: State, event: ClaimOffered) -> None:
    state.claim = Offer(event.seat, asked(state, event.by), event.tricks)


def _claim_answered(state: State, event: ClaimAnswered) -> None:
    claim = state.claim
    assert claim is not None
    if event.accept:
        state.claim = replace(claim, asked=tuple(seat for seat in claim.asked if seat != event.seat))
    else:
        state.refused |= 1 << claim.seat
        state.claim = None


def _claim_accepted(state: State, event: ClaimAccepted) -> None:
    state.taken = [tricks or 0 for tricks in event.tricks]
    state.claim = None
    state.phase = SCORING


def _stop_offered(state: State, event: StopOffered) -> None:
    others = tuple(seat for seat in range(state.rules.players) if seat != event.seat)
    state.stop = Offer(event.seat, others)


def _stop_answered(state: State, event: StopAnswered) -> None:
    stop = state.stop
    assert stop is not None
    if event.accept:
        state.stop = replace(stop, asked=tuple(seat for seat in stop.asked if seat != event.seat))
    else:
        state.stop_refused |= 1 << stop.seat
        state.stop = None


# --- the end of a deal and of the match ---


def _deal_scored(state: State, event: DealScored) -> None:
    state.sheet = Sheet(event.pools, event.mountains, event.whists)
    state.standing = event.standing
    state.streak = event.streak
    state.line = SheetLine(
        event.deal, event.dealer, event.declarer, event.contract, event.made, event.tricks, event.entries
    )
    state.lines = (*state.lines, state.line)[-SHEET_LINES:]
    state.dealer = event.next_dealer
    state.phase = BETWEEN
    state.control = OWN[state.rules.players]


def _match_ended(state: State, event: MatchEnded) -> None:
    state.totals = event.totals
    state.why_ended = event.reason
    state.stop = None
    state.phase = FINISHED


_FOLDS: dict[type, Callable[[State, Any], None]] = {
    FirstDealerDrawn: _first_dealer_drawn,
    DealStarted: _deal_started,
    Passed: _passed,
    BidPlaced: _bid_placed,
    BidHeld: _bid_placed,
    AuctionWon: _auction_won,
    TalonTaken: _talon_taken,
    Discarded: _discarded,
    ContractDeclared: _contract_declared,
    Surrendered: _surrendered,
    WhistAnswered: _whist_answered,
    CardsLaid: _cards_laid,
    PlayBegan: _play_began,
    TrustAnswered: _trust_answered,
    HandsOpened: _hands_opened,
    TalonTurned: _talon_turned,
    ClaimOffered: _claim_offered,
    ClaimAnswered: _claim_answered,
    ClaimAccepted: _claim_accepted,
    DealScored: _deal_scored,
    StopOffered: _stop_offered,
    StopAnswered: _stop_answered,
    MatchEnded: _match_ended,
}

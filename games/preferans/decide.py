"""From a command to its events, with everything that follows by itself until quiet."""

from collections.abc import Callable
from typing import Any

from games.kernel.cards import Seat
from games.kernel.contract import Deck, FirstDealer, Wants
from games.kernel.errors import Rejected
from games.kernel.menu import contains
from games.kernel.tricks import PLAYED, TAKEN
from games.preferans.auction import legal_bids
from games.preferans.bids import DECLARABLE, LEVEL, MISERE, VALUE, WITHOUT_TALON
from games.preferans.cards import PACK
from games.preferans.commands import (
    AnswerClaim,
    AnswerStop,
    Claim,
    Command,
    Declare,
    Hold,
    LayCards,
    OfferStop,
    Pass,
    PlaceBid,
    PlayCard,
    Surrender,
    Trust,
    Whist,
)
from games.preferans.events import (
    AuctionWon,
    BidHeld,
    BidPlaced,
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
    TrustAnswered,
    WhistAnswered,
)
from games.preferans.evolve import fold, whist_turn
from games.preferans.legality import legal, playable, refusal, to_discard
from games.preferans.scoring import (
    Defence,
    score_contract,
    score_misere,
    score_raspasy,
    score_surrender,
    talon_worth,
)
from games.preferans.sheet import Writing, hold, rounded, standing, write
from games.preferans.state import (
    AUCTION,
    BETWEEN,
    DUE_OPENING,
    DUE_TALON,
    DUE_TRICK,
    EXCHANGE,
    FRESH,
    LAYING,
    PLAYING,
    QUIET,
    TRUSTING,
    WHISTING,
    State,
    copy_state,
    dealer_plays,
    defenders,
    seated_out,
)
from games.preferans.whisting import is_checked, is_stalingrad, settled

_DECK = Deck(PACK.size)


def wants(state: State) -> Wants:
    """A first dealer before the first deal, a deck before each; nothing while a stop is being answered."""
    if state.phase == BETWEEN:
        return None if state.due or state.stop is not None else _DECK
    return FirstDealer(state.rules.players) if state.phase == FRESH else None


def deal(state: State, drawn: Seat | tuple[int, ...]) -> tuple[Event, ...]:
    """The event of what chance supplied; `drawn` is what `wants` asked for."""
    if isinstance(drawn, int):
        return (FirstDealerDrawn(drawn),)
    assert state.dealer is not None
    # No card is missing from this pack, so its k-th card is k.
    return (DealStarted(state.deal + 1, state.dealer, tuple(drawn)),)


def advance(state: State, command: Command, *, by: Seat) -> list[Event]:
    """Decide and fold in place. Raises Rejected and then leaves the state as it was."""
    if type(command) is PlayCard:
        turn, card = state.turn, command.card
        if (
            state.phase == PLAYING
            and not state.due
            and state.claim is None
            and state.control[turn] == by
            and card >= 0
            and playable(state) >> card & 1
        ):
            played = PLAYED[turn][by][card]
            fold(state, played)
            return _settle(state, [played]) if state.due else [played]
        raise Rejected(refusal(state, command, by))
    if state.phase == AUCTION and type(command) is not Hold:
        accepted = state.turn == by and (
            type(command) is Pass
            or (type(command) is PlaceBid and type(command.bid) is int and command.bid in legal_bids(state, by))
        )
    else:
        accepted = contains(legal(state, by), command)
    if not accepted:
        raise Rejected(refusal(state, command, by))
    events = _EVENTS[type(command)](state, command, by)
    for event in events:
        fold(state, event)
    return _settle(state, events)


def decide(state: State, command: Command, *, by: Seat) -> tuple[Event, ...]:
    return tuple(advance(copy_state(state), command, by=by))


def _settle(state: State, events: list[Event]) -> list[Event]:
    while state.due:
        event = follow_up(state)
        assert event is not None
        fold(state, event)
        events.append(event)
    return events


def _held(state: State, by: Seat) -> BidHeld:
    assert state.auction.high is not None
    return BidHeld(by, by, state.auction.high)


def _declared(state: State, command: Declare, by: Seat) -> list[Event]:
    """The discard is secret and the contract public, so they are two events."""
    declared = ContractDeclared(by, by, command.contract)
    return [Discarded(state.deal, by, by, command.discard), declared] if to_discard(state) else [declared]


def _trusted(state: State, command: Trust, by: Seat) -> TrustAnswered:
    first, second = defenders(state)
    return TrustAnswered(by, by, (second if by == first else first) if command.give else None)


_EVENTS: dict[type, Callable[[State, Any, Seat], list[Event]]] = {
    Pass: lambda state, command, by: [Passed(by, by)],
    PlaceBid: lambda state, command, by: [BidPlaced(by, by, command.bid)],
    Hold: lambda state, command, by: [_held(state, by)],
    Declare: _declared,
    Surrender: lambda state, command, by: [Surrendered(by, by)],
    Whist: lambda state, command, by: [WhistAnswered(by, by, command.answer)],
    LayCards: lambda state, command, by: [CardsLaid(by, by, command.how)],
    Trust: lambda state, command, by: [_trusted(state, command, by)],
    Claim: lambda state, command, by: [ClaimOffered(by, by, command.tricks)],
    AnswerClaim: lambda state, command, by: [ClaimAnswered(by, by, command.accept)],
    OfferStop: lambda state, command, by: [StopOffered(by, by)],
    AnswerStop: lambda state, command, by: [StopAnswered(by, by, command.accept)],
}


# --- what happens by itself ---


def follow_up(state: State) -> Event | None:
    """The one event that happens by itself now, or None: the state is quiet."""
    due = state.due
    if due == QUIET:
        return None
    if due == DUE_TRICK:
        return TAKEN[state.best_seat]
    if due == DUE_OPENING:
        return HandsOpened(state.deal, tuple((seat, state.hands[seat]) for seat in sorted(defenders(state))))
    if due == DUE_TALON:
        return TalonTurned(state.deal, state.talon[len(state.tricks)], state.dealer if dealer_plays(state) else None)
    if state.claim is not None:
        return ClaimAccepted(state.claim.tricks)
    return _NEXT.get(state.phase, _scored)(state)


def _auction_end(state: State) -> Event:
    auction = state.auction
    if auction.high is None or auction.high_by is None:
        return PlayBegan("raspasy", (), state.rules.multiplier(state.streak))
    return AuctionWon(auction.high_by, auction.high)


def _after_auction(state: State) -> Event:
    """The talon is taken, or nobody looks at it (rules/preferans.md 3.1, 2.4)."""
    undertaking = state.undertaking
    assert undertaking.declarer is not None
    if undertaking.bid in WITHOUT_TALON:
        return PlayBegan("misere", (), 1)
    return TalonTaken(state.deal, undertaking.declarer, state.talon)


def _after_whisting(state: State) -> Event:
    """How the deal is played (rules/preferans.md 4.3-4.8, 6.3)."""
    undertaking, rules = state.undertaking, state.rules
    contract = undertaking.contract
    assert contract is not None
    if contract == MISERE:
        return PlayBegan("misere", (), 1)
    if is_checked(rules, contract):
        return PlayBegan("checked", (), 1)
    if is_stalingrad(rules, contract):
        return PlayBegan("closed", defenders(state), 1)
    return PlayBegan(undertaking.how or "closed", settled(undertaking.answers)[0], 1)


def _match_ended(state: State) -> MatchEnded:
    agreed = state.stop is not None and not state.stop.asked
    return MatchEnded("agreed" if agreed else "finished", state.standing, rounded(state.standing))


def _scored(state: State) -> DealScored:
    """The whole result of a deal (rules/preferans.md 8.8, 7.5, 7.6, 1.2)."""
    rules, undertaking = state.rules, state.undertaking
    assert state.dealer is not None
    written, made = _written(state)
    sheet, entries = write(state.sheet, written, rules)
    raspasy = state.mode == "raspasy"
    streak = state.streak + 1 if raspasy else 0 if _ends_streak(state, made) else state.streak
    stays = raspasy and rules.deal_rotation == "stay_on_raspasy"
    taking = state.active if not dealer_plays(state) else range(rules.players)
    tricks = tuple(taken if seat in taking else None for seat, taken in enumerate(state.taken))
    return DealScored(
        state.deal,
        state.dealer,
        undertaking.declarer,
        undertaking.bid if undertaking.surrendered else undertaking.contract,
        tricks if state.mode else None,
        None if raspasy else made and not undertaking.surrendered,
        entries,
        sheet.pools,
        sheet.mountains,
        sheet.whists,
        streak,
        standing(sheet, rules),
        state.dealer if stays else (state.dealer + 1) % rules.players,
    )


def _written(state: State) -> tuple[Writing, bool]:
    """What a deal writes, and whether the contract was made."""
    rules, undertaking = state.rules, state.undertaking
    out, tricks = seated_out(state), tuple(state.taken)
    declarer = undertaking.declarer
    if state.mode == "raspasy":
        first, second, third = state.active
        played = dealer_plays(state)
        return score_raspasy(rules, (first, second, third), out, tricks, undertaking.multiplier, played), False
    assert declarer is not None
    if undertaking.surrendered:
        assert undertaking.bid is not None
        return score_surrender(rules, declarer, undertaking.bid), False
    contract = undertaking.contract
    assert contract is not None
    if contract == MISERE:
        return score_misere(rules, declarer, tricks[declarer]), not tricks[declarer]
    first, second = defenders(state)
    half = settled(undertaking.answers)[1]
    defence = Defence(first, second, undertaking.whisters, half, state.mode == "checked")
    written = score_contract(rules, declarer, contract, defence, tricks if state.mode else None, out)
    if rules.paid_talon == "on" and out is not None and undertaking.taken:
        hold(written, out, declarer, _paid_for_talon(state))
    return written, not state.mode or tricks[declarer] >= LEVEL[contract]


def _paid_for_talon(state: State) -> int:
    """What the declarer owes the dealer for the talon (`paid_talon`, rules/preferans.md 11)."""
    contract = state.undertaking.contract
    assert contract is not None
    return state.rules.scale * VALUE[contract] * talon_worth(state.talon)


def _ends_streak(state: State, made: bool) -> bool:
    """Whether this deal ends a row of raspasy (`exit_by`, rules/preferans.md 7.6; notation.md 13)."""
    exit_by = state.rules.exit_by
    if exit_by == "any":
        return True
    if exit_by == "made":
        return made
    return made and bool(state.undertaking.whisters or state.mode == "checked")


_NEXT: dict[int, Callable[[State], Event]] = {
    AUCTION: _auction_end,
    EXCHANGE: _after_auction,
    WHISTING: _after_whisting,
    LAYING: _after_whisting,
    BETWEEN: _match_ended,
}


# --- the clock ---


def default_command(state: State, seat: Seat) -> Command:
    """What the clock plays: pass, the bid itself, closed, the lowest card; refuses and trusts nobody (edge case 48)."""
    phase, undertaking = state.phase, state.undertaking
    if state.claim is not None:
        return AnswerClaim(False)
    if phase == AUCTION:
        return Pass()
    if phase == EXCHANGE:
        bid = undertaking.bid
        assert bid is not None
        contract = DECLARABLE[bid][0]  # the lowest it may become
        lowest = sorted(PACK.cards_in(state.hands[seat]), key=lambda card: (card & 7, card))[:2]
        return Declare(sum(1 << card for card in lowest) if to_discard(state) else 0, contract)
    if phase == WHISTING:
        turn = whist_turn(state)
        return Whist("pass" if turn is None or "pass" in turn[1] else "whist")
    if phase == LAYING:
        return LayCards("closed")
    if phase == TRUSTING:
        return Trust(False)
    if phase == BETWEEN:
        return AnswerStop(False)
    trump = state.trump
    return PlayCard.of(min(PACK.cards_in(playable(state)), key=lambda card: (card >> 3 == trump, card & 7, card)))

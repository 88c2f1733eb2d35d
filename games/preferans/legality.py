"""What each seat may say or play now: the one source for menus, checks and bots (rules/preferans.md 2-6)."""

from collections.abc import Callable
from functools import cache
from typing import Any

from games.kernel.cards import CardSet, Seat
from games.kernel.contract import Decision
from games.kernel.menu import CardChoice, CardsFrom, Choice, Menu, OneOf, Split
from games.kernel.tricks import PLAYS
from games.preferans.auction import legal_bids, may_hold
from games.preferans.bids import DECLARABLE, MISERES, Bid
from games.preferans.cards import PACK, SUIT_SETS
from games.preferans.claims import floors, may_claim
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
from games.preferans.evolve import whist_turn
from games.preferans.state import (
    AUCTION,
    BETWEEN,
    EXCHANGE,
    LAYING,
    PLAYING,
    TRICKS,
    TRUSTING,
    WHISTING,
    State,
    defenders,
)

_KINDS = {AUCTION: "bid", EXCHANGE: "declare", WHISTING: "whist", LAYING: "lay_cards"}
_DECIDERS = {phase: tuple({seat: Decision(kind, seat)} for seat in range(4)) for phase, kind in _KINDS.items()}
_PLAYS = tuple(tuple({by: Decision("play", hand)} for hand in range(4)) for by in range(4))
_NOBODY: dict[Seat, Decision] = {}

_PASS = Choice(Pass)
_HOLD = Choice(Hold)
_SURRENDER = Choice(Surrender)
_ANSWER_CLAIM = (Choice(AnswerClaim, {"accept": OneOf((True, False))}),)
_ANSWER_STOP = (Choice(AnswerStop, {"accept": OneOf((True, False))}),)
_OFFER_STOP = (Choice(OfferStop, offer=True),)
_LAY_CARDS = (Choice(LayCards, {"how": OneOf(("open", "closed"))}),)
_TRUST = Choice(Trust, {"give": OneOf((True, False))})


def deciders(state: State) -> dict[Seat, Decision]:
    """Who is waited for, and the hand he plays from. Claims and stops are answered by several seats at once."""
    phase = state.phase
    if state.due:
        return _NOBODY
    if phase == PLAYING and state.claim is None:
        turn = state.turn
        return _PLAYS[state.control[turn]][turn]
    if phase in _DECIDERS:
        return _DECIDERS[phase][state.turn]
    if state.claim is not None:
        return {seat: Decision("answer_claim", seat) for seat in state.claim.asked}
    if state.stop is not None:
        return {seat: Decision("answer_stop", seat) for seat in state.stop.asked}
    if phase == TRUSTING:
        asked = [seat for seat, _ in state.undertaking.trusts]
        return {seat: Decision("trust", seat) for seat in defenders(state) if seat not in asked}
    return _NOBODY


def offers(state: State) -> tuple[Seat, ...]:
    """Who may speak unasked: claim between tricks, or offer to stop between deals."""
    if state.phase == BETWEEN:
        return tuple(seat for seat in range(state.rules.players) if may_offer_stop(state, seat))
    return tuple(seat for seat in state.active if may_claim(state, seat))


def may_offer_stop(state: State, seat: Seat) -> bool:
    """Between two deals, once a seat (rules/preferans.md 9.4)."""
    free = state.phase == BETWEEN and state.deal > 0 and not state.due and state.stop is None
    return free and not state.stop_refused >> seat & 1


def legal_cards(hand: CardSet, led: int, trump: int) -> CardSet:
    """Follow suit; else trump; else anything. No duty to win or to overtrump (rules/preferans.md 5.2)."""
    if led < 0:
        return hand
    return hand & SUIT_SETS[led] or hand & SUIT_SETS[trump] or hand


def playable(state: State) -> CardSet:
    """The legal cards of the hand whose turn it is."""
    return legal_cards(state.hands[state.turn], state.led, state.trump)


def legal(state: State, seat: Seat) -> Menu:
    """The menu of a seat: what is due from it first, then what it may offer."""
    if state.due:
        return ()
    phase = state.phase
    if phase == PLAYING and state.claim is None:
        turn = state.turn
        menu: Menu = ()
        if state.control[turn] == seat:
            menu = (CardChoice(PACK, playable(state), PLAYS),)
        if not state.trick and may_claim(state, seat):
            return (*menu, _claim(state))
        return menu
    if phase in _MENUS and state.turn == seat:
        return _MENUS[phase](state, seat)
    if state.claim is not None:
        return _ANSWER_CLAIM if seat in state.claim.asked else ()
    if state.stop is not None:
        return _ANSWER_STOP if seat in state.stop.asked else ()
    if phase == TRUSTING:
        menu = (_TRUST,) if seat in deciders(state) else ()
        return (*menu, _claim(state)) if may_claim(state, seat) else menu
    return _OFFER_STOP if may_offer_stop(state, seat) else ()


def _claim(state: State) -> Choice:
    return Choice(Claim, {"tricks": Split(TRICKS, floors(state))}, offer=True)


def _auction_menu(state: State, seat: Seat) -> Menu:
    menu = _bids_menu(legal_bids(state, seat))
    return (*menu, _HOLD) if may_hold(state, seat) else menu


@cache
def _bids_menu(bids: tuple[Bid, ...]) -> Menu:
    """As many menus as there are answers of `bids_above`."""
    return (_PASS, Choice(PlaceBid, {"bid": OneOf(bids)})) if bids else (_PASS,)


def _exchange_menu(state: State, seat: Seat) -> Menu:
    undertaking = state.undertaking
    bid = undertaking.bid
    assert bid is not None
    discard = CardsFrom(PACK, to_discard(state), state.hands[seat])
    declare = Choice(Declare, {"discard": discard, "contract": OneOf(DECLARABLE[bid])})
    return (declare, _SURRENDER) if may_surrender(state) else (declare,)


def to_discard(state: State) -> int:
    """How many cards the declarer still has to put away: two, once he has taken the talon."""
    return 2 if state.undertaking.taken and not state.undertaking.discarded else 0


def may_surrender(state: State) -> bool:
    """Only after the talon was taken with a trick bid (rules/preferans.md 3.6)."""
    undertaking = state.undertaking
    return state.rules.surrender == "on" and to_discard(state) == 2 and undertaking.bid not in MISERES


def _whisting_menu(state: State, seat: Seat) -> Menu:
    turn = whist_turn(state)
    assert turn is not None
    return (Choice(Whist, {"answer": OneOf(turn[1])}),)


_MENUS: dict[int, Callable[[State, Seat], Menu]] = {
    AUCTION: _auction_menu,
    EXCHANGE: _exchange_menu,
    WHISTING: _whisting_menu,
    LAYING: lambda state, seat: _LAY_CARDS,
}

_SPOKEN = {AUCTION: (Pass, PlaceBid, Hold), WHISTING: (Whist,), LAYING: (LayCards,)}


def refusal(state: State, command: Command, by: Seat) -> str:
    """Why a command outside the menu is refused: a class of notation.md 11, from what that seat knows."""
    kind = type(command)
    if kind in (Claim, AnswerClaim, AnswerStop):
        return "illegal_claim"
    if kind is Trust and state.mode == "misere" and state.phase in (TRUSTING, PLAYING):
        return "illegal_call"
    if by not in deciders(state) or state.claim is not None or state.stop is not None:
        return "wrong_turn"
    phase = state.phase
    if kind is PlayCard and phase == PLAYING:
        return _refused_card(state, command)
    if phase == EXCHANGE and kind is Declare:
        return _refused_declaration(state, command, by)
    if (phase == EXCHANGE and kind is Surrender) or kind in _SPOKEN.get(phase, ()):
        return "illegal_call"
    return "wrong_turn"


def _refused_card(state: State, command: Any) -> str:
    hand, card = state.hands[state.turn], command.card
    if not 0 <= card < PACK.size or not hand >> card & 1:
        return "card_not_held"
    return "must_follow" if hand & SUIT_SETS[state.led] else "must_trump"


def _refused_declaration(state: State, command: Any, by: Seat) -> str:
    if command.discard & ~state.hands[by]:
        return "card_not_held"
    if command.discard.bit_count() != to_discard(state):
        return "illegal_discard"
    return "illegal_contract"

"""What is allowed, and what a command causes, with everything that follows by itself."""

from games.kernel.cards import CardSet, Seat
from games.kernel.contract import Decision, Deck, FirstDealer, Outcome, Wants
from games.kernel.errors import Rejected
from games.kernel.menu import CardChoice, Choice, Menu, OneOf, contains
from games.kernel.steps import settler
from games.kernel.tricks import OWN_PLAYED, PLAYS, TAKEN, FirstDealerDrawn, PlayCard
from tests.whist3.cards import HAND, PACK
from tests.whist3.commands import STAKES, Command, NameStake
from tests.whist3.events import DealScored, DealStarted, Event, MatchEnded, StakeNamed
from tests.whist3.ruleset import SEATS
from tests.whist3.state import BETWEEN, FINISHED, FRESH, PLAYING, STAKING, State, copy_state, fold

BOOK = 4
"""Tricks that earn nothing."""


def wants(state: State) -> Wants:
    """A first dealer before the first deal, a pack before each."""
    if state.phase == FRESH:
        return FirstDealer(SEATS)
    return Deck(PACK.size) if state.phase == BETWEEN and not _winners(state) else None


def deal(state: State, drawn: Seat | tuple[int, ...]) -> tuple[Event, ...]:
    if isinstance(drawn, int):
        return (FirstDealerDrawn(drawn),)
    assert state.dealer is not None
    deck = tuple(PACK.cards[k] for k in drawn)
    return (DealStarted(state.deal + 1, state.dealer, deck, deck[-1]),)


def deciders(state: State) -> dict[Seat, Decision]:
    if state.phase == STAKING:
        return {state.turn: Decision("name_stake", state.turn)}
    playing = state.phase == PLAYING and len(state.trick) < SEATS and len(state.tricks) < HAND
    return {state.turn: Decision("play", state.turn)} if playing else {}


def playable(state: State) -> CardSet:
    """Follow suit if able, else anything."""
    hand = state.hands[state.turn]
    if not state.trick:
        return hand
    return hand & PACK.suit_sets[PACK.suits[state.trick[0][1]]] or hand


def legal(state: State, seat: Seat) -> Menu:
    if seat not in deciders(state):
        return ()
    if state.phase == STAKING:
        return (Choice(NameStake, {"value": OneOf(STAKES)}),)
    return (CardChoice(PACK, playable(state), PLAYS),)


def refusal(state: State, command: Command, by: Seat) -> str:
    """Why a command outside the menu is refused, from what that seat knows."""
    expected = {STAKING: NameStake, PLAYING: PlayCard}.get(state.phase)
    if by not in deciders(state) or type(command) is not expected:
        return "wrong_turn"
    if isinstance(command, NameStake):
        return "illegal_call"
    return "must_follow" if state.hands[by] >> command.card & 1 else "card_not_held"


def advance(state: State, command: Command, *, by: Seat) -> list[Event]:
    if not contains(legal(state, by), command):
        raise Rejected(refusal(state, command, by))
    event: Event = StakeNamed(by, by, command.value) if isinstance(command, NameStake) else OWN_PLAYED[by][command.card]
    fold(state, event)
    return _settle(state, [event])


def decide(state: State, command: Command, *, by: Seat) -> tuple[Event, ...]:
    return tuple(advance(copy_state(state), command, by=by))


def follow_up(state: State) -> Event | None:
    """A trick goes to its taker, a deal is scored, the match ends."""
    if state.phase == PLAYING:
        if len(state.trick) == SEATS:
            return TAKEN[next(seat for seat, card in state.trick if card == state.best)]
        return _scored(state) if len(state.tricks) == HAND else None
    if state.phase == BETWEEN and (winners := _winners(state)):
        return MatchEnded(state.totals, winners)
    return None


_settle = settler(follow_up, fold)


def _scored(state: State) -> DealScored:
    assert state.dealer is not None
    score = tuple(state.stake * max(0, tricks - BOOK) for tricks in state.taken)
    totals = tuple(total + gain for total, gain in zip(state.totals, score, strict=True))
    return DealScored(state.deal, tuple(state.taken), score, totals, (state.dealer + 1) % SEATS)


def winners_of(totals: tuple[int, ...], target: int) -> tuple[Seat, ...]:
    """Who is alone in front with enough points; nobody while two share the lead."""
    best = max(totals)
    return (totals.index(best),) if best >= target and totals.count(best) == 1 else ()


def _winners(state: State) -> tuple[Seat, ...]:
    return winners_of(state.totals, state.rules.target)


def outcome(state: State) -> Outcome | None:
    if state.phase != FINISHED:
        return None
    ranks = tuple(1 + sum(other > total for other in state.totals) for total in state.totals)
    return Outcome(state.totals, ranks, state.winners)


def default_command(state: State, seat: Seat) -> Command:
    """What the clock plays: the lowest stake, the lowest legal card."""
    if state.phase == STAKING:
        return NameStake(STAKES[0])
    return PlayCard.of(min(PACK.cards_in(playable(state)), key=lambda card: (card % PACK.width, card)))

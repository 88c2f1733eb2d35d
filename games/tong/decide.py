"""From a command to its events, with everything that follows by itself until quiet (rules/tong.md 6-8)."""

from games.kernel.cards import Card, Seat
from games.kernel.contract import Deck, FirstDealer, Wants
from games.kernel.errors import Rejected
from games.kernel.menu import contains
from games.kernel.steps import settler
from games.kernel.tricks import OWN_PLAYED, TAKEN
from games.tong.cards import PACK, weight
from games.tong.commands import FOLD, JOIN, REFUSE, Buy, ClaimBareHand, Command, Join, PickTrump, PlayCard, Refuse
from games.tong.events import (
    BareHandClaimed,
    BuyingEnded,
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
    TrumpPicked,
    WalkedOver,
    WidowBought,
    WidowRefused,
)
from games.tong.legality import legal, must_take, pickable, playable, refusal, trick_complete
from games.tong.scoring import settle
from games.tong.state import (
    BETWEEN,
    BUYING,
    CARDS,
    FRESH,
    JOINING,
    PICKING,
    PLAYING,
    SETTLING,
    State,
    buyers,
    copy_state,
    fold,
    in_deal,
)

_DECK = Deck(PACK.size)


def wants(state: State) -> Wants:
    """A first dealer before the first deal, a deck before each (rules/tong.md 2, 4)."""
    if state.phase == BETWEEN:
        return _DECK if state.winner is None else None
    return FirstDealer(state.n) if state.phase == FRESH else None


def deal(state: State, drawn: Seat | tuple[int, ...]) -> tuple[Event, ...]:
    """The event of what chance supplied; `drawn` is what `wants` asked for."""
    if isinstance(drawn, int):
        return (FirstDealerDrawn(drawn),)
    assert state.dealer is not None
    deck = tuple(PACK.cards[k] for k in drawn)
    return (DealStarted(state.deal + 1, state.dealer, deck, deck[CARDS * state.n + 4]),)


def advance(state: State, command: Command, *, by: Seat) -> list[Event]:
    """Decide and fold in place. Raises Rejected and then leaves the state as it was."""
    if type(command) is PlayCard:
        card = command.card
        if state.phase == PLAYING and by == state.turn and len(state.takers) < CARDS and playable(state) >> card & 1:
            played = OWN_PLAYED[by][card]
            fold(state, played)
            if len(state.trick) < state.size:
                return [played]
            return _settle(state, [played])
        raise Rejected(refusal(state, command, by))
    if not contains(legal(state, by), command):
        raise Rejected(refusal(state, command, by))
    events = _caused(state, command, by)
    for event in events:
        fold(state, event)
    return _settle(state, events)


def _caused(state: State, command: Command, by: Seat) -> list[Event]:
    if type(command) is Refuse:
        turned = state.widow[state.opened] if state.opened < len(state.widow) else None
        return [WidowRefused(by, by, turned)]
    if type(command) is Buy:
        thrown = tuple(card for card in dealt_order(state, by) if card != command.keep)
        return [WidowBought(by, by), CardsThrown(state.deal, by, command.keep, thrown)]
    if type(command) is ClaimBareHand:
        return [BareHandClaimed(by, by)]
    if type(command) is PickTrump:
        return [TrumpPicked(state.deal, by, by, command.card, command.card == state.turn_up)]
    return [DealJoined(by, by) if type(command) is Join else HandFolded(by, by)]


def dealt_order(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards of a hand in the order in which they were dealt."""
    return tuple(card for card in state.dealt[seat] if state.hands[seat] >> card & 1)


def decide(state: State, command: Command, *, by: Seat) -> tuple[Event, ...]:
    return tuple(advance(copy_state(state), command, by=by))


def follow_up(state: State) -> Event | None:
    """The one event that happens by itself now."""
    phase = state.phase
    if phase == PLAYING:
        if trick_complete(state):
            return TAKEN[next(seat for seat, card in state.trick if card == state.best)]
        return _scored(state) if len(state.takers) == CARDS else None
    if phase == BUYING:
        over = state.widow_taken or (state.taker is None and state.speakers == buyers(state))
        return _buying_end(state) if over else None
    if phase == PICKING:
        return _buying_end(state) if state.widow_taken else None
    if phase == JOINING:
        return None if state.asked else _joining_end(state)
    if phase == SETTLING:
        return _scored(state)
    if phase == BETWEEN and state.winner is not None:
        nets = tuple(state.pot - paid if seat == state.winner else -paid for seat, paid in enumerate(state.paid))
        return MatchEnded(state.winner, state.pot, nets)
    return None


_settle = settler(follow_up, fold)


def _buying_end(state: State) -> BuyingEnded:
    """Who plays without being asked, and who is asked, in order (rules/tong.md 6.3, 11)."""
    assert state.dealer is not None
    rules, taker, n = state.rules, state.taker, state.n
    first = (taker if taker is not None else state.dealer) + 1
    order = [(first + i) % n for i in range(n)]
    if taker is None and rules.no_taker == "throw_in":
        return BuyingEnded(None, (), ())
    others = [seat for seat in order if seat != taker]
    if rules.participation == "all":
        bound = others
    else:
        bound = [seat for seat in others if state.points[seat] >= rules.must_play_at]
    asked = () if rules.participation != "choice" else tuple(seat for seat in others if seat not in bound)
    return BuyingEnded(taker, tuple(sorted(bound if taker is None else [*bound, taker])), asked)


def _joining_end(state: State) -> Event:
    assert state.dealer is not None
    players = [seat for seat, plays in enumerate(in_deal(state)) if plays]
    if not players:
        return DealVoided(state.void_run + 1)
    if len(players) == 1:
        return WalkedOver(players[0], state.rules.walkover_points)
    if state.taker is not None:
        return PlayBegun(state.taker)
    eldest = state.dealer + 1
    return PlayBegun(next(seat for i in range(state.n) if (seat := (eldest + i) % state.n) in players))


def _scored(state: State) -> DealScored:
    assert state.dealer is not None
    result = settle(
        state.rules,
        points=state.points,
        marks=state.marks,
        pot=state.pot,
        in_deal=in_deal(state),
        takers=tuple(state.takers),
        walk_over=state.walk_over,
    )
    return DealScored(
        state.deal,
        result.won,
        result.points,
        result.paid,
        result.marks,
        result.pot,
        result.winner,
        (state.dealer + 1) % state.n,
    )


def default_command(state: State, seat: Seat) -> Command:
    """What the clock plays (rules/tong.md 10)."""
    phase, hand = state.phase, state.hands[seat]

    def heaviest(cards: int) -> Card:
        return max(PACK.cards_in(cards), key=lambda card: weight(card, state.trump))

    if phase == BUYING:
        return Buy(heaviest(hand)) if must_take(state) else REFUSE
    if phase == PICKING:
        return PickTrump(heaviest(pickable(state)))
    if phase == JOINING:
        return JOIN if state.points[seat] < state.rules.risk_at else FOLD
    return PlayCard.of(min(PACK.cards_in(playable(state)), key=lambda card: weight(card, state.trump)))

"""What is allowed, stated once: the menu, the check and the bots all read it here (rules/tong.md 6, 7, 10, 11)."""

from games.kernel.cards import Card, CardSet, Seat, Suit
from games.kernel.contract import Decision
from games.kernel.menu import CardChoice, CardFrom, Choice, Menu
from games.kernel.tricks import PLAYS
from games.tong.cards import HIGHER, PACK, SUIT_OF, SUIT_SETS
from games.tong.commands import (
    Buy,
    ClaimBareHand,
    Command,
    FoldHand,
    Join,
    PickTrump,
    PlayCard,
    Refuse,
)
from games.tong.state import BUYING, CARDS, JOINING, PICKING, PLAYING, State, buyers

_KINDS = {BUYING: "buy", PICKING: "pick_trump", JOINING: "join", PLAYING: "play"}
_DECIDERS = {phase: tuple({seat: Decision(kind, seat)} for seat in range(6)) for phase, kind in _KINDS.items()}
_NOBODY: dict[Seat, Decision] = {}
_JOINING_MENU = (Choice(Join), Choice(FoldHand))


def deciders(state: State) -> dict[Seat, Decision]:
    """Who is waited for: never more than one seat, always for its own hand."""
    phase = state.phase
    if phase == PLAYING:
        if len(state.trick) == state.size or len(state.takers) == CARDS:
            return _NOBODY
    elif phase == BUYING:
        if state.taker is not None or state.speakers == buyers(state):
            return _NOBODY
    elif phase == JOINING:
        if not state.asked:
            return _NOBODY
    elif phase == PICKING:
        if state.widow_taken:
            return _NOBODY
    else:
        return _NOBODY
    return _DECIDERS[phase][state.turn]


def trick_complete(state: State) -> bool:
    return len(state.trick) == state.size


def may_claim_bare(state: State) -> bool:
    """Eldest, at his turn, without a trump (rules/tong.md 6.2)."""
    first = state.speakers == 0
    return first and state.rules.bare_hand != "off" and not state.hands[state.turn] & SUIT_SETS[state.trump]


def must_take(state: State) -> bool:
    """The last buyer after too many void deals, or by house rule (rules/tong.md 6.3, 11)."""
    if state.speakers != buyers(state) - 1:
        return False
    return state.void_run >= state.rules.void_guard or state.rules.no_taker == "last_buyer_must"


def pickable(state: State) -> CardSet:
    """The trumps eldest may pick: any of stock and turn-up, or the turn-up alone (rules/tong.md 6.2, 11)."""
    turn_up = 1 << state.turn_up
    if state.rules.bare_hand == "turn_up_only":
        return turn_up
    return state.stock & SUIT_SETS[state.trump] | turn_up


def legal_cards(hand: CardSet, led: Card | None, best: Card, trump: Suit, overtrump: bool) -> CardSet:
    """Follow and beat if able; void, trump and overtrump if able; else anything (rules/tong.md 7.2)."""
    if led is None:
        return hand
    suit, best_suit = SUIT_OF[led], SUIT_OF[best]
    follow = hand & SUIT_SETS[suit]
    if follow:
        return (follow & HIGHER[best] or follow) if best_suit == suit else follow
    trumps = hand & SUIT_SETS[trump]
    if trumps:
        return (trumps & HIGHER[best] or trumps) if overtrump and best_suit == trump else trumps
    return hand


def playable(state: State) -> CardSet:
    """The legal cards of the seat whose turn it is to play."""
    trick = state.trick
    led = trick[0][1] if trick else None
    return legal_cards(state.hands[state.turn], led, state.best, state.trump, state.rules.overtrump == "yes")


def legal(state: State, seat: Seat) -> Menu:
    """The menu of a seat; empty when it is not its turn."""
    if seat != state.turn or not deciders(state):
        return ()
    phase = state.phase
    if phase == PLAYING:
        return (CardChoice(PACK, playable(state), PLAYS),)
    if phase == JOINING:
        return _JOINING_MENU
    if phase == PICKING:
        return (Choice(PickTrump, {"card": CardFrom(PACK, pickable(state))}),)
    menu = [Choice(Buy, {"keep": CardFrom(PACK, state.hands[seat])})]
    if not must_take(state):
        menu.append(Choice(Refuse))
    if may_claim_bare(state):
        menu.append(Choice(ClaimBareHand))
    return tuple(menu)


_PHASE_OF = {
    Buy: BUYING,
    Refuse: BUYING,
    ClaimBareHand: BUYING,
    PickTrump: PICKING,
    Join: JOINING,
    FoldHand: JOINING,
    PlayCard: PLAYING,
}


def refusal(state: State, command: Command, by: Seat) -> str:
    """Why a command outside the menu is refused (rules/tong.md 10), from what that seat knows."""
    if by not in deciders(state) or _PHASE_OF.get(type(command)) != state.phase:
        return "wrong_turn"
    if type(command) in (Refuse, ClaimBareHand):
        return "illegal_call"
    if type(command) is not PlayCard:
        return "card_not_held"
    card, hand = command.card, state.hands[by]
    if not hand >> card & 1:
        return "card_not_held"
    led = state.trick[0][1]
    if hand & SUIT_SETS[SUIT_OF[led]]:
        return "must_beat" if SUIT_OF[card] == SUIT_OF[led] else "must_follow"
    return "must_beat" if SUIT_OF[card] == state.trump else "must_trump"

"""What is allowed, stated once: the menu, the check and the bots all read it here (rules/hokm.md 5, 6, 10, 11)."""

from games.hokm.cards import PACK, STRONGER_TRUMPS
from games.hokm.commands import Command, NameTrump, PlaceBid, PlayCard
from games.hokm.scoring import KABBUT, PASS
from games.hokm.state import BIDDING, NAMING_TRUMP, PLAYING, State
from games.kernel.cards import Card, CardSet, Seat, Suit
from games.kernel.contract import Decision
from games.kernel.menu import CardChoice, Choice, Menu, OneOf
from games.kernel.tricks import PLAYS

SUIT_SETS = PACK.suit_sets
SUITS_MENU = (Choice(NameTrump, {"suit": OneOf((0, 1, 2, 3))}),)

_KINDS = {BIDDING: "bid", NAMING_TRUMP: "name_trump", PLAYING: "play"}
_DECIDERS = {phase: tuple({seat: Decision(kind, seat)} for seat in range(3)) for phase, kind in _KINDS.items()}
_NOBODY: dict[Seat, Decision] = {}


def deciders(state: State) -> dict[Seat, Decision]:
    """Who is waited for: in Hokm never more than one seat, always for its own hand."""
    phase = state.phase
    if phase not in _DECIDERS or (phase == PLAYING and (len(state.trick) == 3 or state.played == PACK.size)):
        return _NOBODY
    if phase == BIDDING and auction_over(state):
        return _NOBODY
    return _DECIDERS[phase][state.turn]


def auction_over(state: State) -> bool:
    """Three bids, or under `rounds_rising` a kabbut or one bidder left (rules/hokm.md 5.1, 11; notation.md 13)."""
    auction = state.auction
    if state.rules.auction != "rounds_rising":
        return len(auction.bids) == 3
    if auction.high == KABBUT:
        return True
    out = sum(auction.passed)
    return out == 3 or (out == 2 and auction.high > PASS)


def legal_bids(state: State) -> tuple[int, ...]:
    """Any number, or under a rising auction a pass or more than every number so far (rules/hokm.md 5.1, 11)."""
    if state.rules.auction == "once_free":
        return tuple(range(PASS, KABBUT + 1))
    return (PASS, *range(max(state.auction.high, PASS) + 1, KABBUT + 1))


def legal_cards(hand: CardSet, led: Card | None, best: Card, trump: Suit, void_play: str) -> CardSet:
    """What may be played to a trick that `led` began and `best` wins so far (rules/hokm.md 6, `void_play` 11)."""
    if led is None:
        return hand
    follow = hand & SUIT_SETS[led // 8]
    if void_play == "free":
        return follow or hand
    if follow:
        if void_play == "baloot" and led // 8 == trump:
            return follow & STRONGER_TRUMPS[trump][best] or follow
        return follow
    trumps = hand & SUIT_SETS[trump]
    if not trumps:
        return hand
    if void_play == "baloot" and best // 8 == trump:
        return trumps & STRONGER_TRUMPS[trump][best] or trumps
    return trumps


def playable(state: State) -> CardSet:
    """The legal cards of the seat whose turn it is to play."""
    hand, trick = state.hands[state.turn], state.trick
    if not trick:
        return hand
    void_play = state.rules.void_play
    if void_play == "free":
        return hand & SUIT_SETS[trick[0] // 8] or hand
    return legal_cards(hand, trick[0], state.best, state.trump, void_play)


def legal(state: State, seat: Seat) -> Menu:
    """The menu of a seat; empty when it is not its turn."""
    if seat != state.turn or seat not in deciders(state):
        return ()
    phase = state.phase
    if phase == PLAYING:
        return (CardChoice(PACK, playable(state), PLAYS),)
    if phase == BIDDING:
        return (Choice(PlaceBid, {"value": OneOf(legal_bids(state))}),)
    return SUITS_MENU


def refusal(state: State, command: Command, by: Seat) -> str:
    """Why a command outside the menu is refused (rules/hokm.md 10), from what that seat knows."""
    if by not in deciders(state):
        return "wrong_turn"
    phase = state.phase
    if type(command) is PlaceBid:
        return "illegal_call" if phase == BIDDING else "wrong_turn"
    if type(command) is not PlayCard or phase != PLAYING:
        return "wrong_turn"
    card = command.card
    hand, led = state.hands[by], state.trick[0] if state.trick else None
    if not hand >> card & 1:
        return "card_not_held"
    assert led is not None
    if hand & SUIT_SETS[led // 8] and card // 8 != led // 8:
        return "must_follow"
    if card // 8 != state.trump:
        return "must_trump"
    return "must_beat"

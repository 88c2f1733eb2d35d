"""A state between deals as small JSON, and back: what a running table is opened from, whatever its age.

It holds the last deal's cards too, because they are shown until the next deal begins.
"""

from typing import Any

from games.hokm.cards import STRENGTH
from games.hokm.ruleset import HokmRuleset
from games.hokm.state import BETWEEN, FINISHED, FRESH, Auction, PastTrick, SheetLine, State, fresh
from games.kernel.steps import tuples

VERSION = 1


def freeze(state: State) -> dict[str, Any]:
    """Small JSON of a state between deals (or of an ended table); about a kilobyte."""
    assert state.phase in (FRESH, BETWEEN, FINISHED)
    auction = state.auction
    return {
        "v": VERSION,
        "phase": state.phase,
        "deal": state.deal,
        "dealer": state.dealer,
        "totals": state.totals,
        "scores": state.scores,
        "winners": state.winners,
        "sheet": [[s.deal, s.contracts, s.tricks, s.score, s.totals, s.thrown_in] for s in state.sheet],
        "dealt": state.dealt,
        "hands": state.hands,
        "turn": state.turn,
        "leader": state.leader,
        "taken": state.taken,
        "tricks": [[trick.taker, trick.cards] for trick in state.tricks],
        "auction": [auction.bids, auction.contracts, auction.passed, auction.high, auction.declarer, auction.trump],
    }


def thaw(rules: HokmRuleset, frozen: dict[str, Any]) -> State:
    """The state that was frozen. Raises ValueError for another version."""
    if frozen.get("v") != VERSION:
        raise ValueError("frozen by another version")
    state = fresh(rules)
    state.phase = frozen["phase"]
    state.deal = frozen["deal"]
    state.dealer = frozen["dealer"]
    state.totals = tuple(frozen["totals"])
    state.scores = tuples(frozen["scores"])
    state.winners = tuple(frozen["winners"])
    state.sheet = tuple(SheetLine(*tuples(line)) for line in frozen["sheet"])
    state.dealt = tuple(frozen["dealt"])
    state.hands = list(frozen["hands"])
    state.turn = frozen["turn"]
    state.leader = frozen["leader"]
    state.taken = list(frozen["taken"])
    state.tricks = [PastTrick(tuples(cards), taker) for taker, cards in frozen["tricks"]]
    state.played = 3 * len(state.tricks)
    state.auction = Auction(*tuples(frozen["auction"]))
    if state.auction.trump is not None:
        state.trump = state.auction.trump
        state.strength = STRENGTH[state.trump]
    if state.tricks:
        state.best = next(card for seat, card in state.tricks[-1].cards if seat == state.tricks[-1].taker)
    return state

"""A state between deals as small JSON, and back: what a running table is opened from, whatever its age.

It holds the last deal's cards too, because they are shown until the next deal begins.
"""

from dataclasses import astuple, replace
from typing import Any

from games.kernel.steps import tuples
from games.preferans.bids import STRAIN
from games.preferans.cards import NO_TRUMP
from games.preferans.evolve import due_now
from games.preferans.ruleset import PreferansRuleset
from games.preferans.sheet import Entry, Sheet
from games.preferans.state import (
    BETWEEN,
    FINISHED,
    FRESH,
    NEXT,
    Auction,
    SheetLine,
    State,
    Undertaking,
    fresh,
)

VERSION = 1


def freeze(state: State) -> dict[str, Any]:
    """Small JSON of a state before a deck is drawn (or of an ended table)."""
    assert state.phase in (FRESH, BETWEEN, FINISHED)
    assert state.stop is None
    return {
        "v": VERSION,
        "phase": state.phase,
        "deal": state.deal,
        "dealer": state.dealer,
        "active": state.active,
        "dealt": state.dealt,
        "talon": state.talon,
        "hands": state.hands,
        "auction": astuple(state.auction),
        "undertaking": astuple(state.undertaking),
        "mode": state.mode,
        "opened": state.opened,
        "opens": state.opens,
        "turn": state.turn,
        "leader": state.leader,
        "best_seat": state.best_seat,
        "taken": state.taken,
        "tricks": state.tricks,
        "refused": state.refused,
        "sheet": astuple(state.sheet),
        "standing": state.standing,
        "streak": state.streak,
        "lines": [astuple(line) for line in state.lines],
        "scored": state.line is not None,
        "stop_refused": state.stop_refused,
        "totals": state.totals,
        "why_ended": state.why_ended,
    }


def _line(value: Any) -> SheetLine:
    line = SheetLine(*tuples(value))
    return replace(line, entries=tuple(Entry(*entry) for entry in value[-1]))


def thaw(rules: PreferansRuleset, frozen: dict[str, Any]) -> State:
    """The state that was frozen. Raises ValueError for another version."""
    if frozen.get("v") != VERSION:
        raise ValueError("frozen by another version")
    state = fresh(rules)
    for name in ("phase", "deal", "dealer", "mode", "opened", "opens", "turn", "leader", "best_seat"):
        setattr(state, name, frozen[name])
    for name in ("refused", "streak", "stop_refused", "why_ended"):
        setattr(state, name, frozen[name])
    for name in ("active", "dealt", "talon", "standing", "totals"):
        setattr(state, name, tuple(frozen[name]))
    state.hands = list(frozen["hands"])
    state.taken = list(frozen["taken"])
    state.tricks = [tuples(trick) for trick in frozen["tricks"]]
    state.auction = Auction(*tuples(frozen["auction"]))
    state.undertaking = Undertaking(*tuples(frozen["undertaking"]))
    state.sheet = Sheet(*tuples(frozen["sheet"]))
    state.lines = tuple(_line(line) for line in frozen["lines"])
    if frozen["scored"]:
        state.line = state.lines[-1]
    if state.active:
        state.next = NEXT[rules.players, (state.active[0] - 1) % rules.players]
    contract = state.undertaking.contract
    state.trump = NO_TRUMP if contract is None else STRAIN[contract]
    state.due = due_now(state)
    return state

"""A state between deals as small JSON, and back. The last deal's cards go with it, for the eyes of their owners."""

from typing import Any

from games.kernel.steps import tuples
from games.tong.ruleset import TongRuleset
from games.tong.state import BETWEEN, FINISHED, FRESH, PastTrick, SheetLine, State, fresh

VERSION = 1
_PLAIN = (
    "phase",
    "deal",
    "dealer",
    "points",
    "marks",
    "paid",
    "pot",
    "void_run",
    "dealt",
    "hands",
    "widow",
    "opened",
    "widow_taken",
    "turn_up",
    "turn_up_taken",
    "stock",
    "trump",
    "taker",
    "bare",
    "picked_from_stock",
    "thrown",
    "status",
    "speakers",
    "asked",
    "turn",
    "leader",
    "best",
    "taken",
    "takers",
    "walk_over",
    "winner",
    "nets",
)
_LISTS = ("hands", "taken", "takers")


def freeze(state: State) -> dict[str, Any]:
    assert state.phase in (FRESH, BETWEEN, FINISHED)
    return {
        "v": VERSION,
        **{name: getattr(state, name) for name in _PLAIN},
        "sheet": [[line.deal, line.won, line.points, line.paid, line.pot] for line in state.sheet],
        "tricks": [[trick.cards, trick.taker] for trick in state.tricks],
    }


def thaw(rules: TongRuleset, frozen: dict[str, Any]) -> State:
    """The state that was frozen. Raises ValueError for another version."""
    if frozen.get("v") != VERSION:
        raise ValueError("frozen by another version")
    state = fresh(rules)
    for name in _PLAIN:
        value = tuples(frozen[name])
        setattr(state, name, list(value) if name in _LISTS else value)
    state.sheet = tuple(SheetLine(*tuples(line)) for line in frozen["sheet"])
    state.tricks = [PastTrick(tuples(cards), taker) for cards, taker in frozen["tricks"]]
    return state

"""Claims, and who must agree to them (rules/preferans.md 5.5)."""

from games.kernel.cards import Seat
from games.preferans.state import PLAYING, TRUSTING, State


def controllers(state: State) -> tuple[Seat, ...]:
    """Everybody who plays at least one hand, the eldest hand's first."""
    found: list[Seat] = []
    for seat in state.active:
        if state.control[seat] not in found:
            found.append(state.control[seat])
    return tuple(found)


def may_claim(state: State, seat: Seat) -> bool:
    """Between tricks: in closed play the declarer, in open play, misère and checked ten whoever plays a hand."""
    if state.claim is not None or state.trick or state.due or state.refused >> seat & 1:
        return False
    if state.phase not in (PLAYING, TRUSTING) or state.mode == "raspasy":
        return False
    if seat == state.undertaking.declarer:
        return True
    return state.mode != "closed" and seat in state.control and seat in state.active


def asked(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who must accept a claim of this seat: every other controller."""
    return tuple(other for other in controllers(state) if other != seat)


def floors(state: State) -> tuple[int | None, ...]:
    """No final count may fall below the tricks already won; a dealer who sits out has none."""
    if len(state.taken) == 3:
        return tuple(state.taken)
    return tuple(taken if seat in state.active else None for seat, taken in enumerate(state.taken))

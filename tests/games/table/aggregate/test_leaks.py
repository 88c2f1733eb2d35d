"""Nobody learns anything from a table that the rules do not tell him.

The cards he cannot see are dealt anew, and every byte he may be sent stays the same: view, menu, deadline, the events
of the log, and why a command is refused.
"""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.kernel.contract import AtSeat, Public
from games.kernel.layouts import place_again
from games.kernel.registry import game as game_named
from games.kernel.registry import games
from games.table.aggregate import Recorded, Refused, Table, decide, redact, view
from tests.games.conformance.universe import commands
from tests.games.playouts import Any_Game, varied
from tests.games.table.aggregate.at_random import SHORT, AtRandom

GAMES = [pytest.param(game, id=game.name) for game in games()]
POSITIONS = 300
"""For each audience; the kernel's own leak test looks at the game alone and at more positions."""


def in_another_world(table: Table, viewer: AtSeat | Public, rng: random.Random) -> Table | None:
    """The table with the cards that this viewer cannot see dealt anew; None where there are none."""
    game = table.game
    memory = game.view(table.state, replace(viewer, recall=True))
    places = game.unseen(memory)
    if not any(place.n for place in places):
        return None
    layout = place_again(places, rng)
    assert layout is not None
    state = game.complete(memory, layout)
    if state is None:
        return None
    other = table.copy()
    other.state = state
    return other


def sent(table: Table, log: list[Recorded], viewer: AtSeat | Public, tries: list[Any]) -> str:
    """All that may reach this viewer."""
    out: dict[str, Any] = {
        "view": view(table, viewer),
        "events": [[one.seq, one.at, redact(table, one, viewer)] for one in log],
        "deadline": table.deadline_at,
    }
    if isinstance(viewer, AtSeat):
        one = table.seats[viewer.seat]
        actor = f"p:{one.person}" if one.person else f"bot:{one.policy}"
        out["refusals"] = [refusal(table, command, actor, viewer.seat) for command in tries]
    return json.dumps(out, sort_keys=True)


def refusal(table: Table, command: Any, actor: str, seat: int) -> Any:
    """Why it is refused; that it is accepted is known from the menu."""

    def draw(wanted: Any) -> Any:
        return 0 if wanted.what == "dealer" else tuple(range(wanted.size))

    decision = table.decision(seat)
    try:
        decide(table, command, actor=actor, at=table.opened_at, draw=draw, decision=decision, seat=seat)
    except Refused as refused:
        return [refused.code, refused.facts]
    return "accepted"


def hunt(game: Any_Game, positions: int, seed: str, past: int | None = None) -> Counter[Any]:
    """Compare so many positions for each audience. Fails where two worlds can be told apart."""
    rng = random.Random(f"{game.name} {seed}")
    compared: Counter[Any] = Counter()
    audiences: list[AtSeat | Public] = [Public(), *(AtSeat(seat) for seat in range(max(game.ruleset.PLAYERS)))]
    while min(compared[audience] for audience in audiences) < positions:
        lacking = max(range(len(audiences) - 1), key=lambda seat: (compared[AtSeat(seat)] < positions, seat))
        rules = varied(game, rng, least=lacking + 1)
        clock = rng.choice((None, SHORT))
        sitting = AtRandom(game, rules, rng, between_ms=rng.choice((0, 12_000)), clock=clock)
        for table in sitting.steps(3):
            menus = [game.legal(table.state, seat) for seat in range(table.players)]
            tries = list(commands(game, rng, menus, limit=6))
            recent = sitting.recorded if past is None else sitting.recorded[-past:]
            for viewer in audiences[: table.players + 1]:
                if compared[viewer] >= positions:
                    continue
                other = in_another_world(table, viewer, rng)
                if other is not None:
                    assert sent(table, recent, viewer, tries) == sent(other, recent, viewer, tries), viewer
                    compared[viewer] += 1
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_re_dealing_what_a_viewer_cannot_see_changes_no_byte(game: Any_Game) -> None:
    assert min(hunt(game, POSITIONS, "leaks", past=80).values()) >= POSITIONS


def test_a_planted_leak_is_caught() -> None:
    hokm = game_named("hokm")

    def leaky(state: Any, viewer: Any) -> Any:
        shown = hokm.view(state, viewer)
        return replace(shown, target=shown.target + (state.hands[1].bit_count() + (state.hands[1] & 1)) % 2)

    with pytest.raises(AssertionError):
        hunt(replace(hokm, view=leaky), 200, "planted")

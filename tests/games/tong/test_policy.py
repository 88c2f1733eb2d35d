"""The policy `simple` wins at least one and a half times its share against `random`, for each number of players."""

import random
from typing import Any

import pytest

from games.kernel.contract import AtSeat, pick
from games.tong import GAME
from tests.games.playouts import draw
from tests.games.tong.tables import rules

TABLES = 200


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_simple_beats_random(players: int) -> None:
    rng = random.Random(f"simple {players}")
    simple = GAME.policies["simple"]
    wins = 0
    for number in range(TABLES):
        seat = number % players
        state: Any = GAME.new(rules(players))
        while GAME.outcome(state) is None:
            wanted = GAME.wants(state)
            if wanted is not None:
                for event in GAME.deal(state, draw(wanted, rng)):
                    GAME.fold(state, event)
                continue
            by = next(iter(GAME.deciders(state)))
            view = GAME.view(state, AtSeat(by, recall=by == seat))
            GAME.advance(state, simple(view, rng) if by == seat else pick(view.menu, rng), by=by)
        wins += GAME.outcome(state).winners == (seat,)  # type: ignore[union-attr]
    assert wins / TABLES >= 1.5 / players

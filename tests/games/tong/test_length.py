"""The pot is conserved after every event, and every default match ends in time (rules/tong.md 8, 8.1)."""

import random

import pytest

from games.tong import GAME
from games.tong.events import DealScored, DealVoided
from tests.games.playouts import playout, varied
from tests.games.tong.tables import rules

MOST_PLAYED = {2: 6, 3: 9, 4: 12, 5: 15, 6: 17}
MOST_PAID = {2: 5, 3: 8, 4: 11, 5: 14, 6: 16}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("policy", [None, "simple"])
def test_a_default_match_ends_within_its_bound(players: int, policy: str | None) -> None:
    for seed in range(60):
        rng = random.Random(seed)
        played = 0
        state = None
        for step in playout(GAME, rules(players), rng, deals=200, policy=policy):
            voids = sum(isinstance(event, DealVoided) for event in step.events)
            played += sum(isinstance(event, DealScored) for event in step.events) - voids
            state = step.state
            for event in step.events:
                state = GAME.evolve(state, event)
                assert sum(state.paid) == state.pot
        assert state is not None
        assert GAME.outcome(state) is not None
        assert played <= MOST_PLAYED[players]
        assert max(state.paid) <= MOST_PAID[players] * 10
        assert state.nets is not None
        assert sum(state.nets) == 0


def test_the_pot_is_conserved_under_any_house_rules() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        for step in playout(GAME, varied(GAME, rng), rng, deals=6):
            state = step.state
            for event in step.events:
                state = GAME.evolve(state, event)
                assert sum(state.paid) == state.pot

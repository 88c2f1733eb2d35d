"""The policy `simple` is worth playing against."""

import random
from typing import Any

from games.hokm import GAME
from games.hokm.events import DealScored
from games.kernel.contract import AtSeat, pick
from tests.games.hokm.tables import rules
from tests.games.playouts import draw

TABLES = 500


def test_simple_beats_two_random_players_and_keeps_its_contracts() -> None:
    """At least 60 % of 500 tables (chance is a third), at most 35 % of its contracts broken."""
    rng = random.Random("simple against random")
    simple = GAME.policies["simple"]
    wins = kept = broken = 0
    for number in range(TABLES):
        seat = number % 3
        state: Any = GAME.new(rules(target=200))
        while GAME.outcome(state) is None:
            wanted = GAME.wants(state)
            if wanted is not None:
                for event in GAME.deal(state, draw(wanted, rng)):
                    GAME.fold(state, event)
                continue
            by = next(iter(GAME.deciders(state)))
            view = GAME.view(state, AtSeat(by, recall=by == seat))
            command = simple(view, rng) if by == seat else pick(view.menu, rng)
            for event in GAME.advance(state, command, by=by):
                if isinstance(event, DealScored):
                    kept += event.score[seat] > 0
                    broken += event.score[seat] < 0
        wins += GAME.outcome(state).winners == (seat,)  # type: ignore[union-attr]
    assert wins / TABLES >= 0.6
    assert broken / (kept + broken) <= 0.35


def test_simple_never_bids_more_than_it_can_hope_for() -> None:
    from games.hokm.policy import estimate
    from tests.games.hokm.tables import cards

    strong, weak = cards("JS 9S AS TS KS AC TC AD TD AH"), cards("7S 8S 7C 8C 9C 8D 9D 8H 9H JH")
    assert estimate(strong, 0) > 6
    assert estimate(weak, 0) < 2

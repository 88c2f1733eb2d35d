"""What must hold at a table of any game, whatever is said at it."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from games.kernel.contract import AtSeat, Public
from games.kernel.registry import games
from games.table.aggregate import commands as c
from games.table.aggregate import fold, freeze, redact, table_of, thaw, view
from games.table.aggregate.wire import command_from_json, command_json, event_fields, event_from_fields, kind_of
from tests.games.playouts import Any_Game, varied
from tests.games.table.aggregate.at_random import SHORT, AtRandom
from tests.games.table.aggregate.sitting import TABLE_ID
from tests.games.table.aggregate.test_freezing import same
from tests.games.table.aggregate.test_views import BUDGET, size

GAMES = [pytest.param(game, id=game.name) for game in games()]


def played(game: Any_Game, seed: int, deals: int = 3) -> AtRandom:
    rng = random.Random(f"{game.name} {seed}")
    table = AtRandom(game, varied(game, rng), rng, clock=SHORT if seed % 2 else None)
    for _ in table.steps(deals):
        pass
    return table


@pytest.mark.parametrize("game", GAMES)
def test_its_events_fold_to_the_live_table(game: Any_Game) -> None:
    for seed in range(12):
        live = played(game, seed)
        table = table_of(TABLE_ID, game, live.recorded[0])
        for recorded in live.recorded[1:]:
            fields = json.loads(json.dumps(event_fields(game, recorded.event)))
            assert event_from_fields(game, kind_of(game, recorded.event), fields) == recorded.event
            fold(table, recorded)
        assert same(table, live.table)


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_on_from_every_point_between_deals(game: Any_Game) -> None:
    found = 0
    for seed in range(12):
        live = played(game, seed)
        for resting in live.resting:
            table = thaw(TABLE_ID, game, json.loads(json.dumps(resting.frozen)))
            assert json.dumps(freeze(table)) == json.dumps(resting.frozen)
            for recorded in live.recorded[resting.seq :]:
                fold(table, recorded)
            assert same(table, live.table)
            found += 1
    assert found >= 24


@pytest.mark.parametrize("game", GAMES)
def test_views_keep_within_their_budget_and_say_who_is_waited_for(game: Any_Game) -> None:
    sizes: Counter[str] = Counter()
    for seed in range(6):
        rng = random.Random(f"views {game.name} {seed}")
        sitting = AtRandom(game, varied(game, rng, share=0.1), rng, clock=SHORT)
        for table in sitting.steps(16):
            for seat in range(table.players):
                shown = view(table, AtSeat(seat))
                sizes[shown["game"]["phase"]] = max(sizes[shown["game"]["phase"]], size(shown))
                due = [one["decision"] for one in shown["deciders"] if one["seat"] == seat]
                assert due == [] or shown["menu"]["decision"] == due[0]
            assert view(table, Public())["menu"] is None
    assert max(sizes.values()) <= BUDGET, sizes


@pytest.mark.parametrize("game", GAMES)
def test_numbers_never_go_back_and_stand_for_one_question(game: Any_Game) -> None:
    rng = random.Random(f"numbers {game.name}")
    sitting = AtRandom(game, varied(game, rng), rng, clock=SHORT)
    asked: dict[tuple[int, int], Any] = {}
    last = [0] * sitting.table.players
    for table in sitting.steps(4):
        for seat in range(table.players):
            assert table.decision(seat) >= last[seat]
            last[seat] = table.decision(seat)
        for seat, decision in table.deciders.items():
            assert asked.setdefault((seat, table.decision(seat)), decision) == decision
    assert len(asked) > 30


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_shown_to_everybody_in_some_form_once_the_table_has_ended(game: Any_Game) -> None:
    live = played(game, 1)
    if not live.table.ended:
        live.say(c.AbandonTable(), "mod:1")
    for recorded in live.recorded:
        assert redact(live.table, recorded, Public()) == redact(live.table, recorded, AtSeat(0)) is not None


@pytest.mark.parametrize("game", GAMES)
def test_commands_come_back_from_their_json(game: Any_Game) -> None:
    rng = random.Random(game.name)
    sitting = AtRandom(game, varied(game, rng), rng)
    for table in sitting.steps(2):
        for seat in table.deciders:
            for choice in game.legal(table.state, seat):
                command = choice.pick(rng)
                assert command_from_json(game, json.loads(json.dumps(command_json(game, command)))) == command

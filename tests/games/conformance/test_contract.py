"""What every game of the registry must keep, tried on random tables with random house rules."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from games.kernel.contract import AtSeat, Deck, Everything, Public
from games.kernel.copying import same
from games.kernel.errors import Rejected, UnknownEvent
from games.kernel.menu import contains
from games.kernel.registry import games
from tests.games.conformance.universe import commands
from tests.games.playouts import Any_Game, playout, varied

GAMES = [pytest.param(game, id=game.name) for game in games()]
TABLES = 24


def tables(game: Any_Game, seed: int, count: int = TABLES, deals: int = 4) -> Any:
    for number in range(count):
        rng = random.Random(f"{game.name} {seed} {number}")
        rules = varied(game, rng)
        yield rng, rules, playout(game, rules, rng, deals=deals, policy="simple" if number % 2 else None)


def _refused(game: Any_Game, state: Any, command: Any, seat: int) -> str | None:
    try:
        game.decide(state, command, by=seat)
    except Rejected as refused:
        return refused.code
    return None


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_is_exactly_what_is_accepted(game: Any_Game) -> None:
    tried = 0
    for rng, rules, steps in tables(game, 1, 12, 2):
        for step in steps:
            if rng.random() > 0.3:
                continue
            menus = [game.legal(step.state, seat) for seat in range(rules.players)]
            for command in rng.sample(every := commands(game, rng, menus), min(25, len(every))):
                for seat, menu in enumerate(menus):
                    before = game.copy(step.state)
                    code = _refused(game, step.state, command, seat)
                    assert (code is None) == contains(menu, command), (command, seat, code)
                    assert code is None or code == game.refusal(step.state, command, seat)
                    assert same(step.state, before)
                    tried += 1
    assert tried > 2000


@pytest.mark.parametrize("game", GAMES)
def test_everybody_who_is_waited_for_has_a_due_choice_and_nobody_else_has_a_menu(game: Any_Game) -> None:
    for _, rules, steps in tables(game, 2):
        for step in steps:
            waited, offering = game.deciders(step.state), game.offers(step.state)
            for seat in range(rules.players):
                menu = game.legal(step.state, seat)
                assert any(not choice.offer for choice in menu) == (seat in waited)
                if any(choice.offer for choice in menu):
                    assert seat in offering
                assert all(len(choice) > 0 for choice in menu)
                for choice in menu:
                    assert sum(1 for _ in choice) == len(choice) or len(choice) > 5000
            for seat, decision in waited.items():
                assert game.controller(step.state, decision.hand) == seat


@pytest.mark.parametrize("game", GAMES)
def test_advancing_in_place_is_deciding_and_evolving(game: Any_Game) -> None:
    for _, _, steps in tables(game, 3):
        for step in steps:
            assert game.follow_up(step.state) is None, "a state between steps is quiet"
            before = game.copy(step.state)
            state = step.state
            for event in step.events:
                state = game.evolve(state, event)
            assert same(step.state, before), "evolve changed the old state"
            folded = game.copy(step.state)
            if step.by is not None:
                assert tuple(game.advance(folded, step.command, by=step.by)) == step.events
            else:
                for event in step.events:
                    game.fold(folded, event)
            assert same(folded, state)
            assert same(step.state, before), "a copy shares something that changes"


@pytest.mark.parametrize("game", GAMES)
def test_follow_ups_are_what_decide_found(game: Any_Game) -> None:
    for _, _, steps in tables(game, 4, 8):
        for step in steps:
            state = game.evolve(step.state, step.events[0])
            following = False  # a command may cause a public and a secret event; after those, all is follow-up
            for event in step.events[1:]:
                following = following or game.follow_up(state) is not None
                if following:
                    assert game.follow_up(state) == event
                assert isinstance(game.deciders(state), dict)  # defined inside batches too
                state = game.evolve(state, event)


@pytest.mark.parametrize("game", GAMES)
def test_events_and_commands_survive_json(game: Any_Game) -> None:
    seen: Counter[str] = Counter()
    wanted = set(game.codec.event_types) | set(game.codec.command_types)
    for number, (_, _, steps) in enumerate(tables(game, 5, 400)):
        if number >= TABLES and not wanted - set(seen):
            break
        for step in steps:
            for event in step.events:
                kind = game.codec.kind(event)
                body = json.loads(json.dumps(game.codec.event_body(event)))
                assert game.codec.event(kind, body) == event
                seen[kind] += 1
            if step.command is not None:
                data = json.loads(json.dumps(game.codec.command_json(step.command)))
                assert game.codec.command(data) == step.command
                seen[data["type"]] += 1
    assert not wanted - set(seen), "the playouts never reached these"


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_conserved_and_known_where_they_lie(game: Any_Game) -> None:
    for _, rules, steps in tables(game, 6):
        for step in steps:
            for viewer in (*(AtSeat(seat, recall=True) for seat in range(rules.players)), Public(recall=True)):
                places = game.unseen(game.view(step.state, viewer))
                union = 0
                for place in places:
                    union |= place.may
                    assert 0 < place.n <= place.may.bit_count()
                assert union.bit_count() == sum(place.n for place in places)
                assert union & ~game.pack.all == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_frozen_state_thaws_the_same(game: Any_Game) -> None:
    thawed = 0
    for _, rules, steps in tables(game, 7):
        for step in steps:
            if game.wants(step.state) is None:
                continue
            text = json.dumps(game.freeze(step.state), separators=(",", ":"))
            back = game.thaw(rules, json.loads(text))
            for viewer in (Everything(), Public(recall=True), *(AtSeat(seat) for seat in range(rules.players))):
                assert game.view(back, viewer) == game.view(step.state, viewer)
            assert game.freeze(back) == game.freeze(step.state)
            assert len(text) < 6000
            thawed += 1
            with pytest.raises(ValueError, match="version"):
                game.thaw(rules, json.loads(text) | {"v": -1})
    assert thawed > TABLES


@pytest.mark.parametrize("game", GAMES)
def test_the_clock_always_has_something_legal_to_play(game: Any_Game) -> None:
    for _, _, steps in tables(game, 8):
        for step in steps:
            for seat in game.deciders(step.state):
                assert contains(game.legal(step.state, seat), game.default_command(step.state, seat))


@pytest.mark.parametrize("game", GAMES)
def test_policies_choose_from_the_menu_and_know_only_the_view(game: Any_Game) -> None:
    for rng, _, steps in tables(game, 9, 8):
        for step in steps:
            for seat in game.deciders(step.state):
                view = game.view(step.state, AtSeat(seat, recall=True))
                for policy in game.policies.values():
                    assert contains(view.menu, policy(view, rng))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_its_rules_have_ended_is_silent(game: Any_Game) -> None:
    ended = 0
    for number in range(6):
        rng = random.Random(number)
        rules = varied(game, rng)
        state: Any = None
        for step in playout(game, rules, rng, deals=60, policy="simple"):
            state = step.state
            for event in step.events:
                state = game.evolve(state, event)
        outcome = game.outcome(state)
        if outcome is None:
            continue
        ended += 1
        assert game.wants(state) is None
        assert not game.deciders(state)
        assert not any(game.legal(state, seat) for seat in range(rules.players))
        assert len(outcome.scores) == len(outcome.ranks) == rules.players
        assert min(outcome.ranks) == 1
    assert ended >= 2


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_event_is_a_bug(game: Any_Game) -> None:
    state = game.new(game.ruleset.build(game.ruleset.PRESETS[0], game.ruleset.PLAYERS[0]))
    with pytest.raises(UnknownEvent):
        game.fold(state, object())


@pytest.mark.parametrize("game", GAMES)
def test_chance_is_asked_for_in_order(game: Any_Game) -> None:
    for _, _, steps in tables(game, 10, 4):
        asked = [game.wants(step.state) for step in steps if game.wants(step.state) is not None and step.by is None]
        assert not isinstance(asked[0], Deck)
        assert all(isinstance(wanted, Deck) and wanted.size == game.pack.size for wanted in asked[1:])

"""No leak: what a viewer is sent does not change when the cards he cannot see are dealt anew."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.kernel.contract import AtSeat, Public
from games.kernel.registry import game as game_named
from games.kernel.registry import games
from tests.games.conformance.leaks import Leak, check_viewer
from tests.games.conformance.universe import commands
from tests.games.playouts import Any_Game, playout, varied

GAMES = [pytest.param(game, id=game.name) for game in games()]
POSITIONS = 2000
PHASE_POSITIONS = 50
MIXES = 3


@pytest.mark.parametrize("mix", range(MIXES))
@pytest.mark.parametrize("game", GAMES)
def test_re_dealing_the_unseen_cards_changes_nothing_a_viewer_gets(game: Any_Game, mix: int) -> None:
    """At least 2,000 positions for each audience and 50 in each phase that hides cards, over random house rules."""
    rng = random.Random(f"leak {game.name} {mix}")
    compared: Counter[Any] = Counter()
    phases: Counter[str] = Counter()
    audiences = max(game.ruleset.PLAYERS) + 1
    while min(_per_audience(compared, audiences)) < POSITIONS or min(phases.values()) < PHASE_POSITIONS:
        # once the low seats are done, only full tables are dealt
        done = next((seat for seat in range(audiences - 1) if compared[seat] < POSITIONS), audiences - 2)
        rules = varied(game, rng, least=done + 1)
        past: list[Any] = []
        for step in playout(game, rules, rng, deals=3, policy="simple" if rng.random() < 0.5 else None, offers=0.1):
            before, past = past[-12:], past + list(step.events)
            phase = game.view(step.state, Public()).phase
            wanting = [
                (viewer, audience)
                for viewer, audience in _viewers(rules.players, audiences)
                if compared[audience] < POSITIONS or phases[phase] < PHASE_POSITIONS
            ]
            if not wanting:
                continue
            menus = [game.legal(step.state, seat) for seat in range(rules.players)]
            tries = commands(game, rng, menus, limit=8)
            for viewer, audience in wanting:
                if check_viewer(game, step.state, viewer, rng, commands=tries, past=before):
                    compared[audience] += 1
                    phases[phase] += 1


def _viewers(players: int, audiences: int) -> list[tuple[AtSeat | Public, int]]:
    """Everybody who may look at a table, and the number of his audience: the seat, watchers last."""
    seats: list[tuple[AtSeat | Public, int]] = [(AtSeat(seat, recall=True), seat) for seat in range(players)]
    return [*seats, (Public(recall=True), audiences - 1)]


def _per_audience(compared: Counter[Any], audiences: int) -> list[int]:
    return [compared[audience] for audience in range(audiences)]


def test_a_planted_leak_is_caught() -> None:
    hokm = game_named("hokm")

    def leaky_view(state: Any, viewer: Any) -> Any:
        view = hokm.view(state, viewer)
        # the parity of the neighbour's spades, hidden in a number that looks harmless
        parity = (state.hands[1] & 0xFF).bit_count() % 2
        return replace(view, target=view.target + parity)

    with pytest.raises(Leak):
        _hunt(replace(hokm, view=leaky_view))


def test_a_leak_in_a_refusal_is_caught() -> None:
    hokm = game_named("hokm")

    def leaky_refusal(state: Any, command: Any, by: int) -> str:
        code = hokm.refusal(state, command, by)
        return "must_beat" if code == "wrong_turn" and state.hands[(by + 1) % 3] & 1 else code

    with pytest.raises(Leak):
        _hunt(replace(hokm, refusal=leaky_refusal))


def test_a_leak_in_an_event_is_caught() -> None:
    hokm = game_named("hokm")
    with pytest.raises(Leak):
        _hunt(replace(hokm, redact=lambda event, viewer, state: _with_own_hand(hokm, event, state)))


def _with_own_hand(hokm: Any_Game, event: Any, state: Any) -> Any:
    shown: Any = hokm.redact(event, Public(), state)
    if type(event).__name__ == "DealStarted" and shown.deck is None:
        return replace(shown, deal=shown.deal + (state.hands[0] & 1))
    return shown


def _hunt(game: Any_Game) -> None:
    rng = random.Random("hunt")
    for _ in range(30):
        past: list[Any] = []
        for step in playout(game, varied(game, rng), rng, deals=2):
            menus = [game.legal(step.state, seat) for seat in range(3)]
            tries = commands(game, rng, menus, limit=8)
            for viewer in (AtSeat(2, recall=True), Public(recall=True)):
                check_viewer(game, step.state, viewer, rng, commands=tries, past=past[-40:])
            past += step.events

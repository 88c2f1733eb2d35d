"""Proof that a viewer learns nothing: re-deal what he cannot see, and compare every byte he would be sent."""

import json
import random
from collections.abc import Iterable
from typing import Any

from games.kernel.contract import AtSeat, Public, Viewer
from games.kernel.layouts import place_again
from tests.games.playouts import Any_Game


class Leak(AssertionError):
    """Two worlds that a viewer must not be able to tell apart, told apart."""


def sockets_view(viewer: AtSeat | Public) -> Viewer:
    """The same viewer as a socket serves him: without recall."""
    return AtSeat(viewer.seat) if isinstance(viewer, AtSeat) else Public()


def shown(
    game: Any_Game,
    state: Any,
    viewer: AtSeat | Public,
    commands: Iterable[Any],
    past: Iterable[Any],
    *,
    memory: Any = None,
) -> bytes:
    """Everything that may be sent to a viewer in this state: view, menu, who is waited for, refusals, recent events.

    `memory` is his view with recall, where it is known already.
    """
    out: dict[str, Any] = {}
    view = game.view(state, sockets_view(viewer))
    out["view"] = game.codec.view(view)
    out["menu"] = game.codec.menu(view.menu)
    memory = memory or game.view(state, viewer)
    out["recall"] = repr(memory.recall)
    out["unseen"] = [(place.name, place.n, place.may) for place in game.unseen(memory)]
    out["deciders"] = {seat: (decision.kind, decision.hand) for seat, decision in game.deciders(state).items()}
    out["revealed"] = game.revealed(state)
    out["wants"] = repr(game.wants(state))
    events = [game.redact(event, sockets_view(viewer), state) for event in past]
    out["events"] = [None if event is None else game.codec.event_json(event) for event in events]
    if isinstance(viewer, AtSeat):
        out["offers"] = viewer.seat in game.offers(state)
        menu = game.legal(state, viewer.seat)
        out["refusals"] = [
            game.refusal(state, command, viewer.seat)
            for command in commands
            if not any(command in choice for choice in menu)
        ]
    return json.dumps(out, sort_keys=True).encode()


def check_viewer(
    game: Any_Game,
    state: Any,
    viewer: AtSeat | Public,
    rng: random.Random,
    *,
    commands: Iterable[Any] = (),
    past: Iterable[Any] = (),
) -> bool:
    """Re-deal once for one viewer. True if another layout was compared, False if there was nothing to re-deal.

    Raises Leak where the viewer could tell the worlds apart.
    """
    view = game.view(state, viewer)
    places = game.unseen(view)
    if sum(place.n for place in places) == 0:
        return False
    layout = place_again(places, rng)
    assert layout is not None, "the true layout itself is not within `may`"
    other = game.complete(view, layout)
    if other is None:
        return False
    commands, past = tuple(commands), tuple(past)
    here = shown(game, state, viewer, commands, past, memory=view)
    there = shown(game, other, viewer, commands, past)
    if here != there:
        raise Leak(f"{game.name}: {viewer} can tell apart\n{here.decode()}\n{there.decode()}")
    return True

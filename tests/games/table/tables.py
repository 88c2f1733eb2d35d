"""Short ways to open tables and to play them through the write path."""

import random
from typing import Any

from games.kernel.contract import AtSeat
from games.table import service
from games.table.aggregate import commands, view
from games.table.held import Held, load

ALICE, BOB, CAROL, DAVE = (name.ljust(12, "0") for name in ("alice", "bob", "carol", "dave"))


def against_bots(**given: Any) -> service.NewTable:
    """A table of Hokm where Alice plays against two programs: it runs at once."""
    return service.open_table(
        **{"game": "hokm", "options": {"target": 200}, "host": ALICE, "bots": ("simple", "simple"), **given}
    )


def of_three(**given: Any) -> service.NewTable:
    """A running table of Hokm with Alice, Bob and Carol."""
    return service.open_table(
        **{
            "game": "hokm",
            "options": {"target": 200},
            "host": ALICE,
            "persons": (ALICE, BOB, CAROL),
            "ready": True,
            **given,
        }
    )


def speaker(held: Held, seat: int) -> str:
    one = held.table.seats[seat]
    return f"p:{one.person}" if one.person else f"bot:{one.policy}"


def next_move(held: Held, rng: random.Random | None = None) -> dict[str, Any]:
    """What `submit` takes for the next decision of the table, answered by the policy `simple`."""
    table = held.table
    seat = next(iter(table.deciders))
    choose = table.game.policies["simple"]
    command = choose(table.game.view(table.state, AtSeat(seat, recall=True)), rng or random.Random(table.seq))
    decision = table.decisions[seat]
    actor = speaker(held, seat)
    return {
        "command": command,
        "actor": actor,
        "command_id": service.bot_command_id(table.id, decision, seat),
        "decision": decision,
        "seat": seat,
    }


def move(held: Held) -> Held:
    """The table after its next decision."""
    return service.submit_held(held, **next_move(held)).held


def play_out(held: Held, until: Any = lambda table: False) -> Held:
    """Play until the table has ended, or as long as `until` says no."""
    while not held.table.ended and not until(held.table):
        held = ready_everybody(held) if held.table.rest_since is not None else move(held)
    return held


def ready_everybody(held: Held) -> Held:
    for seat, one in enumerate(held.table.seats):
        if one.person and not one.ready and held.table.rest_since is not None:
            held = service.submit_held(
                held, commands.Ready(), actor=f"p:{one.person}", command_id=f"ready:{seat}:{held.seq}"
            ).held
    return held


def views(held: Held) -> list[dict[str, Any]]:
    return [view(held.table, AtSeat(seat)) for seat in range(held.table.players)]


__all__ = [
    "ALICE",
    "BOB",
    "CAROL",
    "DAVE",
    "against_bots",
    "load",
    "move",
    "next_move",
    "of_three",
    "play_out",
    "views",
]

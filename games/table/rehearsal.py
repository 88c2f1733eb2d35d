"""A simulated table played once more through the write path, as if people sat there (`simulate --service`).

The table stays in the log, under the id and with the decks of its seed; running the same seed again finds it there.
"""

from games.kernel.menu import contains
from games.table import chance, log, service
from games.table.aggregate import actors, commands
from games.table.held import Held, load
from games.table.records import export_record
from games.table.simulation import Played, simulated_id

_ORIGIN = {"type": "simulated"}
_NEVER_MS = 86_400_000
"""The clock must not begin a deal here: how many there are is the simulation's affair."""


class WentAnotherWay(Exception):
    """The log does not hold what the rules alone have made of the same choices."""


def rehearse(played: Played, seed: str, index: int) -> None:
    """Plays a simulated table through the service and compares the log with it. Raises WentAnotherWay."""
    table_id = simulated_id(played.record.header.game, seed, index)
    if log.head(table_id) is None:
        _play(played, seed, index)
    kept = export_record(table_id)
    if kept.events != played.record.events or kept.ending is None or kept.header.rules != played.record.header.rules:
        raise WentAnotherWay(
            f"table {index} of seed {seed} stands in the log otherwise: other rules or players want a seed of their own"
        )


def _play(played: Played, seed: str, index: int) -> None:
    header = played.record.header
    people = [f"simulate{index % 1000:03}{seat}" for seat in range(header.players)]
    made = service.open_table(
        header.game,
        header.rules.options(),
        None,
        preset=header.rules.preset,
        players=header.players,
        persons=people,
        ready=True,
        visibility="link",
        origin=_ORIGIN,
        between_ms=_NEVER_MS,
        table_id=simulated_id(header.game, seed, index),
        secret=chance.simulated_secret(seed, index),
    )
    held = load(made.table_id)
    for number, (seat, command) in enumerate(played.moves):
        if not contains(held.table.game.legal(held.table.state, seat), command):  # else said between two deals
            held = _next_deal(held, people)
        held = service.submit_held(
            held,
            command,
            actor=actors.person(people[seat]),
            command_id=str(number),
            decision=held.table.decisions[seat] if seat in held.table.deciders else None,
        ).held
    if not held.table.ended:
        service.submit_held(held, commands.AbandonTable(0), actor=actors.moderation("simulate"), command_id="end")


def _next_deal(held: Held, people: list[str]) -> Held:
    """Between deals everybody says that he is ready; the last one's word begins the next deal."""
    while held.table.rest_since is not None:
        seat = next(seat for seat, one in enumerate(held.table.seats) if not one.ready)
        command_id = f"ready:{held.table.decks_drawn}"
        held = service.submit_held(
            held, commands.Ready(), actor=actors.person(people[seat]), command_id=command_id
        ).held
    return held

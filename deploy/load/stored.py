"""What the log costs: refolding long tables, opening a running one, and whether a move grows dearer with its table.

    .venv/bin/python -m tests.services .venv/bin/python -m deploy.load.stored

Runs on the database of its environment; `make bench` gives it a PostgreSQL that writes through.
"""

import os
import random
import statistics
import time
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, reset_queries  # noqa: E402

from bots.turns import choice, turns  # noqa: E402
from deploy.load.report import percentile, report  # noqa: E402
from games.table import log  # noqa: E402
from games.table.aggregate import PLAYING, actors, fold, table_of  # noqa: E402
from games.table.held import (  # noqa: E402
    Held,
    game_of,
    load,
    recorded_of,
    refold,
)
from games.table.service import bot_command_id, open_table, submit, submit_held  # noqa: E402

LONG: dict[str, tuple[str, dict[str, Any], int]] = {
    "hokm": ("default", {"max_deals": 0, "kabbut_broken": "flat", "all_pass": "redeal"}, 3),
    "preferans": ("leningrad", {"pool_target": 50}, 3),
}


def open_programs(game: str, policy: str, preset: str, options: dict[str, Any], players: int) -> UUID:
    return open_table(game, options, None, preset=preset, players=players, bots=(policy,) * players).table_id


def play_on(held: Held) -> Held:
    """One turn of a table of programs."""
    table = held.table
    turn = next(turns(table))
    return submit_held(
        held,
        choice(table, turn),
        actor=actors.program(turn.policy),
        command_id=bot_command_id(table.id, turn.decision, turn.seat),
        decision=turn.decision,
        seat=turn.seat,
    ).held


def played_to(table_id: UUID, deal: int) -> Held:
    """The table when its deal of that number is being played; or as it ended."""
    held = load(table_id)
    while held.table.lifecycle == PLAYING and held.table.state.deal < deal:
        held = play_on(held)
    return held


def timed(action: Any, times: int) -> list[float]:
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        spent.append(1000 * (time.perf_counter() - start))
    return spent


def refolding(game: str, deals: int) -> None:
    preset, options, players = LONG[game]
    held = played_to(open_programs(game, "random" if game == "hokm" else "simple", preset, options, players), deals + 1)
    table_id, events = held.table.id, held.seq
    deal = held.table.state.deal
    whole = timed(lambda: refold(table_id), 7)
    report(f"refold {game} from {connection.vendor}", "ms", whole, events=events, deals=deal)
    report(f"refold {game} from {connection.vendor}", "events/s", [1000 * events / ms for ms in whole])
    rows = log.select(table_id)
    of_game = game_of(rows[0])
    recorded = [recorded_of(of_game, row) for row in rows]

    def only_fold() -> None:
        table = table_of(table_id, of_game, recorded[0])
        for one in recorded[1:]:
            fold(table, one)

    report(f"fold {game}, events already decoded", "ms", timed(only_fold, 7), events=events)
    report(f"open a running table of {game} from its fold row", "ms", timed(lambda: load(table_id), 30))


def flatness(game: str, old_deal: int, submits: int) -> None:
    """The same command at a young and at an old table, in turn: each from a cold start, as a separate worker does."""
    preset, options, players = LONG[game]
    old = played_to(open_programs(game, "random", preset, options, players), old_deal)
    if old.table.lifecycle != PLAYING:
        raise SystemExit(f"the table of {game} ended in deal {old.table.state.deal}; no old table to measure")
    young = load(open_programs(game, "random", preset, options, players))
    rng = random.Random(3)
    spent: dict[str, list[float]] = {"young": [], "old": []}
    queries: dict[str, set[int]] = {"young": set(), "old": set()}
    connection.force_debug_cursor = False
    tables = {"young": young.table.id, "old": old.table.id}
    while len(spent["old"]) < submits:
        for which in rng.sample(["young", "old"], 2):
            held = load(tables[which])
            if which == "young" and (held.table.state.deal > 2 or held.table.lifecycle != PLAYING):
                tables[which] = open_programs(game, "random", preset, options, players)
                held = load(tables[which])
            turn = next(turns(held.table), None)
            if turn is None:
                raise SystemExit("the old table has ended")
            command = choice(held.table, turn)
            names: dict[str, Any] = {"actor": actors.program(turn.policy), "decision": turn.decision, "seat": turn.seat}
            start = time.perf_counter()
            submit(tables[which], command, command_id=bot_command_id(tables[which], turn.decision, turn.seat), **names)
            spent[which].append(1000 * (time.perf_counter() - start))
    for which in ("young", "old"):
        connection.force_debug_cursor = True
        reset_queries()
        held = load(tables[which])
        queries[which].add(len(connection.queries_log))
        connection.force_debug_cursor = False
        del held
    medians = {which: statistics.median(values) for which, values in spent.items()}
    tails = {which: percentile(values, 99) for which, values in spent.items()}
    report(
        f"a move's cost at deal {old_deal} over deal 1, {game} on {connection.vendor}",
        "ratio of medians",
        [medians["old"] / medians["young"]],
        submits=len(spent["old"]),
        p99_ratio=round(tails["old"] / tails["young"], 3),
        young_ms=round(medians["young"], 3),
        old_ms=round(medians["old"], 3),
        queries_to_open={which: sorted(found) for which, found in queries.items()},
    )


def main() -> None:
    call_command("migrate", verbosity=0, interactive=False)
    refolding("hokm", 40)
    refolding("preferans", 40)
    flatness("hokm", 200, 2000)


if __name__ == "__main__":
    main()

"""Two ways to append the moves of a room, in alternating rounds: in a thread, or on the event loop.

Twenty rooms in one process, each with three players and a watcher; no sockets, so that little else is measured.

    .venv/bin/python -m deploy.load.appending [tables=20] [seconds=4] [rounds=5]
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from typing import Any

WAYS = {"in a thread": False, "on the event loop": True}


async def follow(room: Any, person: str | None) -> None:
    """Somebody who takes every frame."""
    from games.table.rooms import Subscriber

    follower = Subscriber(person, acknowledges=False)
    await room.join(follower)
    while True:
        await follower.next()


async def play(room: Any, until: float, spent: list[float]) -> None:
    """One decision after the other, by chance, through the room's queue."""
    from games.kernel.contract import pick

    rng = random.Random(room.v)
    while time.perf_counter() < until and room.table.deciders:
        table = room.table
        seat = next(iter(table.deciders))
        command = table.game.codec.command_json(pick(table.game.legal(table.state, seat), rng))
        start = time.perf_counter()
        await room.submit(
            command, person=table.seats[seat].person, command_id=f"c-{table.seq}", decision=table.decisions[seat]
        )
        spent.append(1000 * (time.perf_counter() - start))


def open_tables(count: int) -> list[Any]:
    from accounts.services import create_guest
    from games.table.service import open_table

    people = [create_guest(name=name).public_id for name in ("Alice", "Bob", "Carol")]
    rules = {"max_deals": 0, "kabbut_broken": "flat"}
    return [open_table("hokm", rules, people[0], persons=people, ready=True).table_id for _ in range(count)]


async def measure(tables: int, seconds: float, rounds: int) -> None:
    from django.conf import settings

    from deploy.load.report import percentile, report
    from games.table.rooms import rooms_here

    ids = await asyncio.to_thread(open_tables, tables)
    rooms = [await rooms_here().open(one) for one in ids]
    crowd = [
        asyncio.create_task(follow(room, person))
        for room in rooms
        for person in (*(seat.person for seat in room.table.seats), None)
    ]
    found: dict[str, dict[str, list[float]]] = {way: {"moves/s": [], "cpu": [], "p50": [], "p99": []} for way in WAYS}
    for turn in range(rounds + 1):
        for way, on_loop in WAYS.items():
            settings.OPENTRICK_ASYNC_APPEND = on_loop
            spent: list[float] = []
            start, cpu = time.perf_counter(), time.process_time()
            await asyncio.gather(*(play(room, start + seconds, spent) for room in rooms))
            wall, cpu = time.perf_counter() - start, time.process_time() - cpu
            if turn:  # the first round only warms up
                values = (len(spent) / wall, 1e6 * cpu / len(spent), percentile(spent, 50), percentile(spent, 99))
                for name, value in zip(found[way], values, strict=True):
                    found[way][name].append(value)
    for way, kinds in found.items():
        report(f"moves of {tables} rooms, appended {way}", "moves/s", kinds["moves/s"])
        report(f"this process's time for a move, appended {way}", "us", kinds["cpu"])
        report(f"half of the moves, appended {way}, within", "ms", kinds["p50"])
        report(f"99 of 100 moves, appended {way}, within", "ms", kinds["p99"])
    for one in crowd:
        one.cancel()
    await rooms_here().close()


def main(tables: int = 20, seconds: float = 4.0, rounds: int = 5) -> None:
    """On a PostgreSQL of its own that writes through, and a Redis."""
    from deploy.load.live import services
    from tests.services.environment import clean_environment, manage, production_environment

    with services() as (server, redis_url):
        environment = production_environment(server.create_database("appending"), redis_url)
        manage("migrate", "--no-input", "-v0", environment=environment)
        subprocess.run(
            [sys.executable, "-m", "deploy.load.appending", "inside", str(tables), str(seconds), str(rounds)],
            env={**clean_environment(), **environment, "BETWEEN_DEALS_MS": "0", "LOG_LEVEL": "WARNING"},
            check=True,
        )


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["inside"]:
        import django

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        asyncio.run(measure(int(given[1]), float(given[2]), int(given[3])))
    else:
        main(*(int(given[0]), float(given[1]), int(given[2])) if len(given) == 3 else ())

"""Ways to append the moves of a room, in alternating rounds: in a thread, or on the event loop; and on a clock, as if
everybody had thought for long, with the stamps of our processes looked up for each move or known already.

Twenty rooms in one process, each with three players and a watcher; no sockets, so that little else is measured.

    .venv/bin/python -m deploy.load.appending [tables=20] [seconds=4] [rounds=5]
"""

import asyncio
import contextlib
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any
from unittest import mock


@dataclass(frozen=True)
class Way:
    on_loop: bool
    speed: str = "casual"
    known: bool = True
    """On a clock: whether the stamps are known."""


WAYS = {
    "in a thread": Way(on_loop=False),
    "on the event loop": Way(on_loop=True),
    "after a long thought on a clock, stamps looked up": Way(on_loop=True, speed="slow", known=False),
    "after a long thought on a clock, stamps known": Way(on_loop=True, speed="slow"),
}


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


def open_tables(count: int, speed: str) -> list[Any]:
    from accounts.services import create_guest
    from games.table.service import open_table

    people = [create_guest(name=name).public_id for name in ("Alice", "Bob", "Carol")]
    rules = {"max_deals": 0, "kabbut_broken": "flat"}
    given: dict[str, Any] = {"persons": people, "ready": True, "speed": speed}
    return [open_table("hokm", rules, people[0], **given).table_id for _ in range(count)]


async def measure(tables: int, seconds: float, rounds: int) -> None:
    from django.conf import settings

    from deploy.load.report import percentile, report
    from games.table import alive, service
    from games.table.rooms import rooms_here

    rooms: dict[str, list[Any]] = {}
    for speed in {way.speed for way in WAYS.values()}:
        rooms[speed] = [await rooms_here().open(one) for one in await asyncio.to_thread(open_tables, tables, speed)]
    crowd = [
        asyncio.create_task(follow(room, person))
        for room in (one for some in rooms.values() for one in some)
        for person in (*(seat.person for seat in room.table.seats), None)
    ]
    await asyncio.sleep(2 * alive.STAMP_S)  # everybody has come, and the stamps were looked at since
    found: dict[str, dict[str, list[float]]] = {way: {"moves/s": [], "cpu": [], "p50": [], "p99": []} for way in WAYS}
    for turn in range(rounds + 1):
        for name, way in WAYS.items():
            settings.OPENTRICK_ASYNC_APPEND = way.on_loop
            spent: list[float] = []
            thought = mock.patch.object(service, "_has_waited", return_value=True)
            unknown = mock.patch.object(alive, "all_well", return_value=False)
            with contextlib.ExitStack() as patched:
                if way.speed != "casual":
                    patched.enter_context(thought)
                    if not way.known:
                        patched.enter_context(unknown)
                start, cpu = time.perf_counter(), time.process_time()
                await asyncio.gather(*(play(room, start + seconds, spent) for room in rooms[way.speed]))
                wall, cpu = time.perf_counter() - start, time.process_time() - cpu
            if turn:  # the first round only warms up
                values = (len(spent) / wall, 1e6 * cpu / len(spent), percentile(spent, 50), percentile(spent, 99))
                for kind, value in zip(found[name], values, strict=True):
                    found[name][kind].append(value)
    for name, kinds in found.items():
        report(f"moves of {tables} rooms, appended {name}", "moves/s", kinds["moves/s"])
        report(f"this process's time for a move, appended {name}", "us", kinds["cpu"])
        report(f"half of the moves, appended {name}, within", "ms", kinds["p50"])
        report(f"99 of 100 moves, appended {name}, within", "ms", kinds["p99"])
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

"""Clocks as people at a table meet them: who sleeps is played for, whose line is slow gets its time back."""

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.table import alive, log, models, sweep
from games.table.aggregate import TimeControl
from games.table.rooms import rooms_here
from games.table.service import NewTable
from games.table.wire import Paces, Said
from tests.games.table.live import of_three, play, seated, until_all
from tests.games.table.sockets import InProcess

SHORT = TimeControl(1_500, 500, 1_500)
LONG = TimeControl(600_000, 5_000, 600_000)


@pytest.fixture(autouse=True)
async def rooms(each_database: str) -> AsyncIterator[None]:
    yield
    await rooms_here().close()


async def sit_down(clock: TimeControl) -> tuple[NewTable, list[InProcess]]:
    table, three = await of_three(speed="blitz", clock=clock)
    return table, [await seated(table, token) for _, token in three]


def due(clients: list[InProcess]) -> int:
    seat: int = clients[0].view["deciders"][0]["seat"]
    return seat


@sync_to_async
def stored(table: NewTable) -> list[log.Row]:
    return log.select(table.table_id)


async def sweep_on() -> None:
    while True:
        await sync_to_async(sweep.sweep, thread_sensitive=False)()
        await asyncio.sleep(0.1)


async def test_who_sleeps_is_played_for_and_then_a_program_plays_on() -> None:
    _, clients = await sit_down(SHORT)
    sleeper = due(clients)
    sweeping = asyncio.create_task(sweep_on())
    try:
        rng = random.Random(1)
        waking = [client for seat, client in enumerate(clients) if seat != sleeper]
        while clients[sleeper].view["seats"][sleeper]["person"]:
            if due(clients) == sleeper:
                v = clients[0].v
                shown = clients[0].view["clocks"]["seats"][sleeper]
                assert 0 < shown["left"] <= SHORT.bank_ms
                assert shown["until"] is not None
                for client in clients:
                    await client.until(lambda client=client, v=v: client.v > v)  # type: ignore[misc]
            else:
                mover = clients[due(clients)]
                await mover.answer(rng)
            await until_all(clients, max(client.v for client in clients))
    finally:
        sweeping.cancel()
    seat = waking[0].view["seats"][sleeper]
    assert (seat["away"], seat["bot"], seat["owner"]) == ("time", "simple", clients[sleeper].welcome["you"]["person"])
    types = [one["event"]["type"] for m in waking[0].heard if m["type"] == "frame" for one in m["events"]]
    assert types.count("table.timed_out") == 2
    assert types.index("table.timed_out") + 1 == types.index("bid_placed", types.index("table.timed_out"))
    back = await clients[sleeper].command({"type": "table.reclaim_seat"})
    assert back["type"] == "accepted"
    await waking[0].until(lambda: waking[0].v >= back["last"])
    assert waking[0].view["seats"][sleeper]["away"] is None


async def test_who_is_slowed_down_for_his_own_haste_waits_on_his_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or he could send every move he has on sockets that are slowed down, think on, and close all but one of them."""
    monkeypatch.setattr(Paces, "wait", lambda _, message, now: 0.2 if isinstance(message, Said) else 0.0)
    table, clients = await sit_down(LONG)
    hasty = clients[due(clients)]
    assert hasty.menu is not None
    salt = {"type": "table.give_salt", "salt": "0" * 32}
    for number in range(2):
        await hasty.say(type="command", id=f"salt{number}", command=salt)
    answered = await hasty.command({"type": "place_bid", "value": 4}, hasty.menu["decision"])
    assert answered["type"] == "accepted"
    moved = next(row for row in await stored(table) if row.kind == "hokm.bid_placed")
    assert moved.spent_ms is not None
    assert moved.spent_ms >= 590, "each of the three had to wait for 200 ms"


async def test_a_late_move_is_refused_although_nobody_sweeps() -> None:
    _, clients = await sit_down(TimeControl(300, 100, 300))
    late = clients[due(clients)]
    assert late.menu is not None
    await asyncio.sleep(0.4)
    answered = await late.command({"type": "place_bid", "value": 4}, late.menu["decision"])
    assert (answered["type"], answered["code"]) == ("refused", "timed_out")
    assert late.menu is not None, "nothing has happened yet"


async def test_the_lines_time_is_measured_given_back_and_written_down() -> None:
    table, clients = await sit_down(LONG)
    room = await rooms_here().open(table.table_id)
    mover = clients[due(clients)]
    assert mover.menu is not None
    assert [row.lag_ms for row in await stored(table)] == [None] * clients[0].v
    mover.acknowledges = False
    room.beat()
    await mover.until(lambda: mover.heard[-1]["type"] == "heartbeat")
    await asyncio.sleep(0.2)
    await mover.acknowledge(now=mover.heard[-1]["now"])
    await mover.command({"type": "place_bid", "value": 4}, mover.menu["decision"])
    row = (await stored(table))[-1]
    assert row.lag_ms is not None
    assert 190 <= row.lag_ms <= (row.spent_ms or 0)


async def test_everybody_sees_the_same_clocks() -> None:
    _, clients = await sit_down(LONG)
    await play(clients, 8)
    shown: list[Any] = [client.view["clocks"] for client in clients]
    assert shown[0] == shown[1] == shown[2]
    assert [one["until"] is not None for one in shown[0]["seats"]] == [seat == due(clients) for seat in range(3)]


async def test_a_process_that_serves_people_stamps_each_second() -> None:
    await sit_down(LONG)
    name = f"web:{rooms_here().process}"
    first = (await sync_to_async(alive.stamps)()).get(name)
    for _ in range(100):
        await asyncio.sleep(0.05)
        if (await sync_to_async(alive.stamps)()).get(name) != first:
            break
    else:
        raise AssertionError("it does not stamp")
    processes = await sync_to_async(lambda: set(models.Connection.objects.values_list("process", flat=True)))()
    assert processes <= {rooms_here().process}
    assert alive.stopped_here((first or 0) + 3_600_000) is not None
    await rooms_here().close()
    await asyncio.sleep(0)
    assert alive.stopped_here((first or 0) + 3_600_000) is None, "it stamps no more, and does not hold back others"

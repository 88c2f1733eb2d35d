"""The write path for a caller on an event loop: through a thread, and through asynchronous connections."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.table import alive, service
from games.table.aggregate import Refused, commands
from games.table.clock import now_ms
from games.table.held import Held
from games.table.log import pool
from games.table.rebuild import differences
from tests.games.table.tables import ALICE, BOB, CAROL, load, next_move, of_three, views
from tests.games.table.test_log_async import every_way

in_a_thread = sync_to_async


@pytest.fixture(autouse=True)
async def way(each_database: str, pooled: bool, settings: Any) -> AsyncIterator[None]:
    settings.OPENTRICK_ASYNC_APPEND = pooled
    yield
    assert bool(pool._pools) == pooled, "the other way was taken"
    await pool.close()


async def held_table() -> Held:
    made = await in_a_thread(of_three)()
    return await in_a_thread(load)(made.table_id)


@every_way
async def test_a_table_is_played_from_the_loop() -> None:
    held = await held_table()
    while not held.table.ended:
        if held.table.rest_since is None:
            held = (await service.submit_in_room(held, **next_move(held))).held
    assert views(await in_a_thread(load)(held.table.id)) == views(held)
    assert await in_a_thread(differences)(held.table.id) == []


@every_way
async def test_all_at_once_from_old_folds() -> None:
    held = await held_table()
    salts = [
        service.submit_in_room(held, commands.GiveSalt(f"{n}" * 32), actor=f"p:{person}", command_id="salt")
        for n, person in enumerate((ALICE, BOB, CAROL))
    ]
    made = await asyncio.gather(*salts, service.submit_in_room(held, **next_move(held)))
    assert len({one.accepted.first for one in made}) == 4
    newest = max(made, key=lambda one: one.held.seq)
    assert [one.seq for one in newest.events] == list(range(held.seq + 1, newest.held.seq + 1))
    assert newest.held.table.salts == ["0" * 32, "1" * 32, "2" * 32]


@every_way
async def test_retries_and_refusals() -> None:
    held = await held_table()
    said = next_move(held)
    first = await service.submit_in_room(held, **said)
    again = await service.submit_in_room(held, **said)
    later = await service.submit_in_room(first.held, **said)
    assert first.accepted == again.accepted == later.accepted
    assert [one.seq for one in again.events] == [one.seq for one in first.events]
    with pytest.raises(Refused, match="stale"):
        await service.submit_in_room(first.held, **{**said, "command_id": "another"})


async def _after_a_thought() -> Held:
    """A table on the clock where somebody has thought for long: `LATE_MS` and more."""
    made = await in_a_thread(of_three)(speed="blitz")
    held = await in_a_thread(load)(made.table_id)
    await in_a_thread(alive.stamp)("another", now_ms() + 60_000)
    return held


@pytest.mark.parametrize(("each_database", "pooled"), [("postgresql", True)], indirect=["each_database"])
async def test_a_move_after_a_long_thought_asks_nothing_when_all_is_known_to_be_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = await _after_a_thought()
    monkeypatch.setattr(alive, "LATE_MS", -1)  # nobody is that quick
    looked_up: list[Any] = []
    thread = service._submit

    def in_thread(*given: Any) -> service.Submitted:
        looked_up.append(given)
        return thread(*given)

    monkeypatch.setattr(service, "_submit", in_thread)
    await in_a_thread(alive.look)()
    try:
        held = (await service.submit_in_room(held, **next_move(held))).held
        assert looked_up == []
        now = now_ms()
        held = (await service.submit_in_room(held, **next_move(held), joined_at=now + 60_000)).held
        assert len(looked_up) == 1, "somebody has come since: he may come from a process that has just gone"
        await in_a_thread(alive.leave)("another")
        await in_a_thread(alive.look)()
        await service.submit_in_room(held, **next_move(held))
        assert len(looked_up) == 2
    finally:
        alive.ends("another")

"""Going away and coming back through sockets: pages closed, lines broken, two tabs, two processes, a restart."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts import personal_socket, server_notices
from games.table import absence, alive, models, presence, restarts, sweep
from games.table.clock import now_ms
from games.table.rooms import Rooms, Subscriber, registry, rooms_here, subscriber
from games.table.service import NewTable
from tests.games.table.live import People, a_table, of_three, people, seated, stranger, until_all
from tests.games.table.sockets import InProcess

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]


async def a_match(**given: Any) -> tuple[NewTable, People, list[InProcess]]:
    table, three = await of_three(**{"speed": "normal", **given})
    clients = [await seated(table, token) for _, token in three]
    for client in clients:
        await client.until(partial(all_here, client))
    for _ in range(300):  # it is told a moment before it is written
        if await models.Seat.objects.filter(table_id=table.table_id, here=True, gone_until=None).acount() == 3:
            break
        await asyncio.sleep(0.02)
    return table, three, clients


def all_here(client: InProcess) -> bool:
    return bool(client.presence.get("seats") == [True] * 3)


def has_heard(client: InProcess, expected: list[int | None]) -> bool:
    return notices(client) == expected


def gone(client: InProcess) -> list[tuple[int, str]]:
    return [(one["seat"], one["how"]) for one in client.presence.get("gone", [])]


def sees(client: InProcess, *expected: tuple[int, str]) -> Callable[[], bool]:
    return lambda: gone(client) == list(expected)


@sync_to_async
def later(seconds: int) -> None:
    """So much later, a sweep looks who has been away for too long."""
    absence.take_over(now_ms() + seconds * 1_000, sweep._send)


async def close_with(client: InProcess, code: int) -> None:
    with suppress(asyncio.CancelledError):
        await client.communicator.disconnect(code=code, timeout=10)


@pytest.mark.parametrize(
    ("code", "how", "wait"),
    [(1000, "left", 15), (1001, "left", 15), (1005, "left", 15), (1006, "lost", 60), (4000, "lost", 60)],
)
async def test_how_a_socket_closes_says_whether_somebody_left(code: int, how: str, wait: int) -> None:
    _, _, (alice, bob, carol) = await a_match()
    before = now_ms()
    await close_with(bob, code)
    for client in (alice, carol):
        await client.until(sees(client, (1, how)))
        assert client.presence["seats"] == [True, False, True]
        until = client.presence["gone"][0]["until"]
        assert before + wait * 1_000 <= until <= now_ms() + wait * 1_000


async def test_a_goodbye_counts_whatever_becomes_of_the_socket() -> None:
    _, _, (alice, bob, _) = await a_match()
    await bob.say(type="bye")
    await asyncio.sleep(0.05)
    await close_with(bob, 1006)
    await alice.until(sees(alice, (1, "left")))


async def test_a_line_from_which_nothing_comes_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BEAT_S", 0.1)
    monkeypatch.setattr(subscriber, "MOST_SECONDS", 1.0)
    await rooms_here().close()
    _, _, (alice, bob, carol) = await a_match()
    bob.acknowledges = False
    async with asyncio.timeout(10):
        while gone(alice) != [(1, "lost")]:
            await asyncio.gather(alice.hear(), carol.hear())
    assert await bob.until_closed() == 4008
    assert alice.presence["seats"] == [True, False, True]


async def test_who_watches_and_who_comes_later_see_the_same() -> None:
    table, three, (alice, bob, _) = await a_match()
    watcher = await stranger(table)
    await close_with(bob, 1006)
    for client in (alice, watcher):
        await client.until(sees(client, (1, "lost")))
    late = await seated(table, three[2][1])
    await late.until(sees(late, (1, "lost")))
    assert alice.presence["gone"] == watcher.presence["gone"] == late.presence["gone"]


async def test_two_tabs_are_one_person_until_the_last_one_goes() -> None:
    table, three, (alice, bob, _) = await a_match()
    second = await seated(table, three[1][1])
    await close_with(bob, 1006)
    watcher = await stranger(table)
    await alice.until(lambda: alice.presence["watching"] == 1)
    assert gone(alice) == []
    assert alice.presence["seats"] == [True] * 3
    await close_with(second, 1001)
    await alice.until(sees(alice, (1, "left")))
    assert gone(watcher) == []


async def test_a_page_loaded_anew_leaves_nothing_behind() -> None:
    table, three, (alice, bob, carol) = await a_match()
    for _ in range(5):
        await close_with(bob, 1001)
        bob = await seated(table, three[1][1])
    await asyncio.sleep(0.3)
    row = await row_is(table, here=True, gone_until=None)
    assert row.grace_used < 15_000
    # Both are held to the end: a line that is forgotten is cancelled, and so breaks.
    await alice.until(lambda: alice.presence["seats"] == [True] * 3 and gone(alice) == [])
    await carol.until(lambda: carol.presence["seats"] == [True] * 3 and gone(carol) == [])


async def test_who_is_back_in_time_is_simply_back() -> None:
    table, three, (alice, bob, _) = await a_match()
    await close_with(bob, 1006)
    await alice.until(sees(alice, (1, "lost")))
    back = await seated(table, three[1][1], v=bob.v)
    await alice.until(lambda: alice.presence["seats"] == [True] * 3 and gone(alice) == [])
    await row_is(table, here=True, gone_until=None)  # it is told a moment before it is written
    await later(61)
    assert back.view["you"] == 1
    assert (await back.command({"type": "table.reclaim_seat"}))["code"] == "already_seated"


async def test_who_comes_too_late_finds_a_program_and_takes_the_seat_back() -> None:
    table, three, (alice, bob, carol) = await a_match()
    await close_with(bob, 1000)
    await alice.until(sees(alice, (1, "left")))
    await later(16)
    await alice.until(lambda: alice.view["seats"][1]["kind"] == "bot")
    seat = alice.view["seats"][1]
    assert (seat["owner"], seat["away"], seat["here"]) == (three[1][0].public_id, "left", False)
    await alice.until(sees(alice))
    back = await seated(table, three[1][1])
    assert back.view["you"] is None
    taken = await back.command({"type": "table.reclaim_seat"})
    await until_all([alice, back, carol], taken["last"])
    assert back.view["you"] == 1
    await alice.until(lambda: alice.presence["seats"] == [True] * 3)
    await close_with(back, 1006)
    await alice.until(sees(alice, (1, "lost")))


async def test_who_leaves_on_purpose_is_not_waited_for() -> None:
    _, _, (alice, bob, _) = await a_match()
    left = await bob.command({"type": "table.leave"})
    await alice.until(lambda: alice.v >= left["last"])
    assert alice.view["seats"][1]["away"] == "gave_up"
    await close_with(bob, 1001)
    await alice.until(lambda: alice.presence["watching"] == 0 and alice.presence["seats"] == [True, False, True])
    assert gone(alice) == []


# --- where people are waited for ---


async def test_at_a_slow_table_nobody_is_waited_for() -> None:
    table, _, (alice, bob, _) = await a_match(speed="slow")
    await close_with(bob, 1006)
    await alice.until(lambda: alice.presence["seats"] == [True, False, True])
    assert gone(alice) == []
    row = await models.Seat.objects.aget(table_id=table.table_id, seat=1)
    assert (row.gone, row.gone_until) == ("", None)


async def test_a_lone_person_against_programs_may_come_back_next_week() -> None:
    [(alice_, token)] = await people("Alice")
    table = await a_table(alice_.public_id, bots=("simple", "simple"))
    alice, watcher = await seated(table, token), await stranger(table)
    await watcher.until(lambda: watcher.presence.get("seats", [False])[0])
    assert watcher.view["lifecycle"] == "playing"
    await close_with(alice, 1001)
    await watcher.until(lambda: not watcher.presence["seats"][0])
    assert gone(watcher) == []


async def test_when_the_match_begins_without_somebody_he_is_waited_for_from_then_on() -> None:
    table, three = await of_three(speed="normal", ready=False)
    clients = [await seated(table, token) for _, token in three]
    for client in clients[:2]:
        await client.command({"type": "table.ready"})
    await close_with(clients[1], 1001)
    await clients[0].until(lambda: clients[0].presence.get("seats") == [True, False, True])
    assert gone(clients[0]) == []
    await clients[2].command({"type": "table.ready"})
    await clients[0].until(sees(clients[0], (1, "lost")))


# --- two processes ---


async def joined(rooms: Rooms, table: NewTable, person: str) -> tuple[Any, Subscriber]:
    room, follower = await rooms.open(table.table_id), Subscriber(person)
    await room.join(follower)
    return room, follower


async def row_is(table: NewTable, **expected: Any) -> models.Seat:
    for _ in range(300):
        row: models.Seat = await models.Seat.objects.aget(table_id=table.table_id, seat=1)
        if all(getattr(row, name) == value for name, value in expected.items()):
            return row
        await asyncio.sleep(0.02)
    raise AssertionError((row.here, row.gone, row.gone_until))


async def connections(n: int) -> None:
    for _ in range(300):
        if await models.Connection.objects.acount() == n:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"not {n} connections")


async def test_somebody_who_moves_from_one_process_to_another_is_never_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every announcement lost."""

    monkeypatch.setattr(presence, "announce_here", lambda table_id: None)
    table, three = await of_three(speed="normal")
    bob = three[1][0].public_id
    one, other = Rooms(), Rooms()
    try:
        here, first = await joined(one, table, bob)
        await row_is(table, here=True)
        there, second = await joined(other, table, bob)
        await connections(2)
        here.leave(first, "left")
        await connections(1)
        row = await row_is(table, here=True)
        assert row.gone_until is None
        there.leave(second, "lost")
        row = await row_is(table, here=False)
        assert row.gone == "lost"
    finally:
        await one.close()
        await other.close()


# --- restarts ---


async def test_a_socket_that_is_cancelled_alone_is_a_line_that_broke() -> None:
    """As Daphne does with one that takes too long to end: all others are served on, and noted when they come and go."""
    _, three, (alice, bob, carol) = await a_match()
    bob.communicator.future.cancel()
    for client in (alice, carol):
        await client.until(sees(client, (1, "lost")))
    await close_with(carol, 1001)
    await alice.until(sees(alice, (1, "lost"), (2, "left")))
    assert three


async def test_a_server_that_stops_sends_people_on_and_misses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_socket, "_stopping", True)
    table, three, (alice, bob, _) = await a_match()
    bob.communicator.future.cancel()  # what Daphne does with its applications on SIGTERM
    assert await bob.until_closed() == 1012
    row = await models.Seat.objects.aget(table_id=table.table_id, seat=1)
    assert (row.here, row.gone_until) == (True, None)
    for _ in range(300):  # it is said a moment after the close
        if list(alive.gone(await sync_to_async(alive.stamps)())) == [rooms_here().process]:
            break
        await asyncio.sleep(0.02)
    else:
        raise AssertionError("nobody knows that the process has gone")
    assert three
    assert gone(alice) == []


async def test_a_restart_is_told_to_who_is_here_and_to_who_comes_later() -> None:
    table, three, (alice, _, _) = await a_match()
    at = now_ms() + 60_000
    await sync_to_async(restarts.announce)(at)
    await alice.until(lambda: notices(alice) == [at])
    late = await seated(table, three[1][1])
    await late.until(lambda: notices(late) == [at])
    await sync_to_async(restarts.cancel)()
    for client in (alice, late):
        await client.until(partial(has_heard, client, [at, None]))
    later_still = await stranger(table)
    assert notices(later_still) == []


async def test_it_is_found_although_nobody_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_notices, "LOOK_S", 0.1)
    monkeypatch.setattr(restarts, "_tell", lambda version: None)
    _, _, (alice, _, _) = await a_match()
    at = now_ms() + 60_000
    await sync_to_async(restarts.announce)(at)
    await alice.until(lambda: notices(alice) == [at])


def notices(client: InProcess) -> list[int | None]:
    return [one["at"] for one in client.heard if one["type"] == "notice"]

"""Rooms without sockets: going forward without a gap, coming back, being slow, being forgotten."""

import asyncio
import json
import random
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from games.kernel.errors import UnknownEvent
from games.table import announcing, service
from games.table.aggregate import Refused, view
from games.table.held import load
from games.table.ids import uuid7
from games.table.rooms import Closed, Room, Subscriber, frames, registry, rooms_here
from games.table.rooms import room as room_module
from tests.games.table.live import a_table, of_three
from tests.games.table.tables import next_move, play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]


@pytest.fixture
def nothing_is_announced(monkeypatch):
    """Every announcement is lost on its way."""
    monkeypatch.setattr(announcing, "announce", lambda *_: None)
    monkeypatch.setattr(announcing, "announce_here", lambda *_: None)


@sync_to_async
def elsewhere(table: service.NewTable, moves: int = 1) -> int:
    """Another process answers that many decisions; the number the table stands at then."""
    held = load(table.table_id)
    for _ in range(moves):
        if held.table.ended:
            break
        held = service.submit_held(held, **next_move(held)).held
    return held.seq


async def here(room: Room) -> service.Accepted:
    """The next decision is answered by a person through this room."""
    held = room._held
    move = next_move(held)
    command = held.table.game.codec.command_json(move["command"])
    return await room.submit(
        command, person=move["actor"][2:], command_id=move["command_id"], decision=move["decision"]
    )


async def salt(room: Room, person: str, command_id: str) -> service.Accepted:
    """A command that is allowed at any time."""
    command = {"type": "table.give_salt", "salt": "0" * 32}
    return await room.submit(command, person=person, command_id=command_id, decision=None)


class Listener:
    """A subscriber that keeps what it hears."""

    def __init__(self, person: str | None = None, *, acknowledges: bool = True) -> None:
        self.subscriber = Subscriber(person)
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.code: int | None = None
        self._acknowledges = acknowledges
        self._news = asyncio.Event()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            while True:
                self.texts.append((await self.subscriber.next())[1])
                self.heard.append(json.loads(self.texts[-1]))
                self._news.set()
                if self._acknowledges and "v" in self.heard[-1]:
                    self.subscriber.acknowledge(self.heard[-1]["v"])
        except Closed as closed:
            self.code = closed.code

    @property
    def frames(self) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == "frame"]

    @property
    def v(self) -> int:
        return self.frames[-1]["v"] if self.frames else 0

    async def until(self, v: int, patience: float = 5) -> None:
        async with asyncio.timeout(patience):
            while self.v < v:
                self._news.clear()
                await self._news.wait()

    async def until_told(self, patience: float = 5, **facts: Any) -> None:
        """Until a message has said this."""
        async with asyncio.timeout(patience):
            while not any(facts.items() <= message.items() for message in self.heard):
                self._news.clear()
                await self._news.wait()


async def following(table: service.NewTable, person: str | None = None, v: int | None = None) -> tuple[Room, Listener]:
    room, listener = await rooms_here().open(table.table_id), Listener(person)
    await room.join(listener.subscriber, v)
    await listener.until(room.v)
    return room, listener


def numbers(listener: Listener) -> list[int]:
    return [one["seq"] for frame in listener.frames for one in frame["events"]]


# --- forward without a gap ---


async def test_what_another_process_appends_arrives_after_its_announcement():
    table, _ = await of_three()
    _, watcher = await following(table)
    first = watcher.v
    await watcher.until(await elsewhere(table, 5))
    assert numbers(watcher) == list(range(first + 1, watcher.v + 1))


async def test_with_every_announcement_lost_the_rooms_are_in_step_two_seconds_later(nothing_is_announced):
    table, _ = await of_three()
    _, watcher = await following(table)
    first, last = watcher.v, await elsewhere(table, 5)
    await asyncio.sleep(0.2)
    assert watcher.v == first
    await watcher.until(last, patience=registry.COMPARE_S + 1)
    assert numbers(watcher) == list(range(first + 1, last + 1))


async def test_own_commands_and_those_of_others_mix_without_a_gap(nothing_is_announced):
    table, _ = await of_three()
    room, watcher = await following(table)
    first = watcher.v
    for _ in range(20):
        await elsewhere(table)  # the room has not heard of it, and decides on an old table first
        await room.catch_up()
        await here(room)
        await elsewhere(table)
        await rooms_here().compare()
        await asyncio.sleep(0.02)
    await watcher.until(room.v)
    assert numbers(watcher) == list(range(first + 1, watcher.v + 1))


async def test_a_command_decided_on_an_old_table_is_decided_again(nothing_is_announced):
    table, three = await of_three()
    room, watcher = await following(table)
    old = room._held
    move = next_move(old)
    await elsewhere(table)
    with pytest.raises(Refused, match="stale"):
        await room.submit(
            old.table.game.codec.command_json(move["command"]),
            person=move["actor"][2:],
            command_id="late",
            decision=move["decision"],
        )
    third = three[0][0].public_id
    given = await salt(room, third, "s")
    await watcher.until(given.last)
    assert given.first == old.seq + 2
    assert numbers(watcher) == [old.seq + 1, old.seq + 2]


async def test_opening_and_appending_at_once_loses_nothing():
    """Subscribe, then read, then apply: whatever falls between is heard of or read."""
    for seed in range(15):
        table, _ = await of_three()
        rng = random.Random(seed)

        async def late(table: service.NewTable = table, rng: random.Random = rng) -> Listener:
            await asyncio.sleep(rng.uniform(0, 0.03))
            return (await following(table))[1]

        last, watcher = await asyncio.gather(elsewhere(table, 4), late())
        await watcher.until(last, patience=1.5)
        assert numbers(watcher) == list(range(watcher.frames[0]["v"] + 1, last + 1))


async def test_hundreds_of_commands_at_once_take_turns():
    table, three = await of_three()
    room, watcher = await following(table)
    first = room.v
    persons = [person.public_id for person, _ in three]
    done = await asyncio.gather(*(salt(room, persons[n % 3], f"{n}") for n in range(200)))
    assert [one.first for one in done] == list(range(first + 1, first + 201))
    await watcher.until(first + 200)


async def test_too_many_commands_at_one_table_are_told_to_come_again(monkeypatch):
    monkeypatch.setattr(room_module, "MOST_WAITING", 5)
    table, three = await of_three()
    room, _ = await following(table)
    salts = [salt(room, three[0][0].public_id, f"{n}") for n in range(10)]
    done = await asyncio.gather(*salts, return_exceptions=True)
    assert {one.code for one in done if isinstance(one, Refused)} == {"too_fast"}
    assert any(isinstance(one, service.Accepted) for one in done)


async def test_whoever_has_no_seat_keeps_no_player_from_moving(monkeypatch):
    monkeypatch.setattr(room_module, "MOST_WAITING", 8)
    monkeypatch.setattr(room_module, "MOST_OF_OTHERS", 3)
    table, three = await of_three()
    room, _ = await following(table)
    crowd = [asyncio.create_task(salt(room, f"watcher{n}", f"{n}")) for n in range(20)]
    await asyncio.sleep(0)
    for one in crowd:
        one.cancel()  # their sockets are closed; what they said waits on
    await asyncio.sleep(0)
    once_more = [salt(room, f"again{n}", f"again{n}") for n in range(20)]
    done, moved = await asyncio.gather(
        asyncio.gather(*once_more, return_exceptions=True), salt(room, three[0][0].public_id, "his")
    )
    assert isinstance(moved, service.Accepted)
    codes = [one.code for one in done if isinstance(one, Refused)]
    assert codes.count("too_fast") >= 17  # one may have had its turn meanwhile
    with pytest.raises(Refused, match="not_seated"):
        await salt(room, "watcher", "later")


async def test_a_crowd_that_sits_down_and_gets_up_is_slowed_down_and_players_are_not():
    table, three = await of_three()
    room, _ = await following(table)

    async def says(person: str, n: int) -> str:
        try:
            await room.submit({"type": "table.leave"}, person=person, command_id=f"{person}{n}", decision=None)
        except Refused as refused:
            return refused.code
        return "accepted"

    crowd = [await says(f"watcher{n}", n) for n in range(50)]
    assert crowd == ["not_seated"] * 40 + ["too_fast"] * 10
    assert await says(three[0][0].public_id, 1) == "accepted"


async def test_hundreds_of_watchers_that_come_and_go_at_once_cost_nobody_the_line():
    """Strangers with one click each would else throw all players out."""
    table, three = await of_three()
    room, alice = await following(table, three[0][0].public_id)
    crowd = [Subscriber() for _ in range(400)]
    for one in crowd:
        await room.join(one)
    for one in crowd[100:]:
        room.leave(one)
    await alice.until_told(watching=100)
    assert alice.code is None
    assert sum(message["type"] == "presence" for message in alice.heard) < 10


async def test_another_name_is_told_once_however_many_sockets_he_has():
    table, three = await of_three()
    his, name = three[1][0].public_id, {"name": "Robert", "kind": "guest"}
    room, alice = await following(table, three[0][0].public_id)
    for _ in range(300):
        room.renamed(his, name)
    await room.join(Subscriber(his), name=name)
    await alice.until_told(type="people")
    await asyncio.sleep(0)
    assert [one["people"][his]["name"] for one in alice.heard if one["type"] == "people"] == ["Robert"]


async def test_who_comes_with_another_name_is_called_so_by_those_who_are_here():
    """None of his sockets was here to say it."""
    table, three = await of_three()
    his = three[1][0].public_id
    room, alice = await following(table, three[0][0].public_id)
    await room.join(Subscriber(his), name={"name": "Robert", "kind": "guest"})
    await alice.until_told(type="people")
    (told,) = [one for one in alice.heard if one["type"] == "people"]
    assert told["people"][his]["name"] == "Robert"


async def test_who_gives_up_waiting_has_been_heard_all_the_same():
    table, three = await of_three()
    room, watcher = await following(table)
    first = room.v
    asking = asyncio.create_task(salt(room, three[0][0].public_id, "a"))
    await asyncio.sleep(0)
    asking.cancel()
    await watcher.until(first + 1)


async def test_nobody_opens_a_room_for_a_table_that_does_not_exist():
    with pytest.raises(Refused, match="no_such_table"):
        await rooms_here().open(uuid7())
    assert len(rooms_here()) == 0


async def test_many_at_once_share_one_room():
    table, _ = await of_three()
    found = await asyncio.gather(*(rooms_here().open(table.table_id) for _ in range(20)))
    assert len({id(room) for room in found}) == 1


# --- one frame for each audience ---


async def test_each_audience_gets_its_own_frame_and_it_is_encoded_once(monkeypatch):
    table, three = await of_three()
    room = await rooms_here().open(table.table_id)
    everybody = [Listener(person.public_id) for person, _ in three for _ in range(2)] + [Listener() for _ in range(4)]
    for listener in everybody:
        await room.join(listener.subscriber)
    with mock.patch.object(frames, "view", side_effect=view) as built:
        done = await here(room)
    assert built.call_count == 4, "three seats and the watchers"
    for listener in everybody:
        await listener.until(done.last)
    last = [listener.texts[-1] if '"frame"' in listener.texts[-1] else listener.texts[-2] for listener in everybody]
    assert len(set(last)) == 4


async def test_players_are_served_before_watchers_and_watchers_in_slices(monkeypatch):
    monkeypatch.setattr("games.table.rooms.watchers.SLICE", 10)
    table, three = await of_three()
    room = await rooms_here().open(table.table_id)
    order: list[tuple[str, int]] = []
    crowd = [Subscriber() for _ in range(35)]
    player = Subscriber(three[0][0].public_id)
    for one in (*crowd, player):
        await room.join(one)
    with mock.patch.object(
        Subscriber, "frame", autospec=True, side_effect=lambda one, v, _: order.append((one.person or "", v))
    ):
        done = await here(room)
        for _ in range(5):
            await asyncio.sleep(0)
            order.append(("-", 0))
    assert order[0] == (three[0][0].public_id, done.last)
    assert sum(1 for person, v in order if not person and v == done.last) == 35
    assert max(order[1:].index(("-", 0)), 1) <= 20, "the loop had its turn before all watchers were served"


# --- coming back ---


async def test_coming_back_within_the_trick_replays_its_cards():
    table, _ = await of_three()
    room, _ = await following(table)
    await elsewhere(table, 4)
    await room.catch_up()
    start = room.v
    await elsewhere(table, 2)
    await room.catch_up()
    for v, expected in ((start, [start + 1, start + 2]), (start + 1, [start + 2]), (start + 2, [])):
        _, back = await following(table, v=v)
        await back.until(start + 2)
        assert [one["seq"] for one in back.frames[0]["events"]] == expected
        assert all(one["event"]["type"] == "card_played" for one in back.frames[0]["events"])


async def test_anything_older_than_the_trick_is_a_whole_view_and_no_events():
    table, _ = await of_three()
    room, _ = await following(table)
    await elsewhere(table, 4 + 3 + 1)
    await room.catch_up()
    for v in (None, 0, 1, 12, room.v - 2, room.v, room.v + 5):
        _, back = await following(table, v=v)
        await back.until(room.v)
        assert back.frames[0]["events"] == []
        assert back.frames[0]["view"]["game"]["last_trick"] is not None


async def test_a_new_room_knows_the_trick_as_well_as_an_old_one():
    table, _ = await of_three()
    room, _ = await following(table)
    await elsewhere(table, 4 + 3 + 2)
    await room.catch_up()
    warm = [room._tail.after(v) for v in range(room.v + 1)]
    assert len(warm[room.v - 2]) == 2
    await rooms_here().close()
    cold = await rooms_here().open(table.table_id)
    assert cold is not room
    assert [cold._tail.after(v) for v in range(cold.v + 1)] == warm


async def test_who_comes_from_a_process_that_is_ahead_is_not_shown_the_past(nothing_is_announced):
    table, _ = await of_three()
    room, _ = await following(table)
    last = await elsewhere(table, 3)
    assert room.v < last
    _, back = await following(table, v=last)
    await back.until(last)
    assert [frame["v"] for frame in back.frames] == [last]


# --- being slow ---


async def test_who_never_acknowledges_is_let_go_and_comes_back_to_where_the_table_is():
    table, _ = await of_three()
    room, good = await following(table)
    slow = Listener(acknowledges=False)
    await room.join(slow.subscriber)
    while slow.code is None:
        await elsewhere(table)
        await room.catch_up()
        await asyncio.sleep(0)
    assert slow.code == 4008
    assert 60 <= len(slow.frames) <= 65
    room.leave(slow.subscriber)
    await good.until(room.v)
    _, again = await following(table, v=slow.v)
    await again.until(room.v)


# --- going on in spite of trouble ---


async def test_a_database_that_is_away_costs_one_answer_and_no_table():
    table, three = await of_three()
    room, watcher = await following(table)
    with (
        mock.patch.object(room_module, "submit_in_room", side_effect=OperationalError("gone")),
        pytest.raises(Refused, match="busy"),
    ):
        await salt(room, three[0][0].public_id, "a")
    done = await salt(room, three[0][0].public_id, "a")
    await watcher.until(done.last)


async def test_a_table_this_code_cannot_fold_lets_everybody_go_and_is_tried_anew(nothing_is_announced, monkeypatch):
    monkeypatch.setattr(registry, "COMPARE_S", 3600.0)  # nobody looks before the fold is broken
    table, _ = await of_three()
    room, watcher = await following(table)
    last = await elsewhere(table)
    with mock.patch("games.table.held.fold", side_effect=UnknownEvent("from tomorrow")):
        room.moved(last)
        await asyncio.wait_for(watcher.task, 10)
    assert watcher.code == 1011
    assert room.broken
    fresh, again = await following(table)
    assert fresh is not room
    assert again.v == last


async def test_a_room_nobody_follows_is_forgotten_after_a_minute(monkeypatch):
    table, _ = await of_three()
    room, watcher = await following(table)
    await rooms_here().forget_idle()
    monkeypatch.setattr(registry, "IDLE_S", -1.0)
    await rooms_here().forget_idle()
    assert len(rooms_here()) == 1, "somebody follows it"
    room.leave(watcher.subscriber)
    await asyncio.sleep(0.1)
    await rooms_here().forget_idle()
    assert len(rooms_here()) == 0
    again, back = await following(table)
    await back.until(await elsewhere(table))
    assert again is not room


async def test_heartbeats_carry_the_number_of_the_table(monkeypatch):
    monkeypatch.setattr(registry, "BEAT_S", 0.05)
    table, _ = await of_three()
    room, watcher = await following(table)
    last = await elsewhere(table, 2)
    await watcher.until(last)
    await asyncio.sleep(0.15)
    beats = [message for message in watcher.heard if message["type"] == "heartbeat"]
    assert beats[-1]["v"] == last == room.v


async def test_a_whole_match_played_elsewhere_is_followed_to_its_end():
    table = await a_table(None, persons=[], bots=("simple", "simple", "simple"), ready=True)
    _, watcher = await following(table)
    held = await sync_to_async(lambda: play_out(load(table.table_id)))()
    await watcher.until(held.seq)
    assert watcher.frames[-1]["view"]["lifecycle"] == "finished"

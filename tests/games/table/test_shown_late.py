"""A person's time begins when the question has left for him: what we were slow, or what the way to the table took, is
not charged; looking away, or coming back later, is."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from unittest import mock

import pytest
from asgiref.sync import sync_to_async

from games.table import alive, consumers, log, presence, service
from games.table.aggregate import TimeControl
from games.table.aggregate.table import Table
from games.table.clock import now_ms
from games.table.held import load
from games.table.rooms import Rooms, Subscriber, registry, room, rooms_here
from games.table.rooms.showing import LATE_MS, MOST_COMING_MS, Showing
from games.table.service import NewTable
from tests.games.table.aggregate.test_clocks import due as due_of
from tests.games.table.aggregate.test_clocks import on_the_clock
from tests.games.table.live import of_three, seated
from tests.games.table.sockets import InProcess
from tests.games.table.tables import next_move

LONG = TimeControl(600_000, 5_000, 600_000)
MINUTE_MS = 60_000


@pytest.fixture
async def rooms(each_database: str) -> AsyncIterator[None]:
    yield
    await rooms_here().close()


@sync_to_async
def credited(table: NewTable) -> list[tuple[int, int]]:
    bodies = [json.loads(row.body) for row in log.select(table.table_id) if row.kind == "table.shown_late"]
    return [(body["seat"], body["ms"]) for body in bodies]


def in_a_minute() -> int:
    return now_ms() + MINUTE_MS


def due(client: InProcess) -> int:
    seat: int = client.view["deciders"][0]["seat"]
    return seat


def until(client: InProcess, seat: int) -> int:
    ends: int = client.view["clocks"]["seats"][seat]["until"]
    return ends


async def test_the_time_of_who_comes_to_the_table_begins_when_he_is_there(rooms: None) -> None:
    """Also where he has been waited for."""
    table, three = await of_three(speed="blitz", clock=LONG)
    held = await sync_to_async(load)(table.table_id)
    seat = next(iter(held.table.deciders))
    was = held.table.runs_until(seat)
    assert was is not None
    others = [await seated(table, token) for one, (_, token) in enumerate(three) if one != seat]
    await others[0].until(lambda: [one["seat"] for one in others[0].presence.get("gone", [])] == [seat])
    await asyncio.sleep(1.3)
    client = await seated(table, three[seat][1])
    await client.until(lambda: until(client, seat) > was)
    assert until(client, seat) - was >= 1_300
    assert await credited(table) == [(seat, ms := until(client, seat) - was)]
    decision = client.view["menu"]["decision"]
    assert decision < client.v, "it is the same question"
    await client.command({"type": "place_bid", "value": 4}, decision)
    (moved,) = [row for row in await sync_to_async(log.select)(table.table_id) if row.kind == "hokm.bid_placed"]
    assert moved.spent_ms is not None
    assert moved.spent_ms <= moved.at - (was - LONG.bank_ms) - ms


async def test_who_was_there_and_comes_back_pays_for_the_time_between(rooms: None) -> None:
    table, three = await of_three(speed="blitz", clock=LONG)
    clients = [await seated(table, token) for _, token in three]
    seat = due(clients[0])
    await rooms_here().close()  # what comes now might be another process, which has shown him nothing
    with mock.patch.object(consumers, "now_ms", in_a_minute), mock.patch.object(room, "now_ms", in_a_minute):
        for _ in range(2):
            again = await seated(table, three[seat][1])
            await again.command({"type": "table.give_salt", "salt": "0" * 32})
    assert all(ms < MINUTE_MS / 2 for _, ms in await credited(table)), "at most what a busy machine took"


async def test_what_was_announced_to_nobody_is_charged_from_when_it_was_found(
    rooms: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room finds it by comparing itself with the database, up to two seconds later."""
    monkeypatch.setattr(registry, "COMPARE_S", 3600.0)
    table, three = await of_three(speed="blitz", clock=LONG)
    clients = [await seated(table, token) for _, token in three]
    held = await sync_to_async(load)(table.table_id)
    with mock.patch.object(service, "after_commit"):
        await sync_to_async(service.submit)(table.table_id, **next_move(held))
    now = await sync_to_async(load)(table.table_id)
    seat = next(iter(now.table.deciders))
    was = now.table.runs_until(seat)
    assert was is not None
    with mock.patch.object(room, "now_ms", return_value=was - LONG.bank_ms + 3_000):
        await (await rooms_here().open(table.table_id)).catch_up()
        await clients[seat].until(lambda: due(clients[seat]) == seat and until(clients[seat], seat) != was)
    assert [ms for one, ms in await credited(table) if one == seat] == [3_000]


async def test_who_looks_at_two_processes_is_not_given_the_time_by_which_one_is_later(rooms: None) -> None:
    """Also if he has closed the line to the quicker one by then."""
    table, three = await of_three(speed="blitz", clock=LONG)
    seat = next(iter((await sync_to_async(load)(table.table_id)).table.deciders))
    quick, slow = Rooms(), Rooms()
    try:
        lines = []
        for of in (quick, slow):
            room, to = await of.open(table.table_id), Subscriber(three[seat][0].public_id)
            await room.join(to, heard_at=0)
            lines.append((room, to))
        (room, to), (later, his_other) = lines
        for _ in range(500):  # until either knows of the other
            if room._attendance.is_elsewhere(seat) and later._attendance.is_elsewhere(seat):
                break
            await asyncio.sleep(0.01)
        room.shown(to, room.v)
        await asyncio.sleep(0)
        await room.catch_up()  # in turn, after what it gives
        told = await credited(table)
        room.leave(to)
        with mock.patch("games.table.rooms.room.now_ms", return_value=now_ms() + 9_000):
            later.shown(his_other, later.v)
        await asyncio.sleep(0)
        await later.catch_up()
        assert await credited(table) == told
        assert told[0][0] == seat
        assert told[0][1] < 9_000
    finally:
        await quick.close()
        await slow.close()


def test_a_process_that_may_be_dead_shows_nobody_anything(each_database: str) -> None:
    made = service.open_table("hokm", {}, "somebody", bots=("simple",) * 2, speed="blitz")
    presence.come(made.table_id, ["somebody"], "dies", at := now_ms())
    presence.come(made.table_id, ["somebody"], "lives", at)
    company = presence.company_at(made.table_id, "lives")
    assert company.elsewhere == {0: "dies"}
    assert presence.company_at(made.table_id, "third").elsewhere[0] in ("dies", "lives")
    assert not alive.seems_late("dies", at), "nobody has looked"
    alive.stamp("dies", at)
    alive.look(at)
    try:
        assert not alive.seems_late("dies", at + alive.LATE_MS)
        assert alive.seems_late("dies", at + alive.LATE_MS + 1)
        assert alive.seems_late("unheard of", at)
    finally:
        alive.ends("dies")


# --- the rule by itself ---


@dataclass
class Late:
    """A question of which it is known how late it leaves, for somebody who came at some time."""

    asked_at: int
    table: Table
    seat: int

    def by(
        self,
        ms: int,
        came: int,
        *,
        person: str = "somebody",
        is_new: bool = False,
        showing: Showing | None = None,
        elsewhere: bool = False,
    ) -> int:
        to = Subscriber(person)
        to.came_at, to.is_new = self.asked_at + came, is_new
        rule, at = showing or Showing(), self.asked_at + ms
        return rule.late_by(self.table, self.seat, to, self.table.seq, at, elsewhere=elsewhere)


@pytest.fixture
def late() -> Late:
    sitting = on_the_clock()
    seat, _ = due_of(sitting)
    asked_at = sitting.table.since[seat]
    assert asked_at is not None
    return Late(asked_at, sitting.table, seat)


def test_on_a_living_line_all_of_it_is_ours(late: Late) -> None:
    assert late.by(7_000, came=-1) == 7_000
    assert late.by(LATE_MS, came=-1) == 0


def test_of_who_came_back_only_what_he_waited_for_us(late: Late) -> None:
    assert late.by(30_000, came=28_000) == 2_000
    assert late.by(30_000, came=29_500) == 0


def test_of_who_comes_for_the_first_time_the_way_and_no_more_than_a_way_takes(late: Late) -> None:
    assert late.by(8_000, came=7_900, is_new=True) == 8_000
    assert late.by(50_000, came=49_900, is_new=True) == MOST_COMING_MS


def test_what_leaves_for_somebody_who_has_a_line_elsewhere_is_written_down(late: Late) -> None:
    assert late.by(7, came=-1, elsewhere=True) == 7
    assert late.by(7_000, came=-1, elsewhere=True) == 7_000
    assert late.by(0, came=-1, elsewhere=True) == 1
    assert late.by(30_000, came=20_000, elsewhere=True) == 1
    assert late.by(30_000, came=20_000, elsewhere=True, is_new=True) == 1


def test_a_question_is_shown_once(late: Late) -> None:
    showing = Showing()
    assert late.by(100, came=-1, showing=showing) == 0
    assert late.by(9_000, came=-1, showing=showing) == 0
    assert late.by(9_000, came=7_000, showing=showing, person="who sits there now") == 2_000


def test_a_frame_from_before_the_question_brings_none(late: Late) -> None:
    to, showing = Subscriber("somebody"), Showing()
    to.came_at = late.asked_at - 1
    assert showing.late_by(late.table, late.seat, to, late.table.decisions[late.seat] - 1, late.asked_at + 9_000) == 0
    assert late.by(9_000, came=-1, showing=showing) == 9_000


def test_whose_clock_does_not_run_is_given_nothing(late: Late) -> None:
    other = (late.seat + 1) % 3
    assert Late(late.asked_at, late.table, other).by(9_000, came=-1) == 0

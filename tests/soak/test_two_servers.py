"""Two servers, one table: whatever comes twice, at once, or without its answer is done once and answered alike."""

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
import websockets

from tests.soak import ledger
from tests.soak.client import Guest, Line, Told
from tests.soak.conftest import WITH_FAULTS, Site

AT_ONCE = 200


@pytest.fixture(scope="module", params=["production", "embedded"])
def site(request: pytest.FixtureRequest, start_site: Callable[..., Site]) -> Site:
    return start_site(request.param)


class Trio:
    """Three guests at one table, each with a line to either server."""

    def __init__(self, site: Site, guests: list[Guest]) -> None:
        self.site, self.guests = site, guests
        self.pairs: list[tuple[Line, Line]] = []

    async def sit_down(self) -> "Trio":
        site, told = self.site, Told()
        table = self.guests[0].open_table(site.one, bots=0)
        for guest in self.guests:
            pair = tuple(Line(lambda: (site.one,), table, guest, told=told, seed=seat) for seat in range(2))
            self.pairs.append((pair[0], pair[1]))
            for line, url in zip(pair, (site.one, site.other), strict=True):
                await line.connect(url)
            if guest is not self.guests[0]:
                assert (await pair[0].command({"type": "table.sit"}))["type"] == "accepted"
        for pair in self.pairs:
            assert (await pair[0].command({"type": "table.ready"}))["type"] == "accepted"
        await self.in_step()
        return self

    async def in_step(self) -> None:
        """Until every line has the newest frame of all."""
        newest = max(line.v for pair in self.pairs for line in pair)
        await self._each(lambda line: line.until(lambda: line.v >= newest))

    async def _each(self, work: Callable[[Line], Awaitable[Any]]) -> None:
        await asyncio.gather(*(work(line) for pair in self.pairs for line in pair))

    async def play(self, rounds: int, at_once: Callable[[Line, Line], Awaitable[None]]) -> int:
        """Let `at_once` answer each decision that comes up, up to so many; how many it were."""
        done = 0
        while done < rounds and not self.pairs[0][0].ended:
            pair = next(pair for pair in self.pairs if pair[0].view["menu"])
            assert pair[0].view == {**pair[1].view, "seats": pair[0].view["seats"]}  # who is `here` is not the log's
            await at_once(*pair)
            await self.in_step()
            done += 1
        return done

    async def close(self) -> None:
        await self._each(lambda line: line.close())


async def play(site: Site, rounds: int, at_once: Callable[[Line, Line], Awaitable[None]]) -> None:
    guests = [Guest.new(site.one) for _ in range(3)]
    while rounds:
        trio = await Trio(site, guests).sit_down()
        rounds -= await trio.play(rounds, at_once)
        await trio.close()


async def both(*work: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*work))


def answer(line: Line, seed: int, name: str) -> Awaitable[dict[str, Any]]:
    """An answer to the menu: the same for the same seed."""
    line._rng.seed(seed)
    menu = line.view["menu"]
    return line.command(line.choose(), menu["decision"], name)


async def test_the_same_command_at_once_through_both_servers_is_done_once_and_answered_alike(site: Site):
    names = (f"twice-{number}" for number in range(AT_ONCE))

    async def at_once(here: Line, there: Line) -> None:
        name, v = next(names), here.v
        one, two = await both(*(answer(line, v, name) for line in (here, there)))
        assert one == two
        assert (one["type"], one["first"]) == ("accepted", v + 1)

    await play(site, AT_ONCE, at_once)
    found = ledger.query(site.platform, "SELECT command_id FROM table_command WHERE command_id LIKE 'twice-%'")
    assert Counter(name for (name,) in found) == Counter(f"twice-{number}" for number in range(AT_ONCE))


async def test_of_two_answers_to_one_decision_one_wins_and_the_other_is_told_so(site: Site):
    async def at_once(here: Line, there: Line) -> None:
        v = here.v
        answers = await both(answer(here, v, f"{v}-here"), answer(there, v + 1, f"{v}-there"))
        kinds = Counter((one["type"], one.get("code")) for one in answers)
        # Refused as stale, or, when the table had ended meanwhile, as finished.
        assert kinds[("accepted", None)] == 1, answers
        assert kinds[("refused", "stale")] + kinds[("refused", "finished")] == 1, answers

    await play(site, 60, at_once)


async def test_a_command_whose_answer_got_lost_is_answered_as_before(site: Site):
    guest = Guest.new(site.one)
    table = guest.open_table(site.one)
    places = [site.one, site.other]
    line = Line(lambda: places, table, guest)
    for number in range(15):
        await line.connect(places[number % 2])
        await line.until(lambda: bool(line.view["menu"]) or line.ended)
        if line.ended:
            break
        name = f"lost-{number}"
        said = line.choose()
        decision = line.view["menu"]["decision"]
        await line.send(said, decision, name)
        if number % 3:
            await asyncio.sleep(0.005 * number)  # from before it has arrived to after it was answered
        line.cut()
        answers = []
        for url in (*places, *places):
            again = Line(lambda: places, table, guest)
            await again.connect(url)
            answers.append(await again.command(said, decision, name))
            await again.close()
        assert answers[0]["type"] == "accepted"
        assert answers == [answers[0]] * 4
    found = ledger.query(site.platform, "SELECT first, last FROM table_command WHERE command_id LIKE 'lost-%'")
    assert len(found) == number + (not line.ended)


async def test_a_server_killed_between_commit_and_announcement_keeps_nobody_waiting(site: Site):
    guest = Guest.new(site.one)
    table = guest.open_table(site.one)
    doomed = site.start_doomed()
    told = Told()
    player = Line(lambda: (doomed.url,), table, guest, told=told)
    watchers = [Line(lambda: (site.one, site.other), table, told=told, seed=seed) for seed in range(2)]
    await player.connect(doomed.url)
    for watcher, url in zip(watchers, (site.one, site.other), strict=True):
        await watcher.connect(url)
    await player.until(lambda: bool(player.view["menu"]))
    for watcher in watchers:
        await watcher.reach(player.v)
    v = player.v
    site.doomed.touch()
    name = await player.answer_menu()
    said = dict(player.pending[name])
    with pytest.raises(websockets.ConnectionClosed):
        await player.until(lambda: name in player.answers)
    assert name not in player.answers, "it was to die before it could answer"
    assert not site.doomed.exists()
    assert doomed.popen.wait(10) == -9
    committed = time.monotonic()
    if site.embedded:
        site.platform.start_embedded(doomed.port)
        for watcher in watchers:
            await watcher.connect(site.one)
    # Nobody announced it: the servers find it when they compare themselves with the database, every two seconds.
    for watcher in watchers:
        await watcher.reach(v + 1, patience=30 if site.embedded else 10)
    late = time.monotonic() - committed
    assert site.embedded or late < 5.0, f"{late:.1f} s"
    await player.connect(site.other)
    await player.until(lambda: player.v > v)
    again = await player.command(said["command"], said["decision"], name)
    assert (again["type"], again["first"]) == ("accepted", v + 1)
    # The programs were not told either; the sweep was.
    await player.until(lambda: bool(player.view["menu"]) or player.ended)
    for line in (player, *watchers):
        await line.close()


@pytest.mark.parametrize("site", ["production"], indirect=True)
async def test_a_line_that_was_silent_for_long_is_told_of_the_next_move(site: Site):
    """Redis still delivers after ten seconds without a message: this server never compares, so nobody else tells it."""
    guest = Guest.new(site.one)
    table = guest.open_table(site.one)
    deaf = site.platform.start_web(**WITH_FAULTS, FAULT_COMPARING="off")
    player, watcher = Line(lambda: (site.one,), table, guest), Line(lambda: (deaf.url,), table)
    await player.connect(site.one)
    await player.until(lambda: bool(player.view["menu"]))
    await watcher.connect(deaf.url)
    end = time.monotonic() + 11
    while time.monotonic() < end:
        for line in (player, watcher):
            with suppress(TimeoutError):
                await line.hear(0.5)
    v = player.v
    assert watcher.v == v
    await player.answer_menu()
    await watcher.reach(v + 1, patience=10)
    for line in (player, watcher):
        await line.close()


async def test_who_stops_reading_is_let_go_and_comes_back_while_others_go_on(site: Site):
    guest = Guest.new(site.one)
    table = guest.open_table(site.one)
    told = Told()
    player = Line(lambda: (site.one,), table, guest, told=told)
    playing = asyncio.create_task(player.follow(play=True))
    reader, sleeper = (Line(lambda: (site.one,), table, told=told) for _ in range(2))
    reading = asyncio.create_task(reader.follow())
    await sleeper.connect(site.one)
    first = sleeper.v
    sleeper._socket.transport.pause_reading()
    await player.reached(first + 150, patience=60)
    sleeper._socket.transport.resume_reading()
    sleeper.acknowledges = False
    with pytest.raises(websockets.ConnectionClosed):
        await sleeper.until(lambda: False)
    assert sleeper.code == 4008
    assert sleeper.v < player.v
    await sleeper.connect(site.one)
    newest = player.v
    await sleeper.until(lambda: sleeper.v >= newest)
    await reader.reached(newest, patience=10)
    assert player.codes == reader.codes == []
    for task in (playing, reading):
        assert not task.done() or task.exception() is None
        task.cancel()
    for line in (player, reader, sleeper):
        await line.close()


COLUMNS = "table_id, seq, kind, version, at, actor, body, hash"
FORGED = f"INTO table_event ({COLUMNS}) SELECT {COLUMNS.replace('body', "'forged'")} FROM table_event WHERE seq = 1"
FORBIDDEN = [
    "UPDATE table_event SET body = '{}' WHERE seq = 1",
    "DELETE FROM table_event WHERE seq = 1",
    f"INSERT {FORGED} ON CONFLICT (table_id, seq) DO UPDATE SET body = 'forged'",
]
ON_POSTGRESQL = ["TRUNCATE table_event", "TRUNCATE table_head CASCADE", "ALTER TABLE table_event DISABLE TRIGGER ALL"]
ON_SQLITE = [f"REPLACE {FORGED}"]


def test_whoever_runs_the_servers_cannot_change_what_was_written(site: Site):
    Guest.new(site.one).open_table(site.one)
    before = ledger.query(site.platform, "SELECT count(*), min(seq) FROM table_event")
    if site.embedded:
        path = Path(site.platform.environment["OPENTRICK_VAR"]) / "opentrick.sqlite3"
        for sql in FORBIDDEN + ON_SQLITE:
            with (
                closing(sqlite3.connect(path, timeout=20)) as link,
                pytest.raises(sqlite3.IntegrityError, match="append"),
            ):
                link.execute(sql)
    else:
        with psycopg.connect(site.platform.environment["DATABASE_URL"], autocommit=True) as link:
            assert link.info.user == "opentrick_app"
            owner = link.execute("SELECT tableowner FROM pg_tables WHERE tablename = 'table_event'").fetchone()
            assert owner != ("opentrick_app",)
            for sql in FORBIDDEN + ON_POSTGRESQL:
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    link.execute(sql.encode())
    forged = ledger.query(site.platform, "SELECT count(*) FROM table_event WHERE body IN ('{}', 'forged') AND seq = 1")
    assert forged == [(0,)]
    assert ledger.query(site.platform, "SELECT count(*), min(seq) FROM table_event") >= before

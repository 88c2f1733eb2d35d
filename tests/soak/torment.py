"""Killing the parts of an installation at random, and bringing each back, while people and programs play."""

import asyncio
import os
import random
import shutil
import signal
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.services import postgres, redis
from tests.services.environment import ROOT
from tests.services.platform_processes import Platform, Process, embedded_server, production_like
from tests.services.postgres import Postgres
from tests.services.redis import Redis
from tests.services.run import migrated
from tests.soak import ledger, seats
from tests.soak.client import Guest, Line, Told
from tests.soak.seeker import Seeker

OPEN_FOR_PROGRAMS = """
from games.table.service import open_table
for number in range({number}):
    speed = "blitz" if number % 2 else "casual"
    made = open_table("hokm", {{"target": 200}}, None, bots=("simple",) * 3, visibility="link", speed=speed)
    print(made.id)
"""
MAKE_MEMBERS = """
import secrets
from accounts import services
from accounts.models import Person
for number in range({number}):
    name = "Member " + secrets.token_hex(5)
    member = Person.objects.create_member(name, secrets.token_hex())
    print(member.public_id, services.issue_token(member))
"""
RATED = {"game": "hokm", "preset": "default", "speed": "normal", "rated": True, "counts": [3]}
CASUAL = {**RATED, "speed": "blitz", "rated": False}
BRIEF = {"target": 200, "max_deals": 12}
"""Guests play at random, and would not come to 200 points before night."""
LOGS = ROOT / "build" / "soak"
"""Where the logs of all processes are kept when a run fails."""
POWER_S = 8.0
"""How long everything is away, and then starts."""
BETWEEN_DEALS_MS = 400
"""Not 0: the next deal is the sweep's to start, so the clock's worker is needed as well."""


@dataclass
class Installation:
    """A platform whose every part may be killed."""

    platform: Platform
    postgres: Postgres | None = None
    redis: Redis | None = None
    ports: list[int] = field(default_factory=list)
    rng: random.Random = field(default_factory=random.Random)
    figures: Counter[str] = field(default_factory=Counter)
    untouched: list[str] | None = None
    """What has not died yet."""
    history: list[tuple[int, str]] = field(default_factory=list)
    """What died and was back, and when (milliseconds since 1970)."""

    def servers(self) -> list[str]:
        """Their addresses stay, whoever runs just now."""
        return [f"http://localhost:{port}" for port in self.ports]

    def open_for_programs(self, number: int) -> list[str]:
        return self.platform.manage("shell", "-v0", "-c", OPEN_FOR_PROGRAMS.format(number=number)).split()

    def make_members(self, number: int) -> list[Guest]:
        made = self.platform.manage("shell", "-v0", "-c", MAKE_MEMBERS.format(number=number))
        return [Guest(*line.split()) for line in made.splitlines() if line]

    # --- what may die ---

    async def lose_power(self) -> None:
        """Every process of the platform dies at once, and is away long enough for that to be known."""
        queues = [one.name.rpartition("-")[0] for one in self.platform.workers]
        for process in self.platform.processes():
            process.kill()
        self.platform.web.clear()
        self.platform.workers.clear()
        await asyncio.sleep(POWER_S)
        starting = [asyncio.to_thread(self.platform.start_web, port) for port in self.ports]
        starting += [asyncio.to_thread(self.platform.start_worker, queue) for queue in queues]
        await asyncio.gather(*starting, asyncio.to_thread(self.platform.start_beat))

    async def kill_server(self) -> None:
        process = self.rng.choice([one for one in self.platform.web if one.alive()])
        self._kill(process, self.platform.web)
        await self._pause(1.0)
        if self.postgres is None:
            await asyncio.to_thread(self.platform.start_embedded, process.port)
        else:
            await asyncio.to_thread(self.platform.start_web, process.port)

    async def kill_bots(self) -> None:
        await self._kill_worker("bots")

    async def kill_clock(self) -> None:
        await self._kill_worker("clock")

    async def kill_matchmaker(self) -> None:
        await self._kill_worker("matchmaking")

    async def kill_ratings(self) -> None:
        await self._kill_worker("ratings")

    async def kill_beat(self) -> None:
        assert self.platform.beat
        self.platform.beat.kill()
        await self._pause(1.0)
        await asyncio.to_thread(self.platform.start_beat)

    async def kill_redis(self) -> None:
        assert self.redis
        await asyncio.to_thread(self.redis.kill)
        await self._pause(2.0)
        await asyncio.to_thread(self.redis.start_again)

    async def stall_redis(self) -> None:
        """It takes connections and answers nothing: worse than being dead, because nobody notices at once."""
        assert self.redis
        stalled = self.redis.pid
        if stalled is None:
            return  # dead just now
        os.kill(stalled, signal.SIGSTOP)
        await self._pause(8.0)
        with suppress(ProcessLookupError):
            os.kill(stalled, signal.SIGCONT)

    async def restart_postgres(self) -> None:
        assert self.postgres
        await asyncio.to_thread(self.postgres.restart)

    async def _kill_worker(self, queue: str) -> None:
        process = next(one for one in self.platform.workers if one.name.startswith(queue))
        assert process.alive(), f"{process.name} has ended by itself:\n{process.said()[-3000:]}"
        self._kill(process, self.platform.workers)
        await self._pause(0.5)
        await asyncio.to_thread(self.platform.start_worker, queue)

    def _kill(self, process: Process, among: list[Process]) -> None:
        process.kill()
        among.remove(process)

    async def _pause(self, most: float) -> None:
        await asyncio.sleep(self.rng.uniform(0, most))

    def deaths(self) -> dict[str, tuple[int, Callable[[], Awaitable[None]]]]:
        """What may die, with how often compared to the others."""
        if self.postgres is None:
            return {"server": (1, self.kill_server)}
        return {
            "bots": (5, self.kill_bots),
            "server": (4, self.kill_server),
            "clock": (2, self.kill_clock),
            "matchmaker": (3, self.kill_matchmaker),
            "ratings": (2, self.kill_ratings),
            "beat": (1, self.kill_beat),
            "redis": (2, self.kill_redis),
            "redis by stalling": (1, self.stall_redis),
            "postgres": (2, self.restart_postgres),
        }

    async def torment(self, until: Callable[[], bool], pause: tuple[float, float] = (1.5, 4.0)) -> None:
        """Kill one part after the other, each back before it dies again; every one once if there is time."""
        dying: dict[str, asyncio.Task[None]] = {}
        if self.untouched is None:
            self.untouched = list(self.deaths())
            self.rng.shuffle(self.untouched)
        untouched = self.untouched
        while not until():
            await asyncio.sleep(self.rng.uniform(*pause))
            whole = [name for name in self.deaths() if name not in dying or dying[name].done()]
            for name in whole:
                if name in dying:
                    dying.pop(name).result()
            due = [name for name in untouched if name in whole]
            if not whole or until():
                continue
            weights = [self.deaths()[name][0] for name in whole]
            name = due[0] if due else self.rng.choices(whole, weights)[0]
            if name in untouched:
                untouched.remove(name)
            self.figures[f"killed {name}"] += 1
            dying[name] = asyncio.ensure_future(self.noted(name, self.deaths()[name][1]()))
        await asyncio.gather(*dying.values())

    async def noted(self, name: str, death: Awaitable[None]) -> None:
        self.history.append((round(time.time() * 1000), f"{name} dies"))
        await death
        self.history.append((round(time.time() * 1000), f"{name} is back"))


@contextmanager
def production() -> Iterator[Installation]:
    """Two servers, a worker each for programs, the clock, the matchmaker and ratings, a beat; PostgreSQL and Redis of
    its own, to be killed."""
    folder = Path(tempfile.mkdtemp(prefix="opentrick-soak-"))
    database, cache = postgres.start_own(), redis.start_own()
    platform = None
    try:
        platform = production_like(
            migrated(database, "soak", cache.url),
            cache.url,
            folder,
            web=2,
            workers=("bots", "clock", "matchmaking", "ratings"),
            LOG_LEVEL="WARNING",
            DJANGO_SETTINGS_MODULE="tests.soak.settings",
            SHORT_MATCHES="3",
            BETWEEN_DEALS_MS=str(BETWEEN_DEALS_MS),
        )
        yield Installation(platform, database, cache, [process.port or 0 for process in platform.web])
    except BaseException:
        _keep_logs(folder)
        raise
    finally:
        if platform is not None:
            _end(platform)
        database.stop()
        cache.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def embedded() -> Iterator[Installation]:
    """`manage.py play` with its files on SQLite."""
    folder = Path(tempfile.mkdtemp(prefix="opentrick-soak-"))
    platform = embedded_server(folder / "var", BETWEEN_DEALS_MS=str(BETWEEN_DEALS_MS))
    try:
        yield Installation(platform, ports=[platform.web[0].port or 0])
    except BaseException:
        _keep_logs(folder)
        raise
    finally:
        _end(platform)
        shutil.rmtree(folder, ignore_errors=True)


def _keep_logs(folder: Path) -> None:
    LOGS.mkdir(parents=True, exist_ok=True)
    for log in folder.glob("*.log"):
        shutil.copy(log, LOGS / f"{folder.name}-{log.name}")


def _end(platform: Platform) -> None:
    for process in platform.processes():
        if process.alive():
            process.kill()


@dataclass
class Wanted:
    """One round of play."""

    for_programs: int = 20
    alone: int = 4
    """Tables of one guest and two programs."""
    together: int = 1
    """Tables of three guests."""
    members: int = 0
    """Who enter the queue for rated play, again and again."""
    guests: int = 0
    """Who do so for casual play on the clock."""


async def play_round(place: Installation, wanted: Wanted, *, seconds: float, calm: float) -> None:
    """Open the tables, play and watch all of them while parts are killed, at most for so long; then let them end.

    It fails when nobody hears anything new for `calm` seconds and not every table has ended.

    In the end every table has, everybody has been told the same, and the log says what everybody was told.
    """
    url = place.servers()[0]
    began = time.monotonic()
    tables = await asyncio.to_thread(place.open_for_programs, wanted.for_programs)
    lines: list[Line] = []
    work: list[asyncio.Task[None]] = []

    def follow(table: str, told: Told, guest: Guest | None = None, *, play: bool = False) -> Line:
        seed = place.rng.getrandbits(32)
        line = Line(place.servers, table, guest, told=told, seed=seed, figures=place.figures)
        lines.append(line)
        work.append(asyncio.create_task(line.follow(play=play)))
        return line

    for table in tables:
        follow(table, Told())
    for _ in range(wanted.alone):
        guest = await asyncio.to_thread(Guest.new, url)
        table = await asyncio.to_thread(guest.open_table, url, options=BRIEF, speed="blitz")
        told = Told()
        follow(table, told, guest, play=True)
        follow(table, told)
    for _ in range(wanted.together):
        for line in await _three_guests(place, url):
            lines.append(line)
            work.append(asyncio.create_task(line.follow(play=True)))

    seekers, calms = await _seekers(place, url, wanted), asyncio.Event()
    work += [asyncio.create_task(one.play_until(calms.is_set)) for one in seekers]
    done = asyncio.gather(*work)
    tormenting = asyncio.create_task(_torment(place, seconds, done.done))

    def heard() -> int:
        return sum(line.v for line in (*lines, *(line for one in seekers for line in one.lines)))

    try:
        await tormenting  # ends early when a line finds a fault
        calms.set()
        calm_since = time.monotonic()
        await _until_still(done, heard, calm)
        if not done.done():
            all_lines = [*lines, *(line for one in seekers for line in one.lines)]
            raise AssertionError(_what_stands_still(place, all_lines))
        await done
    finally:
        for task in (tormenting, *work):
            task.cancel()
    place.figures["seconds of calm"] += round(time.monotonic() - calm_since)
    place.figures["seconds"] += round(time.monotonic() - began)
    sought = [line for one in seekers for line in one.lines]
    _check_what_was_told(place, [*lines, *sought])
    if seekers:
        place.figures += seats.wait_for_ratings(place.platform)
        place.figures += seats.check_queue(place.platform, seekers)
    place.figures |= ledger.check(place.platform)  # of all tables there are
    place.platform.manage("rebuild", "--all")  # fails when a table differs
    place.platform.manage("rebuild", "ratings")
    place.figures += seats.check_clocks(place.platform, [*lines, *sought], place.history)


async def _until_still(done: asyncio.Future[Any], heard: Callable[[], int], patience: float) -> None:
    """Until all is done, or nobody has heard anything new for so long: how fast the machine is does not matter."""
    known, moved_at = heard(), time.monotonic()
    while not done.done() and time.monotonic() - moved_at < patience:
        await asyncio.wait([done], timeout=1.0)
        if (now := heard()) != known:
            known, moved_at = now, time.monotonic()


async def _torment(place: Installation, seconds: float, over: Callable[[], bool]) -> None:
    """Kill part after part; halfway everything at once, where it is in several parts."""

    async def for_a_while() -> None:
        end = time.monotonic() + seconds / 2
        await place.torment(lambda: over() or time.monotonic() > end)

    await for_a_while()
    if place.postgres is not None and not over():
        place.figures["lost power"] += 1
        await place.noted("everything", place.lose_power())
    await for_a_while()


async def _seekers(place: Installation, url: str, wanted: Wanted) -> list[Seeker]:
    """Everybody who is to go through the queue."""
    people = [(person, RATED) for person in await asyncio.to_thread(place.make_members, wanted.members)]
    people += [(await asyncio.to_thread(Guest.new, url), CASUAL) for _ in range(wanted.guests)]
    told: defaultdict[str, Told] = defaultdict(Told)
    return [
        Seeker(place.servers, person, wish, told.__getitem__, place.rng.getrandbits(32), place.figures)
        for person, wish in people
    ]


async def _three_guests(place: Installation, url: str) -> list[Line]:
    """Three guests who have sat down at a table and are ready; their lines are closed again."""
    guests = [await asyncio.to_thread(Guest.new, url) for _ in range(3)]
    table = await asyncio.to_thread(guests[0].open_table, url, options=BRIEF, bots=0, speed="normal")
    told = Told()
    lines = [
        Line(place.servers, table, guest, told=told, seed=place.rng.getrandbits(32), figures=place.figures)
        for guest in guests
    ]
    for line in lines:
        await line.connect(url)
        if line is not lines[0]:
            assert (await line.command({"type": "table.sit"}))["type"] == "accepted"
    for line in lines:
        assert (await line.command({"type": "table.ready"}))["type"] == "accepted"
    for line in lines:
        await line.close()
    return lines


def _check_what_was_told(place: Installation, lines: list[Line]) -> None:
    heads = ledger.heads(place.platform)
    rows = ledger.query(place.platform, "SELECT table_id, actor, command_id, first, last FROM table_command")
    stored = {(ledger.name_of(table_id), actor, name): (first, last) for table_id, actor, name, first, last in rows}
    for line in lines:
        assert heads[line.table] == (line.v, "finished"), f"{line.table}: {heads[line.table]}, told {line.v}"
        assert not line.pending, f"{line.table}: {line.pending} never got an answer"
        for name, answer in line.answers.items():
            assert line.guest
            known = stored[line.table, f"p:{line.guest.person}", name]
            assert known == (answer["first"], answer["last"]), f"{line.table}: {name}"


def _what_stands_still(place: Installation, lines: list[Line]) -> str:
    """Whom nobody told of the end, and since when each table has been silent; workers write down where they are."""
    for worker in place.platform.workers:
        worker.popen.send_signal(signal.SIGUSR1)
    time.sleep(1.0)
    heads = ledger.heads(place.platform)
    newest = ledger.query(place.platform, "SELECT table_id, max(at) FROM table_event GROUP BY table_id")
    silent = {ledger.name_of(table_id): time.time() - at / 1000 for table_id, at in newest}
    late = [
        f"{line.table}: told {line.v} of {heads[line.table]}, silent for {silent[line.table]:.1f} s,"
        f" waits for {line.view.get('deciders')}"
        for line in lines
        if not line.done
    ]
    return f"{len(late)} lines have not seen the end (logs in {LOGS}), {place.figures}:\n" + "\n".join(late)


def report(place: Installation) -> str:
    """The figures, in one line."""
    return " ".join(f"{name.replace(' ', '_')}={number}" for name, number in sorted(place.figures.items()))


__all__ = ["Installation", "Wanted", "embedded", "play_round", "production", "report"]

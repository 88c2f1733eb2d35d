"""All rooms of an event loop, and what they share: one ear on the channel layer, one question to the database."""

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from accounts.close_codes import RESTARTS
from accounts.threads import in_thread
from games.table import alive, announcing, feed, log, presence
from games.table.clock import now_ms
from games.table.held import Held, load, recorded_of
from games.table.ids import parse_id
from games.table.rooms.frames import MOST_REPLAYED, Tail
from games.table.rooms.room import Room

logger = logging.getLogger(__name__)

COMPARE_S = 2.0
"""A lost announcement costs no more than this."""
BEAT_S = 5.0
IDLE_S = 60.0
"""How long a room stays that nobody follows."""
ENDING_S = 5.0
"""How long a process that is told to stop tries to say that it does."""

_by_loop: "WeakKeyDictionary[asyncio.AbstractEventLoop, Rooms]" = WeakKeyDictionary()


def rooms_here() -> "Rooms":
    """The rooms of the running loop."""
    loop = asyncio.get_running_loop()
    found = _by_loop.get(loop)
    if found is None:
        found = _by_loop[loop] = Rooms()
    return found


class Rooms:
    """Opens rooms, tells them what is heard, ends those that nobody needs."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        """The name under which connections to this process are noted."""
        self._ending: asyncio.Task[None] | None = None
        self._rooms: dict[UUID, Room] = {}
        self._opening: dict[UUID, asyncio.Task[Room]] = {}
        self._heard: dict[UUID, int] = {}
        """Numbers announced while the room was being read."""
        self._came_or_went: set[UUID] = set()
        """Tables of which it was heard meanwhile that somebody came or went."""
        self._tasks: list[asyncio.Task[None]] = []
        self._channel = ""
        self._starting = asyncio.Lock()
        self._stamping = asyncio.Lock()
        self._left = False
        """Whether this process has said that it ends: after that it does not say that it is alive."""

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self, table_id: UUID) -> Room:
        """The room of this table, read from the log if there is none yet. Raises Refused: no such table."""
        room = self._rooms.get(table_id)
        if room is not None and not room.broken:
            room.idle_since = time.monotonic()
            return room
        opening = self._opening.get(table_id)
        if opening is None:
            opening = self._opening[table_id] = asyncio.create_task(self._open(table_id))
            opening.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(opening)

    async def _open(self, table_id: UUID) -> Room:
        await self._start()
        # Subscribe, then read, then apply: whatever is appended while we read is heard of.
        await self._listen_to(table_id, True)
        try:
            held, tail, people, company = await in_thread(_read)(table_id, self.process)
        except BaseException:
            self._came_or_went.discard(table_id)
            await self._listen_to(table_id, False)
            raise
        room = self._rooms[table_id] = Room(held, tail, people, company, self.process)
        room.moved(self._heard.pop(table_id, 0))
        if table_id in self._came_or_went:
            self._came_or_went.discard(table_id)
            room.look_again()
        return room

    async def close(self) -> None:
        """End all rooms; their followers are closed as by a restart. Nothing of who is here is on its way to the rows
        afterwards."""
        await self._end_presence()
        for room in self._rooms.values():
            room.close(RESTARTS)
        self._rooms.clear()
        self._stop()

    async def end(self) -> None:
        """This process is about to end: its people are expected to come back to another, and count as here meanwhile.

        Asked for by each of its sockets, done once, and given up after a while.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._leave_quietly())
        with suppress(Exception):
            await asyncio.wait_for(asyncio.shield(self._ending), ENDING_S)

    async def _end_presence(self) -> None:
        await asyncio.gather(*(room.end_presence() for room in self._rooms.values()))

    async def _leave_quietly(self) -> None:
        await self._end_presence()
        async with self._stamping:
            self._left = True
            await in_thread(alive.leave)(self.process)

    # --- the layer ---

    async def _start(self) -> None:
        async with self._starting:
            if self._tasks:
                return
            layer: Any = get_channel_layer()
            self._channel = await layer.new_channel()
            work = (
                self._listen,
                self._compare_for_ever,
                self._beat_for_ever,
                self._stamp_seats_for_ever,
                self._stamp_connections_for_ever,
                self._stamp_process_for_ever,
            )
            self._tasks = [asyncio.create_task(one(), name=f"rooms: {one.__name__}") for one in work]

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks = []

    async def _listen_to(self, table_id: UUID, wanted: bool) -> None:
        layer: Any = get_channel_layer()
        change = layer.group_add if wanted else layer.group_discard
        for stream in (announcing.stream(table_id), presence.stream(table_id)):
            await change(stream, self._channel)

    async def _listen(self) -> None:
        layer: Any = get_channel_layer()
        while True:
            try:
                message = await layer.receive(self._channel)
                self._hear(message)
            except Exception:  # the layer is away: comparing heads goes on
                logger.warning("the rooms do not hear the channel layer", exc_info=True)
                await asyncio.sleep(1)

    def _hear(self, message: dict[str, Any]) -> None:
        kind, _, name = str(message.get("stream", "")).partition(".")
        with suppress(ValueError):
            table_id, version = parse_id(name), int(message.get("version", 0))
            room = self._rooms.get(table_id)
            if kind == "table":
                if room is not None:
                    room.moved(version)
                elif table_id in self._opening:
                    self._heard[table_id] = max(version, self._heard.get(table_id, 0))
            elif kind == "presence":
                if room is not None:
                    room.look_again()
                elif table_id in self._opening:
                    self._came_or_went.add(table_id)

    # --- what happens by the clock ---

    async def _compare_for_ever(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_S)
            try:
                await self.compare()
            except Exception:
                logger.warning("the rooms could not compare their heads", exc_info=True)

    async def compare(self) -> None:
        """Ask the database where all tables of these rooms stand: one query."""
        known = {table_id: room.v for table_id, room in self._rooms.items()}
        if known:
            for table_id, seq in (await in_thread(log.heads_moved)(known)).items():
                room = self._rooms.get(table_id)
                if room is not None:
                    room.moved(seq)

    async def _beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            for room in list(self._rooms.values()):
                room.beat()
                await asyncio.sleep(0)
            await self.forget_idle()

    async def _stamp_connections_for_ever(self) -> None:
        """Say of all connections here that they are still open."""
        while not self._left:
            await asyncio.sleep(presence.STAMP_CONNECTIONS_S)
            try:
                await in_thread(presence.stamp_connections)(self.process)
            except Exception:
                logger.warning("the rooms could not stamp who is here", exc_info=True)

    async def _stamp_process_for_ever(self) -> None:
        """Say each second that this process is alive and reaches the database, for only so long the clocks of those it
        serves run. And look who else is alive."""
        reached, before, looks = True, now_ms(), log.appends_on_loop()
        try:
            while not self._left:
                try:
                    async with self._stamping:
                        at = before if self._left else await in_thread(alive.stamp)(self.process)
                    alive.reached(self.process, at)
                    if at - before > alive.DOWN_MS:  # others may have taken this process for dead
                        self._stamp_rooms()
                    reached, before = True, at
                    if looks:
                        await in_thread(alive.look)()
                        await asyncio.sleep(alive.LOOK_S)
                        await in_thread(alive.look)()
                except Exception:
                    if reached:
                        logger.warning("the rooms do not reach the database", exc_info=True)
                    reached = False
                await asyncio.sleep(alive.STAMP_S - (alive.LOOK_S if looks else 0))
        finally:
            alive.ends(self.process)

    async def _stamp_seats_for_ever(self) -> None:
        while True:
            await asyncio.sleep(presence.STAMP_SEATS_S)
            self._stamp_rooms()

    def _stamp_rooms(self) -> None:
        for room in list(self._rooms.values()):
            room.stamp()

    async def forget_idle(self) -> None:
        """End the rooms that nobody has followed for a minute, and those whose fold broke."""
        limit = time.monotonic() - IDLE_S
        for table_id, room in list(self._rooms.items()):
            if room.broken or (room.is_idle and room.idle_since < limit):
                del self._rooms[table_id]
                room.stop()
                if room.broken:
                    with suppress(Exception):
                        await in_thread(presence.forget)(table_id, self.process)
                with suppress(Exception):
                    await self._listen_to(table_id, False)
                if table_id in self._rooms or table_id in self._opening:  # wanted again in that moment
                    with suppress(Exception):
                        await self._listen_to(table_id, True)


def _read(table_id: UUID, process: str) -> tuple[Held, Tail, dict[str, dict[str, Any]], presence.Company]:
    """Everything a room begins with."""
    held = load(table_id)
    table = held.table
    tail = Tail(max(0, held.seq - MOST_REPLAYED))
    for row in log.select(table_id, tail.since, MOST_REPLAYED):
        if row.seq <= held.seq:
            tail.add(table, recorded_of(table.game, row))
    return held, tail, feed.people(table), presence.company_at(table_id, process)

"""The socket of somebody who waits, `/ws/waiting` (docs/protocol.md): how it stands, and the table once there is one.

Whoever opens it may also just look: without a ticket it tells who waits for what. While it is open it is the sign of
life without which nobody is seated. A process reads the queues once for all its sockets.
"""

import asyncio
import json
import logging
import time
from typing import Any
from weakref import WeakKeyDictionary

from accounts.close_codes import BROKEN, UNREADABLE
from accounts.models import Person
from accounts.personal_socket import PersonalSocket
from accounts.threads import in_thread, news_or
from games.table import wire
from games.table.clock import now_ms
from games.table.wire import BadMessage, Hello
from matchmaking.queues import announcing, tickets, waiting
from matchmaking.queues.waiting import Crowd

logger = logging.getLogger(__name__)

PAUSE_S = 1.0
"""Between two messages, whatever moves."""
AT_LEAST_S = 5.0
"""Without any news the facts are told again after this: windows widen by themselves, announcements get lost."""
SEEN_S = 15.0
MOST_LINES = 30
READ_S = 0.25
"""The queues are read at most this often by one process."""


class Shared:
    """What a process has read of the queues last, for every socket on one event loop."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._crowd: Crowd | None = None
        self._read_at = 0
        self._read = 0.0

    async def since(self, moment: int) -> Crowd:
        """The crowd as it was read at `moment` (milliseconds) or later."""
        async with self._lock:
            if self._crowd is None or self._read_at < moment:
                await asyncio.sleep(max(0.0, self._read + READ_S - time.monotonic()))
                self._read_at, self._read = now_ms(), time.monotonic()
                self._crowd = await in_thread(waiting.read)(self._read_at)
            return self._crowd


_shared: "WeakKeyDictionary[asyncio.AbstractEventLoop, Shared]" = WeakKeyDictionary()


def shared() -> Shared:
    """Of this event loop."""
    return _shared.setdefault(asyncio.get_running_loop(), Shared())


class WaitingConsumer(PersonalSocket):
    """One page, or program, that looks at the queues. `hello` first; then it only listens."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.moved = asyncio.Event()
        self.moved_at = 0
        self.look_from: int | None = None
        """A table opened for this person since then is where the waiting leads; None when there is none to expect, as
        far as was announced: announcements get lost, so it is looked all the same now and then."""
        self.looked_at = 0

    async def connect(self) -> None:
        await self.accept()
        if not await self.let_in():
            return
        self.tasks.append(asyncio.create_task(self.wait_for_hello()))

    async def disconnect(self, code: int) -> None:
        await self.stop()
        await self.channel_layer.group_discard(announcing.QUEUE, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.closing:
            return
        try:
            message = wire.parse(text_data)
        except BadMessage as bad:
            await self.end(bad.code, bad.reason)
            return
        if not isinstance(message, Hello) or self.greeted:
            await self.end(UNREADABLE, "one hello expected")
            return
        self.greeted = True
        await self.hello(message)

    async def hello(self, message: Hello) -> None:
        if not await self.find_out_whose(message.token):
            return
        self.look_from = waiting.lately()
        await self.channel_layer.group_add(announcing.QUEUE, self.channel_name)
        if self.person is not None:
            self.tasks += [asyncio.create_task(self.be_seen(self.person)), asyncio.create_task(self.look_again())]
        self.tasks.append(asyncio.create_task(self.tell()))
        await self.hear_notices()

    # --- what goes on beside ---

    async def tell(self) -> None:
        """Say how it stands whenever something has moved, at most once a second."""
        self.moved_at = now_ms()
        try:
            while not self.closing:
                message = await self.facts()
                await self.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
                await asyncio.sleep(PAUSE_S)
                await news_or(AT_LEAST_S - PAUSE_S, self.moved)
        except Exception:
            logger.exception("a socket of the queues broke")
            await self.end(BROKEN)

    async def facts(self) -> dict[str, Any]:
        """The next message."""
        crowd = await shared().since(max(self.moved_at, now_ms() - round(AT_LEAST_S * 1000)))
        now, ticket = now_ms(), None
        if self.person is not None:
            ticket = crowd.of(self.person.public_id, now)
            if ticket is not None:
                self.look_from = ticket.since
            elif self.look_from is not None or now - self.looked_at >= AT_LEAST_S * 1000:
                table = await self.table(self.look_from or waiting.lately())
                self.looked_at = now
                self.look_from = None if table is None else self.look_from
                if table is not None:
                    return {"type": "seated", "table": table}
        return {
            "type": "waiting",
            "now": now,
            "ticket": None if ticket is None else ticket.as_json(),
            "board": crowd.told(MOST_LINES),
        }

    async def table(self, since: int) -> str | None:
        """Where this person has been seated since then."""
        assert self.person is not None
        return await in_thread(waiting.table_to_go_to)(self.person.public_id, since)

    async def be_seen(self, person: Person) -> None:
        """Nobody is seated with somebody who has gone. A sign that could not be noted is given again: nobody has gone
        because the database was away."""
        while True:
            try:
                await in_thread(tickets.seen)(person.public_id)
            except Exception:
                logger.warning("a sign of life was not noted", exc_info=True)
            await asyncio.sleep(SEEN_S)

    async def stream_moved(self, event: dict[str, Any]) -> None:
        """The queues have moved, or something of this person has."""
        if event.get("stream") != announcing.QUEUE:
            self.look_from = self.look_from or waiting.lately()
            await super().stream_moved(event)
        self.moved_at = now_ms()
        self.moved.set()

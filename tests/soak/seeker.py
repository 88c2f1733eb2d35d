"""Somebody who plays through the queue, one table after another, whatever happens to the servers: enters, waits on the
socket of who waits, plays at the table he is led to, and enters again. Written from docs/protocol.md 8 and docs/api.md.
"""

import asyncio
import json
import random
import time
import urllib.error
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import websockets

from tests.soak.client import SILENCE, Broken, Guest, Line, Told, post

Wish = dict[str, Any]
AT_TABLES = {"still_playing", "already_waiting"}
"""Refusals that tell of a table or a ticket we have not heard of yet."""
SHOWN_WITHIN_S = 20.0
"""How long the queues may look to a server as they were before we entered, when its announcements are lost."""


@dataclass
class Seeker:
    """One person and every table he was led to."""

    servers: Callable[[], Sequence[str]]
    person: Guest
    wish: Wish
    told: Callable[[str], Told]
    """What was told of a table, shared by all who sit there."""
    seed: int
    figures: Counter[str]
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self._entered_at: float | None = None
        """When we entered, in milliseconds since 1970, until we are seated or leave."""

    async def play_until(self, over: Callable[[], bool]) -> None:
        """Go on until `over`; then play to the end, or leave the queue if one waits."""
        while (table := await self._find_table(over)) is not None:
            line = Line(
                self.servers,
                table,
                self.person,
                told=self.told(table),
                seed=self._rng.getrandbits(32),
                figures=self.figures,
            )
            self.lines.append(line)
            self.figures["seats taken"] += 1
            await line.follow(play=True)

    async def _find_table(self, over: Callable[[], bool]) -> str | None:
        """Wait, entering first where there is no ticket; the table, or None when it is over and we have left."""
        while True:
            with suppress(OSError, TimeoutError, websockets.WebSocketException):
                async with await self._connect() as socket:
                    while True:
                        message = json.loads(await asyncio.wait_for(socket.recv(), SILENCE))
                        if message["type"] == "seated":
                            self._entered_at = None
                            return str(message["table"])
                        if message["ticket"] is None and not self._has_news_to_come(message["now"]):
                            if over():
                                return None
                            await self._enter()
                        elif message["ticket"] is not None and over():
                            await self._ask("DELETE")
                            self._entered_at = None  # or seated in the same moment: the next message tells
                            self.figures["left in the end"] += 1
            await asyncio.sleep(self._rng.uniform(0.1, 0.5))

    def _has_news_to_come(self, told_at: int) -> bool:
        """Whether we have entered and not been seated: the ticket is there, or will show itself before long. It counts
        when the server said so (milliseconds): what it said may have waited for us on the way."""
        if self._entered_at is None:
            return False
        if told_at - self._entered_at > SHOWN_WITHIN_S * 1000:
            raise Broken(f"the ticket of {self.person.person} is lost")
        return True

    async def _connect(self) -> Any:
        url = self._rng.choice(list(self.servers()))
        where = f"{url.replace('http', 'ws', 1)}/ws/waiting"
        socket = await websockets.connect(where, proxy=None, compression=None, open_timeout=10, close_timeout=1)
        await socket.send(json.dumps({"type": "hello", "token": self.person.token}))
        return socket

    async def _enter(self) -> None:
        """Enter the queue. A lost answer shows itself on the socket."""
        try:
            await self._ask("POST", {"wishes": [self.wish]})
        except urllib.error.HTTPError as error:
            code = _code(error)
            if error.code < 500 and code not in AT_TABLES:
                raise Broken(f"{self.person.person} may not wait: {error.code} {code}") from None
            self.figures["not entered at once"] += 1
            await asyncio.sleep(0.5)
        else:
            self._entered_at = time.time() * 1000
            self.figures["times entered"] += 1

    async def _ask(self, method: str, body: Any = None) -> None:
        url = self._rng.choice(list(self.servers()))
        await asyncio.to_thread(post, f"{url}/api/wait", body or {}, self.person.token, method)


def _code(error: urllib.error.HTTPError) -> str:
    with suppress(ValueError, KeyError, TypeError):
        return str(json.loads(error.read())["error"]["code"])
    return ""

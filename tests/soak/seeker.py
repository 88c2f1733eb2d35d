"""Somebody who plays through the queue, one table after another, whatever happens to the servers: enters, waits on the
socket of who waits, plays at the table he is led to, and enters again. Written from docs/protocol.md 8 and docs/api.md.
"""

import asyncio
import json
import random
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
    waits: bool = False
    """Whether he has entered and has not been seated yet."""

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)

    @property
    def done(self) -> bool:
        return not self.lines or self.lines[-1].done

    async def play_until(self, over: Callable[[], bool]) -> None:
        """Go on until `over`; then end the table of the moment, and go on waiting if one waits."""
        while not over():
            table = await self._find_table(over)
            if table is None:
                return
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
        """Wait, entering first where there is no ticket; the table, or None when it is over and we still wait."""
        while True:
            with suppress(OSError, TimeoutError, websockets.WebSocketException):
                async with await self._connect() as socket:
                    while not (over() and self.waits):
                        message = json.loads(await asyncio.wait_for(socket.recv(), SILENCE))
                        if message["type"] == "seated":
                            self.waits = False
                            return str(message["table"])
                        if message["ticket"] is not None:
                            self.waits = True
                        elif not await self._enter(over):
                            return None
                    return None
            await asyncio.sleep(self._rng.uniform(0.1, 0.5))

    async def _connect(self) -> Any:
        url = self._rng.choice(list(self.servers()))
        where = f"{url.replace('http', 'ws', 1)}/ws/waiting"
        socket = await websockets.connect(where, proxy=None, compression=None, open_timeout=10, close_timeout=1)
        await socket.send(json.dumps({"type": "hello", "token": self.person.token}))
        return socket

    async def _enter(self, over: Callable[[], bool]) -> bool:
        """Enter the queue; False when it is over. A lost answer shows itself on the socket."""
        if over() and not self.waits:
            return False
        url = self._rng.choice(list(self.servers()))
        try:
            await asyncio.to_thread(post, f"{url}/api/wait", {"wishes": [self.wish]}, self.person.token)
        except urllib.error.HTTPError as error:
            code = _code(error)
            if error.code < 500 and code not in AT_TABLES:
                raise Broken(f"{self.person.person} may not wait: {error.code} {code}") from None
            self.figures["not entered at once"] += 1
            await asyncio.sleep(0.5)
        else:
            self.waits = True
            self.figures["times entered"] += 1
        return True


def _code(error: urllib.error.HTTPError) -> str:
    with suppress(ValueError, KeyError, TypeError):
        return str(json.loads(error.read())["error"]["code"])
    return ""

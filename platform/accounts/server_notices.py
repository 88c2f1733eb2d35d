"""What everybody who is connected is told beside his own affairs: that the server restarts, and when.

docs/protocol.md has the message. One watch for each event loop, for all its sockets together. It hears of news through
the channel layer and looks by itself every few seconds, because a layer in memory does not reach from one process to
another. Who knows of restarts says so by `use`.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from accounts.threads import in_thread, news_or

logger = logging.getLogger(__name__)

STREAM: Final = "notice.restart"
LOOK_S = 5.0

Pending = Callable[[int], int | None]
"""When the server restarts, for a process that has run since then; None when nothing is announced."""

_pending: Pending | None = None


def use(source: Pending) -> None:
    """From now on `source` says whether a restart is announced."""
    global _pending
    _pending = source


def text(at: int | None) -> str:
    """The message; `now` tells a page how its own clock stands to ours."""
    return json.dumps({"type": "notice", "kind": "restart", "at": at, "now": _now()}, separators=(",", ":"))


class Listener(Protocol):
    async def noticed(self, text: str) -> None:
        """The server says this to everybody."""


class Watch:
    """What is announced now, and whom to tell. Works from when somebody first listens."""

    def __init__(self) -> None:
        self._since = _now()
        self._at: int | None = None
        self._listeners: dict[Listener, None] = {}
        self._news = asyncio.Event()
        self._starting = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, listener: Listener) -> None:
        """Tell this one whatever is announced, now and later."""
        async with self._starting:
            if not self._tasks:
                await self._start()
        self._listeners[listener] = None
        if self._at is not None:
            await listener.noticed(text(self._at))

    def leave(self, listener: Listener) -> None:
        self._listeners.pop(listener, None)

    async def look(self) -> None:
        """Look what is announced, and tell everybody if that is news."""
        if _pending is None:
            return
        at = await in_thread(_pending)(self._since)
        if at == self._at:
            return
        self._at = at
        said = text(at)
        for listener in list(self._listeners):
            with suppress(Exception):  # its line has just ended
                await listener.noticed(said)

    async def _start(self) -> None:
        """Listen, then look: what is announced meanwhile is heard of."""
        try:
            layer: Any = get_channel_layer()
            channel = await layer.new_channel()
            await layer.group_add(STREAM, channel)
            self._tasks = [asyncio.create_task(self._listen(channel)), asyncio.create_task(self._keep_looking())]
            await self.look()
        except Exception:  # whoever came is served all the same; the next look will tell
            logger.warning("it could not be looked whether a restart is announced", exc_info=True)

    async def _listen(self, channel: str) -> None:
        layer: Any = get_channel_layer()
        while True:
            try:
                await layer.receive(channel)
                self._news.set()
            except Exception:
                logger.warning("announcements of restarts are not heard", exc_info=True)
                await asyncio.sleep(1)

    async def _keep_looking(self) -> None:
        while True:
            await news_or(LOOK_S, self._news)
            try:
                await self.look()
            except Exception:
                logger.warning("it could not be looked whether a restart is announced", exc_info=True)


_watches: "WeakKeyDictionary[asyncio.AbstractEventLoop, Watch]" = WeakKeyDictionary()


def here() -> Watch:
    """The watch of the running loop."""
    return _watches.setdefault(asyncio.get_running_loop(), Watch())


def _now() -> int:
    return time.time_ns() // 1_000_000

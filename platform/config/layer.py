"""A channel layer for one process with many threads: the embedded server's.

Channels' own in-memory layer is written for a single event loop. A message that a worker thread sends through it is
stored, but the receiving loop is not woken and notices it only at its next timer, up to a second later. Here each
channel belongs to the loop that receives on it, and other threads hand messages over to that loop.
"""

import asyncio
import contextlib
import threading
import time
from copy import deepcopy
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer


class ThreadSafeInMemoryChannelLayer(InMemoryChannelLayer):  # type: ignore[misc]
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._loops: dict[str, asyncio.AbstractEventLoop] = {}
        self._lock = threading.RLock()

    async def new_channel(self, prefix: str = "specific.") -> str:
        name: str = await super().new_channel(prefix)
        with self._lock:
            self._loops[name] = asyncio.get_running_loop()
        return name

    async def receive(self, channel: str) -> dict[str, Any]:
        with self._lock:
            self._loops[channel] = asyncio.get_running_loop()
        message: dict[str, Any] = await super().receive(channel)
        return message

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        loop = self._loops.get(channel)
        if loop is None or loop is asyncio.get_running_loop():
            await super().send(channel, message)
            return
        self.require_valid_channel_name(channel)
        if loop.is_closed():
            with self._lock:
                self._loops.pop(channel, None)
            return
        loop.call_soon_threadsafe(self._deliver, channel, deepcopy(message))

    def _deliver(self, channel: str, message: dict[str, Any]) -> None:
        queue = self.channels.setdefault(channel, asyncio.Queue(maxsize=self.get_capacity(channel)))
        with contextlib.suppress(asyncio.QueueFull):
            queue.put_nowait((time.time() + self.expiry, message))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.require_valid_group_name(group)
        with self._lock:
            channels = list(self.groups.get(group, ()))
        for channel in channels:
            with contextlib.suppress(ChannelFull):
                await self.send(channel, message)

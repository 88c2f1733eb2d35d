"""Telling other processes that a stream has gone on: an address and a number through the channel layer, never content.

An announcement only makes things quicker, so it never fails and never holds up whoever makes it: it is handed to a loop
of its own in a thread of this process. Whoever listens also looks by the clock.
"""

import asyncio
import logging
import os
import threading
from concurrent.futures import Future
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

MESSAGE = "stream.moved"
"""The `type` of every announcement; with it come `stream` and `version`."""

_LIMIT = 5.0
"""Seconds after which an announcement is given up."""
_MOST_WAITING = 1000

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_loop_pid = 0
_waiting: set["Future[None]"] = set()
_tasks: set["asyncio.Task[None]"] = set()
"""Held until they are done: a loop itself holds its tasks but weakly."""


def announce_stream(name: str, version: int) -> None:
    """Tell every process that this stream has reached `version`. Never raises, never waits."""
    try:
        if len(_waiting) >= _MOST_WAITING:
            raise TimeoutError("too many announcements are waiting")
        future = asyncio.run_coroutine_threadsafe(_send(name, version), _own_loop())
        _waiting.add(future)
        future.add_done_callback(_waiting.discard)
    except Exception as error:
        logger.warning("%s, event %s was not announced: %s", name, version, error)


def announce_stream_here(name: str, version: int) -> None:
    """The same for a caller on an event loop that goes on running, such as a room's: no thread has to wake up."""
    task = asyncio.get_running_loop().create_task(_send(name, version))
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def wait(timeout: float = _LIMIT) -> None:
    """Until everything announced so far has left, for tests and for a process that ends."""
    for future in list(_waiting):
        future.exception(timeout)


async def _send(name: str, version: int) -> None:
    try:
        layer: Any = get_channel_layer()
        if layer is not None:
            message = {"type": MESSAGE, "stream": name, "version": version}
            await asyncio.wait_for(layer.group_send(name, message), _LIMIT)
    except Exception as error:
        logger.warning("%s, event %s was not announced: %s", name, version, error)


def _own_loop() -> asyncio.AbstractEventLoop:
    """The loop of this process, started at first use; a forked worker starts its own."""
    global _loop, _loop_pid
    with _lock:
        if _loop is None or _loop_pid != os.getpid():
            _loop = asyncio.new_event_loop()
            _loop_pid = os.getpid()
            _waiting.clear()
            threading.Thread(target=_loop.run_forever, name="announcements", daemon=True).start()
        return _loop

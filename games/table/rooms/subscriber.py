"""Somebody who follows a table: a bounded queue of encoded messages, and how far behind its reader is.

A socket is one kind of subscriber, a stream of lines over HTTP can be another: the room only puts text in and never
waits. Daphne takes every frame at once and holds back nobody, so being slow shows only in what the other end
acknowledges (docs/protocol.md, "Keeping up").
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from accounts.close_codes import TOO_SLOW

MOST_FRAMES = 64
MOST_BYTES = 256 * 1024
MOST_SECONDS = 15.0
MOST_BEATS = 2
"""An answer to an older heartbeat than the last two comes too late to tell anything of the line."""


class Closed(Exception):
    """The room has nothing more for this subscriber; `code` is the close code of the socket."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Subscriber:
    """One follower of a table. Used on the loop of its room only."""

    def __init__(
        self,
        person: str | None = None,
        *,
        acknowledges: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.person = person
        """The public id of whoever looks; None for a stranger. What is shown depends on this alone."""
        self.came_at = 0
        """When he asked to follow, in milliseconds since 1970."""
        self.is_new = False
        """Whether he had never been connected to the table since he sat down there."""
        self.v = 0
        """The number of the last frame put into the queue."""
        self.code: int | None = None
        """Why it was closed."""
        self.lag_ms: int | None = None
        """How long the line takes there and back, as measured by the last heartbeats; None before the first answer."""
        self._acknowledges = acknowledges
        self._clock = clock
        self._queue: deque[tuple[int, str]] = deque()
        self._filled = asyncio.Event()
        self._unread: deque[tuple[int, int, float]] = deque()
        """Number, size and time of each frame that the other end has not acknowledged."""
        self._unread_bytes = 0
        self._heard_at = clock()
        self._beats: dict[int, float] = {}
        """When the last heartbeats were put into the queue, by the time they name."""

    def frame(self, v: int, text: str) -> None:
        """Put a numbered frame."""
        if self.code is not None:
            return
        self.v = v
        self._unread.append((v, len(text), self._clock()))
        self._unread_bytes += len(text)
        self._put(v, text)
        if len(self._unread) > MOST_FRAMES or self._unread_bytes > MOST_BYTES:
            self.close(TOO_SLOW)

    def say(self, text: str) -> None:
        """Put a message without a number: an answer, a heartbeat, names."""
        if self.code is None:
            self._put(0, text)
            if len(self._queue) > 4 * MOST_FRAMES:
                self.close(TOO_SLOW)

    def beat(self, now: int, text: str) -> None:
        """Put a heartbeat that names `now`; its answer will tell of the line."""
        self._beats[now] = self._clock()
        if len(self._beats) > MOST_BEATS:
            del self._beats[next(iter(self._beats))]
        self.say(text)

    def echoed(self, now: int) -> None:
        """The other end has answered the heartbeat that named `now`. Measured by our own clock; an answer to one that
        was never sent, was answered before or is too old tells nothing. One slow answer counts for a quarter."""
        sent = self._beats.pop(now, None)
        if sent is not None:
            measured = round((self._clock() - sent) * 1_000)
            self.lag_ms = measured if self.lag_ms is None else (3 * self.lag_ms + measured) // 4

    def heard(self) -> None:
        """The other end has said something: its line lives."""
        self._heard_at = self._clock()

    def acknowledge(self, v: int) -> None:
        """The other end has applied all frames up to `v`."""
        while self._unread and self._unread[0][0] <= v:
            self._unread_bytes -= self._unread.popleft()[1]

    def close_if_slow(self) -> None:
        """Close when the oldest frame has waited too long, or when nothing has come back for as long although each
        heartbeat is acknowledged: a line that broke without a word. The room asks at each heartbeat."""
        since = min(self._unread[0][2] if self._unread else self._heard_at, self._heard_at)
        if self._acknowledges and self._clock() - since > MOST_SECONDS:
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        if self.code is None:
            self.code = code
            self._queue.clear()
            self._filled.set()

    async def next(self) -> tuple[int, str]:
        """The next message to send: the number of the frame, 0 for what is none, and the text. Raises Closed."""
        while not self._queue:
            if self.code is not None:
                raise Closed(self.code)
            self._filled.clear()
            await self._filled.wait()
        v, text = self._queue.popleft()
        if v and not self._acknowledges:
            self.acknowledge(v)
        return v, text

    def _put(self, v: int, text: str) -> None:
        self._queue.append((v, text))
        self._filled.set()

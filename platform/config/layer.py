"""A channel layer for one process with many threads: the embedded server's.

Channels' own in-memory layer is written for a single event loop. A message that a worker thread sends through it is
stored, but the receiving loop is not woken and notices it only at its next timer, up to a second later. Here every
access holds one lock, and a waiting receiver is woken on its own loop, whichever thread sends.
"""

import asyncio
import random
import re
import string
import threading
import time
from collections import deque
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer

Message = dict[str, Any]
Waiter = tuple[asyncio.AbstractEventLoop, "asyncio.Future[None]"]


@dataclass(slots=True)
class _Mailbox:
    """What was sent to one channel and who waits there. A mailbox with neither is dropped."""

    letters: deque[tuple[float, Message]] = field(default_factory=deque)
    waiters: deque[Waiter] = field(default_factory=deque)

    def forget_expired(self, now: float) -> bool:
        before = len(self.letters)
        while self.letters and self.letters[0][0] < now:
            self.letters.popleft()
        return len(self.letters) < before

    def wake_one(self) -> None:
        while self.waiters:
            loop, waiter = self.waiters.popleft()
            try:
                loop.call_soon_threadsafe(_finish, waiter)
            except RuntimeError:
                continue  # that loop has ended: let the next one have it
            return


def _finish(waiter: "asyncio.Future[None]") -> None:
    if not waiter.done():
        waiter.set_result(None)


class ThreadSafeInMemoryChannelLayer(BaseChannelLayer):
    """Delivers between any threads of this process, at most once, as the Redis layers do."""

    extensions = ["groups", "flush"]

    def __init__(
        self,
        expiry: int = 60,
        group_expiry: int = 86400,
        capacity: int = 1000,
        channel_capacity: dict[re.Pattern[str] | str, int] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(expiry=expiry, capacity=capacity, channel_capacity=channel_capacity, **options)
        self.group_expiry = group_expiry
        self._lock = threading.Lock()
        self._mailboxes: dict[str, _Mailbox] = {}
        self._groups: dict[str, dict[str, float]] = {}
        self._next_cleaning = time.monotonic() + expiry

    async def new_channel(self, prefix: str = "specific.") -> str:
        return f"{prefix}.inmemory!{''.join(random.choices(string.ascii_letters, k=12))}"

    async def send(self, channel: str, message: Message) -> None:
        self.require_valid_channel_name(channel)
        self._put(channel, deepcopy(message))

    async def receive(self, channel: str) -> Message:
        self.require_valid_channel_name(channel)
        loop = asyncio.get_running_loop()
        while True:
            with self._lock:
                mailbox = self._mailboxes.setdefault(channel, _Mailbox())
                mailbox.forget_expired(time.monotonic())
                if mailbox.letters:
                    message = mailbox.letters.popleft()[1]
                    self._drop_if_idle(channel, mailbox)
                    return message
                waiter: asyncio.Future[None] = loop.create_future()
                mailbox.waiters.append((loop, waiter))
            try:
                await waiter
            except BaseException:
                self._stop_waiting(channel, mailbox, (loop, waiter))
                raise

    async def group_add(self, group: str, channel: str) -> None:
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self._lock:
            self._groups.setdefault(group, {})[channel] = time.monotonic()

    async def group_discard(self, group: str, channel: str) -> None:
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self._lock:
            self._leave(group, channel)

    async def group_send(self, group: str, message: Message) -> None:
        self.require_valid_group_name(group)
        self._clean_when_due()
        with self._lock:
            members = list(self._groups.get(group, ()))
        for channel in members:
            try:
                self._put(channel, deepcopy(message))
            except ChannelFull:
                continue  # that receiver is too slow; it sees the gap in the numbers and asks again

    async def flush(self) -> None:
        with self._lock:
            self._groups.clear()
            for mailbox in self._mailboxes.values():
                mailbox.letters.clear()

    async def close(self) -> None:
        """Nothing is held open."""

    def _put(self, channel: str, message: Message) -> None:
        now = time.monotonic()
        with self._lock:
            mailbox = self._mailboxes.setdefault(channel, _Mailbox())
            mailbox.forget_expired(now)
            if len(mailbox.letters) >= self.get_capacity(channel):
                raise ChannelFull(channel)
            mailbox.letters.append((now + self.expiry, message))
            mailbox.wake_one()

    def _stop_waiting(self, channel: str, mailbox: _Mailbox, who: Waiter) -> None:
        with self._lock:
            if who in mailbox.waiters:
                mailbox.waiters.remove(who)
            elif mailbox.letters:
                mailbox.wake_one()  # it was woken just before it gave up: the letter is for another
            self._drop_if_idle(channel, mailbox)

    def _drop_if_idle(self, channel: str, mailbox: _Mailbox) -> None:
        if not mailbox.letters and not mailbox.waiters and self._mailboxes.get(channel) is mailbox:
            del self._mailboxes[channel]

    def _leave(self, group: str, channel: str) -> None:
        members = self._groups.get(group)
        if members is not None:
            members.pop(channel, None)
            if not members:
                del self._groups[group]

    def _clean_when_due(self) -> None:
        """Now and then: a channel whose letters nobody fetched belongs to a socket that is gone."""
        now = time.monotonic()
        if now < self._next_cleaning:
            return
        with self._lock:
            self._next_cleaning = now + self.expiry
            abandoned = {name for name, mailbox in self._mailboxes.items() if mailbox.forget_expired(now)}
            for name in abandoned:
                self._drop_if_idle(name, self._mailboxes[name])
            for group, members in list(self._groups.items()):
                for name, joined in list(members.items()):
                    if name in abandoned or joined < now - self.group_expiry:
                        self._leave(group, name)

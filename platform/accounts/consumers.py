"""The socket of a person, `/ws/me`: what awaits him, sent at once and whenever it changes (docs/protocol.md).

A page of ours needs to say nothing: its cookie says whose socket it is. A program says `hello` with its token.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from accounts import inbox, limits
from accounts.models import Person
from accounts.sockets import WrongOrigin, check_origin, count_socket, person_for_scope

logger = logging.getLogger(__name__)

HELLO_S = 5.0
LOOK_AGAIN_S = 60.0
MOST_BYTES = 1024

UNREADABLE, UNAUTHORISED, FOREIGN_ORIGIN, TOO_FAST = 4400, 4401, 4403, 4029

_in_thread = partial(database_sync_to_async, thread_sensitive=False)
"""One call in a thread of its own: the default would let one person's socket wait for another's."""


class PersonConsumer(AsyncWebsocketConsumer):
    """One connection of one person."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scope: Any
        self.person: Person | None = None
        self.token: str | None = None
        self.sent = ""
        self.closing = False
        self.due = asyncio.Event()
        self.hello: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self.task: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own looks after the loop's database connections each time; here the loop has none."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        """Accepted first in any case, so that the reason of a refusal arrives as a close code."""
        await self.accept()
        self.task = asyncio.create_task(self.serve())

    async def disconnect(self, code: int) -> None:
        self.closing = True
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()
        if self.person is not None:
            await self.channel_layer.group_discard(inbox.stream(self.person.public_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is said here but one `hello`."""
        try:
            token = _token(text_data)
        except ValueError:
            await self.end(UNREADABLE)
            return
        if self.hello.done():
            await self.end(UNREADABLE)
        else:
            self.hello.set_result(token)

    async def serve(self) -> None:
        try:
            if await self.begin():
                await self.keep_telling()
        except Exception:
            logger.exception("the socket of a person broke")
            await self.end(1011)

    async def begin(self) -> bool:
        """Find out whose socket it is; False when it was closed instead."""
        try:
            ours = check_origin(self.scope)
            await count_socket(self.scope)
        except WrongOrigin:
            await self.end(FOREIGN_ORIGIN)
            return False
        except limits.TooMany:
            await self.end(TOO_FAST)
            return False
        if not ours:
            try:
                self.token = await asyncio.wait_for(self.hello, HELLO_S)
            except TimeoutError:
                await self.end(UNAUTHORISED)
                return False
        person = await person_for_scope(self.scope, self.token) if ours or self.token is not None else None
        if person is None:
            await self.end(UNAUTHORISED)
            return False
        try:
            await _in_thread(limits.count)("me", person.public_id, settings.SOCKET_LIMITS)
        except limits.TooMany:
            await self.end(TOO_FAST)
            return False
        self.person = person
        # Before anything is read: what is put from here on is announced to this socket.
        await self.channel_layer.group_add(inbox.stream(person.public_id), self.channel_name)
        return not self.closing

    async def keep_telling(self) -> None:
        """Tell now, whenever something moved, and each minute: items run out, and an announcement may be lost."""
        while not self.closing:
            self.due.clear()
            await self.tell()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.due.wait(), LOOK_AGAIN_S)

    async def tell(self) -> None:
        assert self.person is not None
        person = await person_for_scope(self.scope, self.token)
        if person is None or person.public_id != self.person.public_id:
            await self.end(UNAUTHORISED)
            return
        text = json.dumps(await _in_thread(inbox.message)(person.public_id), ensure_ascii=False)
        if text != self.sent and not self.closing:
            self.sent = text
            await self.send(text_data=text)

    async def stream_moved(self, event: dict[str, Any]) -> None:
        """Something of this person has changed: his items, or the right to be here."""
        self.due.set()

    async def end(self, code: int) -> None:
        if self.closing:
            return
        self.closing = True
        with suppress(RuntimeError):  # the other end was quicker
            await self.close(code)


def _token(text: str | None) -> str | None:
    """The token of a `hello`, if it has one. Raises ValueError for everything that is no `hello`."""
    if text is None or len(text) > MOST_BYTES:
        raise ValueError("text of at most a kilobyte expected")
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("not JSON") from None
    if not isinstance(message, dict) or not {"type", "token"}.issuperset(message) or message.get("type") != "hello":
        raise ValueError("hello expected")
    token = message.get("token")
    if token is not None and not isinstance(token, str):
        raise ValueError("token: text expected")
    return token

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
from django.conf import settings

from accounts import inbox, limits, personal_socket
from accounts.close_codes import BROKEN, TOO_FAST, UNAUTHORISED, UNREADABLE
from accounts.personal_socket import PersonalSocket
from accounts.sockets import check_origin, person_for_scope

logger = logging.getLogger(__name__)

HELLO_S = 5.0
MOST_BYTES = 1024

_in_thread = partial(database_sync_to_async, thread_sensitive=False)
"""One call in a thread of its own: the default would let one person's socket wait for another's."""


class PersonConsumer(PersonalSocket):
    """One connection of one person."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sent = ""
        self.hello: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    async def connect(self) -> None:
        """Accepted first in any case, so that the reason of a refusal arrives as a close code."""
        await self.accept()
        self.tasks.append(asyncio.create_task(self.serve()))

    async def disconnect(self, code: int) -> None:
        self.stop_tasks()
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
            await self.end(BROKEN)

    async def begin(self) -> bool:
        """Find out whose socket it is; False when it was closed instead."""
        if not await self.let_in():
            return False
        ours = check_origin(self.scope)
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
            self.news.clear()
            await self.tell()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), personal_socket.LOOK_AGAIN_S)

    async def tell(self) -> None:
        assert self.person is not None
        await self.check_person()
        if self.closing:
            return
        text = json.dumps(await _in_thread(inbox.message)(self.person.public_id), ensure_ascii=False)
        if text != self.sent and not self.closing:
            self.sent = text
            await self.send(text_data=text)


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

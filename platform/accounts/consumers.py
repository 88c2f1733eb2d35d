"""The socket of a person, `/ws/me`: what awaits him, sent at once and whenever it changes (docs/protocol.md).

A page of ours needs to say nothing: its cookie says whose socket it is. A program says `hello` with its token.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from django.conf import settings

from accounts import inbox, limits, personal_socket
from accounts.close_codes import BROKEN, TOO_FAST, TOO_LARGE, UNAUTHORISED, UNREADABLE
from accounts.personal_socket import PersonalSocket
from accounts.sockets import check_origin
from accounts.threads import in_thread, news_or

logger = logging.getLogger(__name__)

MOST_CHARACTERS = 1024


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
        await self.stop()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is said here but one `hello`."""
        if text_data is not None and len(text_data) > MOST_CHARACTERS:
            await self.end(TOO_LARGE)
            return
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
                await self.hear_notices()
                await self.keep_telling()
        except Exception:
            logger.exception("the socket of a person broke")
            await self.end(BROKEN)

    async def begin(self) -> bool:
        """Find out whose socket it is; False when it was closed instead."""
        if not await self.let_in():
            return False
        token = None
        if not check_origin(self.scope):
            try:
                token = await asyncio.wait_for(self.hello, personal_socket.HELLO_S)
            except TimeoutError:
                await self.end(UNAUTHORISED)
                return False
        if not await self.find_out_whose(token):
            return False
        if self.person is None:
            await self.end(UNAUTHORISED)
            return False
        try:
            await in_thread(limits.count)("me", self.person.public_id, settings.SOCKET_LIMITS)
        except limits.TooMany:
            await self.end(TOO_FAST)
        return not self.closing

    async def keep_telling(self) -> None:
        """Tell now, whenever something moved, and each minute: items run out, and an announcement may be lost."""
        while not self.closing:
            await self.tell()
            await news_or(personal_socket.LOOK_AGAIN_S, self.news)

    async def tell(self) -> None:
        assert self.person is not None
        await self.check_person()
        if self.closing:
            return
        text = json.dumps(await in_thread(inbox.message)(self.person.public_id), ensure_ascii=False)
        if text != self.sent and not self.closing:
            self.sent = text
            await self.send(text_data=text)


def _token(text: str | None) -> str | None:
    """The token of a `hello`, if it has one. Raises ValueError for everything that is no `hello`."""
    if text is None:
        raise ValueError("text expected")
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

"""What every socket has that belongs to somebody, or to a stranger: it is let in, it stays open only as long as it is
still that person's, and it is closed for a stated reason. What it says and hears is its own affair."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.close_codes import FOREIGN_ORIGIN, TOO_FAST, UNAUTHORISED
from accounts.limits import TooMany
from accounts.models import Person
from accounts.sockets import WrongOrigin, check_origin, count_socket, person_for_scope

logger = logging.getLogger(__name__)

LOOK_AGAIN_S = 60.0


class PersonalSocket(AsyncWebsocketConsumer):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scope: Any
        self.person: Person | None = None
        self.token: str | None = None
        self.closing = False
        self.news = asyncio.Event()
        """Set when something of this person has changed."""
        self.tasks: list[asyncio.Task[None]] = []

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own looks after the loop's database connections each time; here the loop has none."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def let_in(self) -> bool:
        """False when the socket was closed instead: it is of another site's page, or one too many of its address."""
        try:
            check_origin(self.scope)
            await count_socket(self.scope)
        except WrongOrigin:
            await self.end(FOREIGN_ORIGIN)
        except TooMany:
            await self.end(TOO_FAST)
        return not self.closing

    async def stream_moved(self, event: dict[str, Any]) -> None:
        """Something of this person has changed. Looked up beside what is heard here: while the database does not answer
        the end of the line would else not be heard."""
        self.news.set()

    async def look_again(self) -> None:
        """Whenever something of this person has changed, and each minute in case nobody told us."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), LOOK_AGAIN_S)
            self.news.clear()
            try:
                await self.check_person()
            except Exception:
                logger.warning("a socket could not look whose it is", exc_info=True)

    async def check_person(self) -> None:
        """End the socket that is not this person's any more: a token was revoked, a session ended, a person locked
        out."""
        if self.person is None or self.closing:
            return
        person = await person_for_scope(self.scope, self.token)
        if person is None or person.public_id != self.person.public_id:
            await self.end(UNAUTHORISED)

    def stop_tasks(self) -> None:
        """The line has ended."""
        self.closing = True
        for task in self.tasks:
            if task is not asyncio.current_task():
                task.cancel()

    async def end(self, code: int, reason: str | None = None) -> None:
        """Close for a stated reason; what arrives after it is not read any more."""
        if self.closing:
            return
        self.closing = True
        with suppress(RuntimeError):  # the other end was quicker
            await self.close(code, reason)

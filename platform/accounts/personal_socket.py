"""What every socket has that belongs to somebody, or to a stranger: it is let in, it stays open only as long as it is
still that person's, it tells of restarts, and it is closed for a stated reason. What else it says and hears is its own
affair."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from accounts import inbox, server_notices
from accounts.close_codes import FOREIGN_ORIGIN, RESTARTS, TOO_FAST, UNAUTHORISED
from accounts.limits import TooMany
from accounts.models import Person
from accounts.sockets import (
    WrongOrigin,
    address_of,
    check_origin,
    count_socket,
    person_for_scope,
    places,
)
from accounts.threads import news_or

logger = logging.getLogger(__name__)

HELLO_S = 5.0
"""How long a socket may be silent before it says who it is."""
LOOK_AGAIN_S = 60.0
LINE_BROKE = 1006

_stopping = False


def server_stops() -> None:
    """Said by the server that is told to stop, before it cancels what it serves."""
    global _stopping
    _stopping = True


def is_stopping() -> bool:
    """Whether a socket that is cancelled now is so because the whole process ends."""
    return _stopping


class PersonalSocket(AsyncWebsocketConsumer):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scope: Any
        self.person: Person | None = None
        self.token: str | None = None
        self.greeted = False
        """Whether it has said `hello`."""
        self.place: str | None = None
        """What it holds of those that its address may have."""
        self.closing = False
        self.news = asyncio.Event()
        """Set when something of this person has changed."""
        self.tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Until the line has ended, however it ends, the socket holds a place of its address.

        Daphne cancels what it serves when it is told to stop. Then people are sent on to the next process, or to
        this one when it is back. It also cancels a single socket that takes too long to end, say because the database
        does not answer: then it is this line alone that broke."""
        try:
            await super().__call__(scope, receive, send)
        except asyncio.CancelledError:
            if not self.closing and is_stopping():
                await self.send_on()
            elif not self.closing:
                with suppress(Exception):
                    await self.disconnect(LINE_BROKE)
            raise
        finally:
            server_notices.here().leave(self)
            if self.place is not None:
                places.give_back(self.place)

    async def send_on(self) -> None:
        """The process ends: the other end is told to come back at once."""
        self.closing = True
        with suppress(Exception):
            await self.close(RESTARTS)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels' own looks after the loop's database connections each time; here the loop has none."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def let_in(self) -> bool:
        """False when the socket was closed instead: it is of another site's page, or one too many of its address."""
        try:
            check_origin(self.scope)
            self.place = places.take(address_of(self.scope))
            await count_socket(self.scope)
        except WrongOrigin:
            await self.end(FOREIGN_ORIGIN)
        except TooMany:
            await self.end(TOO_FAST)
        return not self.closing

    async def wait_for_hello(self) -> None:
        await asyncio.sleep(HELLO_S)
        if not self.greeted:
            await self.end(UNAUTHORISED, "no hello")

    async def find_out_whose(self, token: str | None) -> bool:
        """Whose socket it is from here on: `person`, or a stranger's on a page of ours, who may look. False when it was
        closed instead. What changes for a person is heard before anything is read or shown."""
        person = await person_for_scope(self.scope, token)
        if person is None and (token is not None or not check_origin(self.scope)):
            await self.end(UNAUTHORISED)
            return False
        self.person, self.token = person, token
        if person is not None:
            await self.channel_layer.group_add(inbox.stream(person.public_id), self.channel_name)
        return True

    async def stream_moved(self, event: dict[str, Any]) -> None:
        """Something of this person has changed. Looked up beside what is heard here: while the database does not answer
        the end of the line would else not be heard."""
        self.news.set()

    async def look_again(self) -> None:
        """Whenever something of this person has changed, and each minute in case nobody told us."""
        while True:
            await news_or(LOOK_AGAIN_S, self.news)
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
        else:
            self.person = person

    async def hear_notices(self) -> None:
        """From now on this socket tells what the server has to say to everybody."""
        if not self.closing:
            await server_notices.here().join(self)

    async def noticed(self, text: str) -> None:
        if not self.closing:
            await self.send(text)

    async def stop(self) -> None:
        """The line has ended."""
        self.closing = True
        for task in self.tasks:
            if task is not asyncio.current_task():
                task.cancel()
        if self.person is not None:
            await self.channel_layer.group_discard(inbox.stream(self.person.public_id), self.channel_name)

    async def end(self, code: int, reason: str | None = None) -> None:
        """Close for a stated reason; what arrives after it is not read any more."""
        if self.closing:
            return
        self.closing = True
        with suppress(RuntimeError):  # the other end was quicker
            await self.close(code, reason)

"""The socket of a table: reads, says hello, hands on. Everything else is the room's (docs/protocol.md)."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer

from accounts import members
from accounts.close_codes import BROKEN, NO_SUCH_TABLE, TOO_FAST, UNREADABLE
from accounts.models import Person
from accounts.personal_socket import PersonalSocket
from accounts.threads import in_thread
from games.table import wire
from games.table.aggregate import Refused
from games.table.aggregate.grace import How
from games.table.clock import now_ms
from games.table.ids import parse_id
from games.table.rooms import Closed, Room, Subscriber, frames, rooms_here
from games.table.wire import Ack, BadMessage, Bye, Hello, Pace, Paces, Said

logger = logging.getLogger(__name__)

MOST_SAID = 64
"""How many commands may wait to be heard; a socket that says more is closed as too fast."""
MEANT = (1000, 1001, 1005, None)
"""Close codes of somebody who closes the page, goes on to another, or closes without giving a code."""


class TableConsumer(PersonalSocket):
    """One connection to one table. `hello` first; after the welcome commands and acknowledgements."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table_id: UUID | None = None
        self.room: Room | None = None
        self.follower: Subscriber | None = None
        self.said: asyncio.Queue[tuple[Hello | Said, int, float]] = asyncio.Queue(MOST_SAID)
        """What was said, when, and how much this socket had been slowed down by then."""
        self.slowed = 0.0
        """How many seconds it has been slowed down, for saying too much."""
        self.paces = Paces()
        self.light_pace = Pace(rate=50, burst=100)
        """How fast it may say what is done with at once."""
        self.said_bye = False

    async def send_on(self) -> None:
        """And its person does not count as gone: he is expected at the next process."""
        await super().send_on()
        if self.room is not None:
            await rooms_here().end()
            await asyncio.sleep(0)

    async def connect(self) -> None:
        """Accepted first in any case, so that the reason of a refusal arrives as a close code."""
        await self.accept()
        with suppress(ValueError):
            self.table_id = parse_id(self.scope["url_route"]["kwargs"].get("table_id", ""))
        if self.table_id is None:
            await self.end(NO_SUCH_TABLE)
            return
        if not await self.let_in():
            return
        self.tasks += [asyncio.create_task(self.wait_for_hello()), asyncio.create_task(self.listen())]

    async def disconnect(self, code: int | None) -> None:
        if self.room is not None and self.follower is not None:
            how: How = "left" if self.said_bye or code in MEANT else "lost"
            self.room.leave(self.follower, how)
        await self.stop()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.closing:
            return
        try:
            message = wire.parse(text_data)
        except BadMessage as bad:
            await self.end(bad.code, bad.reason)
            return
        if self.follower is not None:
            self.follower.heard()
        match message:
            case Ack() | Bye() if self.light_pace.wait(time.monotonic()):
                await self.end(TOO_FAST)
            case Bye():
                self.said_bye = True
            case Ack() if self.follower is not None:
                self.acknowledged(message, self.follower)
            case Hello() if self.greeted:
                await self.end(UNREADABLE, "hello was said already")
            case Said() if self.greeted:
                await self.take(message)
            case Hello():
                self.greeted = True
                await self.take(message)
            case _:
                await self.end(UNREADABLE, "hello expected")

    def acknowledged(self, ack: Ack, follower: Subscriber) -> None:
        follower.acknowledge(ack.v)
        if ack.now is not None:
            follower.echoed(ack.now)

    async def take(self, message: Hello | Said) -> None:
        """Put it where `listen` finds it."""
        try:
            self.said.put_nowait((message, now_ms(), self.slowed))
        except asyncio.QueueFull:
            await self.end(TOO_FAST)

    async def listen(self) -> None:
        """Take what was said one by one, and no faster than allowed: a quick program is slowed down, not sent away."""
        while not self.closing:
            message, heard_at, slowed = await self.said.get()
            pause = self.paces.wait(message, time.monotonic())
            if pause:
                await asyncio.sleep(pause)
                self.slowed += pause
            # What one waits for one's own haste is one's own time: else moves could be sent, thought over while they
            # wait, and all but one taken back by closing their sockets, at nobody's expense.
            heard_at = min(now_ms(), heard_at + round((self.slowed - slowed) * 1_000))
            try:
                if isinstance(message, Hello):
                    await self.hello(message, heard_at)
                else:
                    await self.command(message, heard_at)
            except Exception:
                logger.exception("a message to table %s broke its socket", self.table_id)
                await self.end(BROKEN)

    # --- what was said ---

    async def hello(self, message: Hello, heard_at: int) -> None:
        """Find out who it is, and begin."""
        if not await self.find_out_whose(message.token):
            return
        person = self.person
        assert self.table_id is not None
        try:
            room = await rooms_here().open(self.table_id)
        except Refused:
            await self.end(NO_SUCH_TABLE)
            return
        acts_as = await self.acting_as(person, room) if person is not None else None
        if self.closing:
            return
        self.room, self.follower = room, Subscriber(acts_as)
        if acts_as is not None:
            self.paces = room.paces.setdefault(acts_as, self.paces)
        # Who sat down as a guest keeps that name at this table.
        himself = person is not None and acts_as == person.public_id
        name = {"name": person.name, "kind": str(person.kind)} if person is not None and himself else None
        await room.join(self.follower, message.v, name, heard_at)
        await self.hear_notices()
        self.tasks += [asyncio.create_task(self.pass_on(room, self.follower)), asyncio.create_task(self.look_again())]

    async def acting_as(self, person: Person, room: Room) -> str:
        """As himself, or as the guest he was when he sat down here."""
        sitting = {one for seat in room.table.seats for one in (seat.person, seat.owner) if one}
        if person.kind != Person.Kind.MEMBER or person.public_id in sitting:
            return person.public_id
        return await in_thread(members.at_table)(person, sitting)

    async def command(self, said: Said, heard_at: int) -> None:
        assert self.room is not None
        assert self.follower is not None
        try:
            if self.follower.person is None:
                raise Refused("unauthorised")
            done = await self.room.submit(
                said.command,
                person=self.follower.person,
                command_id=said.id,
                decision=said.decision,
                lag_ms=self.follower.lag_ms,
                heard_at=heard_at,
            )
        except Refused as refused:
            self.follower.say(frames.refused(said.id, refused.code, **refused.facts))
        else:
            self.follower.say(frames.accepted(said.id, done.first, done.last))

    # --- what goes on beside ---

    async def check_person(self) -> None:
        """Also whether he has another name now, or is a member: everybody at the table hears of it."""
        before = self.person
        await super().check_person()
        person = self.person
        if before is None or person is None or self.room is None or self.follower is None or self.closing:
            return
        if (person.name, person.kind) != (before.name, before.kind) and self.follower.person == person.public_id:
            self.room.renamed(person.public_id, {"name": person.name, "kind": str(person.kind)})

    async def pass_on(self, room: Room, follower: Subscriber) -> None:
        """Send whatever the room puts into the queue, until it ends it."""
        try:
            while True:
                v, text = await follower.next()
                message: Any = {"type": "websocket.send", "text": text}
                await self.base_send(message)
                if v:
                    room.shown(follower, v)
        except Closed as closed:
            await self.end(closed.code)
        except Exception:
            logger.exception("what there was to tell of table %s broke its socket", self.table_id)
            await self.end(BROKEN)

    async def noticed(self, text: str) -> None:
        if self.follower is not None:
            self.follower.say(text)

    async def end(self, code: int, reason: str | None = None) -> None:
        if not self.closing and self.room is not None and self.follower is not None:
            self.room.leave(self.follower)
        await super().end(code, reason)


class NoSuchPlace(AsyncWebsocketConsumer):
    """Every other address."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_SUCH_TABLE)

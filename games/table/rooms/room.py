"""One table in this process: its fold, who follows it here, and the queue of what is asked of it.

Touched by its event loop alone, and changed by one task of that loop, so nothing here needs a lock. It goes forward
only without a gap: events of its own commands are handed over after the commit, all others are read from the log. An
announcement is only a hint to read; every two seconds the rooms compare themselves with the database anyway.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

from accounts.close_codes import BROKEN
from accounts.threads import in_thread
from games.kernel.contract import Public, Viewer
from games.kernel.errors import UnknownEvent
from games.table import feed, presence
from games.table.aggregate import Recorded, Refused, Table, actors, audience, command_from_json, commands, events
from games.table.aggregate.grace import How
from games.table.clock import now_ms
from games.table.codec import UnreadableRow
from games.table.held import Held, catch_up
from games.table.ids import format_id
from games.table.rooms import frames
from games.table.rooms.attendance import Attendance
from games.table.rooms.frames import Moment, Tail
from games.table.rooms.showing import Showing
from games.table.rooms.subscriber import Subscriber
from games.table.rooms.watchers import Watchers
from games.table.service import Accepted, submit_in_room
from games.table.wire import Pace, Paces, is_seldom

logger = logging.getLogger(__name__)

MOST_WAITING = 256
"""Commands that may wait at one table."""
MOST_OF_OTHERS = 32
"""Of these so many of people who have no seat there: a crowd does not keep the players from moving."""
WATCHERS_S = 1.0
"""So often at the most it is told how many watch."""
UNFOLDABLE = (UnknownEvent, UnreadableRow, AssertionError)
"""Errors that come again however often one tries: the log holds what this code cannot fold."""
SEAT_EVENTS = (
    events.Sat,
    events.Left,
    events.ChairPromised,
    events.SeatReclaimed,
    events.GuestRemoved,
    events.BotSeated,
    events.BotTookOver,
)

TURNS = (events.Started, events.Finished, events.Abandoned, events.Closed, events.Annulled)
"""After these a seat waits for its person, or does so no more."""


class Room:
    """The live side of one table. Made by `Rooms.open`."""

    def __init__(
        self, held: Held, tail: Tail, people: dict[str, dict[str, Any]], company: presence.Company, process: str
    ) -> None:
        self.people = people
        self._asked = held.table.people
        """Whose names and ratings were asked for here; of others no more than the name of their connection is known."""
        self.known = held.seq
        """The newest number heard of; above `v` there is something to read."""
        self.idle_since = time.monotonic()
        self._joined_at = now_ms()
        self.broken = False
        self.paces: dict[str, Paces] = {}
        """How fast each person is heard here."""
        self._held = held
        self._tail = tail
        self._followers: dict[Subscriber, None] = {}
        self._showing = Showing()
        self._attendance = Attendance(process, company, lambda: self.table)
        self._here = self._attendance.here()
        self._gone = self._attendance.gone()
        self._presence_number = now_ms()
        self._counted_at = -WATCHERS_S
        self._counting: asyncio.TimerHandle | None = None
        """Set while it is yet to be told how many watch."""
        self._moment = Moment(self.table, self._here)
        self._jobs: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = asyncio.Queue()
        self._of_others = 0
        """Commands that wait here of people who have no seat."""
        self._comings = Pace(rate=2.0, burst=40)
        """How fast all of them together may sit down and get up: each time is a frame for everybody."""
        self._watchers = Watchers()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._deciding = False
        self._reading = False
        self._looking = False
        self._worker = asyncio.create_task(self._work(), name=f"room {self.name}")

    @property
    def table(self) -> Table:
        return self._held.table

    @property
    def id(self) -> UUID:
        return self.table.id

    @property
    def name(self) -> str:
        return format_id(self.table.id)

    @property
    def v(self) -> int:
        return self._held.seq

    @property
    def is_idle(self) -> bool:
        return not self._followers and self._jobs.empty() and not self._tasks

    # --- following ---

    async def join(
        self,
        follower: Subscriber,
        v: int | None = None,
        name: dict[str, str] | None = None,
        heard_at: int | None = None,
    ) -> None:
        """Follow the table from number `v` on: a welcome, a frame with the whole view, then every commit.

        `name`: what is known of the person by the connection, as in `people`. `heard_at`: when that was asked for, in
        milliseconds since 1970, if it is not now.
        """
        follower.came_at = now_ms() if heard_at is None else heard_at
        if follower.person and name:
            self.renamed(follower.person, name)
        if v is not None and v > self.v:  # it was at another process, which is ahead of this one
            await self.catch_up()
        # From here to the last line nothing waits: no commit can slip in between.
        viewer = audience(self.table, follower.person)
        self._joined_at = now_ms()
        follower.is_new = self._attendance.never_came(follower.person)
        if follower.person and self._attendance.came(follower.person):
            self._note_presence(follower.person)
            self._here_changed()
        follower.say(frames.welcome(self.table, follower.person, self.people, now_ms()))
        follower.frame(self.v, self._moment.frame(viewer, self._tail.after(v)))
        self._followers[follower] = None
        follower.say(self._presence_text())
        if viewer == Public():
            self._watchers_changed()

    def leave(self, follower: Subscriber, how: How = "lost") -> None:
        """The other end is gone: it said goodbye (`left`), or the line broke."""
        if follower not in self._followers:
            return
        del self._followers[follower]
        if not self._followers:
            self.idle_since = time.monotonic()
        person = follower.person
        if person and self._attendance.went(person, how):
            self._note_presence(person)
        if audience(self.table, person) == Public():
            self._watchers_changed()

    def shown(self, follower: Subscriber, v: int) -> None:
        """A frame has left for this follower. If it has brought him a question late, his time begins now."""
        table = self.table
        seat = table.seat_of(follower.person) if follower.person else None
        if seat is None or table.opened.clock is None:
            return
        elsewhere = self._attendance.is_elsewhere(seat)
        late_ms = self._showing.late_by(table, seat, follower, v, now_ms(), elsewhere=elsewhere)
        if late_ms:
            self._background(self._credit_showing, commands.CreditLateShowing(seat, table.decisions[seat], late_ms))

    async def _credit_showing(self, credit: commands.CreditLateShowing) -> None:
        command_id = f"shown:{self.name}:{credit.seat}:{credit.decision}"
        await self._queue(partial(self._submit, credit, actor=actors.CLOCK, command_id=command_id))

    def beat(self) -> None:
        """The heartbeat, each five seconds; whoever is too far behind is let go."""
        now = now_ms()
        text = frames.heartbeat(self.v, now)
        for follower in list(self._followers):
            follower.close_if_slow()
            follower.beat(now, text)

    # --- commands ---

    async def submit(
        self,
        command: dict[str, Any],
        *,
        person: str,
        command_id: str,
        decision: int | None,
        lag_ms: int | None = None,
        heard_at: int | None = None,
    ) -> Accepted:
        """Queue a person's command and wait for its turn. Raises Refused.

        `lag_ms`: what is known of the person's line; `heard_at`: when the command came, if that is not now. Whatever it
        waits here is not the person's time.

        Whoever waits may give up: the command is carried out all the same, and the same id is answered as done.
        """
        has_part = self.table.seat_of(person) is not None or self.table.owned_seat(person) is not None
        if self._jobs.qsize() >= MOST_WAITING or (not has_part and self._of_others >= MOST_OF_OTHERS):
            raise Refused("too_fast")
        if not has_part and is_seldom(command) and not self._comings.has_room(time.monotonic()):
            raise Refused("too_fast")
        asked = command_from_json(self.table.game, command)
        job = partial(
            self._submit,
            asked,
            actor=actors.person(person),
            command_id=command_id,
            decision=decision,
            lag_ms=lag_ms,
            heard_at=now_ms() if heard_at is None else heard_at,
        )
        if not has_part:
            self._of_others += 1
        done: Accepted = await self._queue(job if has_part else partial(self._other, job))
        return done

    async def _other(self, job: Callable[[], Awaitable[Accepted]]) -> Accepted:
        """Counted until its turn comes, whether or not anybody still waits for the answer."""
        self._of_others -= 1
        return await job()

    async def catch_up(self) -> None:
        """Read from the log whatever is missing here, in turn with the commands."""
        await self._queue(self._catch_up)

    def moved(self, seq: int) -> None:
        """Somebody says that the table stands at `seq` now."""
        self.known = max(self.known, seq)
        if not self._deciding:  # else it is most likely the command that is being appended
            self._read_on()

    def _read_on(self) -> None:
        if self.known > self.v and not self._reading:
            self._reading = True
            self._background(self.catch_up)

    def _queue(self, job: Callable[[], Awaitable[Any]]) -> asyncio.Future[Any]:
        done = asyncio.get_running_loop().create_future()
        if self._worker.done():
            _answer(done, Refused("busy"))
            return done
        self._jobs.put_nowait((job, done))
        return done

    async def _work(self) -> None:
        while True:
            job, done = await self._jobs.get()
            try:
                result = await job()
            except Refused as refused:
                _answer(done, refused)
            except UNFOLDABLE as error:
                logger.exception("table %s stands still at event %d", self.name, self.v)
                self.broken = True  # whoever comes back gets a new room, read from the log
                _answer(done, error)
                self.close(BROKEN)
                return
            except Exception:
                # The database is away, say. The fold is untouched; the same command may be sent again.
                logger.exception("table %s: event %d could not be followed", self.name, self.v)
                _answer(done, Refused("busy"))
            else:
                if not done.done():
                    done.set_result(result)

    async def _submit(self, command: Any, **envelope: Any) -> Accepted:
        if self.known > self.v:
            await self._catch_up()
        self._deciding = True
        try:
            submitted = await submit_in_room(self._held, command, joined_at=self._joined_at, **envelope)
            self._advance(submitted.held, submitted.events)
            return submitted.accepted
        finally:
            self._deciding = False
            self._read_on()

    async def _catch_up(self) -> None:
        self._reading = False  # what is announced from here on needs another look
        self._advance(*await in_thread(catch_up)(self._held))

    def _advance(self, held: Held, recorded: Sequence[Recorded]) -> None:
        """The table has gone on to `held`, by these events."""
        if held.seq <= self.v:
            return
        assert recorded
        assert recorded[0].seq == self.v + 1, "a room goes forward without a gap"
        self._held = held
        self.known = max(self.known, self.v)
        self._show(recorded)

    # --- showing ---

    def _show(self, recorded: Sequence[Recorded]) -> None:
        """Tell everybody here what has happened: one frame for each audience, players first."""
        for one in recorded:
            self._tail.add(self.table, one)
        strangers = self.table.people - self._asked
        changed = {one.event.seat for one in recorded if type(one.event) in SEAT_EVENTS}
        if changed:
            self._attendance.forget(changed)
            self._here = self._attendance.here()
        self._moment = Moment(self.table, self._here)
        if strangers:
            self._asked |= strangers  # now, not when the answer comes: never one question for each frame
            self._background(self._learn, strangers)
        if changed:
            self._say_all(frames.names(frames.people_seen(self.table, self.people)))
        replay = frames.replayable(recorded)
        texts: dict[Viewer, str] = {}
        watchers: list[Subscriber] = []
        for follower in self._followers:
            viewer = audience(self.table, follower.person)
            if viewer == Public():
                watchers.append(follower)
                continue
            if viewer not in texts:
                texts[viewer] = self._moment.frame(viewer, replay)
            follower.frame(self.v, texts[viewer])
        if watchers:
            self._watchers.serve(watchers, self.v, self._moment.frame(Public(), replay))
        if changed or any(type(one.event) in TURNS for one in recorded):
            self._presence_changed()

    def _say_all(self, text: str) -> None:
        for follower in self._followers:
            follower.say(text)

    def renamed(self, person: str, name: dict[str, str]) -> None:
        """Somebody here is called so now. Each of his sockets may say it; the others hear it once."""
        known = self.people.get(person, {})
        if name.items() <= known.items():
            return
        self.people[person] = {**known, **name}
        if person in self.table.people:
            self._say_all(frames.names(frames.people_seen(self.table, self.people)))

    async def _learn(self, strangers: set[str]) -> None:
        try:
            self.people.update(await in_thread(feed.people_of)(strangers, self.table.opened))
        except Exception:
            self._asked -= strangers
            raise
        self._say_all(frames.names(frames.people_seen(self.table, self.people)))

    # --- presence: a stream of its own, with numbers of its own ---

    def _presence_text(self) -> str:
        seats = [seat in self._here for seat in range(self.table.players)]
        watching = sum(1 for one in self._followers if audience(self.table, one.person) == Public())
        return frames.presence(self._presence_number, seats, watching, self._gone)

    def _tell_presence(self) -> None:
        if self._counting is not None:  # this tells it too
            self._counting.cancel()
            self._counting = None
        self._counted_at = time.monotonic()
        self._presence_number = max(self._presence_number + 1, now_ms())
        self._say_all(self._presence_text())

    def _watchers_changed(self) -> None:
        """Told at most once a second: if hundreds come or go at once, each must not be told of each, or the players'
        lines would be so full of it that they were taken for slow."""
        if self._counting is None:
            wait = self._counted_at + WATCHERS_S - time.monotonic()
            self._counting = asyncio.get_running_loop().call_later(max(0.0, wait), self._tell_presence)

    def _here_changed(self) -> None:
        """If somebody came or went, or is waited for, everybody here is told."""
        here, gone = self._attendance.here(), self._attendance.gone()
        if here != self._here:
            self._here = here
            self._moment = Moment(self.table, here)
        elif gone == self._gone:
            return
        self._gone = gone
        self._tell_presence()

    def _note_presence(self, person: str) -> None:
        if self.table.seat_of(person) is not None or self.table.owned_seat(person) is not None:
            self._background(self._write_presence, [person])

    async def _write_presence(self, persons: list[str]) -> None:
        await self._attendance.write(persons)
        self._here_changed()

    def _presence_changed(self) -> None:
        """Somebody sat down or got up, or the game began: those who are connected here are noted on their seats."""
        seated = self._attendance.seated()
        if seated:
            self._background(self._write_presence, seated)
        else:
            self._background(self._look)
        self._gone = self._attendance.gone()
        self._tell_presence()

    def look_again(self) -> None:
        """Another process has written who is here."""
        if not self._looking:
            self._looking = True
            self._background(self._look)

    async def _look(self) -> None:
        self._looking = False
        await self._attendance.look()
        self._here_changed()

    def stamp(self) -> None:
        """Each minute: those connected here are still here."""
        self._background(self._stamp)

    async def end_presence(self) -> None:
        """The process ends: nothing more is noted of who is here."""
        await self._attendance.end()

    async def _stamp(self) -> None:
        await self._attendance.stamp()
        self._here_changed()

    # --- the end ---

    def close(self, code: int) -> None:
        """Let everybody go; they come back to a new room."""
        for follower in list(self._followers):
            follower.close(code)
        self._followers.clear()
        self.stop()

    def stop(self) -> None:
        self._worker.cancel()
        if self._counting is not None:
            self._counting.cancel()
        while not self._jobs.empty():
            _answer(self._jobs.get_nowait()[1], Refused("busy"))
        for task in list(self._tasks):
            task.cancel()

    def _background(self, work: Callable[..., Awaitable[Any]], *given: Any) -> None:
        task = asyncio.create_task(self._quietly(work, *given))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Callable[..., Awaitable[Any]], *given: Any) -> None:
        """What may fail without anything being lost: an announcement, a name, who is here."""
        with suppress(asyncio.CancelledError, Refused):
            try:
                await work(*given)
            except Exception:
                logger.warning("table %s: something beside the game went wrong", self.name, exc_info=True)


def _answer(done: asyncio.Future[Any], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)

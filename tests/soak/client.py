"""A client that does not give up, written from docs/protocol.md: it comes back with `v` and sends again what was not
answered, under the same id. It remembers everything it was told, and holds the server to it.
"""

import asyncio
import json
import random
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import websockets

from tests.games.table.sockets import pick

JSON = {"Content-Type": "application/json"}
SILENCE = 15.0
"""Seconds without any message after which a line is dead."""
LATER = {"busy", "too_fast"}
"""Refusals that mean: once more, with the same id."""


class Broken(AssertionError):
    """The server has broken the protocol or its word."""


def post(url: str, body: dict[str, Any], token: str | None = None, method: str = "POST") -> dict[str, Any]:
    headers = {**JSON, "Authorization": f"Bearer {token}"} if token else JSON
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


@dataclass(frozen=True)
class Guest:
    person: str
    token: str

    @classmethod
    def new(cls, url: str, name: str = "") -> "Guest":
        made = post(f"{url}/guest", {"name": name} if name else {})
        return cls(made["person"], made["token"])

    def open_table(self, url: str, **wanted: Any) -> str:
        """A table of Hokm to 200 points, against programs unless something else is wanted; its id."""
        body = {"game": "hokm", "options": {"target": 200}, "bots": "rest", "visibility": "link", **wanted}
        opened: str = post(f"{url}/tables", body, self.token)["id"]
        return opened


@dataclass
class Told:
    """What was told of a table to whom: whatever contradicts something else is a fault.

    What is hidden from one may be shown to another, or to the same one later.
    """

    events: dict[int, dict[str, Any]] = field(default_factory=dict)

    def note(self, seq: int, event: dict[str, Any] | None) -> None:
        shown = {name: value for name, value in (event or {}).items() if value is not None}
        known = self.events.setdefault(seq, shown)
        if any(known.get(name, value) != value for name, value in shown.items()):
            raise Broken(f"event {seq} was {known} and is {event}")
        known.update(shown)


class Line:
    """One person (or a stranger) at one table, over as many connections as it takes."""

    def __init__(
        self,
        servers: Callable[[], Sequence[str]],
        table: str,
        guest: Guest | None = None,
        *,
        told: Told | None = None,
        seed: int = 0,
        figures: Counter[str] | None = None,
    ) -> None:
        self.servers, self.table, self.guest = servers, table, guest
        self.told = told if told is not None else Told()
        self.figures: Counter[str] = figures if figures is not None else Counter()
        self.v = 0
        self.view: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        """Every answer, by the command's id."""
        self.pending: dict[str, dict[str, Any]] = {}
        """Commands not answered yet, by id."""
        self.took_ms: dict[str, int] = {}
        """By command's id how long we took: from the menu on a living line to the first sending."""
        self.broken: set[str] = set()
        """Ids of commands that were answers to a question, and the line was broken before the server knew of them."""
        self.history: list[tuple[int, str]] = []
        """What happened to this line, and when (milliseconds since 1970): told when something was wrong with it."""
        self.codes: list[int] = []
        self.resumed_at: list[int] = []
        self.plays = False
        self.acknowledges = True
        self._rng = random.Random(seed)
        self._answered: set[int] = set()
        self._asked_at: dict[int, float] = {}
        self._found_asked: set[int] = set()
        """Decisions that were open already when we came back."""
        self._comes_back = False
        self._number = 0
        self._socket: Any = None
        self._unacknowledged = 0
        self._behind = 0
        self._moved = asyncio.Condition()

    @property
    def ended(self) -> bool:
        return bool(self.view) and self.view["lifecycle"] not in ("open", "seated", "playing")

    @property
    def done(self) -> bool:
        """Nothing more is to be heard: the table has ended, and all we asked was answered."""
        return self.ended and not self.pending

    @property
    def code(self) -> int | None:
        """With what code the server closed the last connection."""
        code: int | None = self._socket.close_code if self._socket is not None else None
        return code

    # --- one connection ---

    async def connect(self, url: str | None = None) -> None:
        """Connect, say hello, and hear the first frame: the whole view as it is now."""
        url = url or self._rng.choice(list(self.servers()))
        where = f"{url.replace('http', 'ws', 1)}/ws/table/{self.table}"
        origin: Any = None if self.guest else url  # a stranger watches on a page of this site
        # No pings of our own, as browsers send none: who does not read for long would end the line himself.
        quiet: dict[str, Any] = {"proxy": None, "compression": None, "ping_interval": None}
        self._socket = await websockets.connect(where, origin=origin, open_timeout=10, close_timeout=1, **quiet)
        hello: dict[str, Any] = {"type": "hello"}
        if self.guest:
            hello["token"] = self.guest.token
        if self.v:
            hello["v"] = self.v
            self.resumed_at.append(self.v)
        self._note(f"connected to {url}")
        self._behind = 0
        self.view = {}
        self._comes_back = True
        await self.say(hello)
        await self.until(lambda: bool(self.view))

    async def say(self, message: dict[str, Any]) -> None:
        if message["type"] != "ack":
            self._note(f"said {message['type']} {message.get('id', '')}")
        await self._socket.send(json.dumps(message))

    def _note(self, what: str) -> None:
        self.history.append((round(time.time() * 1000), what))

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    def cut(self) -> None:
        """Break the connection without a word."""
        self._socket.transport.abort()

    async def hear(self, patience: float = SILENCE) -> dict[str, Any]:
        """The next message, applied."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.recv(), patience))
        await self._apply(message)
        return message

    async def until(self, done: Callable[[], bool], patience: float = 30.0) -> None:
        async with asyncio.timeout(patience):
            while not done():
                await self.hear()

    async def reach(self, seq: int, patience: float = 30.0) -> None:
        """Hear until a frame of that number has come."""
        await self.until(lambda: self.v >= seq, patience)

    async def command(self, command: dict[str, Any], decision: int | None = None, name: str = "") -> dict[str, Any]:
        """Send a command on this connection and hear until it is answered."""
        name = await self.send(command, decision, name)
        await self.until(lambda: name in self.answers)
        return self.answers[name]

    async def send(self, command: dict[str, Any], decision: int | None = None, name: str = "") -> str:
        name = name or self._name()
        self.pending[name] = {"type": "command", "id": name, "decision": decision, "command": command}
        await self.say(self.pending[name])
        return name

    def _name(self) -> str:
        """A new command's id."""
        self._number += 1
        return f"{self.v}-{self._number}-{self._rng.getrandbits(40):x}"

    async def answer_menu(self) -> str:
        """Send an answer to the decision that is open for us, drawn from the menu; the command's id."""
        decision = self.view["menu"]["decision"]
        self._answered.add(decision)
        command, name = self.choose(), self._name()
        if decision in self._found_asked:
            self.broken.add(name)
        self.took_ms[name] = round((time.monotonic() - self._asked_at[decision]) * 1000)
        return await self.send(command, decision, name)

    def choose(self) -> dict[str, Any]:
        """A command out of the menu, by chance."""
        command: dict[str, Any] = pick(self.view["menu"], self._rng)
        return command

    async def _apply(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "frame":
                await self._frame(message)
            case "heartbeat":
                await self.acknowledge()
                self._behind = self._behind + 1 if message["v"] > self.v else 0
                if self._behind >= 2:
                    raise Broken(f"no frame came for event {message['v']}, and two heartbeats tell of it")
            case "accepted" | "refused":
                await self._answer(message)

    async def _frame(self, frame: dict[str, Any]) -> None:
        if frame["v"] < self.v:
            raise Broken(f"a frame of {frame['v']} after one of {self.v}")
        numbers = [one["seq"] for one in frame["events"]]
        if numbers and numbers != list(range(numbers[0], frame["v"] + 1)):
            raise Broken(f"a frame of {frame['v']} lists {numbers}")
        for one in frame["events"]:
            self.told.note(one["seq"], one["event"])
        self._unacknowledged += 1
        async with self._moved:
            self.v, self.view = frame["v"], frame["view"]
            self._moved.notify_all()
        if self._unacknowledged >= 16:
            await self.acknowledge()
        menu = self.view["menu"]
        if menu and menu["decision"] not in self._asked_at:
            self._note(f"asked for {menu['decision']}")
            self._asked_at[menu["decision"]] = time.monotonic()
            self._found_asked.update({menu["decision"]} if self._comes_back else ())
        self._comes_back = False
        if self.plays and menu and menu["decision"] not in self._answered:
            await self.answer_menu()

    async def _answer(self, message: dict[str, Any]) -> None:
        name = message["id"]
        self._note(f"{message['type']} {name} {message.get('code', '')}")
        if message["type"] == "refused" and message["code"] in LATER:
            self.figures["put off"] += 1
            await asyncio.sleep(0.2)
            if name in self.pending:  # sent twice, it may have been answered by the other sending
                await self.say(self.pending[name])
            return
        self.pending.pop(name, None)
        if self.answers.setdefault(name, message) != message:
            raise Broken(f"command {name} was answered with {self.answers[name]} and with {message}")
        if self.plays and message["type"] == "refused":
            raise Broken(f"table {self.table}: {name} was refused: {message}")
        self.figures["commands"] += self.plays

    async def acknowledge(self) -> None:
        self._unacknowledged = 0
        if self.acknowledges:
            await self.say({"type": "ack", "v": self.v})

    # --- for as long as it takes ---

    async def follow(self, *, play: bool = False) -> None:
        """Stay with the table until it has ended, whatever happens to the servers; play on our seat if wanted."""
        self.plays = play
        pause = 0.05
        while not self.done:
            with suppress(OSError, TimeoutError, websockets.WebSocketException):
                known, unanswered = self.v, list(self.pending.values())
                await self.connect()
                pause = 0.05
                self.figures["resumes"] += bool(known)
                for message in unanswered:
                    self.figures["sent again"] += 1
                    self.broken.add(message["id"])
                    await self.say(message)
                while not self.done:
                    await self.hear()
            if not self.done:
                self.codes.append(self.code or 0)
                self._note(f"closed with {self.code}")
                self.figures[f"closed {self.code}"] += 1
                pause = min(pause * 2, 1.0)
                await asyncio.sleep(pause * self._rng.uniform(0.5, 1))
        await self.close()

    async def reached(self, seq: int, patience: float) -> None:
        """Until a frame of that number has come. For a line that is followed by a task of its own."""
        async with asyncio.timeout(patience), self._moved:
            await self._moved.wait_for(lambda: self.v >= seq)

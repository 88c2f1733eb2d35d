"""A client of a table's socket for tests, in this process or over the wire. Everything it hears is checked."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import websockets
from channels.testing import WebsocketCommunicator

from accounts import services
from accounts.models import Person
from config.asgi import application
from tests.games.table.protocol import check_from_server

PATIENCE = 10.0


class SocketClosed(Exception):
    """The server ended the connection."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Client:
    """Says hello, hears everything, keeps the last view. `heard` has all messages in order."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.v = 0
        self.view: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.people: dict[str, Any] = {}
        self.presence: dict[str, Any] = {}
        self.acknowledges = True
        self.checks = True
        self._unacknowledged = 0
        self._number = 0

    # --- what a transport gives ---

    async def send_text(self, text: str) -> None:
        raise NotImplementedError

    async def receive_text(self) -> str:
        """Raises SocketClosed."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    # --- talking ---

    async def say(self, **message: Any) -> None:
        await self.send_text(json.dumps(message))

    async def hello(self, token: str | None = None, v: int | None = None) -> None:
        message: dict[str, Any] = {"type": "hello"}
        if token is not None:
            message["token"] = token
        if v is not None:
            message["v"] = v
        await self.say(**message)
        await self.until(lambda: bool(self.view))

    async def hear(self) -> dict[str, Any]:
        text = await asyncio.wait_for(self.receive_text(), PATIENCE)
        message: dict[str, Any] = json.loads(text)
        if self.checks:
            check_from_server(message, self.welcome.get("table", {}).get("game", "hokm"))
        self.heard.append(message)
        self.texts.append(text)
        match message["type"]:
            case "welcome":
                self.welcome = message
                self.people = message["people"]
            case "people":
                self.people = {**self.people, **message["people"]}
            case "presence":
                self.presence = message
            case "frame":
                assert message["v"] >= self.v, "a frame from the past"
                assert [one["seq"] for one in message["events"]] == sorted({one["seq"] for one in message["events"]})
                self.v, self.view = message["v"], message["view"]
                self._unacknowledged += 1
                if self.acknowledges and self._unacknowledged >= 16:
                    await self.acknowledge()
            case "heartbeat":
                if self.acknowledges:
                    await self.acknowledge(now=message["now"])
        return message

    async def acknowledge(self, **answered: int) -> None:
        """`now` of the heartbeat that this answers, if it answers one."""
        self._unacknowledged = 0
        await self.say(type="ack", v=self.v, **answered)

    async def until(self, done: Callable[[], bool], patience: float = PATIENCE) -> None:
        async with asyncio.timeout(patience):
            while not done():
                await self.hear()

    async def until_closed(self, patience: float = PATIENCE) -> int:
        """Hear everything that is left; the close code."""
        async with asyncio.timeout(patience):
            while True:
                try:
                    await self.hear()
                except SocketClosed as closed:
                    return closed.code

    async def command(
        self, command: dict[str, Any], decision: int | None = None, id: str | None = None
    ) -> dict[str, Any]:
        """Say a command and hear until it is answered; the answer."""
        self._number += 1
        name = id or f"c{self._number}-{random.getrandbits(40):x}"
        await self.say(type="command", id=name, decision=decision, command=command)
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.hear()
                if message["type"] in ("accepted", "refused") and message["id"] == name:
                    return message

    async def answer(self, rng: random.Random) -> dict[str, Any]:
        """Answer the open decision by chance from the menu, and hear until the answer is in a frame."""
        menu = self.view["menu"]
        answered: dict[str, Any] = await self.command(pick(menu, rng), menu["decision"])
        assert answered["type"] == "accepted", answered
        await self.until(lambda: self.v >= answered["last"])
        return answered

    @property
    def menu(self) -> dict[str, Any] | None:
        menu: dict[str, Any] | None = self.view["menu"]
        return menu


def pick(menu: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A command out of a menu, knowing nothing of the game."""
    choice = rng.choice([one for one in menu["choices"] if not one.get("offer")] or menu["choices"])
    command = {"type": choice["type"]}
    for name, domain in choice["fields"].items():
        if "one_of" in domain:
            command[name] = rng.choice(domain["one_of"])
        elif "card" in domain:
            command[name] = rng.choice(domain["card"])
        elif "cards" in domain:
            command[name] = rng.sample(domain["of"], domain["cards"])
        else:
            parts = list(domain["floors"])
            seats = [seat for seat, floor in enumerate(parts) if floor is not None]
            for _ in range(domain["split"] - sum(parts[seat] for seat in seats)):
                parts[rng.choice(seats)] += 1
            command[name] = parts
    return command


class InProcess(Client):
    """Through Channels' communicator, on the loop of the test."""

    def __init__(self, table: str, *, path: str | None = None, headers: dict[str, str] | None = None) -> None:
        super().__init__()
        given = {"host": "localhost", **(headers or {})}
        self.communicator = WebsocketCommunicator(
            application,
            path or f"/ws/table/{table}",
            headers=[(key.encode(), value.encode()) for key, value in given.items()],
        )

    async def connect(self) -> "InProcess":
        connected, _ = await self.communicator.connect(timeout=PATIENCE)
        assert connected
        return self

    async def send_text(self, text: str) -> None:
        await self.communicator.send_to(text_data=text)

    async def receive_text(self) -> str:
        output = await self.communicator.receive_output(timeout=PATIENCE)
        if output["type"] == "websocket.close":
            raise SocketClosed(output.get("code", 1000))
        text: str = output["text"]
        return text

    async def close(self) -> None:
        with suppress(asyncio.CancelledError):
            await self.communicator.disconnect(timeout=PATIENCE)


class OverTheWire(Client):
    """To a real server."""

    def __init__(self, url: str, table: str, headers: dict[str, str] | None = None) -> None:
        super().__init__()
        self.url = f"{url.replace('http', 'ws', 1)}/ws/table/{table}"
        self.headers = headers
        self.socket: Any = None

    async def connect(self, **options: Any) -> "OverTheWire":
        self.socket = await websockets.connect(
            self.url, additional_headers=self.headers, proxy=None, compression=None, **options
        )
        return self

    async def send_text(self, text: str) -> None:
        try:
            await self.socket.send(text)
        except websockets.ConnectionClosed as closed:
            raise SocketClosed(closed.rcvd.code if closed.rcvd else 1006) from None

    async def receive_text(self) -> str:
        try:
            text: str = await self.socket.recv()
        except websockets.ConnectionClosed as closed:
            raise SocketClosed(closed.rcvd.code if closed.rcvd else 1006) from None
        return text

    async def close(self) -> None:
        await self.socket.close()


def guest(name: str) -> tuple[Person, str]:
    """A person with a token, made in this process."""
    person = services.create_guest(name=name)
    return person, services.issue_token(person)

"""A server that is told to stop, for real: a process, sockets, a database; and the word before it."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import websockets

from tests.services.platform_processes import Platform
from tests.soak.client import Guest


class Tab:
    """A page of a person at a table: says hello, acknowledges, remembers what it hears."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    @classmethod
    async def open(cls, url: str, table: str, guest: Guest) -> "Tab":
        where = f"{url.replace('http', 'ws', 1)}/ws/table/{table}"
        tab = cls(await websockets.connect(where, proxy=None, compression=None))
        await tab.socket.send(json.dumps({"type": "hello", "token": guest.token}))
        await tab.until("frame")
        return tab

    async def until(self, kind: str, patience: float = 20, **fields: Any) -> dict[str, Any]:
        async with asyncio.timeout(patience):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                self.heard.append(message)
                if message["type"] == "heartbeat":
                    await self.socket.send(json.dumps({"type": "ack", "v": message["v"], "now": message["now"]}))
                if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                    return message

    async def code(self, patience: float = 20) -> int:
        async with asyncio.timeout(patience):
            try:
                while True:
                    self.heard.append(json.loads(await self.socket.recv()))
            except websockets.ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006


def test_embedded_everybody_is_told_and_sent_on(embedded: Callable[..., Platform]) -> None:
    platform = embedded(BOT_THINK_MS="60000")
    (server,) = platform.web
    alice = Guest.new(server.url)
    table = alice.open_table(server.url)

    async def watch() -> None:
        tab = await Tab.open(server.url, table, alice)
        await tab.until("presence", seats=[True, False, False])
        said, notice = await asyncio.gather(
            asyncio.to_thread(platform.manage, "announce_restart", "60"), tab.until("notice", 60)
        )
        assert "restart in 60 s" in said
        at = notice["at"]
        late = await Tab.open(server.url, table, alice)
        assert (await late.until("notice"))["at"] == at
        stopped, *codes = await asyncio.gather(asyncio.to_thread(server.terminate), tab.code(), late.code())
        assert (stopped, codes) == (0, [1012, 1012])

    asyncio.run(watch())
    (file,) = Path(platform.environment["OPENTRICK_VAR"]).glob("*.sqlite3")
    with closing(sqlite3.connect(file)) as link:
        assert link.execute("SELECT here, gone FROM table_seat WHERE person <> ''").fetchall() == [(1, "")]
        ended = "SELECT name FROM table_sweepalive WHERE name LIKE 'web:%' OR name LIKE 'gone:%'"
        assert [name.partition(":")[0] for (name,) in link.execute(ended)] == ["gone"]
    again = platform.start_embedded(server.port)
    assert "is cancelled" in platform.manage("announce_restart", "--cancel")

    async def come_back() -> None:
        tab = await Tab.open(again.url, table, alice)
        await tab.until("presence", seats=[True, False, False], gone=[])

    asyncio.run(come_back())


def test_of_two_servers_one_stops_and_nobody_is_missed(platform_processes: Callable[..., Platform]) -> None:
    platform = platform_processes(web=2, workers=[], beat=False)
    one, other = platform.web
    guests = [Guest.new(one.url) for _ in range(2)]
    table = guests[0].open_table(one.url, bots=1)

    async def watch() -> None:
        bob = await Tab.open(one.url, table, guests[1])
        alice = await Tab.open(other.url, table, guests[0])
        sit = {"type": "command", "id": "sit", "command": {"type": "table.sit"}}
        await bob.socket.send(json.dumps(sit))
        await bob.until("accepted")
        for tab in (bob, alice):
            await tab.socket.send(json.dumps({"type": "command", "id": "r", "command": {"type": "table.ready"}}))
            await tab.until("accepted", id="r")
        stopped, code = await asyncio.gather(asyncio.to_thread(one.terminate), bob.code())
        assert code == 1012
        assert stopped in (0, -15)
        with psycopg.connect(platform.database_url) as link:
            left = link.execute(
                "SELECT person FROM table_connection JOIN table_sweepalive ON name = 'gone:' || process"
            ).fetchall()
        assert left == [(guests[1].person,)], "the one that stopped has said so"
        back = await Tab.open(other.url, table, guests[1])
        await back.until("heartbeat")
        await alice.until("heartbeat")
        assert not any(message.get("gone") for message in alice.heard if message["type"] == "presence")
        await back.socket.close(code=1001)
        (gone,) = (await alice.until("presence", seats=_without(alice)))["gone"]
        assert gone["how"] == "left"

    asyncio.run(watch())


def _without(tab: Tab) -> list[bool]:
    """Who is connected when the person who sat down second has gone."""
    here = next(message["seats"] for message in reversed(tab.heard) if message["type"] == "presence")
    seats = [seat for seat, connected in enumerate(here) if connected]
    return [seat == seats[0] for seat in range(len(here))]

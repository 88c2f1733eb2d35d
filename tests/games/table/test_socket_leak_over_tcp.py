"""No leak over the wire: two servers whose databases differ in hidden cards alone send a viewer the same bytes.

The other leak test looks at every frame of many positions; this one takes nothing of the server away: a real process, a
real socket, a real database whose log was written anew with another deck.
"""

import asyncio
import json
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import websockets

from games.kernel.contract import AtSeat, Public
from games.table import log
from games.table.held import fold_rows
from games.table.ids import parse_id
from games.table.log.hashing import row_hash
from tests.games.table.worlds import Viewer, other_deck, with_deck
from tests.services.platform_processes import Platform, embedded_server
from tests.soak.client import Guest, Line

QUIET = {"BOT_THINK_MS": "0", "BETWEEN_DEALS_MS": "600000"}
MOVES = 11


@contextmanager
def running(folder: Path) -> Iterator[Platform]:
    server = embedded_server(folder, **QUIET)
    try:
        yield server
    finally:
        server.stop()


async def play(url: str, table: str, guests: list[Guest]) -> None:
    """Three people sit down and make some moves."""
    lines = [Line(lambda: [url], table, guest, seed=seat) for seat, guest in enumerate(guests)]
    for line in lines:
        await line.connect(url)
    for line in lines[1:]:
        await line.command({"type": "table.sit"})
    for line in lines:
        await line.command({"type": "table.ready"})
    for _ in range(MOVES):
        newest = max(line.v for line in lines)
        for line in lines:
            await line.reach(newest)
        mover = next(line for line in lines if line.view["menu"])
        name = await mover.answer_menu()
        await mover.until(lambda mover=mover, name=name: name in mover.answers)  # type: ignore[misc]
        for line in lines:
            await line.reach(mover.answers[name]["last"])
    for line in lines:
        await line.close()


async def heard(url: str, table: str, token: str | None, resumed: range) -> list[str]:
    """All that this viewer is sent: a fresh connection, one taken up from every number, and refusals."""
    told: list[str] = []
    for v in (None, *resumed):
        texts: list[str] = []
        where = f"{url.replace('http', 'ws', 1)}/ws/table/{table}"
        origin: Any = None if token else url
        async with websockets.connect(where, origin=origin, proxy=None, compression=None) as socket:
            hello = {"type": "hello", **({"token": token} if token else {}), **({} if v is None else {"v": v})}
            await socket.send(json.dumps(hello))
            texts += await until(socket, "frame")
            if v is None:
                for number, card in enumerate(("7S", "AH", "JC", "9D", "KH")):
                    command = {"type": "play_card", "card": card}
                    # an old decision: nothing is played, whatever the card
                    asked = {"type": "command", "id": f"x{number}", "decision": 1, "command": command}
                    await socket.send(json.dumps(asked))
                    texts += await until(socket, "refused")
        told += without_presence(texts)
    return [re.sub(r'"now": ?\d+', '"now":0', text) for text in told]


def without_presence(texts: list[str]) -> list[str]:
    """Who is connected is written beside what is told, sooner or later; a frame that tells nothing else is left out."""
    kept: list[str] = []
    last = ""
    for text in texts:
        text = re.sub('"here": ?(true|false)', '"here":null', text)
        view = text.partition('"view":')[2]
        if view and view == last and '"events":[]' in text:
            continue
        last = view or last
        kept.append(text)
    return kept


async def until(socket: Any, kind: str) -> list[str]:
    texts: list[str] = []
    while True:
        text = str(await asyncio.wait_for(socket.recv(), 20))
        what = json.loads(text)["type"]
        if what not in ("presence", "heartbeat"):
            texts.append(text)
        if what == kind:
            return texts


def rows_of(database: Path, table_id: UUID) -> list[log.Row]:
    with closing(sqlite3.connect(database)) as link:
        names = [field.name for field in fields(log.Row)]
        query = f"SELECT {', '.join(names)} FROM table_event WHERE table_id = ? ORDER BY seq"
        found = [dict(zip(names, row, strict=True)) for row in link.execute(query, (table_id.hex,))]
    return [log.Row(**{**row, "hash": bytes(row["hash"])}) for row in found]


def deal_again(database: Path, table_id: UUID, viewer: Viewer, rng: random.Random) -> None:
    """Write the log anew with another deck in the running deal, hashes and all."""
    rows = rows_of(database, table_id)
    deck = other_deck(fold_rows(table_id, rows), viewer, rng)
    assert deck is not None
    started = max(row.seq for row in rows if row.kind == "hokm.deal_started")
    with closing(sqlite3.connect(database)) as link:
        triggers = [name for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for name in triggers:
            link.execute(f'DROP TRIGGER "{name}"')
        previous = rows[started - 2].hash
        for row in rows[started - 1 :]:
            body = with_deck(row, deck).body if row.seq == started else row.body
            values = (row.seq, row.kind, row.version, row.at, row.actor, row.spent_ms, row.lag_ms, body)
            previous = row_hash(previous, table_id, *values)
            link.execute(
                "UPDATE table_event SET body = ?, hash = ? WHERE table_id = ? AND seq = ?",
                (body, previous, table_id.hex, row.seq),
            )
        link.execute("UPDATE table_head SET hash = ? WHERE table_id = ?", (previous, table_id.hex))
        link.commit()


@pytest.mark.parametrize("seat", [0, None], ids=["a player", "a watcher"])
def test_two_servers_with_different_hidden_cards_send_the_same_bytes(tmp_path: Path, seat: int | None) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with running(here) as server:
        guests = [Guest.new(server.url) for _ in range(3)]
        table = guests[0].open_table(server.url, bots=[])
        asyncio.run(play(server.url, table, guests))
    shutil.copytree(here, there)
    viewer: Viewer = Public() if seat is None else AtSeat(seat)
    (database,) = there.rglob("*.sqlite3")
    table_id = parse_id(table)
    deal_again(database, table_id, viewer, random.Random(5))
    last = rows_of(database, table_id)[-1].seq
    token = None if seat is None else guests[seat].token
    found, found_by_owner = [], []
    for folder in (here, there):
        with running(folder) as server:
            found.append(asyncio.run(heard(server.url, table, token, range(last - 14, last + 1))))
            found_by_owner.append(asyncio.run(heard(server.url, table, guests[1].token, range(0))))
    assert len(found[0]) > 30
    assert found[0] == found[1]
    assert found_by_owner[0] != found_by_owner[1], "whose cards they are must see the difference"
    assert [row.body for row in rows_of(database, table_id)] != [
        row.body for row in rows_of(next(here.rglob("*.sqlite3")), table_id)
    ]

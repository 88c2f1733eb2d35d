"""Short ways for tests of the live table: people, tables, clients that sit at them."""

import asyncio
import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async

from accounts.models import Person
from games.table import service
from games.table.service import NewTable
from tests.games.table.sockets import Client, InProcess, guest

RULES = {"target": 200, "max_deals": 2}

People = list[tuple[Person, str]]


@sync_to_async
def people(*names: str) -> People:
    """Persons with their tokens."""
    return [guest(name) for name in names]


@sync_to_async
def a_table(host: str | None = None, **given: Any) -> NewTable:
    return service.open_table("hokm", {**RULES, **given.pop("options", {})}, host, **given)


async def of_three(**given: Any) -> tuple[NewTable, People]:
    """A running table of Alice, Bob and Carol."""
    three = await people("Alice", "Bob", "Carol")
    ids = [person.public_id for person, _ in three]
    return await a_table(ids[0], **{"persons": ids, "ready": True, **given}), three


async def seated(table: NewTable, token: str | None, **given: Any) -> InProcess:
    client = await InProcess(table.id).connect()
    await client.hello(token, **given)
    return client


async def stranger(table: NewTable) -> InProcess:
    """Somebody without any cookie who opened the page of the table."""
    client = await InProcess(table.id, headers={"origin": "http://localhost"}).connect()
    await client.hello()
    return client


def is_(client: Client, lifecycle: str) -> bool:
    return bool(client.view["lifecycle"] == lifecycle)


async def until_all(clients: Sequence[Client], v: int) -> None:
    """Until everybody has heard of event `v`."""
    for client in clients:
        await client.until(partial(_has, client, v))


def _has(client: Client, v: int) -> bool:
    return client.v >= v


async def play(clients: Sequence[Client], moves: int = 1_000, also: Sequence[Client] = ()) -> None:
    """The clients, in the order of their seats, answer that many decisions; all hear of each before the next."""
    rng = random.Random(7)
    for _ in range(moves):
        view = clients[0].view
        if view["lifecycle"] != "playing":
            return
        due = clients[view["deciders"][0]["seat"]]
        await due.answer(rng)
        await until_all([*clients, *also], due.v)


async def play_at_once(clients: Sequence[Client], patience: float = 60) -> None:
    """Each answers from its own menu by chance and hears the rest, all at the same time, until the table has ended."""

    async def one(client: Client, rng: random.Random) -> None:
        while client.view["lifecycle"] in ("open", "seated", "playing"):
            if client.menu:
                await client.answer(rng)
            else:
                await client.hear()

    async with asyncio.timeout(patience):
        await asyncio.gather(*(one(client, random.Random(seed)) for seed, client in enumerate(clients)))

"""A table through its socket, in this process: sitting down, playing, watching, leaving, coming back."""

import asyncio
import random
from functools import partial

import pytest
from asgiref.sync import sync_to_async

from games.table import service
from games.table.rooms import rooms_here
from tests.games.table.sockets import Client, InProcess, guest

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {"target": 200, "max_deals": 2}


@pytest.fixture(autouse=True)
async def _no_room_outlives_its_test():
    yield
    await rooms_here().close()


@sync_to_async
def people(*names: str):
    return [guest(name) for name in names]


@sync_to_async
def a_table(host: str | None = None, **given):
    return service.open_table("hokm", RULES, host, **given).id


async def seated(table: str, token: str, **given) -> Client:
    client = await InProcess(table).connect()
    await client.hello(token, **given)
    return client


async def test_three_people_sit_down_and_play_to_the_end():
    (alice, a), (_, b), (_, c) = await people("Alice", "Bob", "Carol")
    table = await a_table(alice.public_id, persons=[])
    clients = [await seated(table, token) for token in (a, b, c)]
    for client in clients:
        assert client.welcome["table"]["id"] == table
        assert client.view["lifecycle"] == "open"
        answered = await client.command({"type": "table.sit"})
        assert answered["type"] == "accepted"
    for client in clients:
        await client.until(partial(is_, client, "seated"))
    for client in clients:
        assert (await client.command({"type": "table.ready"}))["type"] == "accepted"
    await play_to_the_end(clients)
    for seat, client in enumerate(clients):
        assert client.view["you"] == seat
        assert client.view["lifecycle"] == "finished"
        assert client.view["game"]["result"] is not None
    assert {person["name"] for person in clients[0].people.values()} == {"Alice", "Bob", "Carol"}


def is_(client: Client, lifecycle: str) -> bool:
    return bool(client.view["lifecycle"] == lifecycle)


async def play_to_the_end(clients: list[Client]) -> None:
    """Each answers from its own menu by chance, says ready between deals, and hears the rest."""

    async def play(client: Client, rng: random.Random) -> None:
        while client.view["lifecycle"] in ("seated", "playing"):
            if client.menu:
                await client.answer(rng)
            else:
                await client.hear()

    async with asyncio.timeout(60):
        await asyncio.gather(*(play(client, random.Random(seed)) for seed, client in enumerate(clients)))

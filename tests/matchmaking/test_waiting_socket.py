"""The socket of the queues: how it stands, the table once there is one, a sign of life; and nothing secret."""

import asyncio
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator

from accounts import inbox, services
from accounts.models import Person
from config.asgi import application
from games.table import restarts
from games.table.clock import now_ms
from matchmaking import consumers
from matchmaking.models import TicketPerson
from matchmaking.queues import announcing, matching, tickets, waiting
from matchmaking.queues.tickets import enter, leave
from tests.matchmaking.people import CASUAL, RATED, members

pytestmark = pytest.mark.django_db(transaction=True)
OURS = "http://localhost:8000"
SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).resolve().parents[2] / "docs" / "protocol.waiting.schema.json").read_text())
)
PATIENCE = 10.0

aenter, aleave, apair = sync_to_async(enter), sync_to_async(leave), sync_to_async(matching.pair_waiting)
amembers = sync_to_async(members)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "PAUSE_S", 0.02)
    monkeypatch.setattr(consumers, "READ_S", 0.01)


class Looker:
    def __init__(self, **headers: str) -> None:
        given = {"host": "localhost:8000", **headers}
        self.line = WebsocketCommunicator(
            application, "/ws/waiting", headers=[(k.encode(), v.encode()) for k, v in given.items()]
        )

    async def hello(self, token: str | None = None) -> "Looker":
        assert (await self.line.connect(timeout=PATIENCE))[0]
        await self.line.send_to(json.dumps({"type": "hello", **({"token": token} if token else {})}))
        return self

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.line.receive_from(timeout=PATIENCE))
        SCHEMA.validate(message)
        return message

    async def until(self, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.hear()
                if done(message):
                    return message

    async def closed(self) -> int:
        async with asyncio.timeout(PATIENCE):
            while True:
                output = await self.line.receive_output(timeout=PATIENCE)
                if output["type"] == "websocket.close":
                    return int(output["code"])


@sync_to_async
def token_of(person: str) -> str:
    return services.issue_token(Person.objects.get(public_id=person))


@sync_to_async
def cookie_of(person: str) -> str:
    client = Client()
    client.force_login(Person.objects.get(public_id=person))
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


async def test_it_tells_how_it_stands_and_then_the_table() -> None:
    alice, bob, carol = await amembers(3)
    await aenter([alice], [RATED])
    looker = await Looker(origin=OURS, cookie=await cookie_of(alice)).hello()
    message = await looker.hear()
    (queue,) = message["ticket"]["queues"]
    assert (queue["queue"], queue["waiting"], queue["rating"]) == ("hokm.default.normal.rated", 1, 1500)
    assert message["ticket"]["persons"] == [alice]
    await aenter([bob], [RATED])
    message = await looker.until(lambda one: one["ticket"]["queues"][0]["waiting"] == 2)
    assert [one["name"] for one in message["ticket"]["queues"][0]["near"]] == ["Member 1"]
    (line,) = message["board"]
    assert ([one["person"] for one in line["people"]], line["free"]) == ([alice, bob], 1)
    await aenter([carol], [RATED])
    (made,) = await apair()
    assert await looker.until(lambda one: one["type"] == "seated") == {"type": "seated", "table": made.id}
    await looker.line.disconnect()


async def test_a_program_waits_with_its_token_and_a_page_of_ours_looks_without_a_cookie() -> None:
    (alice,) = await amembers(1)
    program = await Looker().hello(await token_of(alice))
    stranger = await Looker(origin=OURS).hello()
    for looker in (program, stranger):
        message = await looker.hear()
        assert (message["ticket"], message["board"]) == (None, [])
    await aenter([alice], [CASUAL])
    assert (await program.until(lambda one: one["ticket"]))["ticket"]["queues"][0]["rating"] is None
    message = await stranger.until(lambda one: one["board"])
    assert (message["ticket"], message["board"][0]["players"]) == (None, 3)
    await aleave(alice)
    assert (await program.until(lambda one: not one["board"]))["ticket"] is None
    await program.line.disconnect()
    await stranger.line.disconnect()


async def test_a_restart_is_told_to_who_waits_and_to_who_comes_later() -> None:
    first = await Looker(origin=OURS).hello()
    await first.hear()
    at = now_ms() + 60_000
    await sync_to_async(restarts.announce)(at)
    later = await Looker(origin=OURS).hello()
    for looker in (first, later):
        assert (await looker.until(lambda one: one["type"] == "notice"))["at"] == at
    await sync_to_async(restarts.cancel)()
    for looker in (first, later):
        assert (await looker.until(lambda one: one["type"] == "notice"))["at"] is None
        await looker.line.disconnect()


async def test_who_comes_a_moment_late_is_led_to_the_table_and_who_comes_much_later_is_not() -> None:
    persons = await amembers(3)
    for person in persons:
        await aenter([person], [RATED])
    (made,) = await apair()
    looker = await Looker().hello(await token_of(persons[0]))
    assert (await looker.hear()) == {"type": "seated", "table": made.id}
    await looker.line.disconnect()
    later = partial(waiting.table_to_go_to, persons[0], now_ms() + 1)
    assert await sync_to_async(later)() is None


async def test_an_open_socket_is_the_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "SEEN_S", 0.02)
    monkeypatch.setattr(consumers, "AT_LEAST_S", 0.05)
    alice, bob = await amembers(2)
    for person in (alice, bob):
        await aenter([person], [RATED], now=1_000)
    looker = await Looker().hello(await token_of(alice))
    await looker.hear()
    async with asyncio.timeout(PATIENCE):
        while not await TicketPerson.objects.filter(person=alice, seen_at__gt=1_000).aexists():
            await looker.hear()
    assert (await TicketPerson.objects.aget(person=bob)).seen_at == 1_000
    await looker.line.disconnect()


async def test_a_sign_of_life_that_could_not_be_noted_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "SEEN_S", 0.02)
    monkeypatch.setattr(consumers, "AT_LEAST_S", 0.05)
    noted, failures = tickets.seen, iter(range(2))

    def seen(person: str) -> bool:
        if next(failures, None) is not None:
            raise OperationalError("the database is away")
        return noted(person)

    monkeypatch.setattr(tickets, "seen", seen)
    (alice,) = await amembers(1)
    await aenter([alice], [RATED], now=1_000)
    looker = await Looker().hello(await token_of(alice))
    await looker.hear()
    async with asyncio.timeout(PATIENCE):
        while not await TicketPerson.objects.filter(person=alice, seen_at__gt=1_000).aexists():
            await looker.hear()
    await looker.line.disconnect()


async def test_bad_company_is_turned_away() -> None:
    (alice,) = await amembers(1)
    assert await (await Looker(origin="https://evil.example").hello()).closed() == 4403
    assert await (await Looker().hello("ot_wrong")).closed() == 4401
    assert await (await Looker().hello()).closed() == 4401
    talker = await Looker().hello(await token_of(alice))
    await talker.line.send_to('{"type": "hello"}')
    assert await talker.closed() == 4400
    shouter = Looker()
    assert (await shouter.line.connect())[0]
    await shouter.line.send_to('{"type": "ack", "v": 1}')
    assert await shouter.closed() == 4400


async def test_a_revoked_token_closes_it() -> None:
    (alice,) = await amembers(1)
    token = await token_of(alice)
    looker = await Looker().hello(token)
    await looker.hear()
    await sync_to_async(services.revoke_token)(token)
    assert await looker.closed() == 4401


async def test_nothing_is_missed_when_no_announcement_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "AT_LEAST_S", 0.2)
    monkeypatch.setattr(inbox, "announce", lambda *_: None)
    monkeypatch.setattr(announcing, "_send", lambda: None)
    persons = await amembers(3)
    await aenter([persons[0]], [RATED])
    looker = await Looker().hello(await token_of(persons[0]))
    await looker.hear()
    for person in persons[1:]:
        await aenter([person], [RATED])
    await looker.until(lambda one: one["ticket"]["queues"][0]["waiting"] == 3)
    (made,) = await apair()
    assert (await looker.until(lambda one: one["type"] == "seated"))["table"] == made.id
    await looker.line.disconnect()


async def test_who_is_seated_before_the_ticket_was_ever_seen_is_told_even_unannounced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(consumers, "AT_LEAST_S", 0.2)
    monkeypatch.setattr(inbox, "announce", lambda *_: None)
    monkeypatch.setattr(announcing, "_send", lambda: None)
    persons = await amembers(3)
    looker = await Looker().hello(await token_of(persons[0]))
    assert (await looker.hear())["ticket"] is None

    def enter_and_pair() -> str:
        with transaction.atomic():  # nobody sees the tickets
            for person in persons:
                enter([person], [RATED])
            (made,) = matching.pair_waiting()
        return made.id

    made = await sync_to_async(enter_and_pair)()
    assert (await looker.until(lambda one: one["type"] == "seated"))["table"] == made
    await looker.line.disconnect()


@pytest.mark.parametrize("waiters", [2, 12])
def test_however_many_wait_it_is_read_in_as_many_queries(waiters: int) -> None:
    for number, person in enumerate(members(waiters)):
        enter([person], [RATED, CASUAL] if number % 2 else [CASUAL])
    with CaptureQueriesContext(
        connection,
    ) as queries:
        crowd = waiting.read()
        for person in list(crowd._by_person):
            crowd.of(person, now_ms())
        crowd.board()
    assert len(queries) == 4


def test_a_long_queue_is_not_gone_through_for_each_who_waits() -> None:
    ticketed = [
        waiting.Ticketed(UUID(int=number), (f"{number:012}",), (RATED,), 1_000 + number) for number in range(10_000)
    ]
    crowd = waiting.Crowd(ticketed, {}, {}, {})
    began = time.process_time()
    for number in range(0, 10_000, 100):
        mine = crowd.of(f"{number:012}", 20_000)
        assert mine is not None
        assert (mine.queues[0].waiting, len(mine.queues[0].near)) == (10_000, waiting.MOST_SHOWN)
        assert crowd.told(30)[0]["waiting"] == 10_000
    each = (time.process_time() - began) / 100
    print(f"facts for one of 10,000 who wait: {each * 1000:.1f} ms")
    assert each < 0.02

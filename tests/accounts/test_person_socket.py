"""The socket of a person: what awaits him, at once and whenever it changes; nobody else's, ever."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator

from accounts import close_codes, inbox, personal_socket, services
from accounts.models import Person
from config.asgi import application
from games.table import restarts
from games.table.clock import now_ms

pytestmark = pytest.mark.django_db(transaction=True)
OURS = "http://localhost:8000"
T1, T2 = "1" * 22, "2" * 22
SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).resolve().parents[2] / "docs" / "protocol.me.schema.json").read_text())
)

put = sync_to_async(inbox.put)
settle = sync_to_async(inbox.settle)


@sync_to_async
def somebody(name: str) -> tuple[Person, str]:
    """A person and his cookie."""
    person, client = services.create_guest(name=name), Client()
    client.force_login(person)
    return person, f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


async def socket(**headers: str) -> WebsocketCommunicator:
    given = {"host": "localhost:8000", **headers}
    made = WebsocketCommunicator(application, "/ws/me", headers=[(k.encode(), v.encode()) for k, v in given.items()])
    assert (await made.connect(timeout=5))[0]
    return made


async def heard(connection: WebsocketCommunicator) -> list[dict[str, Any]]:
    message = json.loads(await connection.receive_from(timeout=5))
    SCHEMA.validate(message)
    items: list[dict[str, Any]] = message["items"]
    return items


async def notice(connection: WebsocketCommunicator) -> int | str | None:
    """When the server restarts, as the next message says; or what else it is."""
    message = json.loads(await connection.receive_from(timeout=5))
    SCHEMA.validate(message)
    return message["at"] if message["type"] == "notice" else str(message["type"])


async def closed(connection: WebsocketCommunicator) -> int:
    output = await connection.receive_output(timeout=5)
    assert output["type"] == "websocket.close"
    return int(output["code"])


async def test_items_come_at_once_and_whenever_they_change():
    alice, cookie = await somebody("Alice")
    await put(alice.public_id, "seated", {"table": T1}, key="seated:T1")
    connection = await socket(origin=OURS, cookie=cookie)
    assert [item["body"] for item in await heard(connection)] == [{"table": T1}]
    await put(alice.public_id, "your_turn", {"table": T2}, key="turn:T2")
    assert [item["kind"] for item in await heard(connection)] == ["your_turn", "seated"]
    await settle("seated:T1")
    assert [item["kind"] for item in await heard(connection)] == ["your_turn"]
    await connection.disconnect()


async def test_a_restart_is_told_to_who_is_connected_and_to_who_comes_later():
    _, cookie = await somebody("Alice")
    connection = await socket(origin=OURS, cookie=cookie)
    assert await heard(connection) == []
    at = now_ms() + 60_000
    await sync_to_async(restarts.announce)(at)
    assert await notice(connection) == at
    late = await socket(origin=OURS, cookie=cookie)
    assert {await notice(late), await notice(late)} == {at, "inbox"}
    await sync_to_async(restarts.cancel)()
    assert [await notice(one) for one in (connection, late)] == [None, None]
    await connection.disconnect()
    await late.disconnect()


async def test_a_server_that_stops_sends_people_on(monkeypatch):
    _, cookie = await somebody("Alice")
    connection = await socket(origin=OURS, cookie=cookie)
    assert await heard(connection) == []
    monkeypatch.setattr(personal_socket, "_stopping", True)
    connection.future.cancel()  # what Daphne does with its applications on SIGTERM
    assert await closed(connection) == close_codes.RESTARTS


async def test_what_is_put_for_somebody_else_moves_nothing():
    (_, cookie), (bob, _) = await somebody("Alice"), await somebody("Bob")
    connection = await socket(origin=OURS, cookie=cookie)
    assert await heard(connection) == []
    await put(bob.public_id, "seated", {"table": T1}, key="seated:T1")
    assert await connection.receive_nothing(0.2)
    await connection.disconnect()


async def test_an_announcement_that_changes_nothing_sends_nothing():
    alice, cookie = await somebody("Alice")
    connection = await socket(origin=OURS, cookie=cookie)
    assert await heard(connection) == []
    await sync_to_async(inbox.announce)(alice.public_id)
    assert await connection.receive_nothing(0.2)
    await connection.disconnect()


async def test_a_program_says_hello_with_its_token():
    alice, _ = await somebody("Alice")
    token = await sync_to_async(services.issue_token)(alice)
    await put(alice.public_id, "your_turn", {"table": T1}, key="turn:T1")
    connection = await socket()
    await connection.send_to(text_data=json.dumps({"type": "hello", "token": token}))
    assert [item["kind"] for item in await heard(connection)] == ["your_turn"]
    await sync_to_async(services.revoke_token)(token)
    assert await closed(connection) == close_codes.UNAUTHORISED


@pytest.mark.parametrize(
    "said",
    [
        "{}",
        "[]",
        "null",
        '{"type":"hello","v":1}',
        '{"type":"ack"}',
        '{"type":"hello","token":7}',
        "{" * 400,
    ],
)
async def test_anything_but_a_hello_ends_it(said):
    connection = await socket()
    await connection.send_to(text_data=said)
    assert await closed(connection) == close_codes.UNREADABLE


async def test_what_is_too_large_for_a_hello_ends_it_as_at_the_other_sockets():
    connection = await socket()
    await connection.send_to(text_data="x" * 1025)
    assert await closed(connection) == close_codes.TOO_LARGE


async def test_a_hello_without_a_token_is_nobody_unless_a_page_of_ours_says_it():
    connection = await socket()
    await connection.send_to(text_data='{"type": "hello"}')
    assert await closed(connection) == close_codes.UNAUTHORISED
    _, cookie = await somebody("Alice")
    connection = await socket(cookie=cookie)
    await connection.send_to(text_data='{"type": "hello"}')
    assert await closed(connection) == close_codes.UNAUTHORISED
    connection = await socket(origin=OURS, cookie=cookie)
    await connection.send_to(text_data='{"type": "hello"}')
    assert await heard(connection) == []
    await connection.send_to(text_data='{"type": "hello"}')
    assert await closed(connection) == close_codes.UNREADABLE


async def test_every_kind_is_as_the_schema_says():
    (alice, cookie), (bob, _) = await somebody("Alice"), await somebody("Bob")
    table = "0" * 22
    bodies: dict[str, dict[str, str]] = {
        "seated": {"table": table},
        "challenge": {"table": table, "from": bob.public_id, "game": "hokm"},
        "declined": {"table": table, "from": bob.public_id},
        "rematch": {"table": table, "from": bob.public_id},
        "your_turn": {"table": table},
        "party": {"party": "0" * 16, "from": bob.public_id},
        "friend": {"from": bob.public_id},
        "renamed": {"name": "Heron 48"},
    }
    assert set(bodies) == set(inbox.LASTS)
    for kind, body in bodies.items():
        await put(alice.public_id, kind, body, key=kind)
    connection = await socket(origin=OURS, cookie=cookie)
    assert {item["kind"]: item["body"] for item in await heard(connection)} == bodies
    await connection.disconnect()


async def test_a_wrong_token_opens_nothing():
    connection = await socket()
    await connection.send_to(text_data=json.dumps({"type": "hello", "token": "ot_forged"}))
    assert await closed(connection) == close_codes.UNAUTHORISED


async def test_whoever_says_nothing_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(personal_socket, "HELLO_S", 0.05)
    assert await closed(await socket()) == close_codes.UNAUTHORISED


async def test_a_page_of_another_site_reads_nobodys_inbox():
    _, cookie = await somebody("Alice")
    assert await closed(await socket(origin="https://evil.example", cookie=cookie)) == close_codes.FOREIGN_ORIGIN


async def test_a_page_of_ours_without_a_session_has_no_inbox():
    assert await closed(await socket(origin=OURS)) == close_codes.UNAUTHORISED


async def test_a_person_put_out_of_action_loses_the_socket():
    alice, cookie = await somebody("Alice")
    connection = await socket(origin=OURS, cookie=cookie)
    await heard(connection)
    await Person.objects.filter(pk=alice.pk).aupdate(is_active=False)
    await sync_to_async(inbox.announce)(alice.public_id)
    assert await closed(connection) == close_codes.UNAUTHORISED


async def test_a_lost_announcement_is_made_up_for_by_the_clock(monkeypatch):
    monkeypatch.setattr(personal_socket, "LOOK_AGAIN_S", 0.1)
    monkeypatch.setattr(inbox, "announce", lambda person: None)
    alice, cookie = await somebody("Alice")
    connection = await socket(origin=OURS, cookie=cookie)
    assert await heard(connection) == []
    await put(alice.public_id, "seated", {"table": T1}, key="seated:T1")
    assert len(await heard(connection)) == 1
    await connection.disconnect()


async def test_one_person_opens_only_so_many_sockets(settings):
    settings.SOCKET_LIMITS = [(2, 60)]
    _, cookie = await somebody("Alice")
    first, second = await asyncio.gather(*(socket(origin=OURS, cookie=cookie) for _ in range(2)))
    await heard(first)
    await heard(second)
    assert await closed(await socket(origin=OURS, cookie=cookie)) == close_codes.TOO_FAST
    await first.disconnect()
    await second.disconnect()

"""Bad input through the socket: a clear answer or close code each time, and nothing is lost at the table."""

import asyncio
import json
import time
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client as Browser

from accounts import personal_socket
from games.table.ids import format_id, uuid7
from games.table.models import Event
from tests.games.table.live import a_table, of_three, people, play, seated
from tests.games.table.sockets import InProcess

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]


async def opened(path: str = f"/ws/table/{'0' * 22}", **headers: str) -> InProcess:
    return await InProcess("", path=path, headers=headers).connect()


# --- who may come in ---


async def test_a_socket_that_says_nothing_is_closed(monkeypatch):
    monkeypatch.setattr(personal_socket, "HELLO_S", 0.05)
    table, _ = await of_three()
    silent = await opened(f"/ws/table/{table.id}")
    assert await silent.until_closed() == 4401


@pytest.mark.parametrize("token", ["ot_forged", "", "x", "ot_" + "A" * 43, "ot_" + "A" * 5000, "ot_\u0000", "ot_ж"])
async def test_a_forged_token_is_closed(token):
    table, _ = await of_three()
    forger = await opened(f"/ws/table/{table.id}")
    await forger.say(type="hello", token=token)
    assert await forger.until_closed() == 4401
    assert forger.heard == []


async def test_a_forged_token_counts_for_nothing_on_our_own_page_too():
    table, _ = await of_three()
    forger = await opened(f"/ws/table/{table.id}", origin="http://localhost")
    await forger.say(type="hello", token="ot_forged")
    assert await forger.until_closed() == 4401


async def test_without_origin_and_token_nobody_comes_in():
    table, _ = await of_three()
    nobody = await opened(f"/ws/table/{table.id}")
    await nobody.say(type="hello")
    assert await nobody.until_closed() == 4401


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost.evil.example"])
async def test_a_page_of_another_site_is_closed_whatever_it_brings(origin):
    table, three = await of_three()
    evil = await opened(f"/ws/table/{table.id}", origin=origin)
    await evil.say(type="hello", token=three[0][1])
    assert await evil.until_closed() == 4403
    assert evil.heard == []


@sync_to_async
def cookie_of(person) -> str:
    browser = Browser()
    browser.force_login(person)
    return f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"


async def test_the_cookie_of_our_own_page_is_enough():
    table, three = await of_three()
    page = await opened(f"/ws/table/{table.id}", origin="http://localhost", cookie=await cookie_of(three[1][0]))
    await page.hello()
    assert page.view["you"] == 1


async def test_the_cookie_without_an_origin_counts_for_nothing():
    table, three = await of_three()
    page = await opened(f"/ws/table/{table.id}", cookie=await cookie_of(three[1][0]))
    await page.say(type="hello")
    assert await page.until_closed() == 4401


async def test_a_forged_session_is_a_stranger():
    table, _ = await of_three()
    forged = {"origin": "http://localhost", "cookie": f"{settings.SESSION_COOKIE_NAME}={'a' * 32}"}
    page = await opened(f"/ws/table/{table.id}", **forged)
    await page.hello()
    assert page.view["you"] is None
    assert (await page.command({"type": "table.sit"}))["code"] == "unauthorised"


@pytest.mark.parametrize(
    "path",
    [
        f"/ws/table/{format_id(uuid7(at_ms=1_750_000_000_000, chance=1))}",
        "/ws/table/x",
        f"/ws/table/{'z' * 22}",
        f"/ws/table/{'0' * 40}",
        "/ws/table/",
        "/ws/table/../../etc/passwd",
        "/ws",
        "/",
        "/elsewhere",
    ],
)
async def test_what_is_no_table_is_closed(path):
    [(_, token)] = await people("Alice")
    client = await opened(path)
    await client.say(type="hello", token=token)
    assert await client.until_closed() == 4404


# --- what may be said ---


UNREADABLE = [
    "",
    "{",
    "null",
    "[]",
    '"command"',
    "{}",
    '{"type": "command"}',
    '{"type": "command", "id": 1, "command": {}}',
    '{"type": "command", "id": "a", "command": []}',
    '{"type": "command", "id": "a", "decision": "1", "command": {"type": "table.sit"}}',
    '{"type": "command", "id": "", "command": {"type": "table.sit"}}',
    '{"type": "ack", "v": -1}',
    '{"type": "hello"}',
    '{"type": "frame", "v": 1}',
    '{"type": "ack", "v": 1, "seat": 2}',
    "[" * 4000,
    "\u0000",
]


@pytest.mark.parametrize("text", UNREADABLE)
async def test_what_is_no_message_closes_this_socket_alone(text):
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    bad = await seated(table, three[0][1])
    await bad.communicator.send_input({"type": "websocket.receive", "text": text})
    assert await bad.until_closed() == 4400
    await play(clients, 2)


async def test_bytes_are_no_message():
    table, three = await of_three()
    client = await seated(table, three[0][1])
    await client.communicator.send_to(bytes_data=b'{"type": "ack", "v": 1}')
    assert await client.until_closed() == 4400


async def test_before_hello_nothing_else_is_heard():
    table, _ = await of_three()
    client = await opened(f"/ws/table/{table.id}")
    await client.say(type="command", id="a", command={"type": "table.sit"})
    assert await client.until_closed() == 4400


async def test_a_huge_message_is_closed():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    bad = await seated(table, three[0][1])
    await bad.send_text(json.dumps({"type": "command", "id": "a", "command": {"type": "x" * 9000}}))
    assert await bad.until_closed() == 4009
    await play(clients, 2)


async def test_a_flood_of_what_takes_no_turn_is_closed_and_the_table_plays_on():
    """Acknowledgements and goodbyes alike."""
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    flood = await seated(table, three[0][1])
    for _ in range(55):
        await flood.say(type="ack", v=1)
        await flood.say(type="bye")
    assert await flood.until_closed() == 4029
    await play(clients, 2)


async def test_a_flood_of_commands_is_closed_and_the_table_plays_on():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    flood = await seated(table, three[0][1])
    for number in range(400):
        await flood.say(type="command", id=f"{number}", command={"type": "table.nonsense"})
    assert await flood.until_closed() == 4029
    assert sum(message["type"] == "refused" for message in flood.heard) < 100
    await play(clients, 2)


async def test_a_quick_program_is_slowed_down_and_not_sent_away():
    table, three = await of_three()
    client = await seated(table, three[0][1])
    start = time.monotonic()
    for _ in range(50):
        assert (await client.command({"type": "table.nonsense"}))["code"] == "unknown_command"
    assert time.monotonic() - start > 0.2


async def test_a_person_is_slowed_down_with_all_his_sockets_together():
    """Each salt is an event for ever, and so is each coming and going."""
    table, three = await of_three()
    sockets = [await seated(table, three[0][1]) for _ in range(4)]
    for number in range(20):
        for place, client in enumerate(sockets):
            salt = {"type": "table.give_salt", "salt": f"{number:031x}{place}"}
            await client.say(type="command", id=f"{place}-{number}", command=salt)
    await asyncio.sleep(1.5)
    given = await sync_to_async(Event.objects.filter(table_id=table.table_id, kind="table.salt_given").count)()
    assert 30 <= given <= 31


UNKNOWN: list[tuple[dict[str, object], str]] = [
    ({"type": "nonsense"}, "unknown_command"),
    ({"type": "table.nonsense"}, "unknown_command"),
    ({"type": "table.annul"}, "unknown_command"),
    ({"type": "table.abandon_table"}, "unknown_command"),
    ({"type": "table.start_next_deal"}, "unknown_command"),
    ({"type": "table.credit_clocks", "ms": 5}, "unknown_command"),
    ({"type": "place_bid"}, "unreadable"),
    ({"type": "place_bid", "value": "4"}, "unreadable"),
    ({"type": "place_bid", "value": 4, "seat": 1}, "unreadable"),
    ({"type": "place_bid", "value": True}, "unreadable"),
    ({"type": "place_bid", "value": 2**60}, "unreadable"),
    ({"type": "place_bid", "value": 4.0}, "unreadable"),
    ({"type": "play_card", "card": "1S"}, "unreadable"),
    ({"type": "play_card", "card": "7D"}, "unreadable"),
    ({"type": "play_card", "card": 3}, "unreadable"),
    ({"type": "play_card", "card": ["TC"]}, "unreadable"),
    ({"type": "name_trump", "suit": "SS"}, "unreadable"),
    ({"type": "table.sit", "seat": 7}, "unreadable"),
    ({"type": "table.give_salt", "salt": "short"}, "unreadable"),
    ({"type": 7}, "unreadable"),
    ({"type": None}, "unreadable"),
    ({}, "unreadable"),
]


async def test_commands_that_mean_nothing_are_refused_and_the_socket_stays_open():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    due = clients[clients[0].view["deciders"][0]["seat"]]
    before = due.v
    for command, code in UNKNOWN:
        assert (await due.command(command, before))["code"] == code, command
    assert due.v == before
    await play(clients, 2)


async def test_bids_out_of_range_and_plays_out_of_time_are_refused():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    due = clients[clients[0].view["deciders"][0]["seat"]]
    decision = due.view["menu"]["decision"]
    for value in (-1, 0, 1, 11):
        assert (await due.command({"type": "place_bid", "value": value}, decision))["code"] == "illegal_call"
    assert (await due.command({"type": "name_trump", "suit": "S"}, decision))["code"] == "wrong_turn"
    card = due.view["game"]["hands"][due.view["you"]]["cards"][0]
    assert (await due.command({"type": "play_card", "card": card}, decision))["code"] == "wrong_turn"
    await play(clients, 2)


async def test_cards_against_the_rules_are_refused_with_the_class_of_the_notation():
    table, three = await of_three(options={"void_play": "must_trump"})
    clients = [await seated(table, token) for _, token in three]
    await play(clients, 4)
    seen = set()
    for _ in range(56):
        view = clients[0].view
        if view["lifecycle"] != "playing":
            break
        due = clients[view["deciders"][0]["seat"]]
        menu = due.view["menu"]
        if menu["choices"][0]["type"] == "play_card":
            legal = set(menu["choices"][0]["fields"]["card"]["card"])
            held = set(due.view["game"]["hands"][due.view["you"]]["cards"])
            wrong = sorted(held - legal)[:1] + sorted({"AS", "AH", "AC", "AD"} - held)[:1]
            for card in wrong:
                answered = await due.command({"type": "play_card", "card": card}, menu["decision"])
                assert answered["type"] == "refused"
                seen.add(answered["code"])
        await play(clients, 1)
    assert {"must_follow", "card_not_held"} <= seen <= {"must_follow", "card_not_held", "must_trump"}


async def test_a_command_for_another_table_finds_no_seat_there():
    here, three = await of_three()
    there = await a_table(None, persons=[])
    client = await seated(here, three[0][1])
    elsewhere = await seated(there, three[0][1])
    decision = client.view["deciders"][0]["decision"]
    assert (await elsewhere.command({"type": "place_bid", "value": 4}, decision))["code"] == "not_seated"


@pytest.mark.parametrize("closes", [lambda client: client.close(), lambda client: client.until_closed()])
async def test_what_was_accepted_stands_however_the_socket_ends(closes: Callable[[InProcess], object]):
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    seat = clients[0].view["deciders"][0]["seat"]
    due = clients[seat]
    decision = due.view["menu"]["decision"]
    await due.say(type="command", id="a", decision=decision, command={"type": "place_bid", "value": 6})
    await due.communicator.send_input({"type": "websocket.receive", "text": "{"})
    await closes(due)  # type: ignore[misc]
    clients[seat] = await seated(table, three[seat][1], v=decision)
    await clients[seat].until(lambda: clients[seat].v > decision)
    assert clients[seat].view["game"]["bids"] == [[seat, 6]]

"""Everything about me, and the end of an account: no trace of the person is left, and no event is touched."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import models
from django.test import Client

from accounts import erasure, inbox, members, relations, services
from accounts.models import Alias, Person
from accounts.signals import person_erased
from games.table import log, service
from games.table.held import load
from games.table.models import Event, Head, Seat
from games.table.rooms import rooms_here
from matchmaking.models import RatingChange, TicketPerson
from matchmaking.queues import tickets
from matchmaking.queues.wishes import Wanted
from matchmaking.ratings import ledger
from tests.matchmaking.ended import ended

PASSWORD = "a horse of another colour"


@pytest.fixture
def member(db) -> Person:
    return Person.objects.create_member("Zephyrine", PASSWORD, "zephyrine@example.org")


def as_(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def export(client: Client, **given: str) -> dict[str, Any]:
    answer = client.post("/account/data", given)
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"].startswith("application/json")
    assert "attachment" in answer.headers["Content-Disposition"]
    found: dict[str, Any] = json.loads(answer.content)
    return found


# --- the export ---


def test_the_export_holds_everything_there_is(member):
    bob = Person.objects.create_member("Bob", PASSWORD)
    carol = Person.objects.create_member("Carol", PASSWORD)
    client = as_(member)
    services.issue_token(member, label="my bot")
    relations.befriend(member.public_id, bob.public_id)
    relations.block(member.public_id, carol.public_id)
    inbox.put(member.public_id, "your_turn", {"table": "T1"}, key="turn")
    table = ended([member.public_id, bob.public_id, carol.public_id])
    ledger.record(table)
    tickets.enter([member.public_id], [Wanted("hokm", speed="casual")])
    found = export(client, password=PASSWORD)
    assert found["person"]["name"] == "Zephyrine"
    assert found["person"]["email"] == "zephyrine@example.org"
    assert [one["label"] for one in found["tokens"]] == ["my bot"]
    assert [one["person"] for one in found["friends"]] == [bob.public_id]
    assert [one["person"] for one in found["blocks"]] == [carol.public_id]
    assert [one["kind"] for one in found["inbox"]] == ["your_turn"]
    assert [one["seat"] for one in found["tables"]] == [0]
    assert len(found["ratings"]["changes"]) == 1
    assert [one["wishes"][0]["game"] for one in found["tickets"]] == ["hokm"]
    assert found["preferences"]["one_tap"] is False
    record = client.get(found["tables"][0]["record"])
    assert record.status_code == 200


def test_the_export_holds_no_secret_and_nobody_else(member):
    bob = Person.objects.create_member("Bobadil", PASSWORD, "bobadil@example.org")
    token = services.issue_token(member)
    relations.block(bob.public_id, member.public_id)
    text = json.dumps(export(as_(member), password=PASSWORD))
    member.refresh_from_db()
    for secret in (token, member.password, services._digest(token), "Bobadil", "bobadil", bob.public_id):
        assert secret not in text


def test_the_export_asks_for_the_password(member):
    client = as_(member)
    assert 'type="password"' in client.get("/account/data").content.decode()
    for given in ({}, {"password": "wrong"}):
        answer = client.post("/account/data", given)
        assert answer.status_code == 403
        assert b"zephyrine@example.org" not in answer.content


def test_a_guest_takes_his_data_along_without_a_password(db):
    dave = services.create_guest(name="Dave")
    found = export(as_(dave))["person"]
    assert (found["id"], found["kind"], found["name"], found["has_password"]) == (
        dave.public_id,
        "guest",
        "Dave",
        False,
    )


def test_a_stranger_gets_nobodys_data(client, member):
    for address in ("/account/data", "/account/delete"):
        assert client.get(address).status_code == 302
        assert client.post(address, {"password": PASSWORD, "name": "Zephyrine"}).status_code == 302
    assert Person.objects.get().erased_at is None


def test_the_export_has_a_limit(member, settings):
    settings.EXPORT_LIMITS = [(2, 3600)]
    client = as_(member)
    assert [client.post("/account/data", {"password": "guess"}).status_code for _ in range(3)] == [403, 403, 429]


# --- the end ---


def test_deleting_asks_for_the_password_or_the_name(member):
    client = as_(member)
    assert client.post("/account/delete", {"password": "wrong"}).status_code == 403
    assert client.post("/account/delete", {"name": "Zephyrine"}).status_code == 403
    dave = services.create_guest(name="Dave")
    assert as_(dave).post("/account/delete", {"name": "David"}).status_code == 403
    assert as_(dave).post("/account/delete", {"name": "Dave"}).status_code == 200
    dave.refresh_from_db()
    member.refresh_from_db()
    assert dave.erased_at
    assert not member.erased_at


def test_guessing_the_password_there_has_a_limit(member, settings):
    settings.DELETE_LIMITS = [(1, 3600)]
    client = as_(member)
    assert client.post("/account/delete", {"password": "wrong"}).status_code == 403
    assert client.post("/account/delete", {"password": PASSWORD}).status_code == 429


@pytest.mark.parametrize(
    ("address", "field"),
    [("/account/delete", "password"), ("/account/data", "password"), ("/account/password/change/", "oldpassword")],
)
def test_guesses_there_count_as_at_the_door(member, address, field):
    """Whoever sits down at somebody's open browser gets no more tries than at the door, wherever it is asked for."""
    cache.clear()
    client = as_(member)
    for number in range(5):
        assert client.post(address, {field: f"guess {number}", "password1": PASSWORD}).status_code in (200, 403)
    assert client.post(address, {field: PASSWORD, "password1": PASSWORD * 2}).status_code == 429
    member.refresh_from_db()
    assert not member.erased_at
    assert member.check_password(PASSWORD)
    cache.clear()


def everything_written() -> list[tuple[str, str]]:
    """Every value of every text column of the database, sessions in clear."""
    found = []
    for model in apps.get_models():
        columns = [
            field.attname
            for field in model._meta.concrete_fields
            if isinstance(field, (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField))
        ]
        for row in model._base_manager.values_list(*columns) if columns else ():
            found += [(f"{model._meta.label}", str(value)) for value in row if value]
    found += [("session", json.dumps(row.get_decoded())) for row in Session.objects.all()]
    return found


@pytest.mark.django_db(transaction=True)
def test_no_name_and_no_address_is_left_anywhere_and_no_event_has_changed():
    member = Person.objects.create_member("Zephyrine", PASSWORD, "zephyrine@example.org")
    bob, carol = (Person.objects.create_member(name, PASSWORD) for name in ("Bob", "Carol"))
    members.recognise(member, services.create_guest(name="Zephyrine guest"))
    laptop, phone = Client(), as_(member)
    signed_in = laptop.post("/account/login/", {"login": "Zephyrine", "password": PASSWORD})
    assert signed_in.status_code == 302
    services.issue_token(member, label="Zephyrine's robot")
    relations.befriend(member.public_id, bob.public_id)
    relations.block(carol.public_id, member.public_id)
    inbox.put(bob.public_id, "challenge", {"table": "T1", "from": member.public_id}, key="challenge")
    tickets.enter([member.public_id], [Wanted("hokm", speed="casual")])
    table = ended([member.public_id, bob.public_id, carol.public_id])
    ledger.record(table)
    before = [tuple(row) for row in Event.objects.order_by("table_id", "seq").values_list()]
    assert any("Zephyrine" in value for _, value in everything_written())

    answer = laptop.post("/account/delete", {"password": PASSWORD})
    assert answer.status_code == 200
    assert "The account is deleted" in answer.content.decode()

    left = [where for where, value in everything_written() if "zephyrine" in value.lower()]
    assert left == []
    assert [tuple(row) for row in Event.objects.order_by("table_id", "seq").values_list()] == before
    assert load(table).table.lifecycle == "finished"
    member.refresh_from_db()
    assert (member.name, member.name_key, member.email, member.is_active) == ("", None, "", False)
    assert (member.kind, member.public_id != "") == ("member", True)
    assert not Alias.objects.exists()
    assert not TicketPerson.objects.exists()
    assert inbox.items(bob.public_id) == []
    assert relations.friends_of(bob.public_id) == relations.requests_to(bob.public_id) == []
    assert relations.blocks_of(carol.public_id) == []
    assert RatingChange.objects.filter(person=member.public_id).count() == 1
    for client in (laptop, phone):
        assert client.get("/friends").status_code == 302
    assert phone.get(f"/people/{member.public_id}").status_code == 410


def test_the_name_is_free_again(member):
    erasure.erase(member)
    assert Person.objects.create_member("Zephyrine", PASSWORD, "zephyrine@example.org").pk != member.pk


def test_nobody_signs_in_to_a_deleted_account(client, member):
    erasure.erase(member)
    for login in ("Zephyrine", "zephyrine@example.org", ""):
        assert client.post("/account/login/", {"login": login, "password": PASSWORD}).status_code == 200
    assert "_auth_user_id" not in client.session


def test_deleting_twice_is_deleting_once(member):
    told: list[str] = []
    receiver = lambda public_id, **_: told.append(public_id)  # noqa: E731
    person_erased.connect(receiver)
    try:
        erasure.erase(member)
        at = Person.objects.get().erased_at
        erasure.erase(member)
    finally:
        person_erased.disconnect(receiver)
    assert told == [member.public_id]
    assert Person.objects.get().erased_at == at


def test_a_program_cannot_be_deleted(db):
    with pytest.raises(ValueError, match="program"):
        erasure.erase(services.bot_person("simple"))


def test_seats_are_given_up_and_own_open_tables_closed(each_database):
    member = Person.objects.create_member("Zephyrine", PASSWORD)
    bob = Person.objects.create_member("Bob", PASSWORD)
    me, him = member.public_id, bob.public_id
    playing = service.open_table("hokm", {}, him, persons=[him, me], bots=("simple",), ready=True)
    own = service.open_table("hokm", {}, me)
    his = service.open_table("hokm", {}, him, persons=[him, me])
    erasure.erase(member)
    assert Head.objects.get(table_id=own.table_id).lifecycle == "closed"
    assert Head.objects.get(table_id=his.table_id).lifecycle == "open"
    assert not Seat.objects.filter(person=me).exclude(table_id=own.table_id).exists()
    seat = Seat.objects.get(table_id=playing.table_id, seat=1)
    assert (seat.person, seat.bot) == ("", "simple")
    assert Event.objects.filter(table_id=playing.table_id, actor=f"p:{me}", kind="table.left").exists()
    assert log.head(playing.table_id) is not None


@pytest.mark.django_db(transaction=True)
async def test_the_sockets_of_a_deleted_account_close():
    from config.asgi import application

    member = await sync_to_async(Person.objects.create_member)("Zephyrine", PASSWORD)
    client = await sync_to_async(as_)(member)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookie.encode())]
    table = await sync_to_async(service.open_table)("hokm", {}, None, persons=[])
    me = WebsocketCommunicator(application, "/ws/me", headers=headers)
    at_table = WebsocketCommunicator(application, f"/ws/table/{table.id}", headers=headers)
    for connection in (me, at_table):
        assert (await connection.connect(timeout=5))[0]
    await at_table.send_to(text_data='{"type": "hello"}')
    assert json.loads(await me.receive_from(timeout=5))["type"] == "inbox"
    assert json.loads(await at_table.receive_from(timeout=5))["type"] == "welcome"
    await sync_to_async(erasure.erase)(member)
    for connection in (me, at_table):
        while (output := await connection.receive_output(timeout=5))["type"] != "websocket.close":
            pass
        assert output["code"] == 4401
    await rooms_here().close()

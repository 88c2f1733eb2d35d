"""A form that is sent twice, before the first answer has come, does once what it does: also for a visitor, who has no
session yet and becomes a guest by it."""

import re
from functools import partial
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Person
from games.table import once
from games.table.ids import uuid7
from games.table.models import Head
from games.table.service import open_table
from matchmaking.models import Ticket
from tests.games.table.test_log_races import at_once

pytestmark = pytest.mark.django_db


def shown(client: Client, path: str) -> dict[str, str]:
    """The hidden fields that every form of the page carries."""
    page = client.get(path).content.decode()
    fields = {}
    for name in ("csrfmiddlewaretoken", "once"):
        found = re.search(f'name="{name}" value="([^"]+)"', page)
        assert found is not None
        fields[name] = found[1]
    return fields


def twice(client: Client, path: str, fields: dict[str, str]) -> list[Client]:
    """The two browsers that would come of it if they were two: each has the cookies from before."""
    pair = [Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)]
    for one in pair:
        one.cookies.load({name: cookie.value for name, cookie in client.cookies.items()})
    answers = at_once(*[partial(one.post, path, fields) for one in pair])
    assert [answer.status_code for answer in answers] in ([302, 302], [303, 303])  # type: ignore[attr-defined]
    assert len({answer["Location"] for answer in answers}) == 1  # type: ignore[index]
    return pair


@pytest.mark.usefixtures("each_database")
def test_a_visitor_who_presses_twice_is_one_guest_at_one_table() -> None:
    visitor = Client(enforce_csrf_checks=True)
    pair = twice(visitor, "/tables", {**shown(visitor, "/tables/new"), "game": "hokm", "players": "3"})
    guest = Person.objects.get(kind="guest")
    assert Head.objects.get().host == guest.public_id
    assert {one.get("/api/me").json()["person"] for one in pair} == {guest.public_id}


@pytest.mark.usefixtures("each_database")
def test_a_visitor_who_presses_play_twice_waits_once() -> None:
    visitor = Client(enforce_csrf_checks=True)
    twice(visitor, "/wait", {**shown(visitor, "/"), "game": "hokm", "speed": "casual"})
    assert Person.objects.filter(kind="guest").count() == Ticket.objects.get().people.count() == 1


def test_a_form_that_is_shown_again_opens_another_table() -> None:
    alice = Person.objects.create_member("Alice", "correct horse")
    client = Client()
    client.force_login(alice)
    for page, path in (("/tables/new", "/tables"), ("/", "/play"), ("/", "/play")):
        fields = {**shown(client, page), "game": "hokm", "speed": "casual"}
        for _ in range(2):
            client.post(path, fields)
    assert Head.objects.count() == 3


def test_an_invitation_that_is_sent_twice_opens_one_table() -> None:
    alice, bob = (Person.objects.create_member(name, "correct horse") for name in ("Alice", "Bob"))
    client = Client()
    client.force_login(alice)
    path = f"/people/{bob.public_id}/challenge"
    fields = {**shown(client, path), "game": "hokm", "speed": "casual", "players": "3"}
    assert client.post(path, fields)["Location"] == client.post(path, fields)["Location"]
    assert Head.objects.count() == 1


@pytest.mark.parametrize("sent", ["", "x", "x:y:z", "0" * 22, "\0", "ü" * 5000])
def test_a_field_that_is_not_ours_is_as_none(sent: str) -> None:
    form = {"once": sent}
    tables = {once.opened(form, lambda table_id: open_table("hokm", {}, None, table_id=table_id).id) for _ in range(2)}
    assert len(tables) == 2


def test_a_form_that_has_stood_for_an_hour_carries_none(monkeypatch: pytest.MonkeyPatch) -> None:
    form = {"once": once.proposed()}
    given: list[UUID | None] = []

    def make(table_id: UUID | None) -> str:
        given.append(table_id)
        return "made"

    once.opened(form, make)
    monkeypatch.setattr(once, "LASTS_S", -1)
    once.opened(form, make)
    assert [type(one) for one in given] == [UUID, type(None)]


def test_who_goes_back_and_chooses_otherwise_or_has_closed_the_table_opens_another() -> None:
    form = {"once": once.proposed(), "game": "hokm", "csrfmiddlewaretoken": "masked anew each time"}

    def press(**chosen: str) -> str:
        return once.opened({**form, **chosen}, lambda table_id: open_table("hokm", {}, None, table_id=table_id).id)

    first = press()
    assert press(csrfmiddlewaretoken="otherwise") == first
    assert press(speed="blitz") != first
    Head.objects.update(lifecycle="closed")
    assert press() != first


def test_the_next_visitor_of_a_browser_is_another_guest() -> None:
    """Signing in changes the secret of a browser's forms, so what one guest was made from makes no other."""
    browser = Client(enforce_csrf_checks=True)
    seen = set()
    for _ in range(2):
        browser.post("/play", {**shown(browser, "/"), "game": "hokm", "once": str(uuid7())})
        seen.add(browser.get("/api/me").json()["person"])
        del browser.cookies["sessionid"]
    assert len(seen) == 2

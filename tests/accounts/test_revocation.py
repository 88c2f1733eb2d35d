"""A session or a token that ends takes its sockets with it: at once, and those of nobody else."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core import mail
from django.test import Client

from accounts import services
from accounts.models import Person
from games.table.service import open_table
from tests.accounts.people import OTHER, PASSWORD, mailed_link, member, sign_in, sign_up, signed_in, who
from tests.games.table.sockets import InProcess

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]
UNAUTHORISED = 4401


def cookie(client: Client) -> dict[str, str]:
    name = settings.SESSION_COOKIE_NAME
    return {"origin": "http://localhost", "cookie": f"{name}={client.cookies[name].value}"}


async def at_the_table(
    table: str, person: Person | None, headers: dict[str, str], token: str | None = None
) -> InProcess:
    """Connected to the real consumer, and known to it."""
    socket = await InProcess(table, headers=headers).connect()
    await socket.hello(token)
    assert socket.welcome["you"]["person"] == (person.public_id if person else None)
    return socket


class Scene:
    """Alice in two browsers and by a token, and Bob, all looking at one table."""

    @classmethod
    async def set(cls) -> "Scene":
        scene = cls()
        await sync_to_async(scene.people)()
        scene.here = await at_the_table(scene.table, scene.alice, cookie(scene.home))
        scene.there = await at_the_table(scene.table, scene.alice, cookie(scene.phone))
        scene.program = await at_the_table(scene.table, scene.alice, {}, scene.token)
        scene.other = await at_the_table(scene.table, scene.bob, cookie(scene.bobs))
        return scene

    def people(self) -> None:
        self.alice, self.bob = member("Alice", "alice@example.org"), member("Bob")
        self.home, self.phone, self.bobs = signed_in(self.alice), signed_in(self.alice), signed_in(self.bob)
        self.token = services.issue_token(self.alice)
        self.table = open_table("hokm", {}, self.alice.public_id).id

    async def still(self, *sockets: InProcess) -> None:
        """These are open and answered."""
        for socket in sockets:
            answer = await socket.command({"type": "table.nonsense"})
            assert answer["type"] == "refused"

    async def strike(self) -> None:
        for socket in (self.here, self.there, self.program, self.other):
            await socket.close()

    here: InProcess
    there: InProcess
    program: InProcess
    other: InProcess


async def test_signing_out_closes_the_sockets_of_this_browser_alone():
    scene = await Scene.set()
    await sync_to_async(scene.home.post)("/account/logout/")
    assert await scene.here.until_closed() == UNAUTHORISED
    await scene.still(scene.there, scene.program, scene.other)
    await scene.strike()


async def test_ending_another_session_closes_its_sockets():
    scene = await Scene.set()

    def end_the_phone() -> None:
        key = scene.phone.cookies[settings.SESSION_COOKIE_NAME].value
        scene.home.post(f"/account/sessions/{UserSession.objects.get(session_key=key).pk}/end/")

    await sync_to_async(end_the_phone)()
    assert await scene.there.until_closed() == UNAUTHORISED
    await scene.still(scene.here, scene.program, scene.other)
    await scene.strike()


async def test_everywhere_else():
    scene = await Scene.set()
    await sync_to_async(scene.home.post)("/account/sessions/")
    assert await scene.there.until_closed() == UNAUTHORISED
    await scene.still(scene.here, scene.program, scene.other)
    await scene.strike()


async def test_everywhere():
    scene = await Scene.set()
    await sync_to_async(scene.home.post)("/account/sessions/end/")
    assert await scene.here.until_closed() == UNAUTHORISED
    assert await scene.there.until_closed() == UNAUTHORISED
    await scene.still(scene.program, scene.other)
    await scene.strike()


async def test_a_new_password_ends_sessions_and_tokens():
    scene = await Scene.set()

    def change() -> Any:
        answer = scene.home.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": OTHER})
        return answer.status_code, who(scene.home), who(scene.phone), services.person_for_token(scene.token)

    status, here, there, program = await sync_to_async(change)()
    assert status == 302
    assert here is not None, "who changed it stays"
    assert (there, program) == (None, None)
    assert await scene.there.until_closed() == UNAUTHORISED
    assert await scene.program.until_closed() == UNAUTHORISED
    await scene.still(scene.other)
    await scene.strike()


async def test_a_password_reset_by_mail_ends_them_all():
    scene = await Scene.set()

    def reset() -> None:
        stranger = Client()
        stranger.post("/account/password/reset/", {"email": "alice@example.org"})
        form = stranger.get(mailed_link(), follow=True)
        assert stranger.post(form.request["PATH_INFO"], {"password1": OTHER}).status_code == 302

    await sync_to_async(reset)()
    for socket in (scene.here, scene.there, scene.program):
        assert await socket.until_closed() == UNAUTHORISED
    await scene.still(scene.other)
    await scene.strike()


async def test_a_guest_who_signs_in_leaves_his_sockets_behind():
    def people() -> tuple[Client, Person, str]:
        member("Alice")
        client, dave = Client(), services.create_guest(name="Dave")
        client.force_login(dave)
        return client, dave, open_table("hokm", {}, dave.public_id).id

    client, dave, table = await sync_to_async(people)()
    socket = await at_the_table(table, dave, cookie(client))
    await sync_to_async(sign_in)(client, "Alice")
    assert await socket.until_closed() == UNAUTHORISED
    await socket.close()


# --- without sockets ---


@pytest.mark.parametrize("wrong", ["", "wrong wrong"])
def test_the_password_is_changed_by_whoever_knows_it(wrong):
    client = signed_in(member("Alice"))
    client.post("/account/password/change/", {"oldpassword": wrong, "password1": OTHER})
    assert Person.objects.get().check_password(PASSWORD)


def test_a_reset_link_works_once_and_signs_nobody_in(client):
    member("Alice", "alice@example.org")
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    link = mailed_link()
    form = client.get(link, follow=True)
    assert "alice" not in form.request["PATH_INFO"]
    client.post(form.request["PATH_INFO"], {"password1": OTHER})
    assert who(client) is None
    assert b"This link is spent" in client.get(link).content


def test_an_unconfirmed_address_resets_no_account_that_somebody_else_prepared(client):
    """Mallory writes down the address of another, adds a passkey, and waits for him to come by mail."""
    sign_up(client, "Mallory", email="victim@example.org")
    Authenticator.objects.create(user=Person.objects.get(), type="webauthn", data={"name": "trap", "credential": {}})
    mail.outbox.clear()
    Client().post("/account/password/reset/", {"email": "victim@example.org"})
    assert mail.outbox[0].subject == "No account with this address"


def test_the_list_names_the_devices():
    alice = member("Alice")
    client = signed_in(alice)
    phone = Client(headers={"user-agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36"})
    sign_in(phone, "Alice")
    page = client.get("/account/sessions/").content.decode()
    assert "Firefox · Linux" in page
    assert "Chrome · Android" in page
    assert "2 devices" in client.get("/account").content.decode()


def test_nobody_ends_the_session_of_another():
    alice, bob = member("Alice"), member("Bob")
    mine, his = signed_in(alice), signed_in(bob)
    session = UserSession.objects.get(user=bob)
    assert mine.post(f"/account/sessions/{session.pk}/end/").status_code == 404
    assert who(his) is not None

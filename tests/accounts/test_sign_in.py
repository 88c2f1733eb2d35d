"""Signing in: by name, by address, by mailed link and code, with a second step; and out."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.test import Client

from accounts import links
from accounts.models import Person
from tests.accounts.people import OTHER, PASSWORD, mailed_link, member, sign_in, signed_in, text, who

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Person:
    return member("Alice B", "alice@example.org")


def app_code(secret: str, ahead: int = 0) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + ahead)))


@pytest.mark.parametrize(
    "login", ["Alice B", "alice b", "ALICEB", "Al1ce-B", " Alice B ", "alice@example.org", "Alice@Example.ORG"]
)
def test_by_name_as_one_writes_it_or_by_address(client, alice, login):
    assert sign_in(client, login)["Location"] == "/"
    assert who(client)["person"] == alice.public_id


@pytest.mark.parametrize("login", ["Bob", "bob@example.org", "", "\x00", "x" * 5000, "@", "💥", "Alice"])
def test_not_by_anything_else(client, alice, login):
    sign_in(client, login)
    assert who(client) is None


def test_a_public_id_is_no_name_to_sign_in_with(client, alice):
    sign_in(client, alice.public_id)
    assert who(client) is None


def test_nobody_signs_in_as_a_guest_or_a_program(client):
    Person.objects.create_guest("Dave")
    Person.objects.create_bot("simple")
    for name in ("Dave", "simple"):
        sign_in(client, name, "!")
        sign_in(client, name, "")
    assert who(client) is None


def test_an_address_that_two_wrote_down_and_nobody_confirmed_means_neither(client):
    member("Alice", "shared@example.org", confirmed=False)
    assert sign_in(client, "shared@example.org").status_code == 302
    client.logout()
    Person.objects.create_member("Bob", OTHER, "shared@example.org")
    for password in (PASSWORD, OTHER):
        sign_in(client, "shared@example.org", password)
        assert who(client) is None
    assert sign_in(client, "Bob", OTHER).status_code == 302


def test_an_address_belongs_to_whoever_confirmed_it(client):
    member("Mallory", "alice@example.org", confirmed=False)
    alice = Person.objects.create_member("Alice", OTHER, "alice@example.org", confirmed=True)
    sign_in(client, "alice@example.org", PASSWORD)
    assert who(client) is None
    sign_in(client, "alice@example.org", OTHER)
    assert who(client)["person"] == alice.public_id


def test_a_closed_account_opens_to_nobody(client, alice):
    alice.is_active = False
    alice.save()
    sign_in(client, "Alice B")
    assert who(client) is None
    client.post("/account/login/code/", {"email": "alice@example.org"})
    assert "code" not in str(mail.outbox[-1].body)


# --- by mail ---


def test_by_the_mailed_link_in_any_browser(client, alice):
    asked = client.post("/account/login/code/", {"email": "alice@example.org"})
    assert asked["Location"] == "/account/login/code/confirm/"
    phone, link = Client(), mailed_link()
    assert who(phone) is None
    assert "Sign in as <bdi>Alice B</bdi>" in text(phone.get(link))
    assert who(phone) is None, "looking is not enough: programs look too"
    assert phone.post(link).status_code == 302
    assert who(phone)["person"] == alice.public_id


def test_a_mailed_link_works_once(client, alice):
    link = f"/account/login/link/{links.link_token(alice)}/"
    Client().post(link)
    assert client.post(link)["Location"] == "/account/login/"
    assert "used or is too old" in text(client.get("/account/login/"))
    assert who(client) is None


def test_a_mailed_link_ends_with_the_address_it_went_to(client, alice):
    link = f"/account/login/link/{links.link_token(alice)}/"
    Person.objects.filter(pk=alice.pk).update(email="new@example.org")
    client.post(link)
    assert who(client) is None


def test_a_mailed_link_ends_with_the_password_and_with_time(client, alice, monkeypatch):
    before = f"/account/login/link/{links.link_token(alice)}/"
    alice.set_password(OTHER)
    alice.save()
    client.post(before)
    assert who(client) is None
    late = f"/account/login/link/{links.link_token(alice)}/"
    now = time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + links.LASTS_S + 1)
    client.post(late)
    assert who(client) is None


@pytest.mark.parametrize("forged", ["x", "W10:1xXwPz:abc", "..", "💥"])
def test_a_forged_link_leads_to_the_door(client, forged):
    assert client.get(f"/account/login/link/{forged}/")["Location"] == "/account/login/"


def test_by_the_mailed_code(client, alice):
    client.post("/account/login/code/", {"email": "alice@example.org"})
    code = re.search(r"code where you asked for it: (\S+)", str(mail.outbox[-1].body))[1]  # type: ignore[index]
    answer = client.post("/account/login/code/confirm/", {"code": "WRON-GONE"})
    assert "This code is not right" in text(answer)
    assert client.post("/account/login/code/confirm/", {"code": code}).status_code == 302
    assert who(client)["person"] == alice.public_id


def test_three_wrong_codes_end_the_code(client, alice):
    client.post("/account/login/code/", {"email": "alice@example.org"})
    code = re.search(r"code where you asked for it: (\S+)", str(mail.outbox[-1].body))[1]  # type: ignore[index]
    for _ in range(3):
        client.post("/account/login/code/confirm/", {"code": "WRON-GONE"})
    client.post("/account/login/code/confirm/", {"code": code})
    assert who(client) is None


def test_an_address_nobody_confirmed_gets_no_way_in(client):
    member("Alice", "alice@example.org", confirmed=False)
    client.post("/account/login/code/", {"email": "alice@example.org"})
    assert mail.outbox[-1].subject == "No account with this address"


# --- the second step ---


def with_app(person: Person) -> tuple[str, Client]:
    """Sets up an authenticator app through the pages; its secret, and the browser it was done in."""
    client = signed_in(person)
    page = text(client.get("/account/2fa/totp/activate/"))
    secret = re.search(r'dir="ltr">([A-Z2-7]{32})<', page)[1]  # type: ignore[index]
    answer = client.post("/account/2fa/totp/activate/", {"code": app_code(secret)})
    assert answer["Location"] == "/account/2fa/recovery-codes/"
    return secret, client


def test_an_authenticator_app_is_asked_after_the_password(client, alice):
    secret, _ = with_app(alice)
    assert sign_in(client, "Alice B")["Location"] == "/account/2fa/authenticate/"
    assert who(client) is None
    assert "This code is not right" in text(client.post("/account/2fa/authenticate/", {"code": "000000"}))
    assert client.post("/account/2fa/authenticate/", {"code": app_code(secret, 1)}).status_code == 302
    assert who(client)["person"] == alice.public_id


def test_it_is_asked_after_the_mailed_link_too(client, alice):
    with_app(alice)
    alice.refresh_from_db()
    client.post(f"/account/login/link/{links.link_token(alice)}/")
    assert who(client) is None


def test_a_recovery_code_stands_in_once(client, alice):
    _, mine = with_app(alice)
    codes = re.findall(r"<li>(\d{8})</li>", text(mine.get("/account/2fa/recovery-codes/")))
    assert len(codes) == 10
    assert codes[0] in text(mine.get("/account/2fa/recovery-codes/download/"))
    for expected in (alice.public_id, None):
        sign_in(client, "Alice B")
        client.post("/account/2fa/authenticate/", {"code": codes[0]})
        assert (who(client) or {"person": None})["person"] == expected
        client.logout()


def test_new_recovery_codes_void_the_old(alice):
    _, mine = with_app(alice)
    old = re.findall(r"<li>(\d{8})</li>", text(mine.get("/account/2fa/recovery-codes/")))
    assert mine.post("/account/2fa/recovery-codes/generate/").status_code == 302
    assert not set(old) & set(re.findall(r"<li>(\d{8})</li>", text(mine.get("/account/2fa/recovery-codes/"))))


def test_switching_it_off_asks_for_the_password_alone(client, alice):
    _, mine = with_app(alice)
    assert mine.post("/account/2fa/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.exists()
    sign_in(client, "Alice B")
    assert who(client) is not None


def test_a_dump_of_the_database_opens_no_account(alice):
    secret, mine = with_app(alice)
    codes = re.findall(r"<li>(\d{8})</li>", text(mine.get("/account/2fa/recovery-codes/")))
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept
    assert not [code for code in codes if code in kept]


def test_guessing_codes_of_an_app_ends_soon(client, alice):
    with_app(alice)
    sign_in(client, "Alice B")
    for number in range(5):
        assert client.post("/account/2fa/authenticate/", {"code": f"00000{number}"}).status_code == 200
    answer = client.post("/account/2fa/authenticate/", {"code": "000009"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) == 300


# --- asked again before something weighty ---

WEIGHTY = ["/account/2fa/webauthn/add/", "/account/2fa/totp/activate/"]


@pytest.mark.parametrize("address", WEIGHTY)
def test_what_changes_the_ways_in_asks_who_you_are_unless_you_just_came(alice, address):
    client = signed_in(alice)
    assert client.get(address).status_code == 200
    session = client.session
    session["signed_in_at"] = time.time() - 301
    session.save()
    answer = client.get(address)
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert "This password is not right" in text(client.post(answer["Location"], {"password": "wrong wrong"}))
    assert client.post(answer["Location"], {"password": PASSWORD})["Location"] == address
    assert client.get(address).status_code == 200


def test_by_a_mailed_code_too(alice):
    client = signed_in(alice)
    client.post("/account/reauthenticate/code/", {"recipient": "alice@example.org", "email": "alice@example.org"})
    body = str(mail.outbox[-1].body)
    assert "link" not in body, "a link would sign in somebody else's browser"


def test_signing_out(alice):
    client = signed_in(alice)
    assert client.post("/account/logout/")["Location"] == "/"
    assert who(client) is None


def test_looking_at_sign_out_signs_nobody_out(alice):
    client = signed_in(alice)
    client.get("/account/logout/")
    assert who(client) is not None


@pytest.mark.parametrize(
    "address", ["/account/login/", "/account/signup/", "/account/logout/", "/account/sessions/end/"]
)
def test_a_form_of_another_site_does_nothing(alice, address):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(address, {"login": "Alice B", "password": PASSWORD}).status_code == 403
    assert who(client) is not None

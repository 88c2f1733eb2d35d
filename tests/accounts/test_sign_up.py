"""Becoming a member: a visitor, a guest who stays himself, a guest who was a member all along."""

from io import StringIO
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import members, services
from accounts.models import AccessToken, Alias, Person
from accounts.preferences import Preferences
from tests.accounts.people import PASSWORD, mailed_link, member, sign_in, sign_up, text, who

pytestmark = pytest.mark.django_db


def guest(client: Client, name: str = "Dave") -> Person:
    """Who has played already: his cookie is in the client."""
    made = services.create_guest(name=name, preferences=Preferences(theme="dark", one_tap=True))
    client.force_login(made)
    return made


def test_a_name_and_a_password_are_enough(client):
    answer = sign_up(client, "Alice")
    assert answer.status_code == 302
    alice = Person.objects.get()
    assert (alice.kind, alice.name, alice.email) == ("member", "Alice", "")
    assert alice.check_password(PASSWORD)
    assert who(client) == {"person": alice.public_id, "name": "Alice", "kind": "member"}
    assert mail.outbox == []


def test_a_guest_stays_the_same_person(client):
    dave = guest(client)
    token = services.issue_token(dave)
    assert "Dave" in text(client.get("/account/signup/")), "his name stands there already"
    assert sign_up(client, "Dave").status_code == 302
    after = Person.objects.get()
    assert (after.pk, after.public_id, after.kind, after.theme, after.one_tap) == (
        dave.pk,
        dave.public_id,
        "member",
        "dark",
        True,
    )
    assert who(client)["person"] == dave.public_id
    assert services.person_for_token(token) == after
    assert not Alias.objects.exists()


def test_the_cookie_of_the_guest_is_worth_nothing_afterwards(client):
    guest(client)
    stolen = client.cookies["sessionid"].value
    sign_up(client, "Dave")
    thief = Client()
    thief.cookies["sessionid"] = stolen
    assert who(thief) is None
    assert client.cookies["sessionid"].value != stolen


def test_a_guest_who_signs_in_is_remembered_as_the_member(client):
    alice = member("Alice")
    dave = guest(client)
    sign_in(client, "Alice")
    assert who(client)["person"] == alice.public_id
    assert members.public_ids(alice) == (alice.public_id, dave.public_id)
    dave.refresh_from_db()
    assert (dave.kind, dave.name) == ("guest", "Dave"), "his row stays, for events name him"


def test_a_guest_at_the_door_is_a_guest_until_he_is_in(client):
    """Looking at the sign-in page, or typing a wrong password, costs no seat."""
    dave = guest(client)
    member("Alice")
    client.get("/account/login/")
    sign_in(client, "Alice", "wrong wrong")
    assert who(client)["person"] == dave.public_id
    assert 'data-theme="dark"' in text(client.get("/account/login/"))
    assert client.get("/account/email/")["Location"].startswith("/account/login/")
    assert client.get("/account")["Location"] == "/account/signup/"


def test_signing_in_twice_makes_no_second_alias(client):
    alice = member("Alice")
    dave = guest(client)
    sign_in(client, "Alice")
    members.recognise(alice, dave)
    assert Alias.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Alice", "A member has this name"),
        ("AL1CE", "A member has this name"),
        ("Vеra", "one alphabet"),
        ("Opentrick", "belongs to the house"),
        ("vera@example.org", "not a mail address"),
        ("\u202eevil", "invisible"),
        ("x" * 21, "at most 20"),
        ("", "required"),
    ],
)
def test_an_unfit_name_is_said_and_nobody_is_made(client, name, why):
    member("Alice")
    answer = sign_up(client, name)
    assert answer.status_code == 200
    assert why in text(answer)
    assert Person.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "password1", "alicealice", "12345678"])
def test_a_weak_password_is_said(client, password):
    answer = sign_up(client, "Alicealice", password)
    assert answer.status_code == 200
    assert not Person.objects.exists()


def test_the_form_sent_twice_makes_one_member(client):
    """Both from the page of one guest, the second while the first is on its way."""
    dave = guest(client)
    second = Client()
    second.cookies["sessionid"] = client.cookies["sessionid"].value
    assert members.sign_up(Person.objects.get(pk=dave.pk), "Dave", PASSWORD).pk == dave.pk
    with pytest.raises(members.NameTaken):
        members.sign_up(dave, "Dave", "another password")
    assert Person.objects.get().check_password(PASSWORD)


def test_whoever_is_second_with_a_name_is_told(client, monkeypatch):
    """Between the check of the form and the row another took it."""
    member("Alice")
    monkeypatch.setattr(members, "check_free", lambda name, but=None: None)

    def taken(*args, **more):
        raise members.NameTaken("A member has this name")

    monkeypatch.setattr(members, "sign_up", taken)
    answer = sign_up(client, "Alice")
    assert (answer.status_code, answer["Location"]) == (302, "/account/signup/")
    assert "A member has this name" in text(client.get("/account/signup/"))


def test_the_row_refuses_two_members_who_look_alike():
    member("Alice")
    with pytest.raises(members.NameTaken):
        members.sign_up(Person(), "AL1CE", PASSWORD)
    assert Person.objects.count() == 1


def test_an_address_is_confirmed_by_its_link(client):
    sign_up(client, "Alice", email="Alice@Example.org")
    alice = Person.objects.get()
    assert alice.email == "alice@example.org"
    assert "not confirmed yet" in text(client.get("/account"))
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"]
    link = mailed_link()
    assert "Yes, confirm" in text(client.get(link)), "looking does not confirm"
    assert not EmailAddress.objects.get(user=alice).verified
    assert client.post(link)["Location"] == "/account"
    assert EmailAddress.objects.get(user=alice).verified
    assert "This link is spent" in text(client.get(link))


def test_next_leads_back_to_a_page_of_ours_only(client):
    given = {"username": "Alice", "password1": PASSWORD, "next": "/rules/hokm"}
    assert client.post("/account/signup/", given)["Location"] == "/rules/hokm"
    client.logout()
    answer = client.post("/account/login/?next=/settings", {"login": "Alice", "password": PASSWORD})
    assert answer["Location"] == "/settings"
    client.logout()
    answer = client.post("/account/login/?next=https://evil.example/", {"login": "Alice", "password": PASSWORD})
    assert answer["Location"] == "/"


def test_whoever_made_too_many_accounts_waits(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/m/ip"}
    for name in ("Anna", "Berta"):
        assert sign_up(Client(), name).status_code == 302
    answer = sign_up(Client(), "Carol")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert not Person.objects.filter(name="Carol").exists()


def test_tokens_of_the_guest_go_on_playing_for_the_member(client):
    dave = guest(client)
    services.issue_token(dave, label="guest")
    sign_up(client, "Dave")
    assert AccessToken.objects.get().person.kind == "member"


def test_an_operator_makes_a_member_by_command(monkeypatch, capsys):
    from django.core.management import call_command
    from django.core.management.base import CommandError

    answers = iter([PASSWORD, PASSWORD, "short", "short"])
    monkeypatch.setattr("getpass.getpass", lambda prompt="": next(answers))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    call_command("createmember", "Alice", "--email", "alice@example.org")
    alice = Person.objects.get()
    assert alice.check_password(PASSWORD)
    assert (alice.kind, alice.email) == ("member", "alice@example.org")
    with pytest.raises(CommandError, match="member has this name"):
        call_command("createmember", "AL1CE")
    with pytest.raises(CommandError, match="too short"):
        call_command("createmember", "Bob")
    monkeypatch.setattr("sys.stdin", StringIO(f"{PASSWORD}\n"))  # from a file or another program
    call_command("createmember", "Bob")
    assert Person.objects.get(name="Bob").check_password(PASSWORD)

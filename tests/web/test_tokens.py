"""The page of access tokens: made with a name and a time, shown once, revoked here or with the password."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import AccessToken, Person
from tests.accounts.people import OTHER, PASSWORD, member, signed_in, who

pytestmark = pytest.mark.django_db

PAGE = "/account/tokens"


@pytest.fixture
def alice() -> Person:
    return member()


def made(client: Client, name: str = "my bot", days: str = "90") -> str:
    page = client.post(PAGE, {"name": name, "days": days}).content.decode()
    (token,) = set(re.findall(r'value="(ot_[\w-]+)"', page))
    return str(token)


def test_a_token_is_shown_once_and_opens_the_api_as_its_member(alice: Person) -> None:
    client = signed_in(alice)
    token = made(client)
    assert Client().get("/api/me", headers={"authorization": f"Bearer {token}"}).json()["name"] == "Alice"
    page = client.get(PAGE)
    assert "my bot" in page.content.decode()
    assert token not in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    row = AccessToken.objects.get()
    assert token not in repr(vars(row))
    assert row.expires_at is not None
    assert abs(row.expires_at - timezone.now() - dt.timedelta(days=90)) < dt.timedelta(minutes=1)


def test_it_may_stay_until_it_is_revoked(alice: Person) -> None:
    made(signed_in(alice), days="0")
    assert AccessToken.objects.get().expires_at is None


def test_whoever_revokes_a_token_can_only_do_so_with_his_own(alice: Person) -> None:
    client, token = signed_in(alice), services.issue_token(alice, label="mine")
    bobs = services.issue_token(member("Bob"))
    for row in AccessToken.objects.all():
        assert client.post(f"{PAGE}/{row.pk}/revoke")["Location"] == PAGE
    assert services.person_for_token(token) is None
    assert services.person_for_token(bobs) is not None
    assert "mine" not in client.get(PAGE).content.decode()


def test_changing_the_password_revokes_them_all(alice: Person) -> None:
    client = signed_in(alice)
    token = made(client)
    change = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert client.post("/account/password/change/", change).status_code == 302
    assert services.person_for_token(token) is None
    assert "my bot" not in client.get(PAGE).content.decode()


def test_the_password_is_asked_for_again_before_one_is_made(alice: Person) -> None:
    client = Client()
    client.force_login(alice, backend="accounts.backends.Members")
    assert client.get(PAGE).status_code == 200
    answer = client.post(PAGE, {"name": "mine", "days": "30"})
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert not AccessToken.objects.exists()
    page = client.post(answer["Location"], {"password": PASSWORD}, follow=True).content.decode()
    assert 'value="ot_' in page  # what was asked for is done then
    assert AccessToken.objects.get().label == "mine"


@pytest.mark.parametrize("name", ["", "   ", "a\u202eb", "\0"])
def test_a_token_needs_a_name_that_can_be_read(alice: Person, name: str) -> None:
    answer = signed_in(alice).post(PAGE, {"name": name, "days": "90"})
    assert answer.status_code == 400
    assert "Give it a name" in answer.content.decode()
    assert not AccessToken.objects.exists()


def test_there_is_an_end_to_them(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.tokens.MOST", 1)
    client = signed_in(alice)
    made(client)
    assert "Revoke one first" in client.post(PAGE, {"name": "two", "days": "90"}).content.decode()
    assert AccessToken.objects.count() == 1


def test_guests_and_visitors_have_no_such_page() -> None:
    client = Client()
    assert client.get(PAGE)["Location"].startswith("/account/login/")
    client.force_login(services.create_guest(name="Dave"))
    assert client.post(PAGE, {"name": "mine"})["Location"].startswith("/account/login/")
    assert who(client)["name"] == "Dave"
    assert not AccessToken.objects.exists()

"""Whom a socket belongs to: origin, cookie, token, and what is made of forged ones."""

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.test import Client

from accounts import services
from accounts.sockets import WrongOrigin, check_origin, person_for_scope

pytestmark = pytest.mark.django_db(transaction=True)
OURS = "http://localhost:8000"


def scope(**headers: str) -> dict[str, object]:
    given = {"host": "localhost:8000", **headers}
    return {"type": "websocket", "headers": [(key.encode(), value.encode()) for key, value in given.items()]}


@pytest.fixture
def alice():
    return services.create_guest(name="Alice")


@pytest.fixture
def cookie(alice):
    client = Client()
    client.force_login(alice)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


who = async_to_sync(person_for_scope)


def test_the_cookie_counts_on_a_page_of_ours(alice, cookie):
    assert who(scope(origin=OURS, cookie=cookie)) == alice


def test_the_cookie_alone_counts_for_nothing(cookie):
    assert who(scope(cookie=cookie)) is None


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://localhost:8001",
        "null",
        "http://localhost:8000.evil.example",
        "http://[",
        "file://",
    ],
)
def test_a_page_of_another_site_opens_nothing(origin, cookie):
    with pytest.raises(WrongOrigin):
        who(scope(origin=origin, cookie=cookie))


def test_a_foreign_page_opens_nothing_with_a_token_either(alice):
    with pytest.raises(WrongOrigin):
        who(scope(origin="https://evil.example"), services.issue_token(alice))


def test_a_host_that_is_not_ours_is_no_origin_of_ours(cookie):
    with pytest.raises(WrongOrigin):
        who(scope(host="evil.example", origin="http://evil.example", cookie=cookie))


def test_two_origins_are_none():
    twice = scope(origin=OURS)
    twice["headers"] = [*twice["headers"], (b"origin", OURS.encode())]  # type: ignore[misc]
    with pytest.raises(WrongOrigin):
        check_origin(twice)


def test_a_program_needs_no_origin_but_a_token(alice):
    assert who(scope(), services.issue_token(alice)) == alice
    assert who(scope()) is None


def test_a_wrong_token_is_nobody_even_beside_a_right_cookie(cookie):
    assert who(scope(origin=OURS, cookie=cookie), "ot_forged") is None


def test_a_revoked_token_is_nobody(alice):
    token = services.issue_token(alice)
    services.revoke_token(token)
    assert who(scope(), token) is None


@pytest.mark.parametrize("forged", ["sessionid=forged", "sessionid=", "sessionid=" + "a" * 32, "=;=;", "sessionid"])
def test_a_forged_session_is_nobody(alice, forged):
    assert who(scope(origin=OURS, cookie=forged)) is None


def test_a_session_ends_when_the_person_is_locked_out(alice, cookie):
    alice.set_unusable_password()
    alice.save()
    assert who(scope(origin=OURS, cookie=cookie)) is None

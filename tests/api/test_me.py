import pytest
from django.test import Client

from accounts import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return services.create_guest(name="Alice")


def by_token(token: str) -> Client:
    return Client(enforce_csrf_checks=True, headers={"authorization": f"Bearer {token}"})


def test_a_token_says_whose_it_is(alice):
    answer = by_token(services.issue_token(alice)).get("/api/me")
    assert answer.json() == {"person": alice.public_id, "name": "Alice", "kind": "guest"}


def test_so_does_a_cookie(client, alice):
    client.force_login(alice)
    assert client.get("/api/me").json()["person"] == alice.public_id


def test_a_stranger_is_nobody(client):
    answer = client.get("/api/me")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorised")


def test_a_token_can_be_given_back(alice):
    first, second = services.issue_token(alice), services.issue_token(alice)
    assert by_token(first).delete("/api/token").status_code == 204
    assert by_token(first).get("/api/me").status_code == 401
    assert by_token(first).delete("/api/token").status_code == 401
    assert by_token(second).get("/api/me").status_code == 200


def test_a_cookie_gives_no_token_back(client, alice):
    client.force_login(alice)
    assert client.delete("/api/token").status_code == 401

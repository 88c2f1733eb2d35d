"""A visitor who wants to sit down at the table he looks at."""

import pytest
from django.test import Client

from accounts.models import Person


@pytest.mark.django_db
def test_visitor_becomes_a_guest_with_a_cookie() -> None:
    client = Client()
    body = client.post("/guest-session").json()
    assert Person.objects.get(public_id=body["person"]).name == body["name"]
    again = client.post("/guest-session").json()
    assert again["person"] == body["person"]


@pytest.mark.django_db
def test_the_new_form_token_is_the_one_that_counts() -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/settings")
    first = client.cookies["csrftoken"].value
    answer = client.post("/guest-session", headers={"X-CSRFToken": first})
    assert answer.status_code == 200
    kept = client.post("/settings", {"theme": "dark"}, headers={"X-CSRFToken": answer.json()["csrf"]})
    assert kept.status_code == 302


@pytest.mark.django_db
def test_it_rejects_get_and_strangers_forms() -> None:
    assert Client().get("/guest-session").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/guest-session").status_code == 403
    assert not Person.objects.exists()

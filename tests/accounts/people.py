"""Alice, a member, and how somebody comes to the door: what the tests of accounts share."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail
from django.test import Client

from accounts.models import Person

PASSWORD = "seven spades doubled"
OTHER = "nine hearts redoubled"


def member(name: str = "Alice", email: str = "", *, confirmed: bool = True) -> Person:
    return Person.objects.create_member(name, PASSWORD, email, confirmed=confirmed)


def sign_in(client: Client, login: str, password: str = PASSWORD, **more: Any) -> Any:
    return client.post("/account/login/", {"login": login, "password": password}, **more)


def signed_in(person: Person) -> Client:
    """A browser of this person, through the door and not past it: with a session of its own in the list."""
    client = Client(headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    assert sign_in(client, person.name).status_code == 302
    return client


def who(client: Client) -> Any:
    """Who the cookie says this is; None for a visitor."""
    answer = client.get("/api/me", headers={"accept": "application/json"})
    return answer.json() if answer.status_code == 200 else None


def sign_up(client: Client, name: str, password: str = PASSWORD, email: str = "", **more: Any) -> Any:
    return client.post("/account/signup/", {"username": name, "password1": password, "email": email}, **more)


def mailed_link(number: int = -1) -> str:
    """The path of the first link of a mail."""
    found = re.search(r"https?://[^/\s]+(/\S+)", str(mail.outbox[number].body))
    assert found, mail.outbox[number].body
    return found[1]


def text(answer: Any) -> str:
    content: bytes = answer.content
    return content.decode()

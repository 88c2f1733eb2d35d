"""What every answer carries, found by the urlconf: headers, a policy without exceptions, and pages that need none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from accounts import links, services
from accounts.models import Person
from games.table.service import open_table
from tests.accounts.people import mailed_link, member, sign_in, signed_in
from tests.accounts.test_sign_in import with_app
from tests.config.entrances import addresses

pytestmark = pytest.mark.django_db

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
POLICY = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}
LANGUAGES = ["en", "ar"]


class Inline(HTMLParser):
    """Everything on a page that a policy without exceptions would stop, or that comes from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.found.append(f"<{tag} {name}>")
            if name in ("href", "src", "action", "formaction") and re.match(
                r"\s*(javascript|data|//|https?:)", value or ""
            ):
                self.found.append(f"<{tag} {name}={value}>")
        if tag in ("iframe", "object", "embed", "base"):
            self.found.append(f"<{tag}>")


def check(answer: Any, where: str) -> None:
    headers = answer.headers
    for name, value in ALWAYS.items():
        assert headers.get(name) == value, f"{where}: {name}"
    assert set(headers["Content-Security-Policy"].split("; ")) == POLICY, where
    if headers.get("Content-Type", "").startswith("text/html"):
        assert Inline(answer.content.decode()).found == [], where
    for name, cookie in answer.cookies.items():
        if cookie.value:
            assert cookie["httponly"], f"{where}: cookie {name}"
            assert cookie["samesite"] == "Lax", f"{where}: cookie {name}"
    if answer.wsgi_request.path.startswith("/account") and answer.content:
        assert "no-store" in headers["Cache-Control"], where
        assert "private" in headers["Cache-Control"], where


@pytest.fixture
def alice() -> Person:
    return member("Alice", "alice@example.org")


def visitors(alice: Person) -> Iterator[tuple[str, Client]]:
    guest = Client()
    guest.force_login(services.create_guest(name="Dave"))
    yield "stranger", Client()
    yield "guest", guest
    yield "member", signed_in(alice)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_address_of_the_urlconf(alice, language):
    table = open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    arguments = {"table_id": table.id, "public_id": alice.public_id, "game": "hokm", "pool": "hokm.normal"}
    pages = 0
    for kind, client in visitors(alice):
        for address in addresses():
            if address.name in ("account_logout", "healthz"):
                continue
            for path in {address.path({**arguments, "language": "ar"}), address.path({})}:
                answer = client.get(path, headers={"accept-language": language})
                check(answer, f"{path} as {kind}")
                pages += answer.headers.get("Content-Type", "").startswith("text/html")
    assert pages > 80, "the walk has lost its way"


def test_pages_that_stand_on_the_way(alice, client):
    """Those that no address alone leads to: after a password, a mail, a failure."""
    secret, mine = with_app(alice)
    assert secret
    check(mine.get("/account/2fa/recovery-codes/"), "recovery codes")
    check(mine.get("/account/2fa/recovery-codes/download/"), "recovery codes as a file")
    check(mine.get("/account/2fa/totp/deactivate/"), "switching the app off")
    check(mine.get("/account/2fa/webauthn/add/"), "a new passkey")
    sign_in(client, "Alice")
    check(client.get("/account/2fa/authenticate/"), "second step")
    check(client.post("/account/2fa/authenticate/", {"code": "1"}), "second step, wrong")
    alice.refresh_from_db()
    check(Client().get(f"/account/login/link/{links.link_token(alice)}/"), "mailed link")
    other = Client()
    other.post("/account/login/code/", {"email": "alice@example.org"})
    check(other.get("/account/login/code/confirm/"), "mailed code")
    check(other.post("/account/login/code/confirm/", {"code": "x"}), "mailed code, wrong")
    Client().post("/account/password/reset/", {"email": "alice@example.org"})
    check(Client().get(mailed_link(), follow=True), "new password")
    check(sign_in(Client(), "Alice", "wrong"), "wrong password")
    check(Client().post("/account/signup/", {"username": "", "password1": "x"}), "unfit name")
    check(mine.get("/account/reauthenticate/"), "asked again")
    check(mine.get("/account/reauthenticate/code/"), "asked again by mail")
    for _ in range(6):
        locked = sign_in(Client(), "Nobody")
    assert locked.status_code == 429
    check(locked, "locked out")


@pytest.mark.parametrize("status", [400, 403, 404, 405, 500])
def test_failures_too(status, client, monkeypatch):
    client.raise_request_exception = False
    if status == 500:
        monkeypatch.setattr("web.views.lobbies.lobby", lambda person: 1 / 0)
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    answer = {
        400: lambda: client.get("/", headers={"host": "evil.example"}),
        403: lambda: strict.post("/language", {"language": "ar"}),
        404: lambda: client.get("/nowhere"),
        405: lambda: client.get("/language"),
        500: lambda: client.get("/"),
    }[status]()
    assert answer.status_code == status
    check(answer, str(status))

"""Every entrance of the site, found in the urlconf and not listed by hand: whatever is sent there is answered with a
clear refusal, never with a failure of ours, and nobody may go on for ever."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts import limits
from accounts.models import Person
from accounts.sockets import places
from config.asgi import application, sockets
from games.table.service import open_table
from matchmaking.queues.wishes import Wanted, _can_be_built
from tests.config.entrances import CHANGING, Address, addresses, allowed

pytestmark = pytest.mark.django_db

API = Path(__file__).resolve().parents[2] / "docs" / "api.md"
NONSENSE: list[tuple[str, bytes]] = [
    ("application/json", b""),
    ("application/json", b"{"),
    ("application/json", b"[]"),
    ("application/json", b"null"),
    ("application/json", b'{"person": {"a": [1]}, "name": 5, "game": null, "wishes": [[]], "table": "\\ud800"}'),
    ("application/json", b'{"person": "\\u0000", "name": "\\u0000", "game": "\\u0000", "code": "\\u0000"}'),
    ("application/json", b'{"\\ud800": 1}'),
    ("application/json", b'{"game": "hokm", "options": {"\\ud800": 1}}'),
    ("application/json", b"[" * 50_000),
    ("application/json", b"\xff\xfe"),
    ("application/x-www-form-urlencoded", b"name=%00&person=%00&game=%00&login=%00&password=%00&email=%00&code=%00"),
    ("application/x-www-form-urlencoded", b"name=%ff&wishes=%ff&next=//evil.example&email=a@b&password1=a&login=a"),
    ("application/x-www-form-urlencoded", b"a=1&" * 2_000),
    ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
    ("multipart/form-data", b""),
    ("text/xml", b"<a/>"),
    ("application/octet-stream", b"\x00" * 70_000),
]
ODD = "?v=%00&page=-1&next=%ff&error=x&game=%00&rules=%00&key=%00&season=-1&q=%00&code=%00&after=%00&before=%00"


@pytest.fixture
def without_logs():
    """Writing down each thing that was refused would take longer than refusing it."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def member() -> Person:
    return Person.objects.create_member("Alice", "a long enough password", "alice@example.com")


@pytest.fixture
def arguments(member: Person) -> dict[str, Any]:
    """What leads somewhere: a table that is played, a person, a game."""
    table = open_table("hokm", {}, member.public_id, bots=("simple", "simple"))
    return {
        "table_id": table.id,
        "public_id": member.public_id,
        "game": "hokm",
        "language": "en",
        "pool": "hokm.normal",
    }


def visitor(person: Person | None, **more: Any) -> Client:
    client = Client(**more)
    if person is not None:
        client.force_login(person, backend="accounts.backends.Members")
    return client


def codes() -> dict[str, set[int]]:
    """The codes that docs/api.md promises, with their status."""
    found: dict[str, set[int]] = {}
    for code, status in re.findall(r"^\| `(\w+)` \| (\d+) \|", API.read_text(), re.M):
        found.setdefault(code, set()).add(int(status))
    return found


def told(answer: Any) -> str | None:
    """The code of an error in JSON."""
    if not answer.headers.get("Content-Type", "").startswith("application/json"):
        return None
    error = json.loads(answer.content).get("error")
    return error["code"] if isinstance(error, dict) else None


def attempt(client: Client, address: Address, method: str, path: str, kind: str, body: bytes) -> str | None:
    """What is wrong with the answer, if anything."""
    what = f"{method} {path} ({address}) with {kind} {body[:40]!r}"
    try:
        answer = client.generic(method, path, body, content_type=kind)
    except Exception as error:
        return f"{what}: {type(error).__name__}: {error}"
    if answer.status_code >= 500:
        return f"{what}: {answer.status_code}"
    if answer.status_code >= 400 and address.for_programs and "urlencoded" not in kind:
        code = told(answer)
        known = codes()
        if code is None or answer.status_code not in {*known.get(code, ()), 409}:
            return f"{what}: {answer.status_code} with the code {code}"
    return None


@pytest.mark.parametrize("kind", ["stranger", "member"])
def test_nonsense_is_refused_at_every_entrance(kind, member, arguments, without_logs):
    faults: list[str | None] = []
    bodies = NONSENSE if kind == "member" else NONSENSE[::2]  # a stranger is sent away before most is read
    for address in addresses():
        for path in {address.path(arguments), address.path({})}:
            client = visitor(member if kind == "member" else None)
            for method in allowed(client, path):
                for content, body in bodies if method == "POST" else bodies[:3]:
                    faults.append(attempt(client, address, method, path, content, body))
            for method in ("GET", "OPTIONS"):
                faults.append(attempt(client, address, method, path + ODD, "text/plain", b""))
    assert not list(filter(None, faults)), "\n".join(filter(None, faults))


def test_an_address_with_a_nul_leads_nowhere(without_logs):
    """PostgreSQL takes no text that holds one, so a view that asked for it would break."""
    nul = dict.fromkeys(("table_id", "public_id", "game", "language", "pool", "code", "token", "key", "rest"), "%00")
    client = visitor(None)
    faults = [
        attempt(client, address, method, address.path(nul), "text/plain", b"")
        for address in addresses()
        for method in ("GET", "POST")
    ]
    assert not list(filter(None, faults)), "\n".join(filter(None, faults))


@pytest.mark.parametrize("address", ["/language", "/account/login/", "/account/signup/"])
def test_an_endless_address_to_go_on_to_is_not_even_parsed(client, address):
    """Python's parser puts the accents of a host into order, which takes the square of their number."""
    answer = client.post(address, {"next": "//a" + "\u0301" * 2_000, "language": "en"})
    assert answer.status_code == 400


def test_no_form_is_longer_than_a_page_of_text(client, without_logs):
    assert client.post("/language", {"language": "en", "more": "x" * 70_000}).status_code == 400


def test_nonsense_to_wait_for_is_not_kept_in_mind():
    before = _can_be_built.cache_info().currsize
    for number in range(3):
        assert not Wanted("hokm", preset=f"{number}" * 1_000).is_playable
        assert not Wanted("hokm", counts=(number + 10,)).is_playable
    assert _can_be_built.cache_info().currsize == before


def test_nobody_may_send_for_ever_wherever_it_goes(member, arguments, settings):
    """With one allowed, the second is one too many, and so is each after it: at every address, by every method."""
    settings.SENT_LIMITS = [(1, 3600)]
    client = visitor(member)
    assert client.post("/language", {"language": "en"}).status_code < 400
    for address in addresses():
        for method in CHANGING:
            answer = client.generic(method, address.path(arguments), headers={"accept": "application/json"})
            assert answer.status_code == 429, f"{method} {address}: {answer.status_code}"
            assert told(answer) == "too_many"
            assert int(answer.headers["Retry-After"]) == answer.json()["error"]["retry_after"] > 0


def test_the_limit_of_everything_is_told_on_a_page_and_does_not_hinder_looking(client, settings):
    settings.SENT_LIMITS = [(1, 3600)]
    for _ in range(2):
        answer = client.post("/language", {"language": "en"}, headers={"accept": "text/html"})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "Too many at once" in answer.content.decode()
    assert client.get("/").status_code == 200


def test_every_answer_is_sealed_against_what_is_not_ours(member, arguments):
    """No script or style inline or from elsewhere, no frame around us, no guessing of types: whatever is asked for."""
    client, pages = visitor(member), 0
    for address in addresses():
        answer = client.get(address.path(arguments), headers={"accept": "text/html"})
        assert answer.headers["X-Frame-Options"] == "DENY", address
        assert answer.headers["X-Content-Type-Options"] == "nosniff", address
        assert answer.headers["Referrer-Policy"] == "same-origin", address
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy, address
        assert "frame-ancestors 'none'" in policy, address
        assert not re.search("unsafe|nonce|data:|https?:|[*]", policy), address
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            pages += 1
            assert re.search("private|no-store", answer.headers["Cache-Control"]), address
            text = answer.content.decode()
            assert not re.search(
                r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>|<style|\sstyle=|\son\w+=", text
            ), address
    assert pages > 20


OWN_LIMITS = {
    "api:guest": "GUEST_LIMITS",
    "api:tables": "TABLE_LIMITS",
    "api:rematch": "TABLE_LIMITS",
    "api:wait": "WAIT_LIMITS",
    "api:begin_with_programs": "WAIT_LIMITS",
    "waiting": "WAIT_LIMITS",
    "also_wait": "WAIT_LIMITS",
    "not_this": "WAIT_LIMITS",
    "stop_waiting": "WAIT_LIMITS",
    "begin_with_programs": "WAIT_LIMITS",
    "against_programs": "TABLE_LIMITS",
    "open_party": "WAIT_LIMITS",
    "join_party": "WAIT_LIMITS",
    "leave_party": "WAIT_LIMITS",
    "play_party": "WAIT_LIMITS",
    "rematch": "TABLE_LIMITS",
    "relate": "FRIEND_LIMITS",
    "relate by address": "FRIEND_ADDRESS_LIMITS",
    "challenge": "CHALLENGE_LIMITS",
    "challenge by address": "TABLE_LIMITS",
    "account_data": "EXPORT_LIMITS",
    "account_delete": "DELETE_LIMITS",
}
"""Entrances that make work for others or for the server, with what is counted there beside the net below all."""


@pytest.mark.parametrize("name", OWN_LIMITS)
def test_what_makes_work_has_a_limit_of_its_own(name, member, arguments, settings):
    setattr(settings, OWN_LIMITS[name], [(1, 3600)])
    [address] = [one for one in addresses() if one.name == name.partition(" ")[0]]
    path = address.path({**arguments, "what": "befriend"})
    client = visitor(member)
    kind = "application/json" if "api:" in name else "multipart/form-data; boundary=BoUnDaRyStRiNg"
    for _ in range(2):
        answer = client.post(path, {"game": "hokm"}, content_type=kind)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


ROUTES = ["/ws/me", "/ws/waiting", f"/ws/table/{'0' * 22}"]


def test_the_sockets_named_here_are_all_there_are():
    patterns = [str(route.pattern) for route in sockets]
    assert len(patterns) == len(ROUTES) + 1, patterns  # the last answers every other address
    for path in ROUTES:
        assert any(re.match(pattern, path[1:]) for pattern in patterns[:-1]), path


@pytest.mark.parametrize("path", ROUTES)
async def test_one_address_opens_only_so_many_sockets(path, settings):
    settings.SOCKET_ADDRESS_LIMITS = [(1, 3600)]
    heard: list[int | None] = []
    for _ in range(2):
        line = WebsocketCommunicator(application, path, headers=[(b"host", b"localhost")])
        assert (await line.connect(timeout=5))[0]
        if heard or not await line.receive_nothing(0.05):
            heard.append((await line.receive_output(timeout=5))["code"])
        else:
            heard.append(None)
            await line.disconnect()
    assert heard == [None, 4029]


async def test_one_address_holds_only_so_many_sockets_and_gives_them_back(settings):
    settings.OPEN_SOCKETS = 3
    before = len(places)

    async def opened(path: str, address: str = "192.0.2.1") -> tuple[WebsocketCommunicator, int | None]:
        line = WebsocketCommunicator(application, path, headers=[(b"host", b"localhost")])
        line.scope["client"] = (address, 4711)
        assert (await line.connect(timeout=5))[0]
        return line, None if await line.receive_nothing(0.05) else (await line.receive_output(timeout=5))["code"]

    lines = [await opened(path) for path in ROUTES]
    assert [code for _, code in lines] == [None] * 3
    refused = [await opened(path) for path in ROUTES]
    assert [code for _, code in refused] == [4029] * 3
    other, code = await opened(ROUTES[0], "192.0.2.2")
    assert code is None
    for line, _ in (*lines, *refused, (other, None)):
        await line.disconnect()
    assert len(places) == before
    again, code = await opened(ROUTES[0])
    assert code is None
    await again.disconnect()


def test_a_household_is_one_address():
    assert limits.household("2001:db8::1") == limits.household("2001:db8::ffff:2") != limits.household("2001:db8:1::1")
    assert limits.household("::ffff:192.0.2.1") == limits.household("192.0.2.1") == "192.0.2.1"
    assert limits.household("fe80::1%eth0") == limits.household("fe80::2%eth0")
    assert limits.household("unix") == "unix"


def test_an_address_behind_a_proxy_is_told_from_another(settings):
    settings.TRUSTED_PROXIES = 1
    assert limits.past_proxies("127.0.0.1", "1.2.3.4, 5.6.7.8") == "5.6.7.8"
    assert limits.past_proxies("127.0.0.1", "") == "127.0.0.1"

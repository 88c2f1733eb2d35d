"""Nobody learns from our answers who has an account: the same status, the same page, a mail in either case."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.core import mail
from django.test import Client

from tests.accounts.people import PASSWORD, member, sign_in, sign_up, signed_in, text

pytestmark = pytest.mark.django_db
KNOWN, UNKNOWN = "alice@example.org", "carol@example.org"


@pytest.fixture(autouse=True)
def alice():
    return member("Alice", KNOWN)


def seen(answer: Any) -> tuple[int, str, str]:
    """What somebody sees, without what differs each time or is his own."""
    page = re.sub(r'(name="csrfmiddlewaretoken" value|data-csrf)="\w+"', "", text(answer))
    page = page.replace(KNOWN, "ADDRESS").replace(UNKNOWN, "ADDRESS").replace("Alice", "NAME").replace("Carol", "NAME")
    page = re.sub(r"/people/\w{12}", "/people/SOMEBODY", page)
    return answer.status_code, answer.get("Location", ""), page


def followed(client: Client, address: str, given: dict[str, str]) -> list[tuple[int, str, str]]:
    """The answer, and the page it leads to."""
    answer = client.post(address, given)
    where = answer.get("Location", "")
    return [seen(answer), seen(client.get(where)) if where else (0, "", "")]


@pytest.mark.parametrize(
    ("address", "field"),
    [("/account/password/reset/", "email"), ("/account/login/code/", "email")],
)
def test_asking_for_a_mail_tells_nothing(address, field):
    answers = [followed(Client(), address, {field: given}) for given in (KNOWN, UNKNOWN)]
    assert answers[0] == answers[1]
    assert [sent.to for sent in mail.outbox] == [[KNOWN], [UNKNOWN]], "each is written to, so neither takes longer"


def test_how_often_may_be_asked_does_not_depend_on_how_many_have_written_an_address_down(settings):
    """Else whoever makes accounts with another's address would see whether its owner has one: then only his is
    written to."""
    settings.ACCOUNT_RATE_LIMITS = False
    for number in range(3):
        member(f"Mallory{'abc'[number]}", "nobody@example.org", confirmed=False)
        member(f"Mallory{'def'[number]}", KNOWN, confirmed=False)
    answers = [
        [Client().post("/account/password/reset/", {"email": given}).status_code for _ in range(6)]
        for given in (KNOWN, UNKNOWN, "nobody@example.org")
    ]
    assert answers == [[302] * 5 + [429]] * 3


def test_what_is_asked_for_is_sent_beside_the_answer(settings, monkeypatch):
    """An answer that waited for it would tell by its time what there was to send; and it speaks as the page does."""
    settings.MAIL_BESIDE = True
    asked: list[Any] = []
    monkeypatch.setattr("accounts.mail._writers", type("", (), {"submit": lambda _, *job: asked.append(job)})())
    for given in (KNOWN, UNKNOWN):
        Client(headers={"accept-language": "de"}).post("/account/password/reset/", {"email": given})
    assert not mail.outbox
    for job, *given in asked:
        job(*given)
    assert [sent.to for sent in mail.outbox] == [[KNOWN], [UNKNOWN]]
    assert all("Opentrick" in sent.subject and "Passwort" in str(sent.body) for sent in mail.outbox[:1])


def test_a_wrong_code_tells_nothing():
    answers = []
    for given in (KNOWN, UNKNOWN):
        client = Client()
        client.post("/account/login/code/", {"email": given})
        answers.append([followed(client, "/account/login/code/confirm/", {"code": "WRON-GONE"}) for _ in range(3)])
    assert answers[0] == answers[1]


@pytest.mark.parametrize("pair", [("Alice", "Carol"), (KNOWN, UNKNOWN)])
def test_a_wrong_password_tells_nothing(pair):
    answers = [[seen(sign_in(Client(), login, f"guess {n}")) for n in range(7)] for login in pair]
    assert answers[0] == answers[1]
    assert answers[0][-1][0] == 429


def test_one_password_is_hashed_whoever_is_asked_for(monkeypatch):
    """What takes time is the hash: it is made once, for known and unknown, by name and by address."""
    hasher = hashers.get_hasher()
    made: list[str] = []
    encode = type(hasher).encode

    def counted(self: Any, password: str, salt: str, *more: Any) -> str:
        made.append(password)
        return encode(self, password, salt, *more)

    monkeypatch.setattr(type(hasher), "encode", counted)
    for login in ("Alice", "Carol", KNOWN, UNKNOWN):
        made.clear()
        sign_in(Client(), login, "guess")
        assert made == ["guess"], login


def test_signing_up_with_a_known_address_looks_like_any_other():
    answers = []
    for name, address in (("Dora", KNOWN), ("Dora B", UNKNOWN)):
        client = Client()
        answer = sign_up(client, name, email=address)
        page = seen(client.get("/account"))[2].replace("Dora B", "NAME").replace("Dora", "NAME")
        answers.append((answer.status_code, answer["Location"], page))
    assert answers[0] == answers[1]
    assert [sent.to for sent in mail.outbox] == [[KNOWN], [UNKNOWN]]
    assert mail.outbox[0].subject == mail.outbox[1].subject


def test_an_account_made_with_somebody_elses_address_gives_no_hold_on_it(client):
    sign_up(client, "Mallory", email=KNOWN)
    client.post("/account/logout/")
    for address in ("/account/login/code/", "/account/password/reset/"):
        mail.outbox.clear()
        Client().post(address, {"email": KNOWN})
        assert "Mallory" not in str(mail.outbox[-1].body)
    sign_in(client, KNOWN)
    assert "Alice" in text(client.get("/account"))


def test_changing_to_a_known_address_looks_like_any_other():
    answers = []
    for name, address in (("Dora", KNOWN), ("Emma", UNKNOWN)):
        client = signed_in(member(name))
        pages = followed(client, "/account/email/", {"email": address, "action_add": "1"})
        answers.append([(status, where, page.replace(name, "NAME")) for status, where, page in pages])
    assert answers[0] == answers[1]


def test_a_passkey_of_nobody_and_of_nothing_tell_the_same(client):
    """The user handle is the attacker's to choose."""
    answers = []
    for handle in ("MQ", "OTk5OTk5", "____", "", None, 5, ["x"], {"a": 1}, "9" * 400):
        response = {"clientDataJSON": "e30", "authenticatorData": "A" * 50, "signature": "AA", "userHandle": handle}
        credential = {"type": "public-key", "id": "AA", "rawId": "AA", "response": response}
        answer = client.post("/account/2fa/webauthn/login/", {"credential": json.dumps(credential)})
        answers.append((answer.status_code, answer.get("Location")))
    assert set(answers) == {(302, "/account/login/")}


def test_the_mail_address_is_shown_to_nobody_else(alice):
    """Neither profile nor API nor the page of somebody else holds it."""
    dave = signed_in(member("Dave"))
    for address in (f"/people/{alice.public_id}", "/api/me", "/", "/friends"):
        assert KNOWN not in text(dave.get(address)), address


def test_too_many_mails_to_one_address_are_refused_alike(settings):
    settings.MAIL_LIMITS = [(1, 3600)]
    answers = []
    for address in (KNOWN, UNKNOWN):
        Client().post("/account/password/reset/", {"email": address})
        answers.append(Client().post("/account/password/reset/", {"email": address}).status_code)
    assert answers == [429, 429]
    assert len(mail.outbox) == 2


def test_a_mail_server_that_does_not_answer_changes_nothing(monkeypatch):
    def refuse(self: Any, *args: Any, **more: Any) -> int:
        raise ConnectionRefusedError("no server")

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", refuse)
    for address in (KNOWN, UNKNOWN):
        assert Client().post("/account/password/reset/", {"email": address}).status_code == 302
    client = Client()
    assert sign_up(client, "Dora", PASSWORD, KNOWN).status_code == 302

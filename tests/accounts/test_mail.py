"""Mails: worded in the reader's language, a file each where there is no server, telling a member of every change."""

from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import translation

from accounts import wording
from accounts.mail import EmbeddedBackend
from tests.accounts.people import OTHER, PASSWORD, mailed_link, member, sign_in, signed_in, text, who

pytestmark = pytest.mark.django_db
FACTS = {
    "link": "https://x/", "code": "AB", "email": "a@x", "signup_url": "https://x/", "name": "Alice",
    "username": "Alice", "activate_url": "https://x/", "password_reset_url": "https://x/", "reset": "https://x/",
    "to_email": "b@x", "from_email": "a@x", "deleted_email": "a@x",
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ar", "ru", "de"])
@pytest.mark.parametrize("template", wording.MAILS)
def test_every_mail_is_worded_in_every_language(template, language):
    with translation.override(language):
        subject, body = wording.written(template, FACTS)
    assert subject
    assert "\n" not in subject
    assert "%(" not in body
    with translation.override("en"):
        assert (language == "en") == ((subject, body) == wording.written(template, FACTS))


@pytest.mark.parametrize("template", wording.PASSING)
def test_every_passing_word_is_said_in_arabic(template):
    said = {}
    for language in ("en", "ar"):
        with translation.override(language):
            said[language] = wording.passing(template, FACTS)
    assert said["ar"] != said["en"]
    assert "%(" not in said["ar"] + said["en"]


def test_without_a_server_a_mail_is_a_file_and_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backend = EmbeddedBackend(alias="default", file_path=str(tmp_path))
    backend.send_messages([EmailMessage("Hello", "Look: https://x/y\n", "us@x", ["alice@example.org"])])
    (kept,) = tmp_path.iterdir()
    assert "https://x/y" in kept.read_text()
    said = capsys.readouterr().err
    assert "alice@example.org" in said
    assert "https://x/y" in said
    assert str(kept) in said


def test_in_the_language_of_the_page(client):
    member("Alice", "alice@example.org")
    client.post("/account/password/reset/", {"email": "alice@example.org"}, headers={"accept-language": "ar"})
    assert "كلمة مرور جديدة" in mail.outbox[0].subject


def test_a_member_is_told_of_a_new_password_at_the_address(client):
    client = signed_in(member("Alice", "alice@example.org"))
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": OTHER})
    (told,) = mail.outbox
    assert told.to == ["alice@example.org"]
    assert "/account/password/reset/" in told.body


def test_a_new_address_takes_the_place_of_the_old_once_confirmed_and_the_old_is_told():
    alice = member("Alice", "old@example.org")
    client = signed_in(alice)
    client.post("/account/email/", {"email": "new@example.org", "action_add": "1"})
    assert mail.outbox[-1].to == ["new@example.org"]
    link = mailed_link()
    alice.refresh_from_db()
    assert alice.email == "old@example.org", "until it is confirmed"
    client.post(link)
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert mail.outbox[-1].to == ["old@example.org"]
    assert sign_in(Client(), "old@example.org").status_code == 200
    fresh = Client()
    sign_in(fresh, "new@example.org")
    assert who(fresh)["person"] == alice.public_id


def test_a_change_that_was_not_confirmed_can_be_taken_back():
    client = signed_in(member("Alice", "old@example.org"))
    client.post("/account/email/", {"email": "new@example.org", "action_add": "1"})
    assert "new@example.org" in text(client.get("/account/email/"))
    client.post("/account/email/", {"email": "new@example.org", "action_remove": "1"})
    assert "is removed" in text(client.get("/account/email/"))
    assert "new@example.org" not in text(client.get("/account/email/"))


def test_a_member_is_told_when_a_passkey_goes():
    alice = member("Alice", "alice@example.org")
    client = signed_in(alice)
    key = Authenticator.objects.create(user=alice, type="webauthn", data={"name": "Phone", "credential": {}})
    assert "Phone" in text(client.get(f"/account/2fa/webauthn/keys/{key.pk}/remove/"))
    client.post(f"/account/2fa/webauthn/keys/{key.pk}/remove/")
    assert mail.outbox[-1].subject == "Passkey removed"


def test_a_passkey_gets_another_name_and_nobody_elses_does():
    alice, bob = member("Alice"), member("Bob")
    key = Authenticator.objects.create(user=alice, type="webauthn", data={"name": "Phone", "credential": {}})
    address = f"/account/2fa/webauthn/keys/{key.pk}/edit/"
    assert signed_in(bob).post(address, {"name": "Mine"}).status_code == 404
    assert signed_in(alice).post(address, {"name": "Old phone"}).status_code == 302
    key.refresh_from_db()
    assert key.wrap().name == "Old phone"

"""Guessing: an account and an address are shut for a while, whether or not anybody has the name."""

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts import known, lockout
from accounts.limits import TooMany
from tests.accounts.people import OTHER, PASSWORD, mailed_link, member, sign_in, signed_in, text, who

pytestmark = pytest.mark.django_db


def guess(login: str, times: int, address: str = "192.0.2.1") -> list[int]:
    return [sign_in(Client(), login, f"guess {n}", REMOTE_ADDR=address).status_code for n in range(times)]


def test_an_account_is_shut_after_five_failures(client):
    member("Alice")
    assert guess("Alice", 6) == [200] * 5 + [429]
    answer = sign_in(client, "Alice", REMOTE_ADDR="192.0.2.77")
    assert answer.status_code == 429, "the right password, from elsewhere"
    assert 0 < int(answer["Retry-After"]) <= 3601
    page = text(answer)
    assert "Too many wrong passwords" in page
    assert "minute" in page
    assert who(client) is None


def test_however_the_name_is_written():
    member("Alice")
    for login in ("Alice", "ALICE", "Al1ce", "alicé", "A-l-i-c-e"):
        guess(login, 1)
    assert guess("alice", 1) == [429]


def test_a_name_nobody_has_is_shut_alike():
    assert guess("Nobody Knows", 6) == [200] * 5 + [429]
    assert guess("nobody@example.org", 6) == [200] * 5 + [429]


def test_an_address_is_shut_after_thirty_failures():
    member("Zoe")
    for number in range(6):
        guess(f"Somebody {'abcdef'[number]}", 5)
    assert guess("Zoe", 1) == [429]
    assert guess("Zoe", 1, "192.0.2.9") == [200], "others are not"


def test_right_passwords_do_not_count():
    member("Alice")
    assert [sign_in(Client(), "Alice").status_code for _ in range(12)] == [302] * 12
    assert guess("Alice", 6) == [200] * 5 + [429]


def test_an_own_account_does_not_open_the_address_again():
    """Between guesses at others one signs in with one's own, which forgives nothing."""
    member("Mallory")
    for number in range(6):
        guess(f"Somebody {'abcdef'[number]}", 5)
        sign_in(Client(), "Mallory", REMOTE_ADDR="192.0.2.1")
    assert guess("Zoe", 1) == [429]


def test_many_at_once_are_counted_before_they_are_looked_at(rf, settings):
    """What is under way counts: five are tried, however many come together."""
    request = rf.post("/account/login/")
    for _ in range(5):
        lockout.attempt(request, "Alice")
    with pytest.raises(TooMany):
        lockout.attempt(request, "Alice")


def test_time_opens_it_again(monkeypatch):
    member("Alice")
    guess("Alice", 6)
    now = 1_900_000_000.0
    monkeypatch.setattr("accounts.limits.time.time", lambda: now)
    assert sign_in(Client(), "Alice").status_code == 302


def test_a_password_reset_by_mail_opens_it_again(client):
    member("Alice", "alice@example.org")
    guess("Alice", 6)
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    form = client.get(mailed_link(), follow=True)
    client.post(form.request["PATH_INFO"], {"password1": OTHER})
    assert sign_in(client, "Alice", OTHER).status_code == 302


def test_other_doors_stay_open(client):
    alice = member("Alice", "alice@example.org")
    guess("Alice", 6)
    client.post("/account/login/code/", {"email": "alice@example.org"})
    client.post(mailed_link())
    assert who(client)["person"] == alice.public_id


def test_a_stranger_who_guesses_shuts_nobody_out_of_his_own_browser(client):
    """A name and a password are enough for an account, and names are public."""
    alice = member("Alice")
    sign_in(client, "Alice")
    client.post("/account/logout/")
    guess("Alice", 6)
    assert sign_in(client, "Al1ce", REMOTE_ADDR="192.0.2.8").status_code == 302
    assert who(client)["person"] == alice.public_id


def test_in_the_own_browser_there_is_an_end_to_guesses_too(client):
    member("Alice")
    member("Bob")
    for name in ("Alice", "Bob"):
        sign_in(client, name)
        client.post("/account/logout/")
    assert [sign_in(client, "Alice", f"guess {n}").status_code for n in range(6)] == [200] * 5 + [429]
    assert sign_in(client, "Bob", "no").status_code == 200
    assert guess("Alice", 1) == [200], "elsewhere it is another count"


def test_the_mark_of_a_browser_tells_nobody_and_ends_with_the_password(client):
    alice = member("Alice")
    sign_in(client, "Alice")
    mark = client.cookies["known"].value
    assert alice.public_id not in mark
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": OTHER})
    assert client.cookies["known"].value != mark
    alice.refresh_from_db()
    for value, is_known in ((mark, False), (client.cookies["known"].value, True), ("a.b,,.c,é.d", False), ("", False)):
        request = RequestFactory().get("/")
        request.COOKIES["known"] = value
        assert (known.mark_of(request, alice) is not None) == is_known


def test_guessing_at_the_second_asking_counts_too():
    client = signed_in(member("Alice"))
    answers = [
        client.post("/account/reauthenticate/", {"password": f"guess {n}"}, REMOTE_ADDR="192.0.2.1").status_code
        for n in range(6)
    ]
    assert answers == [200] * 5 + [429]


def test_programs_are_told_in_their_way():
    guess("Alice", 5)
    answer = Client().post(
        "/account/login/",
        {"login": "Alice", "password": PASSWORD},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 429
    assert answer.json()["error"]["code"] == "too_many"


def test_no_address_and_no_name_lies_in_the_cache(settings):
    blurred = settings.CACHES["default"]["KEY_FUNCTION"]
    local = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": local, "LOCATION": "looked-into", "KEY_FUNCTION": blurred}}
    guess("Alice", 1, "192.0.2.55")
    kept = str(cache._cache)  # type: ignore[attr-defined]
    assert "limit:sign-in.account" in kept
    assert "192.0.2.55" not in kept
    assert "alice" not in kept.lower()


def test_somebody_in_the_next_room_comes_in_by_a_link_local_address(client):
    """Which names the network card, too."""
    alice = member("Alice")
    assert sign_in(client, "Alice", REMOTE_ADDR="fe80::1%eth0").status_code == 302
    assert who(client)["person"] == alice.public_id

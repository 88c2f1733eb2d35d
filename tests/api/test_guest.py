"""`POST /guest`: how a program gets a name and a key."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import services
from accounts.models import Person

pytestmark = pytest.mark.django_db


def post(client, **extra):
    """As a program does it that has nothing to say."""
    return client.post("/guest", "", content_type="application/json", **extra)


def test_a_program_is_given_a_person_and_a_token(client):
    answer = post(client)
    assert answer.status_code == 201
    given = answer.json()
    assert set(given) == {"person", "name", "token"}
    person = services.person_for_token(given["token"])
    assert person is not None
    assert (person.public_id, person.name, person.kind) == (given["person"], given["name"], Person.Kind.GUEST)


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "text/plain", "application/json"])
def test_an_empty_body_may_call_itself_anything(client, content_type):
    assert client.post("/guest", b"", content_type=content_type).status_code == 201


def test_a_form_is_no_json(client):
    answer = client.post("/guest", {"name": "Alice"})
    assert answer.status_code == 415
    assert answer.json()["error"]["code"] == "unsupported_media_type"


def test_no_cookie_is_set_and_none_is_needed():
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/guest", "{}", content_type="application/json")
    assert answer.status_code == 201
    assert not answer.cookies
    assert answer["Cache-Control"] == "no-store"


def test_a_name_may_be_chosen(client):
    assert client.post("/guest", {"name": "نورة"}, content_type="application/json").json()["name"] == "نورة"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{"name": "\\u202eevil"}', "unfit_name"),
        ('{"name": 5}', "unreadable"),
        ("[]", "unreadable"),
        ("{", "unreadable"),
        ('{"name": "' + "x" * 10_000 + '"}', "unfit_name"),
    ],
)
def test_nonsense_is_refused_with_a_code_and_makes_nobody(client, body, code):
    answer = client.post("/guest", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["message"]
    assert not Person.objects.exists()


def test_a_huge_body_is_refused_before_it_is_read(client):
    answer = client.post("/guest", '{"name": "' + "x" * 100_000 + '"}', content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert not Person.objects.exists()


def test_it_rejects_get(client):
    answer = client.get("/guest")
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "method_not_allowed"


def test_the_message_is_in_the_language_asked_for(client):
    answer = client.get("/guest", headers={"accept-language": "ar"})
    assert answer.json()["error"]["message"] == "هذا العنوان لا يفعل ذلك."


def test_one_address_makes_only_so_many_guests(client, settings):
    settings.GUEST_LIMITS = [(3, 600)]
    for _ in range(3):
        assert post(client).status_code == 201
    answer = post(client)
    assert answer.status_code == 429
    assert answer.json()["error"]["code"] == "too_many"
    assert 0 < int(answer["Retry-After"]) <= 601
    assert answer.json()["error"]["retry_after"] == int(answer["Retry-After"])
    assert Person.objects.count() == 3
    assert post(client, REMOTE_ADDR="192.0.2.7").status_code == 201


def test_a_household_of_ipv6_counts_as_one(client, settings):
    settings.GUEST_LIMITS = [(1, 600)]
    assert post(client, REMOTE_ADDR="2001:db8:1:2::5").status_code == 201
    assert post(client, REMOTE_ADDR="2001:db8:1:2:ffff::6").status_code == 429
    assert post(client, REMOTE_ADDR="2001:db8:1:3::5").status_code == 201


def test_nobody_chooses_his_own_address(client, settings):
    settings.GUEST_LIMITS = [(1, 600)]
    assert post(client, headers={"x-forwarded-for": "192.0.2.1"}).status_code == 201
    assert post(client, headers={"x-forwarded-for": "192.0.2.2"}).status_code == 429
    settings.TRUSTED_PROXIES = 1
    cache.clear()
    assert post(client, headers={"x-forwarded-for": "9.9.9.9, 192.0.2.1"}).status_code == 201
    assert post(client, headers={"x-forwarded-for": "8.8.8.8, 192.0.2.1"}).status_code == 429
    assert post(client, headers={"x-forwarded-for": "9.9.9.9, 192.0.2.2"}).status_code == 201


def test_the_address_itself_is_not_kept(client):
    post(client, REMOTE_ADDR="192.0.2.77")
    assert "192.0.2.77" not in repr(getattr(cache, "_cache", {}))

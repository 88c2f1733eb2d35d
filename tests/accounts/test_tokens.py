import datetime as dt

import pytest
from django.utils import timezone

from accounts import services
from accounts.models import AccessToken

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return services.create_guest(name="Alice")


def test_a_token_finds_its_person(alice):
    token = services.issue_token(alice)
    assert token.startswith("ot_")
    assert services.person_for_token(token) == alice


def test_the_token_itself_is_not_kept(alice):
    token = services.issue_token(alice)
    row = AccessToken.objects.get()
    assert token not in {str(value) for value in vars(row).values()}
    assert token.removeprefix("ot_") not in repr(vars(row))


@pytest.mark.parametrize("forged", ["", "ot_", "ot_forged", "Bearer", "ot_" + "x" * 5000, "\x00", "ot_é", "ot_\ud800"])
def test_a_forged_token_finds_nobody(alice, forged):
    services.issue_token(alice)
    assert services.person_for_token(forged) is None


def test_a_revoked_token_finds_nobody(alice):
    token, other = services.issue_token(alice), services.issue_token(alice)
    assert services.revoke_token(token)
    assert services.person_for_token(token) is None
    assert not services.revoke_token(token)
    assert services.person_for_token(other) == alice


def test_a_token_may_do_only_what_its_scope_says(alice):
    assert services.person_for_token(services.issue_token(alice), scope="moderate") is None


def test_a_person_put_out_of_action_has_no_token(alice):
    token = services.issue_token(alice)
    alice.is_active = False
    alice.save()
    assert services.person_for_token(token) is None


def test_the_last_use_is_written_once_an_hour_not_at_each_call(alice, django_assert_num_queries):
    token = services.issue_token(alice)
    services.person_for_token(token)
    assert AccessToken.objects.get().last_used_at is not None
    with django_assert_num_queries(1):
        services.person_for_token(token)


def test_a_token_lasts_as_long_as_was_said(alice):
    now = timezone.now()
    short = services.issue_token(alice, expires_at=now + dt.timedelta(days=1))
    for_good = services.issue_token(alice)
    assert services.person_for_token(short) == services.person_for_token(for_good) == alice
    AccessToken.objects.exclude(expires_at=None).update(expires_at=now)
    assert services.person_for_token(short) is None
    assert services.person_for_token(for_good) == alice
    assert services.valid_tokens(alice).count() == 1

"""What a session leaves behind ends with it."""

import datetime as dt

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.tasks import forget_ended_sessions
from tests.accounts.people import member, signed_in, who

pytestmark = pytest.mark.django_db


def test_the_address_of_a_session_goes_when_it_has_run_out_or_was_ended():
    alice = member("Alice")
    run_out, signed_out, alive = (signed_in(alice) for _ in range(3))
    key = run_out.cookies[settings.SESSION_COOKIE_NAME].value
    Session.objects.filter(session_key=key).update(expire_date=timezone.now() - dt.timedelta(seconds=1))
    signed_out.post("/account/logout/")
    assert forget_ended_sessions() == 2
    assert UserSession.objects.get().session_key == alive.cookies[settings.SESSION_COOKIE_NAME].value
    assert not Session.objects.filter(session_key=key).exists()
    assert who(alive) is not None


def test_it_is_done_every_day():
    planned = settings.CELERY_BEAT_SCHEDULE["forget_ended_sessions"]
    assert planned["task"] == forget_ended_sessions.name
    assert planned["schedule"] <= 24 * 3600

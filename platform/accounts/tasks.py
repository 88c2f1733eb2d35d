"""What is done about accounts while nobody looks."""

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session

from accounts import sessions


@shared_task
def forget_ended_sessions() -> int:
    """Sessions that have run out, and with them the address and the browser they began with; how many of the latter."""
    sessions.store().clear_expired()
    forgotten, _ = UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    return int(forgotten)

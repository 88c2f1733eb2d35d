"""What is done about accounts while nobody looks."""

from importlib import import_module

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session


@shared_task
def forget_ended_sessions() -> int:
    """Sessions that have run out, and with them the address and the browser they began with; how many of the latter."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    forgotten, _ = UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    return int(forgotten)

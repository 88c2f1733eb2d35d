"""What follows when somebody signs in or changes a password: allauth tells, and open sockets and tokens hear of it."""

from __future__ import annotations

from typing import Any

from allauth.account import signals
from django.http import HttpRequest

from accounts import inbox, lockout, members, services
from accounts.models import Person


def connect() -> None:
    signals.user_logged_in.connect(signed_in, dispatch_uid="accounts.signed_in")
    signals.password_reset.connect(password_reset, dispatch_uid="accounts.password_reset")
    for signal in (signals.password_changed, signals.password_set, signals.password_reset):
        signal.connect(password_changed, dispatch_uid="accounts.password_changed")


def signed_in(request: HttpRequest, user: Person, **_: Any) -> None:
    """The guest who came in as a member is known as him from now on."""
    guest = members.guest_of(request)
    if guest is not None:
        members.recognise(user, guest)


def password_changed(request: HttpRequest, user: Person, **_: Any) -> None:
    """Whoever knew the old password may hold sessions and tokens: Django ends the first, we the second."""
    services.revoke_tokens(user)
    inbox.announce(user.public_id)
    if request.user == user:  # and not by mail, in whatever browser
        request.known_now = user  # type: ignore[attr-defined]


def password_reset(request: HttpRequest, user: Person, **_: Any) -> None:
    lockout.reset(user)

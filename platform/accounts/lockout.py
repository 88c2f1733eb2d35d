"""Guessing passwords: how many failures an account, and an address, may have before the door stays shut for a while.

An attempt is counted before the password is looked at and taken back when it was right, so that many at once do not
slip through between looking and counting. What is counted is what somebody typed, not whom it belongs to: a name nobody
has is shut like any other, so the answer tells nothing. Only time opens the door again, or a password reset by mail. A
passkey and a mailed link are other doors, and stay open, and in a browser in which a member has signed in before
guesses are counted apart (`accounts.known`): nobody can lock a member out of these by guessing.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts import known, limits
from accounts.backends import member_called
from accounts.lookalikes import key
from accounts.models import Person

ACCOUNT = "sign-in.account"
ADDRESS = "sign-in.address"


def claimed(login: str) -> str:
    """What an attempt is counted under: the address in small letters, or what the name looks like."""
    text = login.strip()[:254]
    return f"mail {text.lower()}" if "@" in text else f"name {key(text)}"


def _counted_under(request: HttpRequest, login: str) -> str:
    if known.COOKIE in request.COOKIES:
        mark = known.mark_of(request, member_called(login))
        if mark is not None:
            return f"mark {mark}"
    return claimed(login)


def attempt(request: HttpRequest, login: str) -> None:
    """Count an attempt to sign in as `login`. Raises TooMany, with the seconds until the next one is heard."""
    limits.count(ACCOUNT, _counted_under(request, login), settings.SIGN_IN_LIMITS)
    limits.count(ADDRESS, limits.client_address(request), settings.SIGN_IN_ADDRESS_LIMITS)


def succeeded(request: HttpRequest, login: str) -> None:
    """It was right, so it does not count. Earlier failures do: an own account opens no door to guess at others."""
    limits.uncount(ACCOUNT, _counted_under(request, login), settings.SIGN_IN_LIMITS)
    limits.uncount(ADDRESS, limits.client_address(request), settings.SIGN_IN_ADDRESS_LIMITS)


def is_password_of(request: HttpRequest, person: Person, password: str) -> bool:
    """Whether it is: asked of somebody who is signed in, and counted as at the door. Raises TooMany."""
    attempt(request, person.name)
    right = person.check_password(password)
    if right:
        succeeded(request, person.name)
    return right


def reset(person: Person) -> None:
    """The owner of the mail box has set a new password: guesses at the old one are past."""
    for login in {person.name, person.email} - {""}:
        limits.forget(ACCOUNT, claimed(login), settings.SIGN_IN_LIMITS)

"""A browser in which a member has signed in before: strangers who guess at his password do not shut him out of it.

Anybody can use up the guesses at a name that he knows, and who has neither passkey nor mail address has no other door.
So a browser keeps a mark of each member who has signed in there, and guesses from it are counted apart, under the mark.
A mark tells nothing of whom it belongs to; only who knows the name can ask whether it does. It ends with the password.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Person

COOKIE = "known"
LASTS_S = 365 * 24 * 3600
MOST = 4
"""Members of one browser, the last ones."""


def mark_of(request: HttpRequest, person: Person | None) -> str | None:
    """What guesses at this member's password are counted under in this browser; None where he never signed in."""
    if person is None:
        return None
    for number, seal in _marks(request):
        if constant_time_compare(seal, _seal(number, person)):
            return number
    return None


def remember(request: HttpRequest, response: HttpResponse, person: Person) -> None:
    """This member has signed in here, or has a new password."""
    mine = mark_of(request, person)
    others = [f"{number}.{seal}" for number, seal in _marks(request) if number != mine]
    number = mine or secrets.token_hex(8)
    response.set_cookie(
        COOKIE,
        ",".join([f"{number}.{_seal(number, person)}", *others][:MOST]),
        max_age=LASTS_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _marks(request: HttpRequest) -> list[tuple[str, str]]:
    kept = request.COOKIES.get(COOKIE, "")[:400].split(",")
    parted = [mark.partition(".") for mark in kept if mark.isascii()]
    return [(number, seal) for number, dot, seal in parted if number and dot and seal][:MOST]


def _seal(number: str, person: Person) -> str:
    text = f"{number} {person.public_id} {person.password}"
    return salted_hmac("accounts.known", text, algorithm="sha256").hexdigest()[:32]

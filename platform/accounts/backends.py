"""Whom a name, or an address, and a password belong to."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from accounts.lookalikes import key
from accounts.models import Person


class Members(AuthenticationBackend):  # type: ignore[misc]
    """Members by name, as anybody may write it, or by e-mail address. Guests' sessions are kept by it too.

    At most one person is meant, so one password is hashed whoever is asked for, and nobody's absence shows in the time.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: str) -> AbstractBaseUser | None:
        login = credentials.get("email") or credentials.get("username") or ""
        found: AbstractBaseUser | None = self._check_password(member_called(login), credentials.get("password") or "")
        return found


def member_called(login: str) -> Person | None:
    """The member of this address, or of a name that looks like this.

    An address that several have written down and nobody has confirmed means none of them.
    """
    login = login.strip()[:254]
    if "@" not in login:
        form = key(login)
        return Person.objects.filter(name_key=form).first() if form else None
    rows = list(EmailAddress.objects.filter(email=login.lower()).select_related("user").order_by("-verified")[:2])
    if not rows or (len(rows) > 1 and not rows[0].verified):
        return None
    person: Person = rows[0].user
    return person

"""Who a name, or an address, and a password belong to."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.lookalikes import key
from accounts.models import Person


class Members(AuthenticationBackend):
    """Members by name, as anybody may write it, or by e-mail address. Guests' sessions are kept by it too."""

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        """By what the name looks like: "ali reza" and "Ali Reza" are one member, as they are to a reader."""
        form = key(username[:200])
        member = Person.objects.filter(name_key=form).first() if form else None
        return self._check_password(member, password)

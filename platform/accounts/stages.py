"""The second step of signing in."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest


class SecondStep(AuthenticateStage):  # type: ignore[misc]
    """Asked of those who switched on an authenticator app.

    A passkey alone does not ask for it: it is a way of its own to sign in. Otherwise a passkey made on a phone would
    shut out the same person's computer. Whoever has both may answer with either.
    """

    def _should_handle(self, request: HttpRequest) -> bool:
        asked: bool = super()._should_handle(request)
        return asked and is_mfa_enabled(self.login.user, [Authenticator.Type.TOTP])

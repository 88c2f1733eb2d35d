"""Who calls: a program by its token, a page of ours by its cookie and its CSRF token."""

from __future__ import annotations

from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts import services
from accounts.models import Person
from api.errors import SCHEME, CsrfFailed


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer ot_...`. A wrong token fails, whatever cookie came with it."""

    def authenticate(self, request: Request) -> tuple[Person, str] | None:
        parts = get_authorization_header(request).split()
        if not parts:
            return None
        if len(parts) != 2 or parts[0].lower() != b"bearer":
            raise AuthenticationFailed
        token = parts[1].decode("latin1")
        person = services.person_for_token(token)
        if person is None:
            raise AuthenticationFailed
        return person, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class PageAuthentication(SessionAuthentication):
    """The cookie of a page. CSRF is checked for visitors without a session too: an action may give them one."""

    def authenticate(self, request: Request) -> tuple[Person, None] | None:
        try:
            self.enforce_csrf(request)
        except PermissionDenied:
            raise CsrfFailed from None
        user = request._request.user
        return (user, None) if isinstance(user, Person) and user.is_active else None

"""What goes wrong, told in one shape: `{"error": {"code": ..., "message": ...}}`.

The code is stable and for programs; the message is for people, in the language the request asks for. Services raise
their own exceptions and know nothing of HTTP: this is the one place where the two meet (docs/api.md lists the codes).
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response

from accounts.limits import TooMany
from accounts.names import UnfitName
from games.kernel.errors import BadOption, Rejected


class ApiError(exceptions.APIException):
    """A failure with a code of its own."""

    def __init__(self, code: str, message: str, *, http: int = status.HTTP_400_BAD_REQUEST, **more: Any) -> None:
        super().__init__(message, code)
        self.code = code
        self.message = message
        self.status_code = http
        self.more = more


def handle(problem: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. None lets an unknown failure through: it is a bug of ours and answered with 500."""
    told = _told(problem)
    if told is None:
        return None
    code, message, http, more, headers = told
    return Response({"error": {"code": code, "message": message, **more}}, status=http, headers=headers)


Told = tuple[str, str, int, dict[str, Any], dict[str, str]]


def _told(problem: Exception) -> Told | None:
    match problem:
        case ApiError():
            return problem.code, problem.message, problem.status_code, problem.more, {}
        case TooMany():
            wait = problem.retry_after
            more, headers = {"retry_after": wait}, {"Retry-After": str(wait)}
            return "too_many", _("Too many at once. Try again a little later."), 429, more, headers
        case UnfitName():
            return "unfit_name", str(problem), 400, {}, {}
        case BadOption():
            text = _("These house rules do not go together or do not exist.")
            return "bad_option", text, 400, {"option": problem.name, "reason": problem.reason}, {}
        case Rejected():
            return problem.code, _("The table does not allow that now."), 409, {}, {}
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            text = _("Send the token of a person: Authorization: Bearer ...")
            return "unauthorised", text, 401, {}, {"WWW-Authenticate": 'Bearer realm="opentrick"'}
        case exceptions.PermissionDenied() | PermissionDenied():
            return "forbidden", _("That is not yours to do."), 403, {}, {}
        case exceptions.NotFound() | Http404():
            return "not_found", _("There is nothing at this address."), 404, {}, {}
        case exceptions.MethodNotAllowed():
            return "method_not_allowed", _("This address does not do that."), 405, {}, {}
        case exceptions.NotAcceptable():
            return "not_acceptable", _("The answer is JSON."), 406, {}, {}
        case exceptions.UnsupportedMediaType():
            return "unsupported_media_type", _("Send JSON, or the form of the page."), 415, {}, {}
        case exceptions.ParseError():
            return "unreadable", _("That could not be read."), 400, {}, {}
        case exceptions.APIException():
            return "refused", str(problem.detail), problem.status_code, {}, {}
    return None

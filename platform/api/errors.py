"""What goes wrong, told in one shape: `{"error": {"code": ..., "message": ...}}`.

The code is stable and for programs; the message is for people, in the language the request asks for. Services raise
their own exceptions and know nothing of HTTP: this is the one place where the two meet (docs/api.md lists the codes).
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response

from accounts.limits import TooMany
from accounts.names import UnfitName
from games.kernel.errors import BadOption
from games.table.aggregate import Refused
from matchmaking.queues.refusals import words

SCHEME = 'Bearer realm="opentrick"'
"""How a program is asked to say who it is (RFC 6750)."""


class ApiError(exceptions.APIException):
    """A failure with a code of its own."""

    def __init__(self, code: str, message: str, *, http: int = status.HTTP_400_BAD_REQUEST, **more: Any) -> None:
        super().__init__(message, code)
        self.code = code
        self.message = message
        self.status_code = http
        self.more = more


class CsrfFailed(PermissionDenied):
    """The cookie came without the page's own token."""

    code = "csrf_failed"


def handle(problem: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. None lets a failure through to the pages: an unknown one is a bug of ours and becomes
    500, and a form of a page is answered with a page."""
    request = context.get("request")
    if isinstance(problem, CsrfFailed) and request is not None and "form" in (request.content_type or ""):
        return None
    told = _told(problem)
    if told is None:
        return None
    code, message, http, more, headers = told
    return Response({"error": {"code": code, "message": message, **more}}, status=http, headers=headers)


def error_code(problem: Exception) -> str:
    """The stable code of a failure, for an answer that is no JSON."""
    told = _told(problem)
    return told[0] if told else "broken"


Told = tuple[str, str, int, dict[str, Any], dict[str, str]]


def _told(problem: Exception) -> Told | None:
    match problem:
        case ApiError():
            return problem.code, problem.message, problem.status_code, problem.more, {}
        case TooMany():
            wait = problem.retry_after
            more, headers = {"retry_after": wait}, {"Retry-After": str(wait)}
            return "too_many", _("Too many at once. Try again a little later."), 429, more, headers
        case RequestDataTooBig():
            return "too_large", _("That is too much at once."), 413, {}, {}
        case UnfitName():
            return "unfit_name", str(problem), 400, {}, {}
        case BadOption():
            text = _("These house rules do not go together or do not exist.")
            return "bad_option", text, 400, {"option": problem.name, "reason": problem.reason}, {}
        case Refused(code="unreadable"):
            return "unreadable", _("That could not be read."), 400, dict(problem.facts), {}
        case Refused(code="not_rated_yet"):
            return "not_rated_yet", _("The ratings of this table have not been worked out yet."), 404, {}, {}
        case Refused(code="no_such_table"):
            return "not_found", _("There is nothing at this address."), 404, {}, {}
        case Refused() if words(problem.code):
            return problem.code, words(problem.code), 409, dict(problem.facts), {}
        case Refused():
            return problem.code, _("The table does not allow that now."), 409, dict(problem.facts), {}
        case CsrfFailed():
            text = _("Send the token of a person: Authorization: Bearer ...")
            return "csrf_failed", text, 403, {}, {}
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            text = _("Send the token of a person: Authorization: Bearer ...")
            return "unauthorised", text, 401, {}, {"WWW-Authenticate": SCHEME}
        case exceptions.PermissionDenied() | PermissionDenied():
            return "forbidden", _("That is not yours to do."), 403, {}, {}
        case exceptions.NotFound() | Http404():
            return "not_found", _("There is nothing at this address."), 404, {}, {}
        case exceptions.MethodNotAllowed():
            return "method_not_allowed", _("This address does not do that."), 405, {}, {}
        case exceptions.UnsupportedMediaType():
            return "unsupported_media_type", _("Send JSON, or the form of the page."), 415, {}, {}
        case exceptions.ParseError():
            return "unreadable", _("That could not be read."), 400, {}, {}
        case exceptions.APIException():
            return "refused", str(problem.detail), problem.status_code, {}, {}
    return None

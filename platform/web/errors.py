"""What a page says when something went wrong: in words, with a way on, and for programs in the API's shape."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.limits import TooMany
from web.figures import shown
from web.page import Page

ALLAUTH_RETRY_S = 60


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(
        request,
        400,
        "unreadable",
        _("That could not be read"),
        _("Something in the address or the form was not as it should be."),
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if getattr(exception, "code", "") == "csrf_failed":
        return csrf_failed(request)
    return _answer(
        request,
        403,
        "forbidden",
        _("That is not yours to do"),
        _("Somebody else has to do that, or you have to come in by another door."),
    )


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that was open for too long."""
    text = _(
        "This page was open for too long, or your browser keeps no cookies. Go back, load it again and try once more."
    )
    return _answer(request, 403, "csrf_failed", _("We could not tell that this was you"), text)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if request.path.startswith("/t/"):
        text = _("This address leads nowhere. Perhaps a letter is missing from the link to the table.")
        return _answer(request, 404, "not_found", _("No table stands here"), text)
    text = _("This address leads nowhere. Perhaps a letter is missing from it, or what stood here is gone.")
    return _answer(request, 404, "not_found", _("Nothing stands here"), text)


def too_many(request: HttpRequest, problem: TooMany) -> HttpResponse:
    """This address, or this account, did something too often; it may go on later."""
    title = _("Too many at once")
    text = _("Too many at once. Try again a little later.")
    if problem.key.startswith("sign-in."):
        title = _("Too many wrong passwords")
        minutes = -(-problem.retry_after // 60)
        text = ngettext(
            "For %(shown)s minute no password is tried here. A passkey or a link sent by mail signs you in at once.",
            "For %(shown)s minutes no password is tried here. A passkey or a link sent by mail signs you in at once.",
            minutes,
        ) % {"shown": shown(minutes)}
    response = _answer(request, 429, problem.code, title, text, retry_after=problem.retry_after)
    response["Retry-After"] = str(problem.retry_after)
    return response


def too_many_of_allauth(request: HttpRequest) -> HttpResponse:
    """The same for django-allauth's own limits, which do not say when they end; all are by the minute but the one on
    failed sign-ins."""
    return too_many(request, TooMany("account", ALLAUTH_RETRY_S))


def broken(request: HttpRequest) -> HttpResponse:
    """A bug of ours. Nothing is looked up here, for whatever failed may fail again."""
    text = _("That was our mistake, not yours. Nothing you played is lost: every table is kept event by event.")
    return _answer(request, 500, "broken", _("Something went wrong here"), text)


def unbuilt() -> dict[str, object]:
    """What stands in the place of a table when the client has not been built."""
    text = _("The part of Opentrick that runs in the browser has not been built here. On the server, type: make setup")
    return {"title": _("The table cannot be drawn"), "message": text, "code": 503}


def _answer(request: HttpRequest, status: int, code: str, title: str, message: str, **more: object) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"error": {"code": code, "message": message, **more}}, status=status)
    again = request.get_full_path() if status == 500 and request.method == "GET" else ""
    context: dict[str, object] = {"title": title, "message": message, "code": status, "again": again}
    if status != 500:
        return HttpResponse(render_to_string("web/error.html", context, request=request), status=status)
    # The bar shows a name, and looking it up may be what failed: this page is drawn for a visitor without one.
    visitor = HttpRequest()
    visitor.COOKIES = request.COOKIES
    context["page"] = Page(visitor)
    return HttpResponse(render_to_string("web/error.html", context), status=status)


def _wants_json(request: HttpRequest) -> bool:
    """Programs get JSON: below /api/, when they send JSON, or when they would rather have it than a page."""
    return (
        request.path.startswith("/api/")
        or request.content_type == "application/json"
        or request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    )

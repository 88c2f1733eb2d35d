"""Language and figures of an answer, addresses that cannot be read, and how often somebody may send something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from accounts import limits
from accounts.preferences import Preferences
from web import errors
from web.figures import figures

LOOKING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""Methods that change nothing."""


class LanguageMiddleware:
    """The reader's chosen language, else what his browser asks for, else English.

    Stands after authentication, because somebody with a row has his choice there and not in a cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        preferences = Preferences.of(request)
        language = preferences.language or translation.get_language_from_request(request)
        before = figures.set(preferences.figures_for(language))
        try:
            with translation.override(language):
                request.LANGUAGE_CODE = language
                response = self.get_response(request)
        finally:
            figures.reset(before)
        response.headers.setdefault("Content-Language", language)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            # The bar of every page is its reader's: what says nothing of caches is at least nobody else's.
            response.headers.setdefault("Cache-Control", "private")
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


MOST_NEXT = 2_000
"""Characters of an address to go on to: whether it is ours is asked of a parser that puts accents into order, and that
takes the square of their number."""


class ReadableMiddleware:
    """No page has a NUL in its address: no text of ours holds one, and PostgreSQL cannot even be asked for it. The API
    looks for nothing that it has not read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if hasattr(view, "cls"):
            return None
        asked = request.path + unquote(request.META.get("QUERY_STRING", ""))
        if "\0" in asked or len(request.POST.get("next", "")) > MOST_NEXT:
            return errors.bad_request(request)
        return None


class LimitsMiddleware:
    """The net below all limits: so much one address may send in all, whatever it is and wherever it goes.

    Each entrance may have limits of its own, which are reached sooner: whatever a view counts too often is answered
    here. Stands after the language, in which the answer is written.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in LOOKING:
            try:
                limits.count("sent", limits.client_address(request), settings.SENT_LIMITS)
            except limits.TooMany as problem:
                return errors.too_many(request, problem)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        return errors.too_many(request, problem) if isinstance(problem, limits.TooMany) else None

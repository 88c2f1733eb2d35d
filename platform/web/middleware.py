"""Which language and figures a request is answered in."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from accounts.preferences import Preferences
from web.figures import figures


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
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

"""What the processes say about themselves: one line per request and per notable thing, never what people wrote.

A line has the method, the path without its query (which may hold a token), the status and how long it took. Bodies,
addresses, names and browsers are not logged.
"""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

log = structlog.get_logger("opentrick.request")
QUIET = ("/healthz",)
SECRET_BELOW = ("/account/login/link/", "/account/password/reset/key/", "/account/confirm-email/")
"""Addresses that go on with a key, mailed to one person: whoever reads the log shall not have it."""

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class RequestLog:
    """Middleware, outermost: gives each request a number that its other log lines carry too."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        if self._is_async:
            return self._later(request)
        began = time.monotonic()
        structlog.contextvars.bind_contextvars(request_id=_new_id())
        try:
            response: HttpResponseBase = self._get_response(request)
            _write(request, response, began)
        finally:
            structlog.contextvars.clear_contextvars()
        return response

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        began = time.monotonic()
        structlog.contextvars.bind_contextvars(request_id=_new_id())
        try:
            response: HttpResponseBase = await self._get_response(request)
            _write(request, response, began)
        finally:
            structlog.contextvars.clear_contextvars()
        return response


def _new_id() -> str:
    return secrets.token_hex(8)


def _write(request: HttpRequest, response: HttpResponseBase, began: float) -> None:
    status = response.status_code
    level = logging.ERROR if status >= 500 else logging.DEBUG if request.path in QUIET else logging.INFO
    took = round((time.monotonic() - began) * 1000, 1)
    path = next((prefix + "…" for prefix in SECRET_BELOW if request.path.startswith(prefix)), request.path)
    log.log(level, "request", method=request.method, path=path, status=status, ms=took)

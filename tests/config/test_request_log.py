"""A request leaves one line, and nothing of what the person sent."""

import logging
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from config.request_log import RequestLog


@pytest.fixture(autouse=True)
def hear_everything(caplog):
    caplog.set_level(logging.DEBUG)


def ours(caplog: pytest.LogCaptureFixture) -> logging.LogRecord:
    """The one line about the request."""
    (record,) = [record for record in caplog.records if record.name == "opentrick.request"]
    return record


def test_a_request_is_one_line_without_query_or_body(caplog):
    middleware = RequestLog(lambda request: HttpResponse(status=201))
    middleware(RequestFactory().post("/tables?token=secret", {"name": "Alice"}, REMOTE_ADDR="192.0.2.7"))
    line = ours(caplog).getMessage()
    for told in ("POST", "/tables", "201", "request_id"):
        assert told in line
    for kept in ("secret", "Alice", "192.0.2.7"):
        assert kept not in line


async def test_the_same_where_django_runs_asynchronously(caplog):
    async def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=500)

    answer: Any = RequestLog(view)(AsyncRequestFactory().get("/t/x?token=secret"))
    await answer
    record = ours(caplog)
    assert record.levelno == logging.ERROR
    assert "secret" not in record.getMessage()


def test_health_checks_are_quiet(caplog):
    RequestLog(lambda request: HttpResponse())(RequestFactory().get("/healthz"))
    assert ours(caplog).levelno == logging.DEBUG


@pytest.mark.parametrize(
    "path", ["/account/login/link/SECRET/", "/account/password/reset/key/1-SECRET/", "/account/confirm-email/SECRET/"]
)
def test_keys_that_were_mailed_are_left_out(caplog, path):
    RequestLog(lambda request: HttpResponse())(RequestFactory().get(path))
    assert "SECRET" not in ours(caplog).getMessage()
    assert path.partition("SECRET")[0].rstrip("1-") in ours(caplog).getMessage()

"""A request leaves one line, and nothing of what the person sent."""

import logging
import sys
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from config.request_log import RequestLog
from config.settings.logs import logging_settings


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


@pytest.mark.parametrize("as_json", [False, True])
def test_a_bug_is_told_without_the_values_of_variables(as_json):
    """Among them are cookies, hands and tokens, in a terminal as in a log."""
    settings = logging_settings("INFO", as_json=as_json)["formatters"]["lines"]
    formatter = settings["()"](foreign_pre_chain=settings["foreign_pre_chain"], processors=settings["processors"])
    hand = "the ace of spades"
    try:
        raise ValueError(len(hand))
    except ValueError:
        record = logging.LogRecord("daphne.server", logging.ERROR, __file__, 1, "a bug", (), sys.exc_info())
    line = formatter.format(record)
    assert "ValueError" in line
    assert "test_request_log.py" in line
    assert hand not in line


def test_a_browser_that_went_away_is_no_bug():
    (told,) = [each["()"]() for each in logging_settings("INFO", as_json=False)["filters"].values()]
    for text, is_told in (("CurrentThreadExecutor already quit or is broken", False), ("another", True)):
        error = RuntimeError(text)
        assert told(logging.makeLogRecord({"exc_info": (RuntimeError, error, None)})) is is_told


def test_a_request_for_another_host_is_refused_in_one_line(client, caplog):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert "400" in ours(caplog).getMessage()
    assert not [record for record in caplog.records if record.exc_info]

"""What a page refers to is there, and browsers may keep it: straight from the build, or gathered in production."""

import re
import urllib.request
from collections.abc import Callable
from urllib.error import HTTPError

from tests.services.platform_processes import Platform


def get(url: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(url, headers={"Accept-Encoding": "br"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
    except HTTPError as error:
        return error.code, {}, b""


def check_a_page_and_its_files(platform: Platform) -> list[dict[str, str]]:
    status, headers, page = get(f"{platform.url}/")
    assert status == 200
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    files = sorted(set(re.findall(rb'(?:href|src)="(/static/[^"#]+)', page)))
    assert files, "the page has a style sheet at least"
    answers = [get(platform.url + file.decode()) for file in files]
    assert {status for status, _, _ in answers} == {200}
    for _, headers, _ in answers:
        assert "immutable" in headers["cache-control"]
    return [headers for _, headers, _ in answers]


def test_the_embedded_server_gives_what_was_built(embedded: Callable[..., Platform]):
    check_a_page_and_its_files(embedded())


def test_production_gives_what_was_gathered_compressed(platform_processes: Callable[..., Platform]):
    answers = check_a_page_and_its_files(platform_processes(workers=(), beat=False, static=True))
    assert any(headers.get("content-encoding") == "br" for headers in answers)


def test_nothing_else_is_given(embedded: Callable[..., Platform]):
    url = embedded().url
    for path in ("/static/../manage.py", "/static/client/nothing.js", "/var/secrets.env"):
        assert get(url + path)[0] == 404, path

import pytest
from django.test import Client

from web import views

pytestmark = pytest.mark.django_db


def test_a_wrong_address_is_told_with_a_way_on(client):
    page = client.get("/nowhere", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert 'href="/"' in page.content.decode()
    assert "Nothing stands here" in page.content.decode()


def test_a_table_that_never_was_is_called_a_table(client):
    page = client.get(f"/t/{'0' * 22}", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert "No table stands here" in page.content.decode()


def test_in_arabic_too(client):
    page = client.get("/nowhere", headers={"accept": "text/html", "accept-language": "ar"}).content.decode()
    assert 'dir="rtl"' in page
    assert "لا شيء هنا" in page


def test_a_program_is_told_in_json(client):
    answer = client.get("/api/nowhere")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"
    assert client.get("/nowhere", headers={"accept": "application/json"}).json()["error"]["code"] == "not_found"


@pytest.mark.parametrize(("address", "is_json"), [("/settings", False), ("/api/games", True)])
def test_a_bug_of_ours_is_admitted_and_says_nothing_of_itself(monkeypatch, address, is_json):
    def fall(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(views, "_groups", fall)
    monkeypatch.setattr("games.table.catalogue.described", fall)
    client = Client(raise_request_exception=False)
    answer = client.get(address, headers={"accept": "*/*" if is_json else "text/html"})
    assert answer.status_code == 500
    assert "secret detail" not in answer.content.decode()
    if is_json:
        assert answer.json()["error"]["code"] == "broken"
    else:
        assert "Something went wrong here" in answer.content.decode()


def test_a_form_that_was_open_too_long_is_told(client):
    strict = Client(enforce_csrf_checks=True)
    page = strict.post("/settings", {"theme": "dark"}, headers={"accept": "text/html"})
    assert page.status_code == 403
    assert "open for too long" in page.content.decode()
    assert strict.post("/settings", {}, headers={"accept": "application/json"}).json()["error"]["code"] == "csrf_failed"


def test_nothing_on_a_page_is_inline_or_from_elsewhere(client):
    page = client.get("/settings", headers={"accept": "text/html"})
    policy = page["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    text = page.content.decode()
    assert "style=" not in text
    assert "onclick" not in text
    assert "://" not in text.replace("http://www.w3.org/", "")
    assert page["X-Frame-Options"] == "DENY"
    assert page["X-Content-Type-Options"] == "nosniff"


def test_healthz(client):
    assert client.get("/healthz").content == b"ok\n"
    assert client.post("/healthz").status_code == 405


def test_search_engines_are_told_to_leave_the_tables_alone(client):
    assert "Disallow: /t/" in client.get("/robots.txt").content.decode()

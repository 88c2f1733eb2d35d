import pytest
from django.test import Client

from accounts import services
from accounts.preferences import COOKIE
from web.figures import figures, shown_between_tags

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(client):
    person = services.create_guest(name="Alice")
    client.force_login(person)
    return person


def test_a_visitor_is_answered_in_the_language_of_his_browser(client):
    page = client.get("/settings", headers={"accept-language": "ar"})
    assert page["Content-Language"] == "ar"
    assert '<html lang="ar" dir="rtl"' in page.content.decode()
    assert "Accept-Language" in page["Vary"]


def test_looking_at_a_page_makes_nobody(client):
    client.get("/settings")
    assert "sessionid" not in client.cookies


def test_a_visitors_choices_stay_in_a_cookie_without_an_identity(client):
    client.post("/settings", {"language": "ar", "theme": "dark", "ranks": "latin", "figures": "", "one_tap": "1"})
    assert client.cookies[COOKIE].value == "language=ar&theme=dark&ranks=latin&one_tap=1"
    page = client.get("/settings").content.decode()
    assert '<html lang="ar" dir="rtl" data-theme="dark">' in page


def test_a_guests_choices_go_into_the_row(client, alice):
    client.post("/settings", {"language": "ru", "theme": "contrast", "figures": "arab", "name": "Alice B"})
    alice.refresh_from_db()
    assert (alice.language, alice.theme, alice.figures, alice.one_tap, alice.name) == (
        "ru",
        "contrast",
        "arab",
        False,
        "Alice B",
    )
    assert COOKIE not in client.cookies


def test_an_unknown_choice_is_passed_over(client, alice):
    client.post("/settings", {"language": "xx", "theme": '"><script>', "ranks": "runes", "name": "Alice"})
    alice.refresh_from_db()
    assert (alice.language, alice.theme, alice.ranks) == ("", "", "")


def test_a_forged_cookie_is_passed_over(client):
    client.cookies[COOKIE] = 'language=ar"><script>&theme=dark'
    page = client.get("/settings").content.decode()
    assert 'data-theme="dark"' in page
    assert "<script>&" not in page


def test_a_name_that_cannot_be_shown_is_said_and_nothing_is_saved(client, alice):
    page = client.post("/settings", {"theme": "dark", "name": "\u202eevil"})
    assert page.status_code == 400
    assert "invisible" in page.content.decode()
    alice.refresh_from_db()
    assert (alice.name, alice.theme) == ("Alice", "")


def test_the_language_can_be_changed_from_any_page(client, alice):
    answer = client.post("/language", {"language": "de", "next": "/settings?x=1"})
    assert answer["Location"] == "/settings?x=1"
    alice.refresh_from_db()
    assert alice.language == "de"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_one_never_lands_at_somebody_elses_address(client, elsewhere):
    assert client.post("/language", {"language": "de", "next": elsewhere})["Location"] == "/"


@pytest.mark.parametrize("address", ["/language", "/settings"])
def test_a_form_of_another_site_changes_nothing(alice, address):
    foreign = Client(enforce_csrf_checks=True)
    foreign.force_login(alice)
    assert foreign.post(address, {"language": "de", "theme": "dark"}).status_code == 403
    alice.refresh_from_db()
    assert (alice.language, alice.theme) == ("", "")


def test_a_forged_session_is_a_visitor(client, alice):
    client.cookies["sessionid"] = "a" * 32
    assert "Your name at the table" not in client.get("/settings").content.decode()


def test_figures_are_exchanged_in_texts_and_nowhere_else():
    """Signs that HTML writes with numbers stay what they are."""
    before = figures.set("arab")
    try:
        told = shown_between_tags('<p id="p1">12 O&#x27;Brien &#39; &amp;3</p>7')
    finally:
        figures.reset(before)
    assert told == '<p id="p1">١٢ O&#x27;Brien &#39; &amp;٣</p>٧'

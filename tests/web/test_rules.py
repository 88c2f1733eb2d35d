import pytest
from django.conf import settings

from accounts.preferences import COOKIE
from games.table import service
from web.page import own_template

pytestmark = pytest.mark.django_db


def test_hokm_is_explained_in_english(client):
    page = client.get("/rules/hokm").content.decode()
    assert "the ten beats the king" in page
    assert 'aria-label="jack of spades"' in page


def test_and_in_arabic_with_the_figures_of_the_language(client):
    page = client.get("/rules/hokm", headers={"accept-language": "ar"}).content.decode()
    assert "حكم إجباري" in page
    assert "٥٠٠" in page
    assert "<h2>" in page
    assert "</h٢>" not in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "the talon held the ten of spades"),
        ("ar", "المساعدة الأمريكية"),
        ("ru", "лист бумаги в клетку"),
        ("de", "kariertes Papier"),
    ],
)
def test_preferans_is_explained_with_positions_and_russian_terms(client, language, words):
    page = client.get("/rules/preferans", headers={"accept-language": language}).content.decode()
    assert words in page
    assert page.count("<ot-position") == 8
    for term in ("прикуп", "снос", "вист", "полвиста", "мизер", "распасы", "пуля", "гора", "пулька"):
        assert term in page


def test_the_figures_are_a_choice_apart_from_the_language(client):
    client.cookies[COOKIE] = "language=ar&figures=latn"
    page = client.get("/rules/hokm").content.decode()
    assert "500" in page
    assert "٥٠٠" not in page


@pytest.mark.parametrize(("language", "words"), [("ru", "десятка бьёт короля"), ("de", "Zehn schlägt den König")])
def test_and_in_the_other_languages(client, language, words):
    assert words in client.get("/rules/hokm", headers={"accept-language": language}).content.decode()


def test_a_language_without_its_own_text_shows_the_english_one_and_says_so(client, monkeypatch):
    def only_english(game: str, part: str) -> str:
        return f"{game}/{part}.html" if part.endswith(".en") else ""

    monkeypatch.setattr("web.views.own_template", only_english)
    page = client.get("/rules/hokm", headers={"accept-language": "ar"}).content.decode()
    assert 'lang="en" dir="ltr">' in page
    assert "لم تُترجم هذه الصفحة" in page


@pytest.mark.parametrize("game", ["hokm", "preferans", "tong"])
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_game_is_explained_in_every_language(game, language):
    assert own_template(game, f"rules.{language}")


@pytest.mark.parametrize("game", ["chess", "hokm..", "../hokm", "HOKM"])
def test_an_unknown_game_has_no_rules_here(client, game):
    assert client.get(f"/rules/{game}").status_code == 404


def test_a_table_says_first_what_differs_from_the_usual_rules(client):
    table = service.open_table("hokm", {"target": 200, "broken": "short"}, "alice0000000")
    page = client.get(f"/t/{table.id}/rules")
    assert [line["name"] for line in page.context["changed"]] == ["target", "broken"]
    assert "10 for each trick missing" in page.content.decode()
    text = page.content.decode()
    assert text.index("Different here") < text.index("As usual") < text.index("one bid each, any number")


def test_a_table_by_the_usual_rules_says_so(client):
    table = service.open_table("hokm", {}, "alice0000000")
    page = client.get(f"/t/{table.id}/rules", headers={"accept-language": "ar"})
    assert not page.context["changed"]
    assert "٥٠٠" in page.content.decode()


@pytest.mark.parametrize("wrong", ["x", "0" * 22])
def test_no_table_no_rules(client, wrong):
    assert client.get(f"/t/{wrong}/rules").status_code == 404

import pytest

from accounts.preferences import COOKIE

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


def test_the_figures_are_a_choice_apart_from_the_language(client):
    client.cookies[COOKIE] = "language=ar&figures=latn"
    page = client.get("/rules/hokm").content.decode()
    assert "500" in page
    assert "٥٠٠" not in page


def test_a_language_without_its_own_text_shows_the_english_one_and_says_so(client):
    page = client.get("/rules/hokm", headers={"accept-language": "de"}).content.decode()
    assert '<article lang="en" dir="ltr">' in page
    assert "noch nicht in Ihre Sprache" in page


@pytest.mark.parametrize("game", ["chess", "hokm..", "../hokm", "HOKM"])
def test_an_unknown_game_has_no_rules_here(client, game):
    assert client.get(f"/rules/{game}").status_code == 404

"""Privacy and terms: our texts with their blanks, or the operator's own."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["privacy", "terms"])
@pytest.mark.parametrize("language", ["en", "ar", "ru", "de"])
def test_there_is_a_text_in_every_language(client, page, language):
    html = client.get(f"/{page}", headers={"accept-language": language}).content.decode()
    assert "<h1>" in html
    assert "[OPERATOR_NAME]" in html
    assert 'class="blank"' in html
    assert f'<article lang="{language}"' in html
    assert 'class="note"' not in html
    # No text has lost a place where the operator has something to say.
    assert html.count('class="blank"') == {"privacy": 6, "terms": 5}[page]


def test_every_page_leads_there(client):
    home = client.get("/").content.decode()
    assert 'href="/privacy"' in home
    assert 'href="/terms"' in home


def test_the_operator_is_named(client, settings):
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "The <Club>", "club@example.org"
    html = client.get("/privacy").content.decode()
    assert "The &lt;Club&gt;" in html
    assert "club@example.org" in html
    assert "[OPERATOR_NAME]" not in html


def test_the_operators_own_text_comes_before_ours_in_every_language(client, settings, tmp_path):
    settings.OPENTRICK_LEGAL_DIR = str(tmp_path)
    (tmp_path / "privacy.en.html").write_text("<h1>Own</h1><p>{{ operator }}</p>", encoding="utf-8")
    settings.OPERATOR_NAME = "The Club"
    for language in ("en", "ar"):
        html = client.get("/privacy", headers={"accept-language": language}).content.decode()
        assert "<h1>Own</h1><p>The Club</p>" in html
        assert '<article lang="en" dir="ltr"' in html
    assert "<h1>Own</h1>" not in client.get("/terms").content.decode()

"""The catalogs: Arabic lacks nothing, no catalog holds a guess or a leftover, and what is extracted is all there is."""

import re

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from django.utils import translation

from accounts import services
from accounts.names import BIRDS
from web import messages


def test_the_catalogs_are_in_step_with_the_sources_and_lack_nothing():
    assert list(messages.faults()) == []


FAMILIAR = re.compile(r"\b(?:du|dich|dir(?!=)|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?)\b", re.IGNORECASE)


def test_german_addresses_everybody_in_one_way():
    """A page that says "du" beside one that says "Sie" reads like two sites."""
    familiar: list[object] = []
    for place in messages.places():
        for path in (place.locale / "de/LC_MESSAGES").glob("*.po"):
            with path.open("rb") as file:
                familiar += [message.id for message in read_po(file) if FAMILIAR.search(str(message.string))]
        for source in place.sources:
            familiar += [page.name for page in source.rglob("*.de.html") if FAMILIAR.search(page.read_text())]
    assert familiar == []


def test_a_guests_name_is_in_the_language_of_the_page(db):
    with translation.override("en"):
        english = {str(name) for name in BIRDS}
    with translation.override("ar"):
        carol = services.create_guest()
        assert carol.name.rsplit(" ", 1)[0] in {str(name) for name in BIRDS} - english


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A little source tree of our own."""
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    (tmp_path / "platform/web").mkdir(parents=True)
    return messages.Place(tmp_path / "platform/web/locale", (tmp_path / "platform",))


def found(place: messages.Place, domain: str) -> dict[object, str | None]:
    return {message.id: message.context for message in messages.found(place, domain) if message.id}


def test_texts_are_found_in_python(place):
    (place.locale.parent / "a.py").write_text(
        'gettext("Take a seat")\nngettext("%(n)d card", "%(n)d cards", n)\npgettext("suit", "clubs")\nN_("Points")\n'
    )
    assert found(place, "django") == {
        "Take a seat": None,
        ("%(n)d card", "%(n)d cards"): None,
        "clubs": "suit",
        "Points": None,
    }


def test_texts_are_found_in_templates(place):
    (place.locale.parent / "a.html").write_text(
        '{% load i18n %}<p title="{% translate "It\'s \\"so\\"" %}">{% translate "clubs" context "suit" %}</p>\n'
        "{% blocktranslate count n=x %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %} can't match\n"
    )
    assert ("%(n)s card", "%(n)s cards") in found(place, "django")
    assert found(place, "django")["clubs"] == "suit"


def test_texts_are_found_in_typescript_inside_template_strings_too(place):
    (place.locale.parent / "a.ts").write_text(
        "const x: Map<string, number> = new Map();\n"
        'const a = t("Your turn"), b = tn("{count} trick", "{count} tricks", n), c = tp("suit", "clubs");\n'
        'const d = html`<b title=${t("Deal")}>${many.map((n) => html`<i>${t("Inside")}</i>`)}</b>`;\n'
    )
    assert found(place, "djangojs") == {
        "Your turn": None,
        ("{count} trick", "{count} tricks"): None,
        "clubs": "suit",
        "Deal": None,
        "Inside": None,
    }


def test_tests_and_built_files_hold_no_texts_of_ours(place):
    (place.locale.parent / "a.test.ts").write_text('t("Only a test")')
    (place.locale.parent / "static").mkdir()
    (place.locale.parent / "static" / "b.ts").write_text('t("Built")')
    assert found(place, "djangojs") == {}


@pytest.fixture
def faulty(place):
    """An Arabic catalog that can be spoilt."""
    (place.locale.parent / "a.py").write_text('gettext("Hello %(name)s")\n')
    (place.locale.parent / "a.ts").write_text('t("Hi {name}")\n')

    def write(domain: str, text: str, **how: object) -> None:
        catalog = Catalog(locale="ar", domain=domain)
        catalog.add({"django": "Hello %(name)s", "djangojs": "Hi {name}"}[domain], text, **how)  # type: ignore[arg-type]
        path = messages.po_path(place, "ar", domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog)

    return write


def told(tmp_path) -> str:
    return "\n".join(line for line in messages.faults(tmp_path) if "/ar/" in line)


def test_a_missing_text_is_told(faulty, tmp_path):
    faulty("django", "")
    assert "not translated: (None, 'Hello %(name)s')" in told(tmp_path)
    assert "not in the catalog: (None, 'Hi {name}')" in told(tmp_path)


def test_a_guess_is_told(faulty, tmp_path):
    faulty("django", "مرحبا %(name)s", flags=["fuzzy"])
    assert "fuzzy" in told(tmp_path)


def test_a_leftover_is_told(faulty, tmp_path, place):
    faulty("django", "مرحبا %(name)s")
    (place.locale.parent / "a.py").write_text("")
    assert "not in the sources any more" in told(tmp_path)


def test_a_wrong_slot_is_told(faulty, tmp_path):
    faulty("django", "مرحبا %(nom)s", flags=["python-format"])
    faulty("djangojs", "مرحبا {nom}")
    assert "unknown named placeholder" in told(tmp_path).lower() or "placeholders are incompatible" in told(tmp_path)
    assert "unknown slots ['nom']" in told(tmp_path)


def test_updating_adds_what_is_new_and_drops_what_is_gone(place, tmp_path):
    source = place.locale.parent / "a.py"
    source.write_text('gettext("Old")\ngettext("Kept")\n')
    messages.update(tmp_path)
    catalog = messages.stored(place, "ar", "django")
    kept = catalog.get("Kept")
    assert kept is not None
    kept.string = "باقٍ"
    with messages.po_path(place, "ar", "django").open("wb") as file:
        write_po(file, catalog)
    source.write_text('gettext("Kept")\ngettext("Old hat")\n')
    messages.update(tmp_path)
    texts = {message.id: message.string for message in messages.stored(place, "ar", "django") if message.id}
    assert texts == {"Kept": "باقٍ", "Old hat": ""}
    before = messages.po_path(place, "ar", "django").read_bytes()
    messages.update(tmp_path)
    assert messages.po_path(place, "ar", "django").read_bytes() == before

"""What every page needs to know about its reader: language, direction, colours, who he is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlencode

from django.apps import apps
from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation

from accounts.models import Person
from accounts.preferences import Preferences
from games.table import catalogue


@dataclass(frozen=True)
class Link:
    """A game in the bar."""

    name: str
    title: str


@dataclass(frozen=True)
class Page:
    """The reader's side of a page, as the templates ask for it; nothing is looked up before it is asked for."""

    request: HttpRequest

    @cached_property
    def preferences(self) -> Preferences:
        return Preferences.of(self.request)

    @property
    def language(self) -> str:
        return translation.get_language() or settings.LANGUAGE_CODE

    @property
    def direction(self) -> str:
        return "rtl" if translation.get_language_bidi() else "ltr"

    @property
    def theme(self) -> str:
        return self.preferences.theme

    @property
    def ranks(self) -> str:
        return self.preferences.ranks_for(self.language)

    @property
    def figures(self) -> str:
        return self.preferences.figures_for(self.language)

    @property
    def catalogue(self) -> str | None:
        return catalogue_address(self.language)

    @property
    def person(self) -> Person | None:
        user = getattr(self.request, "guest", None) or getattr(self.request, "user", None)
        return user if isinstance(user, Person) else None

    @property
    def member(self) -> Person | None:
        person = self.person
        return person if person is not None and person.kind == Person.Kind.MEMBER else None

    @property
    def games(self) -> list[Link]:
        """The games that explain themselves."""
        named = [Link(game.name, catalogue.title(game.name)) for game in catalogue.known()]
        return [link for link in named if own_template(link.name, f"rules.{settings.LANGUAGE_CODE}")]

    @property
    def game_titles(self) -> str:
        """What every game is called, as JSON: for what is said of tables of any game."""
        return json.dumps({game.name: catalogue.title(game.name) for game in catalogue.known()}, ensure_ascii=False)

    @property
    def languages(self) -> list[tuple[str, str]]:
        return [(code, str(name)) for code, name in settings.LANGUAGES]


def own_template(game: str, part: str) -> str:
    """A game brings its rules, pictures and sentences in its own folder; "" when it does not bring this one."""
    name = f"{game}/{part}.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name


def sign_in_first(address: str) -> HttpResponseRedirect:
    """To the sign-in page, and from there on to this address."""
    return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({'next': address}, safe='/')}")


def page(request: HttpRequest) -> dict[str, object]:
    """The context processor."""
    return {"page": Page(request)}


def catalogue_address(language: str) -> str | None:
    """Where the client finds its texts: none for English, which is what its code is written in."""
    if language == "en":
        return None
    return f"{reverse('catalogue', args=[language])}?v={_catalogue_version(language)}"


def _catalogue_version(language: str) -> str:
    """Changes whenever one of the catalogs was compiled anew, so that the answer may be kept for ever."""
    paths = [Path(app.path) / "locale" / language / "LC_MESSAGES" / "djangojs.mo" for app in apps.get_app_configs()]
    newest = max((path.stat().st_mtime_ns for path in paths if path.exists()), default=0)
    return f"{newest // 1_000_000:x}"

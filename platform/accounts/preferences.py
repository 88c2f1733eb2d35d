"""How a person wants the pages: language, colours, ranks on the cards, figures, one touch or two.

Somebody with a row has them in the row; a visitor without one has them in a plain cookie, and his first action copies
them into his row. An empty string means "as the language says" (ranks, figures) or "as the browser says" (the rest).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Self
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import Person

COOKIE = "preferences"
THEMES = ("", "light", "dark", "contrast")
RANKS = ("", "latin", "cyrillic", "arabic")
FIGURES = ("", "latn", "arab")
_RANKS_OF = {"ar": "arabic", "ru": "cyrillic"}
_FIGURES_OF = {"ar": "arab"}
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's choices, each one of the values above; anything else reads as the empty choice."""

    language: str = ""
    theme: str = ""
    ranks: str = ""
    figures: str = ""
    one_tap: bool = False
    """Play a card with one touch instead of raising it first."""

    @classmethod
    def of(cls, request: HttpRequest) -> Self:
        """The preferences this request comes with."""
        user = getattr(request, "guest", None) or getattr(request, "user", None)
        if isinstance(user, Person):
            return cls.of_person(user)
        return cls.read(dict(parse_qsl(request.COOKIES.get(COOKIE, "")[:200])))

    @classmethod
    def of_person(cls, person: Person) -> Self:
        return cls(**{each.name: getattr(person, each.name) for each in fields(cls)})

    @classmethod
    def read(cls, given: dict[str, str]) -> Self:
        """From a form or a cookie, whatever somebody put there."""
        allowed = {"language": languages(), "theme": THEMES, "ranks": RANKS, "figures": FIGURES}
        texts = {name: given.get(name, "") for name in allowed}
        return cls(
            **{name: text for name, text in texts.items() if text in allowed[name]},
            one_tap=given.get("one_tap", "") in ("1", "on", "true"),
        )

    def write_to(self, person: Person) -> list[str]:
        """Put them into the row (unsaved); answers with the fields touched."""
        chosen = asdict(self)
        for name, value in chosen.items():
            setattr(person, name, value)
        return list(chosen)

    def set_cookie(self, response: HttpResponse) -> None:
        """Keep them with the visitor. No identity is in it, so it may live for a year."""
        chosen = {name: "1" if value is True else value for name, value in asdict(self).items() if value}
        response.set_cookie(
            COOKIE,
            urlencode(chosen),
            max_age=_YEAR,
            samesite="Lax",
            httponly=True,
            secure=settings.SESSION_COOKIE_SECURE,
        )

    def ranks_for(self, language: str) -> str:
        """The set of ranks to draw on the cards while the pages are in `language`."""
        return self.ranks or _RANKS_OF.get(language, "latin")

    def figures_for(self, language: str) -> str:
        """The numbering system of `Intl` to write figures in while the pages are in `language`."""
        return self.figures or _FIGURES_OF.get(language, "latn")


def languages() -> tuple[str, ...]:
    """The codes of the languages the pages can be read in."""
    return tuple(code for code, _ in settings.LANGUAGES)

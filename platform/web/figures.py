"""Numbers in the reader's figures: 0-9 or ٠-٩, a choice of his own apart from the language."""

from __future__ import annotations

import re
from contextvars import ContextVar

figures: ContextVar[str] = ContextVar("figures", default="latn")
_ENTITY_OR_FIGURES = re.compile(r"&#?\w+;|[0-9]+")
_ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


def shown(value: object) -> str:
    """A number, or a text with numbers in it, as this reader reads it."""
    text = str(value)
    return text.translate(_ARABIC) if figures.get() == "arab" else text


def shown_number(number: object) -> str:
    """A number with a true minus: a hyphen is no sign."""
    return shown(str(number).replace("-", "−"))


def shown_between_tags(html: str) -> str:
    """The same for the text of a piece of HTML; tags and their attributes stay as they are."""
    return re.sub(r"(^|>)[^<]*", lambda text: _ENTITY_OR_FIGURES.sub(_shown_figures, text[0]), html)


def _shown_figures(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith("&") else shown(found[0])

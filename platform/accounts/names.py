"""Names: the friendly one a guest is given, and what a chosen one may hold.

Names are for showing only. Nothing looks a person up by name, so two guests may share one; the log of a table never
holds a name at all (docs/architecture.md, "People").
"""

from __future__ import annotations

import secrets
import unicodedata

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

LONGEST = 20
"""Characters of a name: what fits a plate at 360 px."""

BIRDS: tuple[str | Promise, ...] = (
    pgettext_lazy("guest name", "Heron"),
    pgettext_lazy("guest name", "Lark"),
    pgettext_lazy("guest name", "Swift"),
    pgettext_lazy("guest name", "Finch"),
    pgettext_lazy("guest name", "Starling"),
    pgettext_lazy("guest name", "Hoopoe"),
    pgettext_lazy("guest name", "Falcon"),
    pgettext_lazy("guest name", "Crane"),
    pgettext_lazy("guest name", "Stork"),
    pgettext_lazy("guest name", "Owl"),
    pgettext_lazy("guest name", "Nightingale"),
    pgettext_lazy("guest name", "Partridge"),
    pgettext_lazy("guest name", "Quail"),
    pgettext_lazy("guest name", "Swallow"),
    pgettext_lazy("guest name", "Robin"),
    pgettext_lazy("guest name", "Jay"),
    pgettext_lazy("guest name", "Bulbul"),
    pgettext_lazy("guest name", "Sandgrouse"),
    pgettext_lazy("guest name", "Pelican"),
    pgettext_lazy("guest name", "Kestrel"),
)


class UnfitName(ValueError):
    """A chosen name that cannot be shown; its text says why, in the reader's language."""


def guest_name() -> str:
    """A name for somebody who gave none, in the language now active: "Heron 48"."""
    return f"{secrets.choice(BIRDS)} {secrets.randbelow(90) + 10}"


def tidy_name(text: str) -> str:
    """The name as it is stored: one Unicode form, single spaces, nothing invisible.

    Raises UnfitName. Direction marks, joiners' abuse and control characters are refused rather than cut out, so that
    nobody ends up with another name than the one he typed.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise UnfitName(gettext("A name needs at least one letter."))
    if len(name) > LONGEST:
        raise UnfitName(gettext("A name has at most %(count)d characters.") % {"count": LONGEST})
    if any(_is_unseen(character) for character in name):
        raise UnfitName(gettext("A name cannot hold invisible characters."))
    if not any(unicodedata.category(character)[0] == "L" for character in name):
        raise UnfitName(gettext("A name needs at least one letter."))
    if sum(unicodedata.category(character) == "Mn" for character in name) > len(name) // 2:
        raise UnfitName(gettext("A name cannot be mostly accents."))
    return name


def _is_unseen(character: str) -> bool:
    """Controls, direction marks, private and unassigned characters; the zero-width non-joiner is Persian spelling."""
    return unicodedata.category(character)[0] == "C" and character != "\u200c"

"""Names: the friendly one a guest is given, what a chosen one may hold, and what makes two of them look alike.

Nothing looks a person up by what is shown but sign-in, and that goes by the key (`accounts.lookalikes`); the log of a
table never holds a name at all (docs/architecture.md, "People"). Members' keys are unique, so nobody can pass for one.
"""

from __future__ import annotations

import secrets
import unicodedata

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

from accounts.lookalikes import key, mixed_word, script

__all__ = ["BIRDS", "LONGEST", "UnfitName", "guest_name", "is_reserved", "key", "reserve", "tidy_name"]

LONGEST = 20
"""Characters of a name: what fits a plate at 360 px."""
_LONGEST_TYPED = 200
"""Of what is looked at at all: putting a long row of accents into order takes the square of its length."""

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

ZWNJ = "\u200c"

# Who speaks for the house, and what programs are called. Whole names; those of the second list not even inside another.
RESERVED = {
    "admin", "administrator", "mod", "staff", "support", "help", "system", "server", "root", "official", "security",
    "abuse", "postmaster", "webmaster", "noreply", "owner", "team", "bot", "bots", "robot", "program", "programs",
    "computer", "clock", "chance", "dealer", "guest", "member", "anonymous", "nobody", "deleted", "unknown", "null",
    "undefined", "simple", "random",
    "админ", "администратор", "поддержка", "система", "бот", "программа", "гость", "крупье",
    "ادمن", "مشرف", "مدير", "الدعم", "النظام", "بوت", "برنامج", "ضيف",
    "verwaltung", "hilfe", "gast", "programm",
}  # fmt: skip
RESERVED_ANYWHERE = {"opentrick", "moderator", "модератор"}

_reserved: set[str] = {key(name) for name in RESERVED}
_reserved_anywhere: set[str] = {key(name) for name in RESERVED_ANYWHERE}


class UnfitName(ValueError):
    """A chosen name that cannot be shown; its text says why, in the reader's language."""


def reserve(*names: str) -> None:
    """Keep these names from people, look-alikes too: an app calls it in `ready()` for the programs it seats."""
    _reserved.update(key(name) for name in names)


def is_reserved(name: str) -> bool:
    """Whether only the house, or a program, may be called so."""
    form = key(name)
    return form in _reserved or any(part in form for part in _reserved_anywhere)


def guest_name() -> str:
    """A name for somebody who gave none, in the language now active: "Heron 48"."""
    return f"{secrets.choice(BIRDS)} {secrets.randbelow(90) + 10}"


def tidy_name(text: str) -> str:
    """The name as it is stored: one Unicode form, single spaces, nothing invisible.

    Raises UnfitName. Direction marks, joiners' abuse and control characters are refused rather than cut out, so that
    nobody ends up with another name than the one he typed.
    """
    if len(text) > _LONGEST_TYPED:
        raise _too_long()
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise UnfitName(gettext("A name needs at least one letter."))
    if len(name) > LONGEST:
        raise _too_long()
    if any(_is_unseen(name, at) for at in range(len(name))):
        raise UnfitName(gettext("A name cannot hold invisible characters."))
    if not any(unicodedata.category(character)[0] == "L" for character in name):
        raise UnfitName(gettext("A name needs at least one letter."))
    if sum(unicodedata.category(character) == "Mn" for character in name) > len(name) // 2:
        raise UnfitName(gettext("A name cannot be mostly accents."))
    if "@" in unicodedata.normalize("NFKC", name):
        raise UnfitName(gettext("A name is not a mail address."))
    word = mixed_word(name)
    if word:
        raise UnfitName(
            gettext("A word of a name keeps to one alphabet that is in everyday use; “%(word)s” does not.")
            % {"word": word}
        )
    if not key(name):
        raise UnfitName(gettext("A name needs at least one letter."))
    if is_reserved(name):
        raise UnfitName(gettext("This name belongs to the house. Choose another."))
    return name


def _too_long() -> UnfitName:
    return UnfitName(gettext("A name has at most %(count)d characters.") % {"count": LONGEST})


def _is_unseen(name: str, at: int) -> bool:
    """Controls, direction marks, fillers, private and unassigned characters.

    The zero-width non-joiner is Persian spelling, so it may stand between two Arabic letters.
    """
    character = name[at]
    if character == ZWNJ:
        around = name[at - 1 : at] + name[at + 1 : at + 2]
        return len(around) != 2 or any(script(neighbour) != "ARABIC" for neighbour in around)
    return unicodedata.category(character)[0] == "C" or character in _FILLERS or _is_selector(character)


_FILLERS = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"
"""Letters and signs that draw nothing: Hangul fillers, the empty Braille cell, the grapheme joiner, Khmer vowels."""


def _is_selector(character: str) -> bool:
    return (
        "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
        or character in "\u180b\u180c\u180d"
    )

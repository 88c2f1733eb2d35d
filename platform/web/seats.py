"""The seats of a table in a list: who sits there, in words and as a small picture."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.table.lobby import Sitter
from web.figures import shown
from web.isolates import isolated_name


def name_of(seat: Sitter) -> str:
    """Who sits there, kept to his own direction; who has had the account deleted has no name any more."""
    return _("a program") if seat.bot else isolated_person(seat)


def isolated_person(seat: Sitter) -> str:
    """Whose seat it is, also while a program plays on for him."""
    return isolated_name(seat.name) if seat.name else _("deleted account")


def marks(seats: Iterable[Sitter], due: Iterable[int] = ()) -> str:
    """For the tag `felt`: a mark a seat, a star for whose turn it is."""
    turns = set(due)
    return "".join(
        "*" if number in turns else "-" if seat.free else "b" if seat.bot else "o" for number, seat in enumerate(seats)
    )


def free_chairs(count: int) -> str:
    return shown(ngettext("%(n)d chair is free", "%(n)d chairs are free", count) % {"n": count})

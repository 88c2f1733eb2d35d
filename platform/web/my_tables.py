"""Everybody's own tables in words: whose turn it is everywhere, one's own first."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import members, services
from accounts.models import Person
from games.table import catalogue
from games.table.clock import now_ms
from games.table.mine import Mine, my_tables
from web.isolates import listed
from web.page import Page
from web.phrases import duration
from web.seats import free_chairs, marks, name_of

ON_THE_FRONT_PAGE = 4


@dataclass(frozen=True, slots=True)
class MyRow:
    """A table in the list of one's own."""

    id: str
    title: str
    names: str
    line: str
    seats: str
    """For the little picture: a mark a seat, a star for whose turn it is."""
    my_turn: bool
    held: bool
    left: str
    """How long until the next thing happens by itself, where that is told."""


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The page of all of them."""
    services.keep_signed_in(request)
    person = Page(request).person
    return render(request, "web/my_tables.html", {"mine": rows_of(person)})


def rows_of(person: Person | None) -> list[MyRow]:
    """All tables of this person that have not ended, in the order in which they ask for something."""
    if person is None:
        return []
    now = now_ms()
    return [_row(table, person.public_id, now) for table in my_tables(*members.public_ids(person))]


def _row(table: Mine, person: str, now: int) -> MyRow:
    others = [seat for number, seat in enumerate(table.seats) if number != table.seat and not seat.free]
    timed = table.my_turn or (table.speed == "slow" and bool(table.due))
    return MyRow(
        id=table.id,
        title=catalogue.title(table.game),
        names=listed([name_of(seat) for seat in others]),
        line=_line(table),
        seats=marks(table.seats, table.due),
        my_turn=table.my_turn,
        held=table.held,
        left=duration((table.deadline_at - now) / 1000) if timed and table.deadline_at else "",
    )


def _line(table: Mine) -> str:
    if table.held:
        return _("A program plays for you: take your seat back")
    if table.my_turn:
        return _("Your turn")
    if table.free_seats:
        return free_chairs(table.free_seats)
    if table.lifecycle != "playing":
        return _("About to begin")
    waited_for = [name_of(table.seats[number]) for number in table.due if number < len(table.seats)]
    if not waited_for:
        return _("Between two deals")
    return _("It is the turn of %(names)s") % {"names": listed(waited_for)}

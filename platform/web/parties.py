"""Friends who wait together: the room of a party, its link, who is asked to come, and what its keys do. Plain forms, as
everywhere."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import limits, relations, services
from accounts.people import names_of
from games.table import catalogue, histories
from games.table.aggregate import Refused
from matchmaking.models import TicketPerson
from matchmaking.queues import parties, refusals, waiting
from matchmaking.queues.tickets import LARGEST_PARTY
from web.friends import Line, lines_of
from web.page import Page
from web.speeds import speed_choices
from web.waiting import acts, wish_of

MOST_FRIENDS = 24
"""Friends who stand in the room to be asked, whoever is connected first; the others stand on the friends' page."""


@dataclass(frozen=True)
class Friend:
    """A friend who is not in the party, and how it stands with him."""

    line: Line
    state: str
    """`asked`, `declined`, or nothing."""


@acts
def open_party(request: HttpRequest) -> HttpResponse:
    """Open a party and go to its room; with `person`, ask that friend at once."""
    host = services.guest_for(request).public_id
    code = parties.open_party(host)
    if request.POST.get("person"):
        _ask(code, host, request.POST["person"])
    return _room(code)


@acts
def invite_to_party(request: HttpRequest, code: str) -> HttpResponse:
    """Ask a friend to come to the party one is in."""
    person = Page(request).person
    if person is None:
        raise Refused("no_such_party")
    _ask(code, person.public_id, request.POST.get("person", ""))
    return _room(code)


def _ask(code: str, host: str, other: str) -> None:
    limits.count("challenges", host, settings.CHALLENGE_LIMITS)
    parties.invite(code, host, other)


@never_cache
@require_safe
def party(request: HttpRequest, code: str) -> HttpResponse:
    """The room: who is here, the link, and for who opened it the game. Whoever waits already is led on."""
    leader = parties.leader(code)
    if leader is None:
        raise Http404
    person = Page(request).person
    here = parties.members(code)
    me = person.public_id if person else ""
    if me in here and TicketPerson.objects.filter(person=me).exists():
        return HttpResponseRedirect(reverse("waiting"))
    if me in here and waiting.table_to_go_to(me, waiting.lately()) is not None:
        return HttpResponseRedirect(reverse("waiting"))
    names = names_of(here)
    context: dict[str, Any] = {
        "code": code,
        "link": request.build_absolute_uri(reverse("party", args=[code])),
        "inside": me in here,
        "leads": me == leader,
        "members": [{"name": names.get(one, ""), "me": one == me, "leads": one == leader} for one in here],
        "leader_name": names.get(leader, ""),
        "full": len(here) >= LARGEST_PARTY,
        "friends": _friends(me, code, here) if me in here and len(here) < LARGEST_PARTY else [],
        "games": [_game(game, len(here)) for game in catalogue.known()],
        "speeds": speed_choices(),
        "error": refusals.words(request.GET.get("error", "")),
    }
    return render(request, "web/party.html", context)


@acts
def join_party(request: HttpRequest, code: str) -> HttpResponse:
    """Come in by the link; a visitor becomes a guest."""
    if parties.leader(code) is None:  # before a visitor becomes a guest for nothing
        raise Refused("no_such_party")
    parties.join(code, services.guest_for(request).public_id)
    return _room(code)


@acts
def leave_party(request: HttpRequest, code: str) -> HttpResponse:
    """Go out again; who opened it ends it."""
    person = Page(request).person
    if person is not None and person.public_id in parties.members(code):
        parties.leave(person.public_id)
    return HttpResponseRedirect(reverse("lobby"))


@acts
def play_party(request: HttpRequest, code: str) -> HttpResponse:
    """All of the party wait for this game."""
    person = Page(request).person
    if person is None:
        raise Http404
    parties.play(code, person.public_id, wish_of(request.POST))
    return HttpResponseRedirect(reverse("waiting"))


def _friends(me: str, code: str, here: Collection[str]) -> list[Friend]:
    """Whom one could ask: who is connected first."""
    mine = [one for one in relations.friends_of(me) if one not in here]
    invited = parties.invited(code)
    lines = lines_of(mine, histories.whereabouts(mine))
    lines.sort(key=lambda line: (line.id not in invited, not line.here, line.name.casefold()))
    state = {False: "asked", True: "declined"}
    return [Friend(line, state[invited[line.id]] if line.id in invited else "") for line in lines[:MOST_FRIENDS]]


def _room(code: str) -> HttpResponse:
    return HttpResponseRedirect(reverse("party", args=[code]))


def _game(game: Any, people: int) -> dict[str, Any]:
    """A game with its rules, and the table sizes that have room for so many."""
    sizes = [size for size in game.ruleset.PLAYERS if size >= people]
    return {
        "name": game.name,
        "title": catalogue.title(game.name),
        "presets": catalogue.presets(game.ruleset),
        "sizes": sizes,
    }

"""Pages about people: a profile, and what can be done from it. Friends have a page of their own (`web.friends`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import inbox, limits, relations, services
from accounts.members import public_ids
from accounts.models import Alias, Person
from accounts.relations import Impossible
from games.kernel.errors import BadOption
from games.table import catalogue, histories, once, played
from games.table.aggregate import CASUAL, FINISHED, SPEEDS, Refused
from games.table.aggregate.actors import program
from games.table.clock import now_ms
from games.table.ids import format_id, parse_id
from matchmaking.queues import challenges, parties
from matchmaking.queues.wishes import Wanted
from matchmaking.ratings import profiles
from web.figures import shown
from web.graph import graph
from web.isolates import isolated_number
from web.page import Page, sign_in_first
from web.phrases import duration
from web.seats import isolated_person, name_of
from web.speeds import speed_choices, speed_word


@dataclass(frozen=True)
class Row:
    """A table somebody has played."""

    id: str
    game: str
    speed: str
    others: list[tuple[str, str]]
    """Address of the profile and name; a program has no address."""
    result: str
    gain: int | None
    at: dt.datetime
    when: str


@never_cache
@require_safe
def profile(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who somebody is at the tables: ratings, records, against the reader, what he played lately."""
    person = Person.objects.filter(public_id=public_id).first()
    if person is None or person.kind == Person.Kind.GUEST:
        alias = Alias.objects.select_related("person").filter(public_id=public_id).first()
        if alias is not None:
            return HttpResponseRedirect(reverse("profile", args=[alias.person.public_id]))
    if person is None:
        raise Http404
    if person.erased_at is not None:
        return render(request, "web/erased.html", status=410)
    viewer, before = Page(request).person, _cursor(request.GET.get("before", ""))
    ids, viewers = _ids(person), _ids(viewer) if viewer else []
    rows = histories.ended_tables(ids, viewers, before=before, most=histories.MOST + 1)
    listed = rows[: histories.MOST]
    outcomes = profiles.outcomes(person.public_id, [row.table_id for row in listed if row.rated])
    context: dict[str, Any] = {
        "person": person,
        "since": date_format(person.created_at, "F Y"),
        "rows": [_row(row, ids, outcomes.get(row.table_id)) for row in listed],
        "next": listed[-1].id if len(rows) > histories.MOST else "",
        "first_page": before is None,
    }
    if before is None:
        context |= _about(person, viewer, ids, viewers)
    return render(request, "web/profile.html", context)


def _about(person: Person, viewer: Person | None, ids: list[str], viewers: list[str]) -> dict[str, Any]:
    """What stands above the tables."""
    player = program(person.policy) if person.policy else person.public_id
    known, now = profiles.profile_of(player), now_ms()
    known_habits = played.habits(ids) if person.kind != Person.Kind.BOT else played.Habits()
    about: dict[str, Any] = {
        "tables": histories.count_ended(ids),
        "records": known.records,
        "best_table": None if known.records.best_table is None else format_id(known.records.best_table),
        "courses": [_course(course, now) for course in known.courses],
        "habits": known_habits,
        "paces": [_pace(one) for one in known_habits.paces],
        "where": histories.whereabouts(ids),
        "own": viewer == person,
    }
    about["watch"] = next((one.table for one in about["where"].values() if one.table), "")
    if viewer is not None and viewer != person and person.kind != Person.Kind.BOT:
        about |= {
            "relation": relations.between(viewer.public_id, person.public_id),
            "together": histories.together(ids, viewers),
            "against": profiles.against(person.public_id, viewer.public_id),
        }
    return about


def _course(course: profiles.Course, now: int) -> dict[str, Any]:
    title, speed = catalogue.title(course.game), speed_word(course.speed)
    label = _("%(game)s, %(speed)s: the rating over six months, now %(points)s") % {
        "game": title,
        "speed": speed,
        "points": shown(course.now.displayed),
    }
    return {"game": title, "speed": speed, "course": course, "svg": graph(course, label, now)}


def _pace(pace: played.Pace) -> dict[str, str]:
    return {
        "game": catalogue.title(pace.game),
        "speed": speed_word(pace.speed),
        "time": duration(pace.usual_ms / 1000),
    }


def _row(past: histories.Past, ids: list[str], outcome: profiles.Outcome | None) -> Row:
    others = [
        (reverse("profile", args=[person]), isolated_person(sitter)) if person else ("", name_of(sitter))
        for sitter in past.seats
        if (person := sitter.person or sitter.owner) not in ids
    ]
    ended = dt.datetime.fromtimestamp(past.ended_at / 1000, dt.UTC)
    return Row(
        id=past.id,
        game=catalogue.title(past.game),
        speed=speed_word(past.speed),
        others=others,
        result=_result(past, None if outcome is None else outcome.rank),
        gain=None if outcome is None else outcome.gain,
        at=ended,
        when=_when(ended),
    )


def _result(past: histories.Past, rank: int | None) -> str:
    """ "first: 520, 410, 60"; in words where there is no result. `rank`: as it was rated, leavers last."""
    if past.left and past.lifecycle == FINISHED:
        return _("left the table")
    if past.lifecycle != FINISHED or not past.ranks or past.seat is None:
        texts = {"abandoned": _("given up"), "annulled": _("annulled")}
        return texts.get(past.lifecycle, _("played to the end"))
    places = {
        1: pgettext("place at a table", "first"),
        2: pgettext("place at a table", "second"),
        3: pgettext("place at a table", "third"),
        4: pgettext("place at a table", "fourth"),
        5: pgettext("place at a table", "fifth"),
        6: pgettext("place at a table", "sixth"),
    }
    best_first = [past.scores[seat] for seat in sorted(range(len(past.ranks)), key=lambda seat: past.ranks[seat])]
    scores = [isolated_number(score) for score in best_first]
    place = places.get(past.ranks[past.seat] if rank is None else rank, "")
    return shown(_("%(place)s: %(scores)s") % {"place": place, "scores": _("; ").join(scores)})


def _when(at: dt.datetime) -> str:
    days = (timezone.now().date() - at.date()).days
    if days in (0, 1):
        return [_("today"), _("yesterday")][days]
    return shown(date_format(at, "j F" if days < 300 else "j F Y"))


def _ids(person: Person) -> list[str]:
    """The ids events may name this person by: his own, and those of guests he was before."""
    return list(public_ids(person))


def _cursor(text: str) -> UUID | None:
    """The table after which a list goes on; a wrong one begins anew."""
    try:
        return parse_id(text)
    except ValueError:
        return None


# --- what can be done ---


@require_POST
def relate(request: HttpRequest, public_id: str, what: str) -> HttpResponse:
    """Add or drop a friend, block or unblock; then back to where one was."""
    deeds: dict[str, Callable[[str, str], Any]] = {
        "befriend": relations.befriend,
        "unfriend": relations.unfriend,
        "block": relations.block,
        "unblock": relations.unblock,
    }
    person = Page(request).person
    if person is None:
        return sign_in_first(reverse("profile", args=[public_id]))
    if what not in deeds:
        raise Http404
    try:
        limits.count("friends", person.public_id, settings.FRIEND_LIMITS)
        limits.count("friends.address", limits.client_address(request), settings.FRIEND_ADDRESS_LIMITS)
        deeds[what](person.public_id, public_id)
    except Impossible as problem:
        if problem.code == "unknown_person":
            raise Http404 from None
        return _back(request, public_id, f"?error={problem.code}")
    return _back(request, public_id, "")


def _back(request: HttpRequest, public_id: str, query: str) -> HttpResponse:
    friends = request.POST.get("next") == "friends"
    return HttpResponseRedirect((reverse("friends") if friends else reverse("profile", args=[public_id])) + query)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask somebody to a table: which game, rules, speed, how many; POST opens it and goes there."""
    other = Person.objects.filter(public_id=public_id, is_active=True).exclude(kind=Person.Kind.BOT).first()
    if other is None:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            host = services.guest_for(request)
            limits.count("challenges", host.public_id, settings.CHALLENGE_LIMITS)
            # By address as well, as every entrance that opens tables: a new guest is quickly made.
            limits.count("tables", limits.client_address(request), settings.TABLE_LIMITS)
            return HttpResponseRedirect(reverse("table", args=[_asked(request, host, other)]))
        except (Refused, BadOption) as problem:
            error = _trouble(problem)
    viewer = Page(request).person
    games = catalogue.known()
    game = catalogue.find(request.POST.get("game") or request.GET.get("game") or "") or games[0]
    context = {
        "other": other,
        "game": catalogue.described(game),
        "games": [{"name": one.name, "title": _(one.title)} for one in games],
        "speeds": speed_choices(),
        "table": challenges.own_open_table(viewer.public_id) if viewer else None,
        "error": error,
    }
    return render(request, "web/challenge.html", context, status=400 if error else 200)


def _asked(request: HttpRequest, host: Person, other: Person) -> str:
    """Carry the form out; the id of the table to go to. Raises Refused and BadOption."""
    table = request.POST.get("table", "")
    if table:
        challenges.invite(host.public_id, other.public_id, table)
        return table
    players = request.POST.get("players", "")
    wanted = Wanted(
        game=request.POST.get("game", ""),
        preset=request.POST.get("preset", "default"),
        speed=request.POST.get("speed", CASUAL),
        counts=(int(players),) if players in set("23456") else (),
    )
    if wanted.speed not in SPEEDS:
        raise Refused("unreadable", field="speed")
    return once.opened(request.POST, lambda made: challenges.challenge(host.public_id, other.public_id, wanted, made))


def _trouble(problem: Refused | BadOption) -> str:
    texts = {
        "yourself": _("You cannot invite yourself."),
        "blocked": _("You have blocked this person. Take the block back first."),
        "not_open": _("Your table has no free chair any more."),
        "not_seated": _("You no longer sit at that table."),
    }
    return texts.get(getattr(problem, "code", ""), _("That could not be read."))


@require_POST
def inbox_away(request: HttpRequest, item: int) -> HttpResponse:
    """Put away something that awaits one; a challenge or a party is declined by it, and who sent it is told."""
    person = Page(request).person
    taken = inbox.dismissed(person.public_id, item) if person else None
    if taken is not None and person is not None:
        if taken.kind == "challenge":
            challenges.decline(person.public_id, taken.body["table"], taken.sender)
        elif taken.kind == "party":
            parties.decline(taken.body["party"], person.public_id)
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        return HttpResponse(status=204)
    return HttpResponseRedirect(reverse("friends"))

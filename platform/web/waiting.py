"""Waiting for a table: the page, and what its keys do. Every key is a plain form; the socket only makes it quicker."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits, services
from accounts.models import Person
from games.kernel import registry
from games.table import catalogue, once, restarts
from games.table.aggregate import CASUAL, SPEEDS, Refused
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.lobby import head_of
from games.table.service import open_table
from matchmaking.queues import parties, pauses, programs, rematch, tickets, waiting
from matchmaking.queues.wishes import Wanted, read_wish
from web.page import Page
from web.templatetags.web import since
from web.waiting_page import WaitingPage, board, paused_text, trouble_text, waiting_page

PRESSED_TWICE_MS = 10_000
"""Who presses again so soon after being seated meant the table that has just opened."""
_WISH = "wish"
WISH_LASTS_S = 20 * 60
"""How long a rated table somebody asked for as a guest is remembered while he signs up."""

View = Callable[..., HttpResponse]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def wait(request: HttpRequest) -> HttpResponse:
    """The page of who waits, and who waits for what; a POST enters a queue."""
    if request.method == "POST":
        return _enter(request)
    person = Page(request).person
    now = now_ms()
    code = request.GET.get("error", "")
    if person is not None:
        code = _take_up(request, person) or code
        tickets.seen(person.public_id, now)
    crowd = waiting.read_for(person.public_id if person else None, now)
    mine = crowd.of(person.public_id, now) if person else None
    if person is not None and mine is None:
        table = waiting.table_to_go_to(person.public_id, waiting.lately(now))
        if table is not None:
            return _without_wish(request, HttpResponseRedirect(reverse("table", args=[table])))
    until = pauses.paused_until([person.public_id], now) if person and mine is None else None
    unfinished = tickets.rated_table_of(person.public_id) if person and code == "still_playing" else None
    lines = board(crowd, mine)
    context: dict[str, Any] = {
        "now": now,
        "waiting": _page(person, mine, crowd, now) if person and mine else None,
        "board": lines,
        "some_known": any(line.about for line in lines),
        "several": mine is not None and sum(len(queue.wanted.counts) for queue in mine.queues) > 1,
        "error": trouble_text(code) if code != "paused" else "",
        "unfinished": format_id(unfinished) if unfinished else "",
        "paused": paused_text(until, now) if until else "",
        "restart_in": restart_in(now),
    }
    return _without_wish(request, render(request, "web/wait.html", context))


def restart_in(now: int) -> SafeString | None:
    """How long it is until the server restarts, as a piece of page that ticks; None when nothing is announced."""
    at = restarts.pending(now=now)
    return None if at is None else format_html('<b data-until="{}">{}</b>', at, since(now, at))


def _page(person: Person, mine: waiting.Waiting, crowd: waiting.Crowd, now: int) -> WaitingPage:
    names = {**crowd.names_of(mine.persons), person.public_id: person.name}
    return waiting_page(person.public_id, mine, names, now)


def acts(view: View) -> View:
    """What every key has in common: it is counted, and refusals are told on the page."""

    @wraps(view)
    def act(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            limits.count("wait", limits.client_address(request), settings.WAIT_LIMITS)
            return view(request, *args, **kwargs)
        except Refused as refused:
            in_room = "code" in kwargs and parties.leader(kwargs["code"]) is not None
            back = reverse("party", args=[kwargs["code"]]) if in_room else reverse("waiting")
            return HttpResponseRedirect(f"{back}?{urlencode({'error': refused.code})}")

    return never_cache(require_POST(act))


@acts
def _enter(request: HttpRequest) -> HttpResponse:
    """Play: enter the queue of a game, or ask for one more while waiting."""
    return _want(request, wish_of(request.POST))


@acts
def also_wait(request: HttpRequest) -> HttpResponse:
    """A line of the board: wait for that as well."""
    return _want(request, _board_wish(request.POST))


@acts
def not_this(request: HttpRequest) -> HttpResponse:
    """A line of the board: wait no longer for that, but for the others."""
    person, wanted = Page(request).person, _board_wish(request.POST)
    if person is None:
        raise Refused("not_waiting")
    tickets.no_longer(person.public_id, wanted)
    return _back()


@acts
def stop_waiting(request: HttpRequest) -> HttpResponse:
    """Give the ticket up; who has been seated in the same moment is led to the table."""
    person = Page(request).person
    if person is not None and not tickets.leave(person.public_id):
        return _back()
    return HttpResponseRedirect(reverse("lobby"))


@acts
def begin_with_programs(request: HttpRequest) -> HttpResponse:
    """Wait no longer: programs sit down on the free chairs."""
    person = Page(request).person
    if person is None:
        raise Refused("not_waiting")
    limits.count("tables", limits.client_address(request), settings.TABLE_LIMITS)
    made = programs.begin_with_programs(person.public_id, request.POST.get("policy", ""))
    return HttpResponseRedirect(reverse("table", args=[made.id]))


@acts
def play_again(request: HttpRequest, table_id: str) -> HttpResponse:
    """Rematch: the same people once more; everybody who presses is led to the same table."""
    person = Page(request).person
    head = head_of(table_id)
    if head is None or person is None:
        raise Http404
    limits.count("tables", limits.client_address(request), settings.TABLE_LIMITS)
    made = rematch.rematch(head.table_id, person.public_id)
    return HttpResponseRedirect(reverse("table", args=[format_id(made)]))


@acts
def against_programs(request: HttpRequest) -> HttpResponse:
    """Play at once: a casual table of this game with programs on all other chairs."""
    limits.count("tables", limits.client_address(request), settings.TABLE_LIMITS)
    wanted = replace(wish_of(request.POST), rated=False)
    person, players = services.guest_for(request), wanted.counts[0]

    def make(table_id: UUID | None) -> str:
        made = open_table(
            wanted.game,
            {},
            person.public_id,
            preset=wanted.preset,
            players=players,
            bots=(registry.game(wanted.game).usual_policy,) * (players - 1),
            speed=wanted.speed,
            table_id=table_id,
        )
        return made.id

    return HttpResponseRedirect(reverse("table", args=[once.opened(request.POST, make)]))


def wish_of(form: QueryDict) -> Wanted:
    """What the form of the front page asks for: its key names the game. Raises Refused."""
    game = catalogue.find(form.get("game", ""))
    if game is None:
        raise Refused("unreadable", field="game")
    speed = form.get("speed", CASUAL)
    sizes = form.getlist(f"players.{game.name}") or form.getlist("players")
    known = [size for size in game.ruleset.PLAYERS if str(size) in sizes]
    preset = form.get(f"preset.{game.name}") or form.get("preset")
    return Wanted(
        game=game.name,
        preset=preset if preset in game.ruleset.PRESETS else game.ruleset.PRESETS[0],
        speed=speed if speed in SPEEDS else CASUAL,
        rated=bool(form.get("rated")) and speed != CASUAL,
        counts=tuple(known) or (game.ruleset.PLAYERS[0],),
    )


def _board_wish(form: QueryDict) -> Wanted:
    """What a key of the board names: the queue and the table size."""
    players = form.get("players", "")
    if not (players.isascii() and players.isdigit() and len(players) < 3):
        raise Refused("unreadable", field="players")
    return read_wish(form.get("queue", ""), (int(players),))


def _want(request: HttpRequest, wanted: Wanted) -> HttpResponse:
    person = request.user if isinstance(request.user, Person) else None
    if wanted.rated and (person is None or person.kind == Person.Kind.GUEST):
        return _sign_up(wanted)
    person = person or services.guest_for(request)
    table = waiting.table_to_go_to(person.public_id, now_ms() - PRESSED_TWICE_MS)
    if table is not None:
        return HttpResponseRedirect(reverse("table", args=[table]))
    tickets.also(person.public_id, wanted)
    return _back()


def _sign_up(wanted: Wanted) -> HttpResponse:
    """Rated play is for members: sign up first, and then wait for just this. The wish goes along in a cookie, for a
    guest's session ends with his being a guest."""
    response = HttpResponseRedirect(reverse("account_signup") + "?" + urlencode({"next": reverse("waiting")}))
    response.set_signed_cookie(
        _WISH,
        json.dumps(wanted.as_json()),
        max_age=WISH_LASTS_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _take_up(request: HttpRequest, person: Person) -> str:
    """Whoever has signed up on the way to a rated table waits for it now: that was the key he pressed. The code of a
    refusal, or nothing."""
    kept = request.COOKIES.get(_WISH) and request.get_signed_cookie(_WISH, default=None, max_age=WISH_LASTS_S)
    if not kept or person.kind != Person.Kind.MEMBER:
        return ""
    wish = json.loads(kept)
    try:
        tickets.also(person.public_id, Wanted(**{**wish, "counts": tuple(wish["counts"])}))
    except Refused as refused:
        return refused.code
    return ""


def _without_wish(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A wish is taken up once."""
    if _WISH in request.COOKIES and Page(request).member is not None:
        response.delete_cookie(_WISH, samesite="Lax")
    return response


def _back() -> HttpResponse:
    return HttpResponseRedirect(reverse("waiting"))

"""Pages about ratings: the leaderboards, how a pool stands as a whole, and why a table moved whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dates import MONTHS
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Person
from accounts.people import named
from games.table import catalogue
from games.table.aggregate import Refused
from games.table.aggregate.actors import policy_of
from games.table.clock import now_ms
from games.table.ids import parse_id
from games.table.lobby import head_of
from matchmaking.queues.explanations import explanation_of
from matchmaking.ratings import leaderboard, pool_statistics, reasons
from matchmaking.ratings.current import most_played
from matchmaking.ratings.pools import PROGRAMS, RATED_SPEEDS, pool_of
from matchmaking.ratings.reasons import Reason
from matchmaking.ratings.seasons import Season
from web import plots
from web.came_about import came_about
from web.figures import shown
from web.isolates import isolated_name, isolated_number, listed
from web.page import Page
from web.phrases import policy_title
from web.speeds import speed_title, speed_word

NO_BREAK = "\u00a0"
USUAL_SPEED = "normal"
MOST_SEASONS = 8
"""Seasons that the page offers; older ones keep their address."""


@dataclass(frozen=True)
class PoolName:
    """A pool as an address names it."""

    game: str
    speed: str

    @property
    def code(self) -> str:
        return pool_of(self.game, self.speed)

    @property
    def title(self) -> str:
        speed = _("programs") if self.speed == PROGRAMS else speed_word(self.speed)
        return _("%(game)s, %(speed)s") % {"game": catalogue.title(self.game), "speed": speed}

    @property
    def is_of_programs(self) -> bool:
        return self.speed == PROGRAMS


@never_cache
@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """`/players`: who stands highest, by game and speed, now or in a season; `?pool=`, `?season=`, `?after=`."""
    reader = Page(request).person
    public_id = reader.public_id if reader and reader.kind == Person.Kind.MEMBER else ""
    chosen = _pool(request.GET["pool"]) if "pool" in request.GET else _usual(public_id)
    season = _season(request.GET.get("season", ""))
    context: dict[str, Any] = {"chosen": chosen, "season": season, "groups": _groups(chosen), "reader": public_id}
    if chosen.is_of_programs:
        rows = leaderboard.programs(chosen.game)
        bots = Person.objects.filter(kind=Person.Kind.BOT, policy__in=[row.name for row in rows])
        profiles = dict(bots.values_list("policy", "public_id"))
        context["programs"] = [(row, policy_title(row.name), profiles.get(row.name, "")) for row in rows]
        return render(request, "web/players.html", context)
    known = leaderboard.seasons(chosen.code, now_ms())
    board = leaderboard.board(chosen.code, season, after=request.GET.get("after", ""), reader=public_id)
    if season is not None and season not in known[:MOST_SEASONS]:
        known = (*known[:MOST_SEASONS], season)
    context |= {
        "board": board,
        "seasons": [(one.code, season_title(one), one == season) for one in known[: MOST_SEASONS + 1]],
        "season_title": season_title(season) if season else "",
        "runs": season is not None and season == Season.at(now_ms()),
        "own_here": any(row.person == public_id for row in board.rows),
        "season_games": leaderboard.SEASON_GAMES,
    }
    return render(request, "web/players.html", context)


@never_cache
@require_safe
def pool(request: HttpRequest, pool: str) -> HttpResponse:
    """`/players/<pool>`: how the ratings of a game and speed stand as a whole, and how well they foretell."""
    chosen = _pool(pool)
    facts = pool_statistics.pool(chosen.code)
    told = facts.calibration
    context = {
        "chosen": chosen,
        "pool": facts,
        "bars": [(_between(bar.points, bar.points + pool_statistics.BIN - 1), bar.players) for bar in facts.bars],
        "histogram": plots.histogram(facts.bars, _("How many players stand where")),
        "told": told,
        "bins": [_tenth(one) for one in told.bins] if told else [],
        "plot": plots.calibration(told.bins, _("Expected and got, by tenths")) if told else "",
        "scores": _scores(told) if told else [],
    }
    return render(request, "web/pool.html", context)


@never_cache
@require_safe
def table_ratings(request: HttpRequest, table_id: str) -> HttpResponse:
    """`/t/<id>/ratings`: whose rating a table moved, and why, in words."""
    head = head_of(table_id)
    if head is None:
        raise Http404
    parsed: UUID = parse_id(table_id)
    changes: tuple[reasons.Moved, ...] = ()
    apart: tuple[reasons.Moved, ...] = ()
    try:
        told = reasons.of_table(parsed)
    except Refused:
        unrated = "not_rated_yet"
    else:
        changes, unrated = told.changes, told.unrated_reason
        apart = reasons.among_programs(parsed, head.game) if unrated == reasons.CASUAL else ()
    told_why = explanation_of(parsed)
    brought = [person for one in told_why.came for person in one.persons] if told_why else []
    names = _names(list(dict.fromkeys([*brought, *(one.person for one in (*changes, *apart))])))
    context = {
        "table_id": table_id,
        "title": PoolName(head.game, head.speed).title,
        "unrated": unrated_text(unrated),
        "lines": [_line(one, names) for one in reasons.reasons(changes)],
        "apart": [_line(one, names) for one in reasons.reasons(apart)],
        "came": came_about(told_why, {one: named.name for one, named in names.items()}) if told_why else None,
    }
    return render(request, "web/table_ratings.html", context)


# --- addresses ---


def _pool(code: str) -> PoolName:
    """Raises Http404 for what is no pool."""
    game, _dot, speed = code.partition(".")
    if catalogue.find(game) is None or speed not in (*RATED_SPEEDS, PROGRAMS):
        raise Http404
    return PoolName(game, speed)


def _usual(reader: str) -> PoolName:
    """Where the reader plays most, else the first game."""
    known = most_played(reader) if reader else None
    if known is not None:
        try:
            return _pool(known)
        except Http404:  # a game that this server no longer has
            pass
    return PoolName(catalogue.known()[0].name, USUAL_SPEED)


def _season(code: str) -> Season | None:
    if not code:
        return None
    try:
        season = Season.read(code)
    except ValueError:
        raise Http404 from None
    if season > Season.at(now_ms()):
        raise Http404
    return season


def _groups(chosen: PoolName) -> list[dict[str, Any]]:
    """The pools to choose from, by game."""
    return [
        {
            "title": catalogue.title(game.name),
            "pools": [
                {
                    "code": pool_of(game.name, speed),
                    "title": _("Programs") if speed == PROGRAMS else speed_title(speed),
                    "chosen": chosen == PoolName(game.name, speed),
                }
                for speed in (*RATED_SPEEDS, PROGRAMS)
            ],
        }
        for game in catalogue.known()
    ]


# --- words ---


def season_title(season: Season) -> str:
    """ "October – December 2026"."""
    first = 3 * season.quarter - 2
    return shown(
        pgettext("season", "%(first)s – %(last)s %(year)s")
        % {"first": MONTHS[first], "last": MONTHS[first + 2], "year": season.year}
    )


def unrated_text(reason: str) -> str:
    """Why a table moved nobody's rating; "" when it did."""
    texts = {
        "not_rated_yet": _("The table is still played, or its ratings are being worked out this moment."),
        "casual": _("A casual table: it moves nobody's rating."),
        "not_started": _("The table was closed before it began, so it moves nobody's rating."),
        "abandoned": _("The table ended without a result, so it moves nobody's rating."),
        "annulled": _("Moderation has annulled this table. Whoever was rated after it was rated again without it."),
        "program_played": _("A program played from the start, and people are rated among people only."),
        "everybody_left": _("Everybody left before the end, so nobody's rating moves."),
    }
    return texts.get(reason, reason)


@dataclass(frozen=True, slots=True)
class Named:
    """What to call somebody who was rated, and the page about a member; a guest is called one and has no link."""

    name: str
    member: str = ""
    guest: bool = False


def _names(players: list[str]) -> dict[str, Named]:
    """What to call these players: one query."""
    found = {
        person: Named(
            one["name"], person if one["kind"] == Person.Kind.MEMBER else "", one["kind"] == Person.Kind.GUEST
        )
        for person, one in named(player for player in players if policy_of(player) is None).items()
        if one["name"]
    }
    for player in players:
        policy = policy_of(player)
        if policy:
            found[player] = Named(_("the program %(name)s") % {"name": policy_title(policy)})
        found.setdefault(player, Named(_("deleted account")))
    return found


def _line(reason: Reason, names: dict[str, Named]) -> dict[str, Any]:
    """A player at a table, and in words what moved the rating."""
    return {
        "who": names[reason.player],
        "ranks": [rank for rank in reason.ranks if rank is not None],
        "left": reason.left,
        "before": reason.before,
        "after": reason.after,
        "points": reason.points,
        "signed": signed(reason.points),
        "why": _why(reason, names),
    }


def _why(reason: Reason, names: dict[str, Named]) -> str:
    """ "against Huda +9, against Salem −3; expected to win: 41 %, got 100 %"."""
    if reason.expected is None or reason.got is None:
        return ""
    against = [
        _("against %(name)s %(points)s") % {"name": isolated_name(names[player].name), "points": signed(points)}
        for player, points in reason.parts
    ]
    shares = {"share": percent(reason.expected), "got": percent(reason.got)}
    expected = _("expected to win: %(share)s, got %(got)s") % shares
    return f"{listed(against)}{'؛ ' if get_language() == 'ar' else '; '}{expected}"


def signed(points: int) -> str:
    """A change with its sign, kept to its own direction: "+9", "−3", "±0"."""
    return isolated_number(f"{points:+d}" if points else "±0")


def percent(share: float) -> str:
    return _unbroken(pgettext("share", "%(n)s %%") % {"n": round(100 * share)})


def _between(low: int, high: int) -> str:
    return isolated_number(f"{low}–{high}")


def _tenth(one: pool_statistics.Tenth) -> dict[str, str]:
    low = round(100 * one.low)
    return {
        "range": percent_range(low, low + 100 // pool_statistics.BINS),
        "expected": percent(one.expected),
        "got": percent(one.got),
        "count": shown(one.count),
    }


def percent_range(low: int, high: int) -> str:
    return _unbroken(pgettext("share", "%(n)s %%") % {"n": _between(low, high)})


def _unbroken(text: str) -> str:
    """A number stays on one line with its sign."""
    return shown(text.replace(" ", NO_BREAK))


def _scores(told: pool_statistics.Calibration) -> list[tuple[str, str, str]]:
    """The two usual measures, of the ratings and of knowing nothing."""
    return [
        (_("Brier score"), shown(f"{told.brier:.3f}"), shown(f"{told.brier_base:.3f}")),
        (_("Log loss"), shown(f"{told.log_loss:.3f}"), shown(f"{told.log_loss_base:.3f}")),
    ]

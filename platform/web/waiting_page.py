"""The waiting page in words and places: chairs, the window of ratings, programs, who waits for what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel import registry
from games.table import catalogue
from matchmaking.queues.programs import PROGRAMS_AFTER_MS
from matchmaking.queues.refusals import words
from matchmaking.queues.waiting import Crowd, Line, QueueFacts, Waiter, Waiting
from matchmaking.queues.wishes import Wanted
from matchmaking.ratings.arithmetic import CENTRE
from matchmaking.ratings.current import program_ratings
from web.figures import shown
from web.isolates import isolated_name, listed
from web.phrases import duration, ends, how_text, manner_text, policy_title, rating_text, rules_text, title_of
from web.speeds import speed_title

MOST_LINES = 24
OPEN_SHOWN = 400
"""Points to either side that the picture shows of a window without an end, at least."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair at the table that is filling."""

    kind: str
    """`you`, `in` or `free`."""
    person: str = ""
    name: str = ""
    rating: str = ""
    since: int = 0


@dataclass(frozen=True, slots=True)
class Dot:
    """Somebody on the line of ratings."""

    x: str
    inside: bool
    label: str


@dataclass(frozen=True, slots=True)
class Range:
    """The window of ratings as a picture: places in percent from the left, lower ratings left in every language."""

    you: str
    me: str
    """What stands at one's own place."""
    left: str
    width: str
    wider_left: str
    wider_width: str
    lowest: str
    highest: str
    end: str
    """Where the window ends on the right."""
    dots: list[Dot]
    text: str


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of "who waits for what"."""

    game: str
    players: int
    rules: str
    how: str
    names: list[tuple[str, str]]
    """Names with ratings."""
    more: int
    free: int
    about: str
    queue: str
    mine: bool
    fills: bool
    """Whether whoever sits down here fills the table."""


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """Everything the page shows to somebody who waits."""

    since: int
    title: str
    line: str
    news: str
    chairs: list[Chair]
    free_text: str
    range: Range | None
    company: str
    programs_for: str
    """What is played with them: it need not be what stands first."""
    programs: list[tuple[str, str]]
    """Policies to begin with, by name and title; empty where programs are not offered."""
    programs_from: int
    programs_open: bool
    others: list[str]
    """What else is waited for."""


def waiting_page(person: str, waiting: Waiting, names: dict[str, str], now: int) -> WaitingPage:
    """The page for one of those on a ticket."""
    queue = waiting.queues[0]
    wanted = queue.wanted
    casual = next((one.wanted for one in waiting.queues if not one.wanted.rated), None)
    chairs = _chairs(person, waiting, queue, names)
    free = sum(chair.kind == "free" for chair in chairs)
    return WaitingPage(
        since=waiting.since,
        title=title_of(wanted),
        line=f"{rules_text(wanted)}. {how_text(wanted)}",
        news=_news(free, queue),
        chairs=chairs,
        free_text=_window_text(queue) if wanted.has_pool else "",
        range=_range(queue) if wanted.has_pool else None,
        company=_company(waiting.queues),
        programs_for=f"{title_of(casual)} ({manner_text(casual)})" if casual else "",
        programs=programs_of(casual.game) if casual else [],
        programs_from=waiting.since + PROGRAMS_AFTER_MS,
        programs_open=now >= waiting.since + PROGRAMS_AFTER_MS,
        others=[f"{title_of(one.wanted)} ({manner_text(one.wanted)})" for one in waiting.queues[1:]],
    )


def board(crowd: Crowd, waiting: Waiting | None) -> list[BoardLine]:
    """Who waits for what; where nobody waits, the usual way to play each game."""
    queues = {one.queue: one for one in waiting.queues} if waiting else {}
    lines = []
    for line in crowd.board(usual_wishes())[:MOST_LINES]:
        mine = queues.get(line.wanted.queue)
        if mine is None or waiting is None or line.players not in mine.wanted.counts:
            lines.append(_line(line, line.free, mine=False))
        else:
            # Of one's own table the chairs as they stand above: without those whose ratings are too far away yet.
            free = max(0, line.players - len(waiting.persons) - len(mine.near))
            lines.append(_line(line, free, mine=True))
    return lines


def usual_wishes() -> list[Wanted]:
    """What stands on the board though nobody waits: each game by its usual rules, without a clock."""
    return [Wanted.usual(game.name) for game in catalogue.known()]


def programs_of(game: str) -> list[tuple[str, str]]:
    """The programs of a game by policy, each with its title and, once it has played, how strong it is."""
    ratings = program_ratings(game)
    titles = []
    for name in sorted(registry.game(game).policies):
        rating, title = ratings[name], policy_title(name)
        if rating.is_sure or rating.displayed != CENTRE:
            title = f"{title} {isolated_name(rating_text(rating.displayed, sure=rating.is_sure))}"
        titles.append((name, title))
    return titles


def _chairs(person: str, waiting: Waiting, queue: QueueFacts, names: dict[str, str]) -> list[Chair]:
    """The own party first, then those one could sit with, longest wait first, then free chairs."""
    rated = queue.wanted.has_pool
    own = [
        Chair(
            kind="you",
            person=one,
            name=names.get(one, ""),
            rating=rating_text(queue.rating, sure=queue.sure) if rated and len(waiting.persons) == 1 else "",
            since=0 if one == person else waiting.since,
        )
        for one in sorted(waiting.persons, key=lambda one: one != person)
    ]
    here = len(own) + len(queue.near)
    size = min((count for count in queue.wanted.counts if count >= here), default=max(queue.wanted.counts))
    others = [
        Chair("in", one.person, one.name, _rating(one) if rated else "", one.since)
        for one in queue.near[: max(0, size - len(own))]
    ]
    free = [Chair("free")] * max(0, size - len(own) - len(others))
    return [*own, *others, *free]


def _rating(one: Waiter) -> str:
    return rating_text(one.rating, sure=one.sure)


def _news(free: int, queue: QueueFacts) -> str:
    if not free and queue.kept_apart:
        text = _("The chairs are full.")
    elif not free:
        text = _("The chairs are full. The table opens as soon as the ratings fit.")
    else:
        text = ngettext("%(n)d chair is free.", "%(n)d chairs are free.", free) % {"n": free}
    if queue.expected_s is not None:
        text += " " + _("Usually filled in about %(time)s.") % {"time": duration(queue.expected_s)}
    return shown(text)


def _company(queues: Iterable[QueueFacts]) -> str:
    """Why there is no table although there are people for one; only for those whom nothing else keeps from it."""
    if not any(queue.kept_apart for queue in queues):
        return ""
    return _(
        "There are people for a table now, but you have just played with them. In rated play the same people meet "
        "again once all of them have waited for a minute; with somebody new it goes sooner."
    )


def _window_text(queue: QueueFacts) -> str:
    if queue.window is None:
        return _("any rating")
    low, high = ends(queue.rating, queue.window)
    return shown(_("%(low)d to %(high)d") % {"low": low, "high": high})


def _range(queue: QueueFacts) -> Range:
    window, wider = queue.window, queue.next_window
    distances = [abs(one.rating - queue.rating) for one in (*queue.near, *queue.far)]
    span = 1.15 * max(window or OPEN_SHOWN, wider or OPEN_SHOWN, *(min(distance, 900) for distance in distances), 1)

    def place(points: float) -> float:
        return min(100.0, max(0.0, 50 + (points - queue.rating) / span * 50))

    low, high = place(queue.rating - (window or span)), place(queue.rating + (window or span))
    wide_low, wide_high = place(queue.rating - (wider or span)), place(queue.rating + (wider or span))
    lowest, highest = ("", "") if window is None else map(shown, ends(queue.rating, window))
    return Range(
        you=_percent(50),
        me=isolated_name(_("you, %(rating)s") % {"rating": rating_text(queue.rating, sure=queue.sure)}),
        left=_percent(low),
        width=_percent(high - low),
        wider_left=_percent(wide_low),
        wider_width=_percent(wide_high - wide_low),
        lowest=lowest,
        highest=highest,
        end=_percent(high),
        dots=_dots(queue, place, [low, high]),
        text=_whom_you_meet(queue),
    )


def _dots(queue: QueueFacts, place: Callable[[float], float], labelled: list[float]) -> list[Dot]:
    """The others; those outside the window by name where there is room between the labels."""
    dots = [Dot(_percent(place(one.rating)), True, "") for one in queue.near]
    for one in queue.far:
        x, label = place(one.rating), ""
        if 6 <= x <= 94 and all(abs(x - other) > 22 for other in labelled):
            labelled.append(x)
            name = isolated_name(one.name[:14])
            label = isolated_name(_("%(name)s, %(rating)s") % {"name": name, "rating": shown(one.rating)})
        dots.append(Dot(_percent(x), False, label))
    return dots


def _whom_you_meet(queue: QueueFacts) -> str:
    """The window in words, now and in ten seconds."""
    window, wider = queue.window, queue.next_window
    if window is None:
        return _("You meet any rating now.")
    low, high = ends(queue.rating, window)
    now = _("You meet ratings from %(low)d to %(high)d.") % {"low": low, "high": high}
    if wider is None:
        return shown(f"{now} {_('In ten seconds any rating will do.')}")
    soon = _("In ten seconds %(n)d more on both sides.") % {"n": round(wider - window)}
    return shown(f"{now} {soon}")


def _percent(value: float) -> str:
    return f"{value:.1f}%"


def _line(line: Line, free: int, *, mine: bool) -> BoardLine:
    wanted = line.wanted
    return BoardLine(
        game=catalogue.title(wanted.game),
        players=line.players,
        rules=rules_text(wanted),
        how=listed([speed_title(wanted.speed), _("rated") if wanted.rated else _("casual")]),
        names=[(one.name or _("somebody"), _rating(one) if wanted.has_pool else "") for one in line.waiters],
        more=line.waiting - len(line.waiters),
        free=free,
        about=duration(line.expected_s) if line.expected_s is not None else "",
        queue=wanted.queue,
        mine=mine,
        fills=free == 1 and not mine,
    )


def paused_text(until: int, now: int) -> str:
    """When somebody who stayed away may wait again."""
    return shown(
        _("You did not come to a table that was opened for you. You may wait again in %(time)s.")
        % {"time": duration((until - now) / 1000)}
    )


def trouble_text(code: str) -> str:
    """Why somebody cannot wait for that, by the code of the refusal."""
    if code == "too_many":
        return _("Too many at once. Try again a little later.")
    return words(code) or (_("That could not be read.") if code else "")

"""Phrases that several pages have in common: what somebody waits for, how long, how strong, by which program."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.kernel import registry
from games.kernel.contract import SIMPLE
from games.table import catalogue
from matchmaking.queues.wishes import Wanted
from web.figures import shown
from web.isolates import listed
from web.speeds import speed_text, speed_title


def title_of(wanted: Wanted) -> str:
    """The game, and for how many."""
    return _("%(game)s, %(players)s") % {
        "game": catalogue.title(wanted.game),
        "players": players_text(wanted.counts),
    }


def players_text(counts: tuple[int, ...]) -> str:
    """ "3 players", or "3 or 4 players"."""
    *some, either = [shown(count) for count in sorted(counts)]
    if some:
        either = _("%(some)s or %(last)s") % {"some": listed(some), "last": either}
    return ngettext("%(players)s player", "%(players)s players", max(counts)) % {"players": either}


def rules_text(wanted: Wanted) -> str:
    """The name of the house rules."""
    try:
        return catalogue.preset_title(registry.game(wanted.game).ruleset, wanted.preset)
    except KeyError:
        return wanted.preset


def how_text(wanted: Wanted) -> str:
    """Speed, and whether it counts."""
    if wanted.rated:
        return _("Rated: %(speed)s.") % {"speed": speed_text(wanted.speed)}
    return _("Casual: %(speed)s.") % {"speed": speed_text(wanted.speed)}


def manner_text(wanted: Wanted) -> str:
    """The same in two or three words, and the rules where a game has several."""
    several = len(registry.game(wanted.game).ruleset.PRESETS) > 1
    rules = [rules_text(wanted)] if several else []
    return listed([*rules, speed_title(wanted.speed), _("rated") if wanted.rated else _("casual")])


def policy_title(name: str) -> str:
    """What a program is called that plays by a policy."""
    return {SIMPLE: _("Simple")}.get(name, name.replace("_", " ").capitalize())


def duration(seconds: float) -> str:
    """About how long, in words."""
    if seconds < 90:
        return shown(_("%(n)d s") % {"n": max(1, round(seconds))})
    if seconds < 90 * 60:
        return shown(_("%(n)d min") % {"n": round(seconds / 60)})
    return shown(_("%(n)d h") % {"n": round(seconds / 3600)})


def ends(rating: float, window: float) -> tuple[int, int]:
    """The lowest and the highest rating within a window."""
    return round(rating - window), round(rating + window)


def rating_text(points: int, *, sure: bool) -> str:
    """A rating as it is shown everywhere: with a question mark while it is not known well."""
    return shown(points) + ("" if sure else pgettext("a rating is not sure", "?"))

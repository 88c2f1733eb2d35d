"""Why these people sit together, in words: what the page of a table that the queue has opened says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matchmaking.queues.explanations import Came, Explanation
from web.figures import shown
from web.isolates import isolated_name, listed
from web.phrases import duration, ends, how_text, title_of


@dataclass(frozen=True, slots=True)
class CameAbout:
    """The section of the page."""

    line: str
    people: list[str]
    reasons: list[str]


def came_about(told: Explanation, names: Mapping[str, str]) -> CameAbout:
    """`names` by public id, of everybody who was brought together."""
    rated = told.wanted.has_pool
    return CameAbout(
        line=f"{title_of(told.wanted)}. {how_text(told.wanted)}",
        people=[_who(one, names, rated=rated) for one in told.came],
        reasons=_reasons(told),
    )


def _who(came: Came, names: Mapping[str, str], *, rated: bool) -> str:
    """ "Vera waited 12 s, with 1500 points, for ratings from 1304 to 1696"."""
    told = {"names": listed([isolated_name(names[one]) for one in came.persons]), "time": duration(came.waited_s)}
    if not rated:
        return _("%(names)s: waited %(time)s") % told
    told["rating"] = shown(came.rating)
    if came.window is None:
        return _("%(names)s: waited %(time)s, stood at %(rating)s, would meet any rating") % told
    told["low"], told["high"] = map(shown, ends(came.rating, came.window))
    return _("%(names)s: waited %(time)s, stood at %(rating)s, would meet %(low)s to %(high)s") % told


def _reasons(told: Explanation) -> list[str]:
    if not told.wanted.has_pool:
        found = [_("Whoever waits longest is seated first.")]
    else:
        found = [_("Whoever waits longest is seated first, with those whose ratings lie nearest.")]
        text = ngettext("The ratings lay %(n)d point apart.", "The ratings lay %(n)d points apart.", told.spread)
        found.append(shown(text % {"n": told.spread}))
    if told.tables_possible > 1:
        text = ngettext(
            "Of %(n)d table that could be opened the ratings were closest here.",
            "Of %(n)d tables that could be opened the ratings were closest here.",
            told.tables_possible,
        )
        found.append(shown(text % {"n": told.tables_possible}))
    if told.company_again:
        found.append(_("They had just played together. All of them had waited for a minute, so they met again."))
    return found

"""Tags of our pages: the built client, the mark, a card, a small felt."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.table.once import proposed
from web.figures import shown, shown_between_tags, shown_number
from web.isolates import isolated_name
from web.manifest import NotBuilt, manifest

register = template.Library()
register.filter("isolated", isolated_name)


@register.simple_tag
def once() -> str:
    """The field by which a form opens one table, however often it is sent (`games.table.once`)."""
    return format_html('<input type="hidden" name="once" value="{}">', proposed())


@register.filter
def num(value: object) -> str:
    """A number in the reader's figures."""
    return shown(value)


@register.filter
def signed(value: int) -> str:
    """A gain or a loss with its sign: show it in <bdi dir="ltr">."""
    return shown_number(f"{value:+d}")


@register.filter
def since(moment: int, now: int) -> str:
    """How long ago a time in milliseconds is: 1:04."""
    seconds = max(0, (now - moment) // 1000)
    return shown(f"{seconds // 60}:{seconds % 60:02}")


@register.filter(is_safe=True)
def text_figures(html: str) -> SafeString:
    """A piece of page with every number in its text in the reader's figures."""
    return SafeString(shown_between_tags(html))


@register.filter
def as_json(value: object) -> str:
    """A value for an attribute that a script of ours reads; escaped like any text."""
    return json.dumps(value, cls=DjangoJSONEncoder)


@register.filter
def inline_svg(picture: str) -> SafeString:
    """A picture that a library of ours drew, without the declaration a file begins with: it has no text of people's."""
    return SafeString(picture[picture.index("<svg") :])


@register.filter
def device(user_agent: str) -> str:
    """What somebody calls the thing he signed in with: "Firefox · Android"."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return " · ".join(filter(None, (browser, system))) or _("Another program")


# The first that fits counts: a browser names those before it too.
_BROWSERS = (
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


@register.simple_tag
def stylesheets(source: str) -> SafeString:
    """The style sheets of a built file; none when the client has not been built, for the words can be read without."""
    try:
        found = manifest.styles(source)
    except NotBuilt:
        return SafeString("")
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', ((href,) for href in found))


@register.simple_tag
def script(source: str) -> SafeString:
    """A built module and nothing inline. Raises NotBuilt: a page that needs it has to say so itself."""
    return format_html('<script type="module" src="{}"></script>', manifest.file(source))


@register.simple_tag
def script_if_built(source: str) -> SafeString:
    """A built module that a page is better with and complete without."""
    try:
        return script(source)
    except NotBuilt:
        return SafeString("")


@register.simple_tag
def built(source: str) -> str:
    """The address of a built file, or nothing."""
    try:
        return manifest.file(source)
    except NotBuilt:
        return ""


@register.simple_tag
def mark() -> SafeString:
    """Three cards laid so that a triangle stays open."""
    turns = [f"translate(50 53) scale(1.18) rotate({angle}) translate(9 2)" for angle in (0, 120, 240)]
    leaves = format_html_join(
        "", '<rect x="-11" y="-34" width="22" height="31" rx="3" transform="{}"/>', ((turn,) for turn in turns)
    )
    return format_html(
        '<svg viewBox="0 0 100 100" width="26" height="26" aria-hidden="true">'
        '<g fill="none" stroke="currentColor" stroke-width="4.5">{}</g></svg>',
        leaves,
    )


@register.simple_tag(takes_context=True)
def card(context: Context, name: str) -> SafeString:
    """A card, drawn with the reader's ranks: `{% card "JS" %}`; `back` is one face down."""
    page = context.get("page")
    deck = built(f"generated/deck-{page.ranks if page else 'latin'}.svg")
    return format_html(
        '<span class="{}" role="img" aria-label="{}">'
        '<svg viewBox="0 0 250 350" aria-hidden="true"><use href="{}#{}"/></svg></span>',
        "card back" if name == "back" else "card",
        card_name(name),
        deck,
        name,
    )


def card_name(name: str) -> str:
    """What a card is called aloud: "jack of spades"."""
    if name == "back":
        return _("a card face down")
    ranks = {
        "A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "T": _("ten"),
        "9": _("nine"), "8": _("eight"), "7": _("seven"), "6": _("six"),
    }  # fmt: skip
    suits = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    return _("%(rank)s of %(suit)s") % {"rank": ranks[name[0]], "suit": suits[name[1]]}


@register.simple_tag
def felt(seats: Sequence[Any] | str) -> SafeString:
    """A table from above, a dot a seat: "-" free, "o" taken, "b" a program, "*" whose turn it is. Only a picture."""
    marks = [str(seat) for seat in seats]
    dots = []
    for index, seat in enumerate(marks):
        angle = math.radians(90 - index * 360 / len(marks))
        kind = {"-": "free", "b": "program", "*": "on"}.get(seat, "taken")
        dots.append((f"{24 + 19 * math.cos(angle):.1f}", f"{18 + 13 * math.sin(angle):.1f}", kind))
    circles = format_html_join("", '<circle cx="{}" cy="{}" r="3.6" class="{}"/>', dots)
    return format_html(
        '<svg class="mini" viewBox="0 0 48 36" aria-hidden="true">'
        '<rect x="10" y="9" width="28" height="18" rx="6"/>{}</svg>',
        circles,
    )

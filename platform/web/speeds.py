"""The speeds in words: what they are called and what they mean."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.table.aggregate import SPEEDS
from web.figures import shown


def speed_title(speed: str) -> str:
    """A word for a key."""
    titles = {"casual": _("No clock"), "blitz": _("Blitz"), "normal": _("Normal"), "slow": _("Slow")}
    return titles.get(speed, speed)


def speed_word(speed: str) -> str:
    """What a speed is called within a line: "Hokm, blitz". Also of old tables without one, and of programs' ratings."""
    words = {
        "": pgettext("speed of a table", "no clock"),
        "casual": pgettext("speed of a table", "no clock"),
        "blitz": pgettext("speed of a table", "blitz"),
        "normal": pgettext("speed of a table", "normal"),
        "slow": pgettext("speed of a table", "slow"),
        "programs": pgettext("speed of a table", "among programs"),
    }
    return words.get(speed, speed)


def speed_text(speed: str) -> str:
    """How much time there is."""
    texts = {
        "casual": _("no clock"),
        "blitz": _("1 minute a deal and 3 seconds a decision"),
        "normal": _("2 minutes a deal and 5 seconds a decision"),
        "slow": _("a day a decision"),
    }
    return shown(texts.get(speed, speed))


def speed_choices() -> list[dict[str, str]]:
    """Every speed as a key of a form."""
    return [{"value": speed, "title": speed_title(speed), "text": speed_text(speed)} for speed in SPEEDS]

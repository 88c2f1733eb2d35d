"""Words that several pages use."""

from __future__ import annotations

from django.utils.translation import pgettext


def speed_title(speed: str) -> str:
    """What a speed is called."""
    titles = {
        "": pgettext("speed of a table", "no clock"),
        "casual": pgettext("speed of a table", "no clock"),
        "blitz": pgettext("speed of a table", "blitz"),
        "normal": pgettext("speed of a table", "normal"),
        "slow": pgettext("speed of a table", "slow"),
        "programs": pgettext("speed of a table", "among programs"),
    }
    return titles.get(speed, speed)

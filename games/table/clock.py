"""The server's clock, the only one that counts, and the pace of the players' clocks."""

import time

from django.conf import settings

from games.table.aggregate import SPEEDS, Refused, TimeControl


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def time_control(speed: str) -> TimeControl | None:
    """The clocks of a speed; None where nobody's time is counted. Raises Refused for a speed that does not exist."""
    if speed not in SPEEDS:
        raise Refused("unreadable", field="speed")
    control = SPEEDS[speed]
    return control if control is None or settings.CLOCK_SCALE == 1 else control.scaled(settings.CLOCK_SCALE)

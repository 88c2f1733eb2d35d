"""A rating drawn over half a year: the line is what was displayed, the grey band where it lies nine times in ten.

Only places are written here; ink, widths and letters are the style sheet's, for the pages allow no inline style. The
paper is as wide as its place on the page: places across are shares of it, those upwards pixels, so that letters and
lines keep their size on every screen.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from matchmaking.ratings.arithmetic import POINTS_PER_MU
from matchmaking.ratings.profiles import HALF_A_YEAR_MS, Course, Point
from web.figures import shown

LEFT, RIGHT, TOP, BOTTOM = 0.0, 1000.0, 8.0, 104.0
HEIGHT = 136
NUMBERS_AT = -8
"""In the margin that the style sheet leaves."""
MONTHS_AT = 130
NINE_IN_TEN = 1.645
"""How many sigmas to either side hold nine of ten."""
MOST_POINTS = 60
MOST_LINES = 4


@dataclass(frozen=True)
class Scale:
    """From a time and points to a place on the paper; its own for every rating, a line for each hundred or more."""

    begin: int
    end: int
    low: int
    high: int
    step: int

    @classmethod
    def of(cls, points: Sequence[Point], now: int) -> Scale:
        values = [point.rating.displayed for point in points]
        step = 100
        while True:
            low = (min(values) - 20) // step * step
            high = -(-(max(values) + 20) // step) * step
            if (high - low) // step <= MOST_LINES:
                return cls(now - HALF_A_YEAR_MS, now, low, high, step)
            step *= 2

    @property
    def lines(self) -> range:
        """Where a line is drawn."""
        return range(self.low, self.high + 1, self.step)

    def x(self, at: int) -> float:
        share = (at - self.begin) / (self.end - self.begin)
        return LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, share))

    def y(self, value: float) -> float:
        """Never beyond the paper: the band of a new rating is wider than any scale."""
        share = (min(self.high, max(self.low, value)) - self.low) / (self.high - self.low)
        return BOTTOM - (BOTTOM - TOP) * share


def graph(course: Course, label: str, now: int) -> SafeString:
    """The drawing; empty without anything to draw."""
    if not course.points:
        return SafeString("")
    points = [*thinned(course.points), Point(now, course.now)]
    scale = Scale.of(points, now)
    last = points[-1].rating.displayed
    return format_html(
        '<svg class="course" role="img" aria-label="{}"><svg viewBox="0 0 {} {}" preserveAspectRatio="none">{}'
        '<path class="rating-band" d="{}"/><path class="rating-line" d="{}"/></svg>'
        '<circle class="rating-end" cx="100%" cy="{}" r="4"/>{}{}</svg>',
        label,
        f"{RIGHT:.0f}",
        HEIGHT,
        _grid(scale),
        _band(points, scale),
        _path([(scale.x(point.at), scale.y(point.rating.displayed)) for point in points]),
        f"{scale.y(last):.1f}",
        _numbers(scale),
        _months(scale),
    )


def thinned(points: Sequence[Point], most: int = MOST_POINTS) -> list[Point]:
    """The first, the last and so many between as can be told apart on the paper."""
    if len(points) <= most:
        return list(points)
    step = (len(points) - 1) / (most - 1)
    return [points[round(index * step)] for index in range(most)]


def _band(points: Sequence[Point], scale: Scale) -> str:
    def edge(point: Point, sign: int) -> tuple[float, float]:
        width = NINE_IN_TEN * POINTS_PER_MU * point.rating.sigma
        return scale.x(point.at), scale.y(point.rating.displayed + sign * width)

    upper = [edge(point, 1) for point in points]
    lower = [edge(point, -1) for point in reversed(points)]
    return _path(upper + lower) + "Z"


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def _grid(scale: Scale) -> SafeString:
    lines = [(f"M{LEFT:.0f} {scale.y(value):.1f}H{RIGHT:.0f}",) for value in scale.lines]
    return format_html_join("", '<path class="grid" d="{}"/>', lines)


def _numbers(scale: Scale) -> SafeString:
    numbers = [(NUMBERS_AT, f"{scale.y(value) + 4:.1f}", shown(value)) for value in scale.lines]
    return format_html_join("", '<text x="{}" y="{}" text-anchor="end">{}</text>', numbers)


def _months(scale: Scale) -> SafeString:
    """The name of each month where it begins."""
    first = dt.datetime.fromtimestamp(scale.begin / 1000, timezone.get_current_timezone())
    names = []
    for ahead in range(1, 7):
        year, month = divmod(first.year * 12 + first.month - 1 + ahead, 12)
        begins = dt.datetime(year, month + 1, 1, tzinfo=first.tzinfo)
        at = int(begins.timestamp() * 1000)
        if at <= scale.end:
            share = (scale.x(at) - LEFT) / (RIGHT - LEFT)
            anchor = "end" if share > 0.96 else "start" if share < 0.04 else "middle"
            names.append((f"{share:.1%}", MONTHS_AT, anchor, date_format(begins, "M")))
    return format_html_join("", '<text x="{}" y="{}" text-anchor="{}">{}</text>', names)

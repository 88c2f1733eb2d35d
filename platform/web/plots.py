"""Drawings of the pages about ratings. Only places are written here; ink, widths and letters are the style sheet's, for
the pages allow no inline style. Across, the histogram counts in shares of its place on the page, upwards in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from matchmaking.ratings.pool_statistics import BIN, Bar, Tenth
from web.figures import shown

FOOT, TOP = 132, 8
"""Of the histogram: the line the bars stand on, and above them."""
WIDEST = 8.0
"""Percent of the histogram that a bar may take."""
LABEL_EVERY = 100
MOST_LABELS = 8
"""How many find room on a phone."""
SIDE, EDGE = 300, 40
"""Of the square of chances: its paper, and what its letters need."""


def histogram(bars: Sequence[Bar], label: str) -> SafeString:
    """How many players stand where."""
    if not bars:
        return SafeString("")
    most = max(bar.players for bar in bars)
    step = min(WIDEST, 97.0 / len(bars))
    start = (100.0 - step * len(bars)) / 2
    drawn, marks = [], []
    every = LABEL_EVERY * max(1, -(-len(bars) * BIN // (LABEL_EVERY * MOST_LABELS)))
    for index, bar in enumerate(bars):
        height = (FOOT - TOP) * bar.players / most
        left = start + index * step
        drawn.append((f"{left + step * 0.02:.2f}%", f"{FOOT - height:.1f}", f"{step * 0.96:.2f}%", f"{height:.1f}"))
        if bar.points % every == 0:
            marks.append((f"{left:.2f}%", FOOT + 22, shown(bar.points)))
    return format_html(
        '<svg class="bars" role="img" aria-label="{}">{}<line class="grid" x1="0" x2="100%" y1="{}" y2="{}"/>{}</svg>',
        label,
        format_html_join("", '<rect class="bin" x="{}" y="{}" width="{}" height="{}"/>', drawn),
        FOOT,
        FOOT,
        format_html_join("", '<text x="{}" y="{}" text-anchor="middle">{}</text>', marks),
    )


def calibration(bins: Sequence[Tenth], label: str) -> SafeString:
    """Expected across, got upwards; on the slanting line they are the same. A larger dot stands for more seats."""
    room = SIDE - EDGE - TOP

    def x(share: float) -> str:
        return f"{EDGE + room * share:.1f}"

    def y(share: float) -> str:
        return f"{TOP + room * (1 - share):.1f}"

    grid = [(x(0), y(tenth / 5), x(1), x(tenth / 5), y(0), y(1)) for tenth in range(6)]
    marks = [(shown(f"{tenth * 20}"), x(tenth / 5), y(tenth / 5)) for tenth in range(6)]
    most = max((told.count for told in bins), default=1)
    dots = [(x(told.expected), y(told.got), f"{3 + 6 * sqrt(told.count / most):.1f}") for told in bins]
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}<path class="even" d="M{} {}L{} {}"/>{}{}{}</svg>',
        SIDE,
        SIDE,
        label,
        format_html_join("", '<path class="grid" d="M{0} {1}H{2}M{3} {4}V{5}"/>', grid),
        x(0),
        y(0),
        x(1),
        y(1),
        format_html_join("", '<circle class="dot" cx="{}" cy="{}" r="{}"/>', dots),
        format_html_join(
            "",
            '<text x="{}" y="{}" text-anchor="middle">{}</text>',
            ((across, SIDE - EDGE + 18, text) for text, across, _ in marks),
        ),
        format_html_join(
            "",
            '<text x="{}" y="{}" text-anchor="end">{}</text>',
            ((EDGE - 8, f"{float(up) + 4:.1f}", text) for text, _, up in marks),
        ),
    )

"""Line plots as SVG, in a page of our own: small panels side by side, light and dark."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log10

Scale = Callable[[float], float]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 300, 190, 46, 12, 30, 28
_STYLE = """
text{font:11px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:12px}
.axis{stroke:#999;stroke-width:1}.grid{stroke:#ddd;stroke-width:1}
path{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.s0{stroke:#0b6bcb;fill:#0b6bcb}.s1{stroke:#c4571b;fill:#c4571b}path.s0,path.s1{fill:none}path.s1{stroke-dasharray:6 4}
@media (prefers-color-scheme:dark){
text{fill:#ddd}.axis{stroke:#777}.grid{stroke:#3a3a3a}.s0{stroke:#6db3ff;fill:#6db3ff}.s1{stroke:#ff9a5c;fill:#ff9a5c}
path.s0,path.s1{fill:none}}
"""


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    values: Sequence[float | None]
    """One for each step of the x axis; None leaves a gap."""


@dataclass(frozen=True, slots=True)
class Panel:
    title: str
    lines: Sequence[Line]


def page(title: str, rows: Sequence[Sequence[Panel]], x_label: str, x_ticks: Sequence[int]) -> str:
    """All panels as one picture."""
    width, height = WIDTH * max(len(row) for row in rows), HEIGHT * len(rows) + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
    ]
    for down, row in enumerate(rows):
        for right, panel in enumerate(row):
            parts.append(f'<g transform="translate({right * WIDTH} {down * HEIGHT})">')
            parts += _panel(panel, x_ticks)
            parts.append("</g>")
    parts.append(f'<text x="{width / 2:.0f}" y="{height - 8}" text-anchor="middle">{escape(x_label)}</text></svg>')
    return "\n".join(parts) + "\n"


def _panel(panel: Panel, x_ticks: Sequence[int]) -> list[str]:
    steps = max(len(line.values) for line in panel.lines)
    step = round_up(max((v for line in panel.lines for v in line.values if v is not None), default=1.0) / 4)
    top = 4 * step

    def x(index: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, steps - 1)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top

    parts = [f'<text class="title" x="{LEFT}" y="14">{escape(panel.title)}</text>']
    for number in range(5):
        at = y(number * step)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{number * step:g}</text>')
    for tick in x_ticks:
        parts.append(f'<text x="{x(tick):.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{tick}</text>')
    base = HEIGHT - BOTTOM
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{base}" y2="{base}"/>')
    for number, line in enumerate(panel.lines):
        parts += _line(line, number, x, y)
        label_x = WIDTH - RIGHT - 60 * (len(panel.lines) - number) + 60
        mark = f'<tspan class="s{number}" stroke="none">●</tspan> ' if len(panel.lines) > 1 else ""
        if mark:
            parts.append(f'<text x="{label_x}" y="14" text-anchor="end">{mark}{escape(line.label)}</text>')
    return parts


def _line(line: Line, number: int, x: Scale, y: Scale) -> list[str]:
    """The line, broken where values are missing; a value that stands alone is a dot."""
    parts: list[str] = []
    runs: list[list[tuple[int, float]]] = [[]]
    for index, value in enumerate(line.values):
        if value is None:
            runs.append([])
        else:
            runs[-1].append((index, value))
    for run in runs:
        if len(run) == 1:
            ((index, value),) = run
            parts.append(f'<circle class="s{number}" cx="{x(index):.1f}" cy="{y(value):.1f}" r="2.5"/>')
        elif run:
            points = "L".join(f"{x(index):.1f} {y(value):.1f}" for index, value in run)
            parts.append(f'<path class="s{number}" d="M{points}"/>')
    return parts


def round_up(value: float) -> float:
    """The next of 1, 2, 2.5, 5, 10 ... that is not smaller.

    >>> [round_up(value) for value in (0.3, 1, 3, 21, 260)]
    [0.5, 1, 5, 25, 500]
    """
    if value <= 0:
        return 1
    unit = 10.0 ** (ceil(log10(value)) - 1)
    for factor in (1, 2, 2.5, 5, 10):
        if value <= factor * unit * (1 + 1e-9):
            return factor * unit if (factor * unit) % 1 else int(factor * unit)
    raise AssertionError(value)

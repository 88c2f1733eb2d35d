"""How the ratings of a pool stand as a whole, and how well they foretell: what anybody may check.

Two queries read it, bounded by the number of players and by the newest tables; it is kept for a minute.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import log

from django.core.cache import cache
from django.db.models import Avg, Count, F, FloatField, Max, Q, StdDev
from django.db.models.functions import Cast, Floor

from games.table.aggregate import actors
from matchmaking.models import Rating as RatingRow
from matchmaking.models import RatingChange
from matchmaking.ratings.arithmetic import CENTRE, MU, POINTS_PER_MU, UNSURE_ABOVE
from matchmaking.ratings.pools import is_of_programs

BIN = 50
"""Points that one bar of the histogram spans."""
BINS = 10
NEWEST = 5_000
"""Tables, the newest of the pool, by which expectations are judged."""
KEPT_S = 60
_SURE_TO_GO_WRONG = 1e-12
"""No chance is less than this in a logarithm."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Players whose displayed rating lies from `points` on, below the next bar."""

    points: int
    players: int


@dataclass(frozen=True, slots=True)
class Tenth:
    """What was expected from `low` on, a tenth wide, and what came of it."""

    low: float
    expected: float
    got: float
    count: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well the chances that ratings gave have come true, beside always giving everybody at a table the same."""

    tables: int
    bins: tuple[Tenth, ...]
    """Those that hold anything, from the lowest."""
    brier: float
    """The mean square of expected minus got, over all seats."""
    brier_base: float
    log_loss: float
    """The mean of -log of the chance that the winner was given, over all tables."""
    log_loss_base: float


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool as a whole."""

    players: int
    """Everybody who is rated here: people, or in a pool of programs the programs."""
    opponents: int
    """Of a pool of programs: the people who have played against them. They are none of its players."""
    sure: int
    """Of them those without a question mark: the figures below are theirs."""
    mean: float | None
    spread: float | None
    """The standard deviation, in displayed points."""
    bars: tuple[Bar, ...]
    calibration: Calibration | None
    """None before anything has counted."""


def pool(name: str) -> Pool:
    """The pool, as it stood at most a minute ago."""
    key = f"pool:{name}"
    found: Pool | None = cache.get(key)
    if found is None:
        found = read(name)
        cache.set(key, found, KEPT_S)
    return found


def read(name: str) -> Pool:
    """The pool as it stands: four queries."""
    rows = RatingRow.objects.filter(pool=name)
    players = Q(person__startswith=actors.PROGRAM) if is_of_programs(name) else Q(pool=name)
    sure = players & Q(sigma__lte=UNSURE_ABOVE)
    facts = rows.aggregate(
        players=Count("person", filter=players),
        opponents=Count("person", filter=~players),
        sure=Count("person", filter=sure),
        middle=Avg("mu", filter=sure),
        wide=StdDev("mu", filter=sure),
    )
    points = (F("mu") - MU) * POINTS_PER_MU + CENTRE
    binned = rows.filter(sure).annotate(bar=Floor(Cast(points / BIN, FloatField()))).values("bar")
    bars = binned.annotate(players=Count("person")).order_by("bar").values_list("bar", "players")
    return Pool(
        players=facts["players"],
        opponents=facts["opponents"],
        sure=facts["sure"],
        mean=None if facts["middle"] is None else CENTRE + (facts["middle"] - MU) * POINTS_PER_MU,
        spread=None if facts["wide"] is None else facts["wide"] * POINTS_PER_MU,
        bars=_without_holes([Bar(int(bar) * BIN, players) for bar, players in bars]),
        calibration=calibration(_expectations(name)),
    )


def _without_holes(bars: list[Bar]) -> tuple[Bar, ...]:
    if not bars:
        return ()
    players = {bar.points: bar.players for bar in bars}
    return tuple(Bar(points, players.get(points, 0)) for points in range(bars[0].points, bars[-1].points + BIN, BIN))


Expectation = tuple[int, float, float]
"""Position of the table, the chance that the ratings gave a seat, the share of the win that it got."""


def _expectations(name: str) -> Iterable[Expectation]:
    last = RatingChange.objects.filter(pool=name).aggregate(last=Max("position"))["last"] or 0
    counted = RatingChange.objects.filter(pool=name, position__gt=last - NEWEST, expected__isnull=False)
    for position, expected, got in counted.order_by("position").values_list("position", "expected", "got"):
        assert expected is not None
        assert got is not None
        yield position, expected, got


def calibration(expectations: Iterable[Expectation]) -> Calibration | None:
    """Judge chances by what came of them. Rows of one table share their position."""
    tables: dict[int, list[tuple[float, float]]] = defaultdict(list)
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for position, expected, got in expectations:
        tables[position].append((expected, got))
        bins[min(BINS - 1, int(expected * BINS))].append((expected, got))
    if not tables:
        return None
    seats = sum(map(len, tables.values()))
    square = square_base = loss = loss_base = 0.0
    for rows in tables.values():
        same = 1 / len(rows)
        for expected, got in rows:
            square += (expected - got) ** 2
            square_base += (same - got) ** 2
            loss -= got * log(max(expected, _SURE_TO_GO_WRONG))
            loss_base -= got * log(same)
    return Calibration(
        tables=len(tables),
        bins=tuple(
            Tenth(number / BINS, sum(e for e, _ in seen) / len(seen), sum(g for _, g in seen) / len(seen), len(seen))
            for number, seen in sorted(bins.items())
        ),
        brier=square / seats,
        brier_base=square_base / seats,
        log_loss=loss / len(tables),
        log_loss_base=loss_base / len(tables),
    )

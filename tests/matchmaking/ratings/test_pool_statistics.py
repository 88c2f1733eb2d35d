"""How a pool of ratings stands as a whole, and whether its chances have come true."""

from math import log
from statistics import fmean, pstdev

import pytest
from django.core.cache import cache

from matchmaking.ratings import pool_statistics
from tests.matchmaking.ratings.standing import counted, rated

pytestmark = pytest.mark.django_db

ON_BOTH = pytest.mark.usefixtures("each_database")
"""Where the query is one that databases differ about."""

POOL = "hokm.normal"


@ON_BOTH
def test_a_pool_tells_how_many_stand_where(django_assert_num_queries) -> None:
    placed = (1399.9, 1400.0, 1449.0, 1451.0, 1601.0)
    for number, points in enumerate(placed):
        rated(f"P{number}", points)
    rated("Unsure", 3000, sigma=6)
    with django_assert_num_queries(4):
        pool = pool_statistics.read(POOL)
    assert (pool.players, pool.sure) == (6, 5)
    assert pool.mean == pytest.approx(fmean(placed))
    assert pool.spread == pytest.approx(pstdev(placed))
    assert [(bar.points, bar.players) for bar in pool.bars] == [
        (1350, 1),
        (1400, 2),
        (1450, 1),
        (1500, 0),
        (1550, 0),
        (1600, 1),
    ]
    assert pool.calibration is None


def test_an_empty_pool_has_nothing_to_tell() -> None:
    pool = pool_statistics.read("tong.slow")
    assert (pool.players, pool.mean, pool.spread, pool.bars, pool.calibration) == (0, None, None, (), None)


def test_chances_are_judged_by_what_came_of_them() -> None:
    for position in range(1, 5):
        counted(position, (0.62, 0.28, 0.1), winner=0 if position < 4 else 1)
    told = pool_statistics.read(POOL).calibration
    assert told is not None
    assert told.tables == 4
    assert [round(one.expected, 9) for one in told.bins] == [0.1, 0.28, 0.62]
    assert [(one.low, one.got, one.count) for one in told.bins] == [(0.1, 0, 4), (0.2, 0.25, 4), (0.6, 0.75, 4)]
    won, lost = (0.38**2 + 0.28**2 + 0.1**2), (0.62**2 + 0.72**2 + 0.1**2)
    assert told.brier == pytest.approx((3 * won + lost) / 12)
    assert told.brier_base == pytest.approx(2 / 9)
    assert told.log_loss == pytest.approx(-(3 * log(0.62) + log(0.28)) / 4)
    assert told.log_loss_base == pytest.approx(log(3))


def test_only_the_newest_tables_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_statistics, "NEWEST", 2)
    for position in range(1, 6):
        counted(position, (0.5, 0.3, 0.2), winner=0)
    told = pool_statistics.read(POOL).calibration
    assert told is not None
    assert told.tables == 2


def test_a_pool_is_read_once_a_minute(django_assert_num_queries) -> None:
    cache.clear()
    rated("Alice", 1800)
    pool_statistics.pool(POOL)
    with django_assert_num_queries(0):
        assert pool_statistics.pool(POOL).players == 1
    cache.clear()

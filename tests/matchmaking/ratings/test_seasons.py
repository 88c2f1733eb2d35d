"""Seasons are quarters of the calendar; what stood at the end of one stands still."""

from datetime import UTC, datetime

import pytest

from matchmaking.models import SeasonRating
from matchmaking.ratings import ledger
from matchmaking.ratings.seasons import Season
from tests.matchmaking import ended as helper
from tests.matchmaking.ended import annul, ended
from tests.matchmaking.ratings.test_ledger import ALICE, CAROL, POOL, RIGHT, TRIO, ratings, rebuild


def moment(year: int, month: int, day: int) -> int:
    return int(datetime(year, month, day, tzinfo=UTC).timestamp() * 1000)


AUTUMN, WINTER = Season.at(moment(2026, 11, 30)), Season.at(moment(2027, 1, 1))


def test_a_season_is_a_quarter() -> None:
    assert (AUTUMN.year, AUTUMN.quarter, AUTUMN.code) == (2026, 4, "2026-4")
    assert (AUTUMN.begins_at, WINTER.begins_at) == (moment(2026, 10, 1), moment(2027, 1, 1))
    assert Season.at(AUTUMN.begins_at) == AUTUMN
    assert Season.at(WINTER.begins_at - 1) == AUTUMN
    assert Season.at(WINTER.begins_at) == WINTER
    assert Season.read("2026-4") == AUTUMN


@pytest.mark.parametrize("code", ["", "2026", "2026-0", "2026-5", "26-1", "٢٠٢٦-1", "2026-1-1", "99999-1"])
def test_other_codes_name_none(code: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Season.read(code)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch):
    def end_at(ms: int, ranks=(1, 2, 3)):
        monkeypatch.setattr(helper, "now_ms", lambda: ms)
        table_id = ended(TRIO, ranks)
        ledger.record(table_id)
        return table_id

    return end_at


def stood(season: Season) -> dict[str, tuple[float, int]]:
    return {row.person: (row.mu, row.games) for row in SeasonRating.objects.filter(pool=POOL, season=season.number)}


@pytest.mark.usefixtures("each_database")
def test_a_past_season_stands_still_and_the_next_one_goes_on_from_there(at) -> None:
    at(moment(2026, 12, 30))
    first = at(moment(2026, 12, 31))
    then = stood(AUTUMN)
    assert then == {person: (rating.mu, 2) for person, rating in ratings().items()}
    at(moment(2027, 1, 1), ranks=(3, 2, 1))
    assert stood(AUTUMN) == then
    assert stood(WINTER) == {person: (rating.mu, 1) for person, rating in ratings().items()}
    assert rebuild() == RIGHT
    annul(first)
    ledger.record(first)
    assert {games for _, games in stood(AUTUMN).values()} == {1}
    assert stood(AUTUMN)[ALICE][0] < then[ALICE][0], "an annulled table counts in no season"
    assert stood(WINTER)[CAROL] == (ratings()[CAROL].mu, 1)
    assert rebuild() == RIGHT


@pytest.mark.usefixtures("each_database")
def test_a_table_that_does_not_count_is_no_table_of_a_season(at) -> None:
    table_id = at(moment(2026, 12, 30))
    annul(table_id)
    ledger.record(table_id)
    assert stood(AUTUMN) == {}
    assert rebuild() == RIGHT


@pytest.mark.usefixtures("each_database")
def test_rebuilding_finds_a_season_that_was_changed(at, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matchmaking.ratings.rebuild._WAIT_S", 0.0)
    at(moment(2026, 12, 30))
    SeasonRating.objects.filter(person=ALICE).update(games=11)
    code, told = rebuild("--write")
    assert "season 2026-4" in told
    assert code == 1
    assert rebuild() == RIGHT

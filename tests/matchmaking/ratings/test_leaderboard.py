"""Who stands on a leaderboard, and in which order."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.erasure import erase
from matchmaking.ratings import leaderboard
from matchmaking.ratings.seasons import Season
from tests.matchmaking.ratings.standing import rated, stands, stood

pytestmark = pytest.mark.django_db

ON_BOTH = pytest.mark.usefixtures("each_database")
"""Where the query is one that databases differ about."""

POOL = "hokm.normal"
SPRING, SUMMER, AUTUMN = (Season.read(code) for code in ("2026-2", "2026-3", "2026-4"))


def names(board: leaderboard.Board) -> list[str]:
    return [row.name for row in board.rows]


def test_the_strongest_stand_first_and_the_unsure_the_guests_and_the_erased_nowhere(django_assert_num_queries) -> None:
    rated("Bob", 1700)
    rated("Alice", 1800)
    rated("Carol", 1900, sigma=2.51)
    rated("Dave", 1900, kind="guest")
    rated("Erin", 1950, pool="hokm.blitz")
    gone = rated("Frank", 1990)
    gone.erased_at = timezone.now()
    gone.save()
    locked = rated("Grace", 1995)
    locked.is_active = False
    locked.save()
    with django_assert_num_queries(2):
        board = leaderboard.board(POOL)
    assert [(row.place, row.name, row.rating.displayed) for row in board.rows] == [(1, "Alice", 1800), (2, "Bob", 1700)]
    assert (board.first, board.next, board.own) == (True, "", None)


@ON_BOTH
def test_a_long_list_comes_in_pages_that_go_on_where_the_last_one_ended(
    monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries
) -> None:
    monkeypatch.setattr(leaderboard, "ON_A_PAGE", 3)
    people = [rated(f"P{number}", 2000 - 10 * (number // 2)) for number in range(8)]  # two and two are equal
    reader = people[7]
    places: list[int] = []
    seen: list[str] = []
    after = ""
    for _ in range(3):
        with django_assert_max_num_queries(6):
            board = leaderboard.board(POOL, after=after, reader=reader.public_id)
        places += [row.place for row in board.rows]
        seen += [row.person for row in board.rows]
        after = board.next
        assert board.own is not None
        assert board.own.place == 1 + next(
            index for index, row in enumerate(_whole()) if row.person == reader.public_id
        )
    assert after == ""
    assert places == list(range(1, 9))
    assert sorted(seen) == sorted(person.public_id for person in people)


def test_a_deleted_account_is_no_place_before_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "ON_A_PAGE", 2)
    people = [rated(f"P{number}", 2000 - number) for number in range(5)]
    for person in people:
        stood(person, SPRING, 1500)
    erase(people[1])
    for season in (None, SPRING):
        board = leaderboard.board(POOL, season, reader=people[4].public_id)
        assert board.own is not None
        assert people[1].public_id not in {row.person for row in board.rows}
    board = leaderboard.board(POOL, after=people[2].public_id, reader=people[4].public_id)
    assert [(row.place, row.person) for row in board.rows] == [(3, people[3].public_id), (4, people[4].public_id)]
    assert board.own is not None
    assert board.own.place == 4
    assert leaderboard.board(POOL, after=people[1].public_id).rows[0].place == 2


@pytest.mark.parametrize("each_database", ["sqlite"], indirect=True)  # which says so in one word
@pytest.mark.parametrize("season", [None, SPRING])
def test_a_place_is_counted_in_the_index_alone(each_database: str, season: Season | None) -> None:
    alice = rated("Alice", 1800)
    stood(alice, SPRING, 1800)
    with CaptureQueriesContext(connection) as queries:
        leaderboard.board(POOL, season, after=alice.public_id, reader=alice.public_id)
    counts = [query["sql"] for query in queries if "COUNT(*)" in query["sql"]]
    assert counts
    for sql in counts:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = " ".join(str(row[3]) for row in cursor.fetchall())
        assert f"USING COVERING INDEX {'season' if season else 'rating'}_board" in plan


def _whole() -> tuple[leaderboard.Line, ...]:
    before, leaderboard.ON_A_PAGE = leaderboard.ON_A_PAGE, 50
    try:
        return leaderboard.board(POOL).rows
    finally:
        leaderboard.ON_A_PAGE = before


def test_a_page_after_somebody_who_is_not_there_begins_at_the_top() -> None:
    rated("Alice", 1800)
    assert names(leaderboard.board(POOL, after="nobody")) == ["Alice"]


def test_the_own_place_is_told_and_for_the_unsure_that_there_is_none() -> None:
    rated("Alice", 1800)
    bob, carol = rated("Bob", 1700), rated("Carol", 1750, sigma=4)
    assert leaderboard.board(POOL, reader=bob.public_id).own.place == 2  # type: ignore[union-attr]
    own = leaderboard.board(POOL, reader=carol.public_id).own
    assert own is not None
    assert (own.place, own.rating.is_sure) == (0, False)
    assert leaderboard.board(POOL, reader="0" * 12).own is None


@ON_BOTH
def test_a_season_lists_those_who_played_ten_tables_in_it_by_their_rating_at_its_end() -> None:
    alice, bob, carol = rated("Alice", 1500), rated("Bob", 2000), rated("Carol", 1600)
    stood(alice, SPRING, 1900, games=10)
    stood(bob, SPRING, 1800, games=11)
    stood(carol, SPRING, 1950, games=9)
    stood(alice, SUMMER, 1500, games=10)
    assert names(leaderboard.board(POOL, SPRING)) == ["Alice", "Bob"]
    assert names(leaderboard.board(POOL, SUMMER)) == ["Alice"]
    own = leaderboard.board(POOL, SPRING, reader=carol.public_id).own
    assert own is not None
    assert (own.place, own.games) == (0, 9)
    assert leaderboard.seasons(POOL, AUTUMN.begins_at)[-1] == SPRING
    assert len(leaderboard.seasons(POOL, AUTUMN.begins_at)) == 3
    assert leaderboard.seasons("tong.slow", AUTUMN.begins_at) == ()


def test_programs_stand_among_themselves(django_assert_num_queries) -> None:
    alice = rated("Alice", 1800, pool="hokm.programs")
    for policy, points, sigma in (("simple", 1600, 1.0), ("random", 1300, 5.0), ("gone", 1900, 1.0)):
        person = type(alice)(public_id=f"bot:{policy}")
        stands(person, points, sigma=sigma, pool="hokm.programs")
    with django_assert_num_queries(1):
        rows = leaderboard.programs("hokm")
    assert [(row.place, row.name, row.rating.is_sure) for row in rows] == [(1, "simple", True), (2, "random", False)]

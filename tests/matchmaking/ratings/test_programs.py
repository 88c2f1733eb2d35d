"""Programs have ratings of their own, from casual tables that they have played from the start; people keep theirs."""

from collections.abc import Iterator
from unittest import mock

import pytest

from games.table import followers, service
from games.table.aggregate import commands
from games.table.aggregate.actors import policy_of, program
from games.table.held import load
from games.table.ids import format_id
from games.table.models import Follow
from games.table.service import submit
from matchmaking import tasks
from matchmaking.models import Rating as RatingRow
from matchmaking.models import RatingChange, RatingEntry
from matchmaking.ratings import ledger, reasons
from matchmaking.ratings.arithmetic import Rating, rate
from matchmaking.ratings.current import program_ratings
from tests.games.table.tables import play_out
from tests.matchmaking.ended import annul, finish, reinstate, running, sit_down
from tests.matchmaking.ratings.test_ledger import ALICE, BOB, RIGHT, ratings, rebuild

pytestmark = pytest.mark.django_db(transaction=True)

ON_BOTH = pytest.mark.usefixtures("each_database")
"""Where the query is one that databases differ about."""

POOL = "hokm.programs"
SIMPLE, RANDOM = program("simple"), program("random")


@pytest.fixture(autouse=True)
def enqueued() -> Iterator[mock.Mock]:
    with mock.patch.object(tasks.rate_table, "apply_async") as apply:
        yield apply


def casual(persons, bots=(), **given):
    return running(persons, bots=bots, rated=False, speed="casual", **given)


def test_programs_and_people_are_rated_there_and_nowhere_else() -> None:
    table_id = finish(casual([ALICE], ["simple", "random"]), (1, 2, 3))
    ledger.record(table_id)
    expected = rate([Rating()] * 3, [1, 2, 3])
    assert ratings(POOL) == {
        player: change.after for player, change in zip((ALICE, SIMPLE, RANDOM), expected, strict=True)
    }
    assert list(RatingEntry.objects.values_list("pool", "position")) == [(POOL, 1)]
    assert not RatingRow.objects.exclude(pool=POOL).exists()
    assert rebuild() == RIGHT


@ON_BOTH
def test_a_program_on_several_seats_gets_one_change_the_mean() -> None:
    table_id = finish(casual([ALICE], ["simple", "simple"]), (2, 1, 3))
    ledger.record(table_id)
    _, first, third = rate([Rating()] * 3, [2, 1, 3])
    row = RatingRow.objects.get(pool=POOL, person=SIMPLE)
    assert row.games == 1
    assert row.mu == pytest.approx((first.after.mu + third.after.mu) / 2)
    assert row.sigma == pytest.approx((first.after.sigma + third.after.sigma) / 2)
    assert rebuild() == RIGHT
    again = finish(casual([BOB], ["simple", "simple"]), (1, 2, 3))
    ledger.record(again)
    assert RatingRow.objects.get(pool=POOL, person=SIMPLE).games == 2
    annul(table_id)
    ledger.record(table_id)
    assert RatingRow.objects.get(pool=POOL, person=SIMPLE).games == 1
    assert rebuild() == RIGHT


@pytest.mark.parametrize("sort", ["rated", "people", "one program", "took over", "joined", "closed", "practice"])
def test_other_tables_tell_nothing_of_programs(sort: str) -> None:
    match sort:
        case "rated":
            table_id = finish(running([ALICE, BOB], bots=["simple"]), (1, 2, 3))
        case "people":
            table_id = finish(casual([ALICE, BOB, "carol0000000"]), (1, 2, 3))
        case "one program":
            table_id = finish(casual([], ["simple"] * 3), (1, 2, 3))
        case "took over":
            table_id = finish(casual([ALICE, BOB, "carol0000000"]), (1, 2, 3), left=[2])
        case "joined":
            table_id = finish(sit_down(casual([ALICE], ["simple", "random"]), 1, BOB), (1, 2, 3))
        case "closed":
            opened = service.open_table("hokm", {}, ALICE, persons=[ALICE, None, None], bots=["simple"], ready=False)
            table_id = opened.table_id
            submit(table_id, commands.CloseTable(), actor=f"p:{ALICE}", command_id="close")
        case _:
            table_id = finish(casual([ALICE], ["simple", "random"], origin={"type": "practice"}), (1, 2, 3))
    ledger.record(table_id)
    assert not RatingRow.objects.filter(pool=POOL).exists()
    assert not RatingChange.objects.filter(pool=POOL).exists()


def test_who_leaves_programs_alone_is_last_there() -> None:
    table_id = finish(casual([ALICE], ["simple", "random"]), (1, 2, 3), left=[0])
    ledger.record(table_id)
    rows = RatingChange.objects.filter(table_id=table_id).order_by("seat")
    assert [(row.person, row.rank) for row in rows] == [(ALICE, 3), (SIMPLE, 1), (RANDOM, 2)]


@ON_BOTH
def test_a_casual_table_is_followed_from_its_end_and_only_if_programs_have_played(enqueued: mock.Mock) -> None:
    def followed(table_id) -> bool:
        return Follow.objects.filter(follower=tasks.FOLLOWER, table_id=table_id).exists()

    def play(*bots: str):
        options = {"target": 200, "max_deals": 1}
        table_id = service.open_table("hokm", options, None, persons=[], bots=bots, ready=True).table_id
        assert not followed(table_id)
        play_out(load(table_id))
        return table_id

    alike, mixed = play("simple", "simple", "simple"), play("simple", "random", "random")
    assert not followed(alike)
    assert followed(mixed)
    enqueued.assert_called_once_with((format_id(mixed),), expires=tasks.EXPIRES_S)
    for one in followers.behind(tasks.FOLLOWER):
        tasks.rate_table(format_id(one.table_id))
    assert not followed(mixed)
    assert set(ratings(POOL)) == {SIMPLE, RANDOM}
    annul(mixed)
    assert followed(mixed)
    tasks.rate_table(format_id(mixed))
    assert ratings(POOL) == {}
    reinstate(mixed)
    tasks.rate_table(format_id(mixed))
    assert set(ratings(POOL)) == {SIMPLE, RANDOM}
    assert rebuild() == RIGHT


@ON_BOTH
def test_rebuilding_finds_a_table_of_programs_that_was_never_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matchmaking.ratings.rebuild._WAIT_S", 0.0)
    finish(casual([ALICE], ["simple", "random"]), (1, 2, 3))
    finish(casual([ALICE, BOB, "carol0000000"]), (1, 2, 3))
    code, told = rebuild()
    assert (code, told.count("is not rated")) == (1, 1)
    rebuild("--write")
    assert rebuild() == RIGHT
    assert set(ratings(POOL)) == {ALICE, SIMPLE, RANDOM}


def test_ratings_by_policy(django_assert_num_queries) -> None:
    ledger.record(finish(casual([ALICE], ["simple", "random"]), (2, 1, 3)))
    with django_assert_num_queries(1):
        rated = program_ratings("hokm")
    assert rated["simple"].displayed > 1500 > rated["random"].displayed
    assert not rated["simple"].is_sure


def test_the_api_still_calls_such_a_table_casual() -> None:
    table_id = finish(casual([ALICE], ["simple", "random"]), (2, 1, 3))
    ledger.record(table_id)
    assert reasons.of_table(table_id).unrated_reason == "casual"


def test_programs_and_people_are_told_apart_by_name() -> None:
    assert policy_of(SIMPLE) == "simple"
    assert policy_of(ALICE) is None

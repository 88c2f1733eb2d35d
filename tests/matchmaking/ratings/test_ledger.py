"""The ledger rates every table once and in the recorded order; everything else is a fold of it."""

import random
from collections.abc import Iterator
from functools import partial
from io import StringIO
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from games.table import followers
from games.table.aggregate import commands
from games.table.held import load
from games.table.ids import format_id, uuid7
from games.table.models import Follow
from games.table.service import submit
from games.table.sweep import wake_followers
from matchmaking import tasks
from matchmaking.models import Rating as RatingRow
from matchmaking.models import RatingChange, RatingEntry, SeasonRating
from matchmaking.ratings import ledger
from matchmaking.ratings.arithmetic import Rating, rate
from matchmaking.ratings.ledger import record
from matchmaking.ratings.rebuild import put_right
from tests.games.table.tables import of_three, play_out
from tests.games.table.test_log_races import at_once
from tests.matchmaking.ended import annul, ended, finish, reinstate, running

pytestmark = pytest.mark.usefixtures("each_database")

POOL = "hokm.normal"
ALICE, BOB, CAROL, DAVE, ERIN, FRANK = (
    name.ljust(12, "0") for name in ("alice", "bob", "carol", "dave", "erin", "frank")
)
TRIO = (ALICE, BOB, CAROL)


@pytest.fixture(autouse=True)
def enqueued() -> Iterator[mock.Mock]:
    """No worker runs here: what would be enqueued is noted."""
    with mock.patch.object(tasks.rate_table, "apply_async") as apply:
        yield apply


def work() -> None:
    """What the worker would do."""
    for one in followers.behind(tasks.FOLLOWER):
        tasks.rate_table(format_id(one.table_id))


def ratings(pool: str = POOL) -> dict[str, Rating]:
    return {row.person: Rating(row.mu, row.sigma) for row in RatingRow.objects.filter(pool=pool)}


def changes(table_id: Any) -> list[RatingChange]:
    return list(RatingChange.objects.filter(table_id=table_id).order_by("seat"))


def order() -> list[Any]:
    return list(RatingEntry.objects.order_by("pool", "position").values_list("table_id", flat=True))


def rebuild(*args: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("rebuild", "ratings", *args, stdout=out)
    except SystemExit as stopped:
        return int(stopped.code or 0), out.getvalue()
    return 0, out.getvalue()


RIGHT = (0, "ratings differing=0\n")


def test_a_finished_table_is_rated_once_however_often_it_is_asked_for() -> None:
    table_id = ended(TRIO, (2, 1, 3))
    for _ in range(3):
        tasks.rate_table(format_id(table_id))
    expected = rate([Rating()] * 3, [2, 1, 3])
    assert ratings() == {person: change.after for person, change in zip(TRIO, expected, strict=True)}
    rows = changes(table_id)
    assert [(row.position, row.rank, row.left, row.unrated_reason) for row in rows] == [
        (1, rank, False, "") for rank in (2, 1, 3)
    ]
    for row, change in zip(rows, expected, strict=True):
        assert (row.expected, row.got, tuple(row.weights or ())) == (change.expected, change.got, change.weights)
        assert (row.mu_before, row.sigma_before) == (Rating().mu, Rating().sigma)
    assert RatingRow.objects.get(person=ALICE).games == 1
    assert rebuild() == RIGHT


def test_a_table_played_through_the_write_path_is_rated_by_its_own_ranks() -> None:
    held = play_out(load(of_three(rated=True, speed="normal").table_id))
    assert held.table.result is not None
    work()
    assert [row.rank for row in changes(held.table.id)] == list(held.table.result.ranks)
    assert rebuild() == RIGHT


def test_each_game_and_speed_has_its_own_order() -> None:
    for speed in ("normal", "blitz", "normal"):
        record(ended(TRIO, speed=speed))
    entries = RatingEntry.objects.order_by("pool", "position").values_list("pool", "position")
    assert list(entries) == [("hokm.blitz", 1), ("hokm.normal", 1), ("hokm.normal", 2)]
    assert ratings("hokm.blitz")[ALICE] != ratings()[ALICE]


def test_who_left_is_last_and_the_others_stand_as_they_finished() -> None:
    table_id = ended(TRIO, (1, 2, 3), left=[0])
    record(table_id)
    assert [(row.rank, row.left) for row in changes(table_id)] == [(3, True), (1, False), (2, False)]
    assert ratings()[ALICE].mu < ratings()[CAROL].mu < ratings()[BOB].mu


def abandoned() -> Any:
    table_id = running(TRIO)
    submit(table_id, commands.AbandonTable(), actor="clock", command_id="abandon")
    return table_id


def with_a_program() -> Any:
    return finish(running((ALICE, BOB), bots=["simple"]), (1, 2, 3))


def annulled() -> Any:
    table_id = ended(TRIO)
    annul(table_id)
    return table_id


UNRATED = {
    "abandoned": abandoned,
    "program_played": with_a_program,
    "annulled": annulled,
    "everybody_left": lambda: ended(TRIO, left=[0, 1, 2]),
}


@pytest.mark.parametrize("reason", UNRATED)
def test_a_table_that_does_not_count_says_why(reason: str) -> None:
    before = ended(TRIO)
    record(before)
    stood = ratings()
    table_id = UNRATED[reason]()
    for _ in range(2):
        record(table_id)
        rows = changes(table_id)
        assert {row.unrated_reason for row in rows} == {reason}
        assert all((row.mu, row.sigma) == (row.mu_before, row.sigma_before) for row in rows)
        assert {row.person: (row.mu, row.sigma) for row in rows} == {
            row.person: (stood[row.person].mu, stood[row.person].sigma) for row in rows
        }
    assert ratings() == stood
    assert RatingRow.objects.get(person=ALICE).games == 1
    assert order() == [before, table_id]
    record(ended(TRIO))
    assert RatingRow.objects.get(person=ALICE).games == 2
    assert rebuild() == RIGHT


def test_a_table_that_was_closed_before_its_start_leaves_no_trace() -> None:
    made = of_three(rated=True, speed="normal", ready=False)
    submit(made.table_id, commands.CloseTable(), actor=f"p:{ALICE}", command_id="close")
    work()
    assert order() == []
    assert not Follow.objects.filter(follower=tasks.FOLLOWER).exists()
    assert rebuild() == RIGHT


def history(count: int, seed: int = 1) -> list[Any]:
    """Tables of six people, rated one after the other."""
    rng = random.Random(seed)
    people = [ALICE, BOB, CAROL, DAVE, ERIN, FRANK]
    tables = []
    for _ in range(count):
        table_id = ended(rng.sample(people, 3), rng.sample([1, 2, 3], 3), left=[2] if rng.random() < 0.1 else [])
        record(table_id)
        tables.append(table_id)
    return tables


def replayed(without: frozenset[Any] = frozenset()) -> dict[str, Rating]:
    """The ratings as a plain loop over the order makes them."""
    found: dict[str, Rating] = {}
    for table_id in order():
        if table_id in without:
            continue
        rows = changes(table_id)
        made = rate([found.get(row.person, Rating()) for row in rows], [row.rank or 0 for row in rows])
        found.update({row.person: change.after for row, change in zip(rows, made, strict=True)})
    return found


def test_annulling_a_table_computes_everybody_after_it_anew_and_taking_it_back_too() -> None:
    tables = history(12)
    before = ratings()
    assert before == replayed()
    for index in (4, 0, 11):
        annul(tables[index])
        record(tables[index])
        assert ratings() == replayed(frozenset([tables[index]]))
        assert ratings() != before
        assert rebuild() == RIGHT
        reinstate(tables[index])
        record(tables[index])
        assert ratings() == before
    assert order() == tables


def test_whose_only_table_is_annulled_has_no_rating() -> None:
    table_id = ended(TRIO)
    record(table_id)
    annul(table_id)
    record(table_id)
    assert ratings() == {}
    assert rebuild() == RIGHT


def test_two_workers_at_the_same_table_rate_it_once() -> None:
    for _ in range(4):
        table_id = ended(TRIO)
        at_once(*[partial(tasks.rate_table, format_id(table_id))] * 4)
        assert RatingEntry.objects.filter(table_id=table_id).count() == 1
    assert RatingRow.objects.get(person=ALICE).games == 4
    assert ratings() == replayed()
    assert rebuild() == RIGHT


def test_two_workers_with_the_same_tables_in_opposite_order_agree_with_the_recorded_one() -> None:
    tables = [ended((ALICE, BOB, CAROL)), ended((CAROL, DAVE, ALICE), (3, 1, 2)), ended((BOB, ALICE, ERIN))]

    def work_off(them: list[Any]) -> None:
        for table_id in them:
            tasks.rate_table(format_id(table_id))

    at_once(partial(work_off, tables), partial(work_off, tables[::-1]), partial(work_off, tables[1:]))
    assert sorted(order()) == sorted(tables)
    assert list(RatingEntry.objects.order_by("position").values_list("position", flat=True)) == [1, 2, 3]
    assert ratings() == replayed()
    assert not Follow.objects.filter(follower=tasks.FOLLOWER).exists()
    assert rebuild() == RIGHT


def test_an_annulment_while_the_table_is_being_rated_is_never_missed() -> None:
    for _ in range(6):
        table_id = ended(TRIO)
        at_once(partial(tasks.rate_table, format_id(table_id)), partial(annul, table_id))
        work()
        assert {row.unrated_reason for row in changes(table_id)} == {"annulled"}
    assert ratings() == {}
    assert rebuild() == RIGHT


def test_a_worker_that_saw_the_table_before_its_annulment_does_not_rate_it_after() -> None:
    """It is read under the lock: whoever comes later sees more."""
    table_id = ended(TRIO)
    real = ledger.lock

    def lock_late(pool: str) -> None:
        if not late:
            late.append(True)
            annul_elsewhere()
        real(pool)

    def annul_elsewhere() -> None:
        at_once(partial(annul, table_id))

    late: list[bool] = []
    if connection.vendor == "sqlite":
        annul_elsewhere()  # the transaction lets nobody else write, so that it can only come before
        late.append(True)
    with mock.patch.object(ledger, "lock", lock_late):
        record(table_id)
    assert {row.unrated_reason for row in changes(table_id)} == {"annulled"}


class Crash(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("step", ["entry made", "changes written", "ratings written", "committed"])
def test_a_worker_may_die_anywhere(step: str) -> None:
    record(ended(TRIO))
    table_id = ended((BOB, CAROL, DAVE))

    def dies(real: Any) -> Any:
        def run(*args: Any, **kwargs: Any) -> Any:
            real(*args, **kwargs)
            raise Crash

        return run

    where = {
        "entry made": (RatingEntry.objects, "create"),
        "changes written": (RatingChange.objects, "bulk_create"),
        "ratings written": (ledger, "write_standings"),
        "committed": (ledger, "record"),
    }
    owner, name = where[step]
    with mock.patch.object(owner, name, dies(getattr(owner, name))), pytest.raises(Crash):
        tasks.rate_table(format_id(table_id))
    assert RatingEntry.objects.count() == (2 if step == "committed" else 1)
    work()
    assert RatingEntry.objects.count() == 2
    assert ratings() == replayed()
    assert rebuild() == RIGHT


# --- following ---


def test_only_rated_tables_are_followed_and_only_their_end_is_work(enqueued: mock.Mock) -> None:
    casual = of_three().table_id
    assert not Follow.objects.filter(table_id=casual, follower=tasks.FOLLOWER).exists()
    table_id = running(TRIO)
    assert Follow.objects.filter(table_id=table_id, follower=tasks.FOLLOWER).exists()
    assert followers.behind(tasks.FOLLOWER) == []
    submit(table_id, commands.AbandonTable(), actor="clock", command_id="abandon")
    assert enqueued.call_args.args[0] == (format_id(table_id),)
    submit(casual, commands.AbandonTable(), actor="clock", command_id="abandon")
    assert enqueued.call_count == 1
    assert [one.table_id for one in followers.behind(tasks.FOLLOWER)] == [table_id]
    tasks.rate_table(format_id(table_id))
    assert not Follow.objects.filter(follower=tasks.FOLLOWER).exists()
    annul(table_id)
    assert enqueued.call_count == 2
    assert [one.table_id for one in followers.behind(tasks.FOLLOWER)] == [table_id]


def test_the_sweep_finds_what_an_announcement_lost(enqueued: mock.Mock) -> None:
    table_id = ended(TRIO)  # written by log.append alone: nothing was announced
    enqueued.reset_mock()
    for _ in range(2):
        wake_followers()
    assert [call.args[0] for call in enqueued.call_args_list] == [(format_id(table_id),)]


def test_a_running_or_unknown_table_is_not_rated() -> None:
    assert record(running(TRIO)) is None
    assert record(uuid7()) is None
    assert order() == []


# --- the order cannot be changed ---


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE matchmaking_ratingentry SET position = 9",
        "DELETE FROM matchmaking_ratingentry",
        "INSERT INTO matchmaking_ratingentry (pool, position, table_id) "
        "SELECT pool, position, table_id FROM matchmaking_ratingentry WHERE true "
        "ON CONFLICT (table_id) DO UPDATE SET position = 7",
    ],
)
def test_nobody_changes_the_order(sql: str) -> None:
    record(ended(TRIO))
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize("each_database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("copied", ["pool, position, randomblob(16)", "pool, position + 1, table_id"])
def test_replace_does_not_change_the_order(each_database: str, copied: str) -> None:
    record(ended(TRIO))
    sql = (
        f"REPLACE INTO matchmaking_ratingentry (pool, position, table_id) SELECT {copied} FROM matchmaking_ratingentry"
    )
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize("each_database", ["postgresql"], indirect=True)
def test_truncate_does_not_change_the_order(each_database: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE matchmaking_ratingentry")


# --- rebuild ratings ---


def test_rebuilding_twice_gives_the_same_to_the_last_bit() -> None:
    rng = random.Random(8)
    for _ in range(6):
        record(ended(rng.sample([ALICE, BOB, CAROL, DAVE, ERIN, FRANK], 3), rng.sample([1, 2, 3], 3)))

    def everything() -> list[Any]:
        kinds: tuple[Any, ...] = (RatingRow, RatingChange, SeasonRating)
        return [list(kind.objects.order_by("pk").values()) for kind in kinds]

    written = everything()
    for _ in range(2):
        put_right(POOL)
        assert everything() == written


def test_rebuilding_finds_what_was_changed_and_puts_it_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matchmaking.ratings.rebuild._WAIT_S", 0)
    history(6)
    stood = ratings()
    harms = [
        lambda: RatingRow.objects.filter(person=ALICE).update(mu=40),
        lambda: RatingRow.objects.filter(person=BOB).delete(),
        lambda: RatingRow.objects.create(pool=POOL, person="mallory00000", mu=60, sigma=1, games=9, position=1),
        lambda: RatingRow.objects.filter(person=ALICE).update(hidden=False),  # no account has this public id
        lambda: SeasonRating.objects.filter(person=BOB).update(hidden=False),
        lambda: RatingChange.objects.filter(position=3, seat=1).update(expected=0.9),
        lambda: RatingChange.objects.filter(position=2).update(rank=1),
        lambda: RatingChange.objects.filter(position=6).delete(),
    ]
    for harm in harms:
        harm()
        code, text = rebuild()
        assert code == 1
        assert POOL in text
        assert rebuild("--write")[0] == 1
        assert rebuild() == RIGHT
        assert ratings() == stood


def test_rebuilding_finds_tables_that_were_never_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matchmaking.ratings.rebuild._WAIT_S", 0)
    tables = [ended(TRIO), ended(TRIO)]
    code, text = rebuild()
    assert (code, text.count("is not rated")) == (1, 2)
    rebuild("--write")
    assert order() == tables
    assert rebuild() == RIGHT

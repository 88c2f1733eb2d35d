"""Writers at the same time, each on a connection of its own: nothing is lost and nothing doubled."""

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connections

from games.table import followers, log, models

from .logs import AT, batch, entry, opened

pytestmark = pytest.mark.usefixtures("each_database")


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """What each job answers, all begun together, each in a thread and so on a connection of its own."""
    start = threading.Barrier(len(jobs))
    answers: list[object] = [None] * len(jobs)

    def run(number: int) -> None:
        try:
            connections["default"].ensure_connection()
            start.wait(10)
            answers[number] = jobs[number]()
        except BaseException as error:
            answers[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    return answers


def test_of_two_commands_decided_on_the_same_head_one_is_appended():
    for _ in range(25):
        table_id = opened()
        mine, theirs = batch(table_id, command_id="mine"), batch(table_id, command_id="theirs", actor="p:bob000000000")
        answers = at_once(partial(log.append, mine), partial(log.append, theirs))
        assert Counter(type(answer) for answer in answers) == {log.Appended: 1, log.Conflict: 1}
        assert [row.seq for row in log.select(table_id)] == [1, 2]
        assert models.Command.objects.filter(table_id=table_id).count() == 2
        log.verify(table_id)


def test_the_same_command_sent_twice_at_once_happens_once():
    for _ in range(25):
        table_id = opened()
        twice = batch(table_id, entry(), entry(), command_id="play")
        answers = at_once(partial(log.append, twice), partial(log.append, twice))
        assert Counter(type(answer) for answer in answers) == {log.Appended: 1, log.AlreadyDone: 1}
        assert log.AlreadyDone(2, 3) in answers
        assert len(log.select(table_id)) == 3


def test_many_writers_who_decide_again_all_get_in():
    table_id = opened()
    writers, each = 4, 12

    def write(name: str) -> int:
        conflicts = 0
        for number in range(each):
            while isinstance(
                log.append(batch(table_id, entry(), entry(), command_id=f"{name}-{number}")), log.Conflict
            ):
                conflicts += 1
        return conflicts

    at_once(*[partial(write, name) for name in "abcd"])
    head = log.verify(table_id)
    assert head.seq == 1 + 2 * writers * each
    spans = models.Command.objects.filter(table_id=table_id).exclude(command_id="open").values_list("first", "last")
    assert sorted(spans) == [(seq, seq + 1) for seq in range(2, head.seq, 2)]


def test_tables_do_not_wait_for_each_other_in_vain():
    tables = [opened() for _ in range(4)]

    def write(table_id):
        for number in range(15):
            assert isinstance(log.append(batch(table_id, command_id=str(number))), log.Appended)

    at_once(*[partial(write, table_id) for table_id in tables])
    assert log.heads_moved(dict.fromkeys(tables, 0)) == dict.fromkeys(tables, 16)


def test_an_annulment_while_the_follower_finishes_is_never_missed():
    """Either the row is deleted first and made again, or it stays: afterwards the follower is behind in every case."""
    for _ in range(25):
        table_id = opened(followers=("ratings",))
        log.append(batch(table_id, command_id="end", lifecycle="finished", ended_at=AT))
        annul = batch(
            table_id,
            entry("table.annulled", "{}"),
            command_id="annul",
            lifecycle="finished",
            ended_at=AT,
            followers=("ratings",),
        )
        _, outcome = at_once(partial(followers.mark, "ratings", table_id, 2), partial(log.append, annul))
        assert isinstance(outcome, log.Appended)
        assert [(row.table_id, row.seen, row.seq) for row in followers.behind("ratings")] == [(table_id, 2, 3)]
        followers.mark("ratings", table_id, 3)
        assert not models.Follow.objects.exists()

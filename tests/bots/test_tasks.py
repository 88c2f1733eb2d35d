"""A program's turn is derived from the log: played once, however often it is worked out, and found again when lost."""

from collections.abc import Iterator
from typing import Any
from unittest import mock
from uuid import UUID

import pytest

from bots import tasks
from bots.turns import turns
from games.table import followers
from games.table.aggregate import FINISHED, commands
from games.table.held import load
from games.table.ids import format_id
from games.table.models import Follow, Head
from games.table.service import open_table, submit
from games.table.sweep import wake_followers

ALICE = "Alice1234567"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def enqueued() -> Iterator[mock.Mock]:
    """No worker runs here: what would be enqueued is noted."""
    with mock.patch.object(tasks.take_turn, "apply_async") as apply:
        yield apply


def programs_only(**options: Any) -> UUID:
    return open_table("hokm", {"target": 200, **options}, None, bots=("simple",) * 3).table_id


def with_alice() -> UUID:
    return open_table("hokm", {"target": 200}, ALICE, bots=("simple", "random")).table_id


def until_alice_is_asked(table_id: UUID) -> Any:
    while True:
        held = load(table_id)
        if 0 in held.table.deciders:
            return held
        tasks.look_after(format_id(table_id))


def test_programs_play_a_table_to_its_end() -> None:
    table_id = programs_only()
    for _ in range(3000):
        if load(table_id).table.lifecycle == FINISHED:
            break
        tasks.look_after(format_id(table_id))
    assert load(table_id).table.lifecycle == FINISHED
    tasks.look_after(format_id(table_id))
    assert not Follow.objects.filter(table_id=table_id, follower="bots").exists()


def test_a_commit_enqueues_the_turn_it_opened(enqueued: mock.Mock) -> None:
    table_id = programs_only()
    (turn,) = turns(load(table_id).table)
    assert enqueued.call_args.args[0] == (format_id(table_id), turn.seat, turn.decision)


def test_a_turn_worked_out_twice_is_played_once() -> None:
    table_id = programs_only()
    before = load(table_id)
    (turn,) = turns(before.table)
    for _ in range(3):
        tasks.take_turn(format_id(table_id), turn.seat, turn.decision)
    assert load(table_id).seq == before.seq + 1


def test_a_turn_that_died_after_its_commit_is_answered_as_before() -> None:
    table_id = programs_only()
    held = load(table_id)
    (turn,) = turns(held.table)
    after = tasks._take(held, turn)
    again = tasks._take(held, turn)  # a worker that never heard of the commit
    assert again.seq == after.seq == held.seq + 1


def test_a_late_turn_does_not_answer_a_later_decision() -> None:
    table_id = programs_only()
    (turn,) = turns(load(table_id).table)
    tasks.take_turn(format_id(table_id), turn.seat, turn.decision)
    seq = load(table_id).seq
    tasks.take_turn(format_id(table_id), turn.seat, turn.decision - 1)
    assert load(table_id).seq == seq


def test_programs_never_answer_for_a_person() -> None:
    table_id = with_alice()
    held = until_alice_is_asked(table_id)
    tasks.take_turn(format_id(table_id), 0, held.table.decision(0))
    tasks.look_after(format_id(table_id))
    assert load(table_id).seq == held.seq


def test_who_comes_back_is_not_played_for_any_more() -> None:
    table_id = with_alice()
    held = until_alice_is_asked(table_id)
    submit(table_id, commands.Leave(), actor=f"p:{ALICE}", command_id="go")
    left = load(table_id)
    (turn,) = turns(left.table)
    assert turn.seat == 0
    submit(table_id, commands.ReclaimSeat(), actor=f"p:{ALICE}", command_id="back")
    assert tasks._take(left, turn).table.seats[0].person is None  # the late turn changed nothing
    assert load(table_id).table.seats[0].person == ALICE
    assert load(table_id).seq == held.seq + 3  # left, program took over, seat reclaimed


def test_a_turn_waits_a_human_moment_also_when_the_sweep_finds_it(settings: Any, enqueued: mock.Mock) -> None:
    settings.BOT_THINK_MS = 60_000
    table_id = programs_only()
    assert 30 < enqueued.call_args.kwargs["countdown"] < 90
    seq = load(table_id).seq
    tasks.look_after(format_id(table_id))
    assert load(table_id).seq == seq
    settings.BOT_THINK_MS = 0
    tasks.look_after(format_id(table_id))
    assert load(table_id).seq == seq + 1


def test_the_sweep_wakes_programs_whose_announcement_was_lost() -> None:
    table_id = programs_only()
    with mock.patch.object(tasks.look_after, "apply_async") as look_after:
        wake_followers()
        wake_followers()
    assert mock.call((format_id(table_id),), expires=tasks.EXPIRES_S) in look_after.call_args_list


def test_the_sweep_leaves_a_table_alone_whose_programs_play() -> None:
    """Else their queue would fill with the same work twice over, and faster than it empties."""
    table_id = programs_only()
    with mock.patch.object(tasks.look_after, "apply_async") as look_after:
        for _ in range(4):
            wake_followers()
            look_after.reset_mock()
            tasks.look_after(format_id(table_id))
            wake_followers()
            assert format_id(table_id) not in str(look_after.call_args_list)


def test_a_table_that_waits_for_a_person_is_not_looked_after_again_and_again() -> None:
    table_id = with_alice()
    held = until_alice_is_asked(table_id)
    tasks.look_after(format_id(table_id))
    assert Follow.objects.get(table_id=table_id, follower="bots").seen == held.seq
    assert table_id not in [one.table_id for one in followers.behind("bots")]


def test_a_table_that_does_not_exist_is_nobody_s_turn() -> None:
    tasks.take_turn(format_id(UUID(int=1)), 0, 1)
    tasks.look_after(format_id(UUID(int=1)))
    assert not Head.objects.exists()

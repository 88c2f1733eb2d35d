"""Clocks through the write path and the sweep: who is late loses, who is in time wins, and our absence is nobody's."""

import json
from functools import partial
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.table import alive, log, models, presence, service, sweep
from games.table.aggregate import Refused, TimeControl, commands
from games.table.held import Held, load
from games.table.rebuild import differences
from tests.games.table.tables import ALICE, BOB, CAROL, against_bots, move, next_move, of_three
from tests.games.table.test_log_races import at_once
from tests.games.table.test_sweep import Time, kinds, time  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("each_database")

CONTROL = TimeControl(60_000, 3_000, 60_000)
PLAYED_FOR = ["table.timed_out", "hokm.bid_placed"]


def on_the_clock(**given: Any) -> Held:
    made = of_three(**{"speed": "blitz", "clock": CONTROL, **given})
    return load(made.table_id)


def due(held: Held) -> tuple[int, str]:
    seat = next(iter(held.table.deciders))
    person = held.table.seats[seat].person
    assert person is not None
    return seat, person


def connect(held: Held, person: str, process: str, at: int) -> None:
    models.Connection.objects.create(table_id=held.table.id, person=person, process=process, seen_at=at)


def refusal(held: Held, **given: Any) -> str:
    with pytest.raises(Refused) as refused:
        service.submit(held.table.id, **{**next_move(held), **given})
    return refused.value.code


# --- opening ---


def test_a_speed_brings_its_clock_and_the_log_keeps_it() -> None:
    held = load(of_three(speed="normal").table_id)
    assert held.table.opened.clock == TimeControl(120_000, 5_000, 120_000)
    (opened, *_) = log.select(held.table.id)
    assert opened.version == 3
    assert '"clock":{"bank_ms":120000,"step_ms":5000,"most_ms":120000},"accept_ms":null' in opened.body
    assert load(of_three().table_id).table.opened.clock is None


def test_rated_play_needs_a_clock_and_a_speed_there_is() -> None:
    for given in ({"rated": True}, {"speed": "warp"}):
        with pytest.raises(Refused, match="unreadable"):
            of_three(**given)


def test_the_pace_of_all_clocks_can_be_set(settings: Any) -> None:
    settings.CLOCK_SCALE = 0.01
    assert load(of_three(speed="blitz").table_id).table.opened.clock == TimeControl(600, 30, 600)


def test_the_head_says_when_and_for_whom(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    for _ in range(12):
        head = models.Head.objects.get(table_id=held.table.id)
        assert (head.deadline_at, head.due) == (held.table.deadline_at, held.table.due)
        assert head.due == str(due(held)[0])
        time.now += 1_000
        held = move(held)
    assert differences(held.table.id) == []


def test_a_move_on_the_clock_costs_no_further_statement(time: Time) -> None:  # noqa: F811
    counts = []
    for held in (load(of_three().table_id), on_the_clock()):
        with CaptureQueriesContext(connection) as captured:
            service.submit_held(held, **next_move(held))
        counts.append(len(captured))
    assert counts[0] == counts[1]


# --- being late ---


def test_who_is_late_is_played_for_by_the_sweep(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    time.sweep_for(59_999)
    assert kinds(held) == []
    time.sweep(1)
    assert kinds(held) == PLAYED_FOR
    assert differences(held.table.id) == []


def test_two_sweeps_at_the_same_time_play_once(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    time.sweep_for(59_000)
    time.now += 1_000
    at_once(*[lambda: sweep.sweep(time.now)] * 3)
    assert kinds(held) == PLAYED_FOR
    assert models.Command.objects.filter(table_id=held.table.id, actor="clock").count() == 1


def test_of_a_move_and_a_sweep_in_the_same_moment_one_counts(time: Time) -> None:  # noqa: F811
    for _ in range(5):
        held = on_the_clock()
        time.sweep_for(59_000)
        time.now += 1_000
        _, told = at_once(partial(sweep.sweep, time.now), partial(refusal, held))
        assert told == "timed_out"
        assert kinds(held) == PLAYED_FOR


def test_a_late_move_is_refused_although_no_sweep_ran(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    time.now += 60_000
    models.SweepAlive.objects.filter(name="sweep").update(alive_at=time.now - 1_000)
    assert refusal(held) == "timed_out"
    assert kinds(held) == []
    time.sweep()
    assert kinds(held) == PLAYED_FOR
    assert refusal(held) == "timed_out"


def test_a_move_in_time_counts_although_it_is_worked_on_later(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    said, heard_at = next_move(held), time.now + 59_000
    time.now += 62_000
    models.SweepAlive.objects.filter(name="sweep").update(alive_at=time.now)
    made = async_to_sync(service.submit_in_room)(held, heard_at=heard_at, **said)
    assert [one.spent_ms for one in made.events] == [59_000]


def test_the_second_time_a_program_takes_over(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    seat, person = due(held)
    for _ in range(2):
        while due(held)[0] != seat:
            held = move(held)
        until = held.table.runs_until(seat)
        assert until is not None
        time.sweep_for(until - time.now)
        held = load(held.table.id)
    row = models.Seat.objects.get(table_id=held.table.id, seat=seat)
    assert (row.person, row.bot, held.table.seats[seat].away) == ("", "simple", "time")
    service.submit(held.table.id, commands.ReclaimSeat(), actor=f"p:{person}", command_id="back")
    assert models.Seat.objects.get(table_id=held.table.id, seat=seat).person == person


def test_a_table_that_not_everybody_accepts_in_time_is_closed(time: Time) -> None:  # noqa: F811
    held = on_the_clock(ready=False, accept_ms=20_000, host=None)
    assert held.table.lifecycle == "seated"
    service.submit(held.table.id, commands.Ready(), actor=f"p:{BOB}", command_id="1")
    time.sweep_for(19_999)
    time.sweep(1)
    assert kinds(held) == ["table.readied", "table.closed"]
    assert [one.person for one in load(held.table.id).table.seats if one.ready] == [BOB]
    head = models.Head.objects.get(table_id=held.table.id)
    assert (head.lifecycle, head.deadline_at) == ("closed", None)


# --- our absence ---


def test_the_sweeps_absence_is_credited_to_clocks_and_to_who_has_to_accept(time: Time) -> None:  # noqa: F811
    held, waiting = on_the_clock(), on_the_clock(ready=False, accept_ms=20_000, host=None)
    time.sweep_for(10_000)
    time.sweep(3_600_000)
    assert kinds(held) == kinds(waiting) == ["table.clock_credited"]
    assert load(held.table.id).table.deadline_at == time.now + 50_000
    assert load(waiting.table.id).table.deadline_at == time.now + 10_000


def test_a_decision_that_was_asked_meanwhile_gets_no_more_than_it_had(time: Time) -> None:  # noqa: F811
    """Moves went on while only the sweep was away."""
    held = on_the_clock()
    time.now += 50_000
    held = move(held)
    time.sweep(20_000)
    assert load(held.table.id).table.deadline_at == time.now + 60_000


def test_a_move_while_the_sweep_is_away_is_not_late(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    time.now += 90_000
    service.submit(held.table.id, **next_move(held))
    (row,) = log.select(held.table.id, held.seq)
    assert row.spent_ms == 0, "the last sweep was when the table was opened"


def test_whoever_answers_before_our_absence_is_credited_does_not_pay_for_it(time: Time) -> None:  # noqa: F811
    """Everything was away for a while, and a web process is back before the sweep."""
    held = on_the_clock()
    time.sweep_for(4_000)
    time.now += 30_000
    held = move(held)
    assert log.select(held.table.id, held.seq - 1)[0].spent_ms == 4_000
    time.sweep(3_000)
    assert kinds(held) == ["table.clock_credited"]
    held = load(held.table.id)
    assert [clock.left_ms for clock in held.table.clocks if clock.spent_ms] == [59_000]


def test_his_own_move_counts_meanwhile(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    _, person = due(held)
    time.sweep_for(57_000)
    connect(held, person, "dead", time.now)
    alive.stamp("dead", time.now)
    time.now += 4_000
    alive.stamp("alive", time.now)
    models.SweepAlive.objects.filter(name="sweep").update(alive_at=time.now)
    service.submit(held.table.id, **next_move(held))
    assert log.select(held.table.id, held.seq)[0].spent_ms == 57_000


def test_while_no_web_process_is_alive_nobodys_clock_runs(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    connect(held, ALICE, "one", time.now)
    alive.stamp("one", time.now)
    time.sweep()
    for _ in range(24):
        time.sweep(5_000)
    assert kinds(held) == []
    alive.stamp("two", time.now)
    time.sweep(0)
    assert kinds(held) == ["table.clock_credited"]
    until = load(held.table.id).table.deadline_at
    assert until is not None
    assert time.now + 58_000 <= until <= time.now + 60_000
    alive.stamp("two", time.now)
    time.sweep()
    assert kinds(held) == ["table.clock_credited"], "and what the dead process left is not credited again"
    assert set(alive.stamps()) >= {"web:two", "web"}
    assert "web:one" not in alive.stamps()


def test_a_sweep_that_credits_for_long_takes_no_time_away(time: Time) -> None:  # noqa: F811
    """What it finds gone afterwards went later than it had begun."""
    held = on_the_clock()
    for person in (ALICE, BOB, CAROL):
        connect(held, person, "one", time.now)
    alive.stamp("one", time.now)
    time.sweep()
    time.now += 30_000
    alive.stamp("two", time.now)
    presence.come(held.table.id, (ALICE, BOB, CAROL), "two", time.now)

    def slowly(*given: Any) -> None:
        sweep_send(*given)
        time.now += 6_000
        alive.stamp("two", time.now)

    sweep_send = sweep._send
    with mock.patch.object(sweep, "_send", slowly):
        time.sweep(0)
    credits = [json.loads(row.body)["ms"] for row in log.select(held.table.id) if row.kind == "table.clock_credited"]
    assert credits == [30_000]


def test_where_there_never_was_one_the_clocks_run(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    time.sweep_for(60_000)
    assert kinds(held) == PLAYED_FOR


def test_everything_away_at_once_is_credited_once(time: Time) -> None:  # noqa: F811
    """PostgreSQL was restarted: no sweep, and no process could stamp."""
    held = on_the_clock()
    connect(held, ALICE, "one", time.now)
    alive.stamp("one", time.now)
    for _ in range(20):
        time.sweep()
        alive.stamp("one", time.now)
    time.sweep(30_000)
    alive.stamp("one", time.now)
    for _ in range(7):
        time.sweep()
        alive.stamp("one", time.now)
    assert kinds(held) == ["table.clock_credited"]
    assert load(held.table.id).table.deadline_at == held.table.opened_at + 60_000 + 30_000


def test_a_process_that_could_not_reach_the_database_charges_nobody(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    alive.reached("here", time.now + 5_000)
    try:
        time.now += 35_000
        models.SweepAlive.objects.filter(name="sweep").update(alive_at=time.now)
        service.submit(held.table.id, **next_move(held))
    finally:
        alive.ends("here")
    assert log.select(held.table.id, held.seq)[0].spent_ms == 5_000


def test_a_program_that_plays_does_not_time_out_a_person_while_we_are_away(time: Time) -> None:  # noqa: F811
    """Nobody but the clock looks at the clocks of tables where nothing is late."""
    held = load(against_bots(speed="blitz", clock=CONTROL).table_id)
    while held.table.seats[next(iter(held.table.deciders))].person is None:
        held = move(held)
    time.now += 100_000
    service.submit(held.table.id, commands.GiveSalt("a" * 32), actor=f"p:{ALICE}", command_id="salt")
    assert kinds(held) == ["table.salt_given"]

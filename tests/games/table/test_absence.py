"""What follows when people are away: programs play on, matches that somebody never came to are called off."""

from collections.abc import Iterator
from typing import Any
from unittest import mock
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.table import followers, models, presence, service, sweep
from games.table.aggregate import commands
from games.table.held import Held
from games.table.presence import Absence
from tests.games.table.tables import ALICE, BOB, CAROL, against_bots, load, move, of_three, play_out
from tests.games.table.test_log_races import at_once
from tests.games.table.test_sweep import Time, kinds

pytestmark = pytest.mark.usefixtures("each_database")

HERE, THERE = "process-a", "process-b"
SECOND, MINUTE = 1_000, 60_000


@pytest.fixture
def time(settings: Any) -> Iterator[Time]:
    settings.BETWEEN_DEALS_MS = 12_000
    clock = Time()
    sweep._lagging.clear()
    with mock.patch.object(service, "now_ms", clock), mock.patch.object(sweep, "now_ms", clock):
        clock.sweep(0)
        yield clock


def come(held: Held, time: Time, *persons: str, process: str = HERE) -> None:
    presence.come(held.table.id, persons or [ALICE, BOB, CAROL], process, time.now)


def go(held: Held, time: Time, person: str, how: Any = "lost", process: str = HERE) -> None:
    presence.go(held.table.id, person, process, Absence(how, held.table.decks_drawn, True), time.now)


def a_match(**given: Any) -> Held:
    return load(of_three(**{"speed": "normal", **given}).table_id)


def taken_over(held: Held) -> list[tuple[int, str, str | None]]:
    table = load(held.table.id).table
    return [(seat, one.owner, one.away) for seat, one in enumerate(table.seats) if one.owner]


# --- a program plays on ---


@pytest.mark.parametrize(("how", "wait"), [("left", 15), ("lost", 60)])
def test_a_program_plays_on_when_the_wait_is_over(time: Time, how: str, wait: int) -> None:
    held = a_match()
    come(held, time)
    go(held, time, BOB, how)
    time.sweep_for((wait - 1) * SECOND)
    assert kinds(held) == []
    time.sweep(SECOND)
    assert kinds(held) == ["table.bot_took_over"]
    assert taken_over(held) == [(1, BOB, how)]
    seat = models.Seat.objects.get(table_id=held.table.id, seat=1)
    assert (seat.person, seat.bot, seat.gone, seat.gone_until) == ("", "simple", "", None)


def test_who_is_back_in_time_plays_himself(time: Time) -> None:
    held = a_match()
    come(held, time)
    go(held, time, BOB)
    time.sweep_for(59 * SECOND)
    come(held, time, BOB)
    time.sweep_for(MINUTE)
    assert kinds(held) == []


def test_many_sweeps_at_once_take_a_seat_over_once(time: Time) -> None:
    held = a_match()
    come(held, time)
    for person in (ALICE, BOB):
        go(held, time, person)
    time.sweep_for(59 * SECOND)
    time.now += SECOND
    at_once(*[lambda: sweep.sweep(time.now)] * 3)
    assert kinds(held) == ["table.bot_took_over"] * 2
    time.sweep()
    assert kinds(held) == ["table.bot_took_over"] * 2


def test_nobody_is_taken_over_who_is_connected_to_another_process(time: Time) -> None:
    """Whatever the row says: it may have been written by a process that had not heard of the other."""
    held = a_match()
    come(held, time)
    go(held, time, BOB)
    models.Connection.objects.create(table_id=held.table.id, person=BOB, process=THERE, seen_at=time.now + 30 * SECOND)
    time.sweep_for(61 * SECOND)
    assert kinds(held) == []
    assert models.Seat.objects.get(table_id=held.table.id, seat=1).here


def test_time_that_was_used_before_the_take_over_is_not_given_anew(time: Time) -> None:
    """Two minutes in a deal, however often the seat is taken back."""
    held = a_match()
    for wait in (60, 60, 5, 5):
        come(held, time)
        go(held, time, BOB)
        assert presence.company_at(held.table.id).gone[1].until == time.now + wait * SECOND
        time.sweep_for(wait * SECOND)
        assert taken_over(held) == [(1, BOB, "lost")]
        service.submit(held.table.id, commands.ReclaimSeat(), actor=f"p:{BOB}", command_id=f"back {time.now}")


def test_the_servers_down_time_moves_the_end_of_every_wait(time: Time) -> None:
    held = a_match()
    come(held, time)
    go(held, time, BOB)
    time.sweep_for(30 * SECOND)
    time.now += 3_600 * SECOND
    at_once(*[lambda: sweep.sweep(time.now)] * 3)
    assert "table.bot_took_over" not in kinds(held)
    assert presence.company_at(held.table.id).gone[1].until == time.now + 30 * SECOND
    time.sweep_for(29 * SECOND)
    assert "table.bot_took_over" not in kinds(held)
    time.sweep(SECOND)
    assert taken_over(held) == [(1, BOB, "lost")]


def test_where_a_process_stamps_no_more_its_people_are_missed_although_it_was_never_known(time: Time) -> None:
    held = a_match()
    come(held, time, ALICE, process=THERE)
    come(held, time, BOB, CAROL)
    time.sweep_for(44 * SECOND)
    presence.stamp_connections(HERE, time.now)
    with mock.patch.object(presence, "announce") as told:
        time.sweep(SECOND)
    told.assert_called_once_with(held.table.id)
    assert [one.here for one in models.Seat.objects.order_by("seat")] == [False, True, True]
    assert kinds(held) == []


# --- where, and where not ---


def test_without_a_clock_it_is_done_for_somebody_who_is_here(time: Time) -> None:
    held = load(of_three().table_id)
    come(held, time)
    for person in (ALICE, BOB, CAROL):
        go(held, time, person)
    time.sweep_for(10 * MINUTE)
    assert kinds(held) == [], "nobody waits"
    come(held, time, CAROL)
    time.sweep()
    assert taken_over(held) == [(0, ALICE, "lost"), (1, BOB, "lost")]


def test_with_a_clock_it_is_done_for_whoever_watches(time: Time) -> None:
    held = a_match()
    come(held, time)
    for person in (ALICE, BOB, CAROL):
        go(held, time, person, "left")
    time.sweep_for(15 * SECOND)
    assert [owner for _, owner, _ in taken_over(held)] == [ALICE, BOB, CAROL]


def test_an_ended_table_waits_for_nobody(time: Time) -> None:
    held = load(against_bots(options={"target": 200, "max_deals": 1}, speed="blitz").table_id)
    come(held, time, ALICE)
    go(held, time, ALICE)
    held = play_out(held)
    time.sweep_for(MINUTE)
    assert kinds(held) == []
    assert not models.Seat.objects.filter(gone_until__isnull=False).exists()


# --- matches that somebody never came to ---


def rated(time: Time, *here: str, **given: Any) -> Held:
    held = a_match(rated=True, host=None, **given)
    if here:
        come(held, time, *here)
    return held


def test_a_rated_match_that_somebody_never_came_to_is_called_off(time: Time) -> None:
    time.sweep_for(2 * MINUTE)
    held = rated(time, ALICE, CAROL)
    time.sweep_for(59 * SECOND)
    assert kinds(held) == []
    time.sweep(SECOND)
    assert kinds(held) == ["table.abandoned"]
    assert load(held.table.id).table.absent == (1,)


def test_who_was_there_for_a_moment_has_come(time: Time) -> None:
    time.sweep_for(2 * MINUTE)
    held = rated(time, ALICE, BOB, CAROL)
    go(held, time, BOB, "left")
    time.sweep_for(61 * SECOND)
    assert "table.abandoned" not in kinds(held)
    assert taken_over(held) == [(1, BOB, "left")]


def test_who_has_decided_something_has_come(time: Time) -> None:
    time.sweep_for(2 * MINUTE)
    held = rated(time, ALICE)
    for _ in range(3):  # a bid of each
        held = move(held)
    time.sweep_for(60 * SECOND)
    assert "table.abandoned" not in kinds(held)


def test_a_word_that_comes_between_the_look_and_the_command_counts(time: Time) -> None:
    time.sweep_for(2 * MINUTE)
    held = rated(time, ALICE, CAROL)
    submit = service.submit

    def first(table_id: Any, command: Any, **given: Any) -> Any:
        if isinstance(command, commands.AbandonTable):
            submit(table_id, commands.GiveSalt("0" * 32), actor=f"p:{BOB}", command_id="just in time")
        return submit(table_id, command, **given)

    with mock.patch.object(sweep, "submit", first):
        time.sweep_for(60 * SECOND)
    assert "table.abandoned" not in kinds(held)
    time.sweep()
    assert "table.abandoned" not in kinds(held)


def test_who_comes_between_the_look_and_the_command_has_come(time: Time) -> None:
    time.sweep_for(2 * MINUTE)
    held = rated(time, ALICE, CAROL)
    look = presence.has_never_come

    def comes(table_id: UUID, seat: int) -> bool:
        come(held, time, BOB)
        return look(table_id, seat)

    with mock.patch.object(presence, "has_never_come", comes):
        time.sweep_for(60 * SECOND)
    assert "table.abandoned" not in kinds(held)


@pytest.mark.parametrize("given", [{"rated": False}, {"speed": "slow"}], ids=["casual", "slow"])
def test_elsewhere_nothing_is_called_off(time: Time, given: dict[str, Any]) -> None:
    time.sweep_for(2 * MINUTE)
    held = a_match(**{"rated": True, **given})
    come(held, time, ALICE)
    time.sweep_for(61 * SECOND)
    assert "table.abandoned" not in kinds(held)


def test_while_the_server_was_down_nobody_could_come(time: Time) -> None:
    time.sweep_for(2 * MINUTE)
    held = rated(time, ALICE)
    time.sweep(10 * MINUTE)
    time.sweep_for(59 * SECOND)
    assert "table.abandoned" not in kinds(held)
    time.sweep(SECOND)
    assert kinds(held)[-1] == "table.abandoned"
    assert load(held.table.id).table.absent == (1, 2)


def test_a_round_without_work_costs_a_few_small_queries(time: Time) -> None:
    held = a_match()
    come(held, time)
    go(held, time, BOB)
    time.sweep()
    with CaptureQueriesContext(connection) as captured:
        time.sweep()
    asked = [one["sql"] for one in captured if one["sql"].startswith(("SELECT", "UPDATE"))]
    assert len(asked) <= 10 + len(followers.names()), asked

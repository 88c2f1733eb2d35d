"""A web process that was killed, stopped or slow: nobody pays for it, its people have time to come back, and only then
are they away."""

from unittest import mock

import pytest

from games.table import alive, models, presence, service
from games.table.clock import now_ms
from games.table.held import Held, load
from tests.games.table.tables import ALICE, BOB, CAROL, next_move
from tests.games.table.test_clocks import PLAYED_FOR, due, on_the_clock, refusal
from tests.games.table.test_sweep import Time, kinds, time  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("each_database")

GOES, STAYS = "process-a", "process-b"
CREDITED = ["table.clock_credited"]


def a_match(now: int, **where: str) -> Held:
    """A table on the clock, its people connected through the process that goes, or through another."""
    held = on_the_clock()
    for person in (ALICE, BOB, CAROL):
        presence.come(held.table.id, [person], where.get(person, GOES), now)
    alive.stamp(GOES, now)
    alive.stamp(STAYS, now)
    return held


def pass_time(time: Time, seconds: int, *, both: bool = False) -> None:  # noqa: F811
    """The other process and the sweep go on."""
    for _ in range(seconds):
        for process in (GOES, STAYS) if both else (STAYS,):
            alive.stamp(process, time.now + 1_000)
        time.sweep()


def come_back(held: Held, time: Time, *persons: str, process: str = STAYS) -> None:  # noqa: F811
    presence.come(held.table.id, persons, process, time.now)


def left(held: Held) -> int | None:
    table = load(held.table.id).table
    return table.runs_until(next(iter(table.deciders)))


def here() -> list[bool]:
    return list(models.Seat.objects.order_by("seat").values_list("here", flat=True))


def processes() -> set[str]:
    return set(models.Connection.objects.values_list("process", flat=True))


def test_who_is_back_before_it_is_known_that_his_process_died_has_lost_no_time(time: Time) -> None:  # noqa: F811
    held, others = a_match(time.now), a_match(time.now, **{ALICE: STAYS, BOB: STAYS, CAROL: STAYS})
    until = left(held)
    assert until is not None
    pass_time(time, 2)
    come_back(held, time, ALICE, BOB, CAROL)
    pass_time(time, 4)
    assert (kinds(held), kinds(others)) == (CREDITED, [])
    assert left(held) == until + 6_000
    assert processes() == {STAYS}
    assert all(here())
    assert alive.stamps().keys() >= {f"web:{STAYS}"}
    assert not alive.stamps().keys() & {f"web:{GOES}", f"gone:{GOES}"}
    pass_time(time, 20)
    assert kinds(held) == CREDITED


def test_who_does_not_come_back_is_away_after_six_seconds_and_holds_the_clocks_for_twenty(time: Time) -> None:  # noqa: F811
    held = a_match(time.now, **{CAROL: STAYS})
    until = left(held)
    assert until is not None
    pass_time(time, 3)
    come_back(held, time, BOB)
    with mock.patch.object(presence, "announce") as told:
        pass_time(time, 2)
        assert here() == [True, True, True]
        pass_time(time, 1)
    told.assert_called_once_with(held.table.id)
    assert here() == [False, True, True]
    pass_time(time, 13)
    assert kinds(held) == []
    pass_time(time, 1)
    assert kinds(held) == CREDITED
    assert left(held) == until + 20_000
    assert processes() == {STAYS}
    alive.stamp(GOES, time.now)
    pass_time(time, 20)
    assert kinds(held) == CREDITED, "whatever becomes of it later"


def test_a_process_that_is_stopped_is_known_to_be_gone_at_once(time: Time) -> None:  # noqa: F811
    held = a_match(time.now)
    until = left(held)
    assert until is not None
    pass_time(time, 10, both=True)
    alive.leave(GOES, time.now)
    assert alive.stopped_at(held.table.id, time.now) == time.now
    time.now += 800
    come_back(held, time, ALICE, BOB, CAROL)
    pass_time(time, 1)
    assert kinds(held) == CREDITED
    assert left(held) == until + 1_800
    assert all(here())
    assert processes() == {STAYS}


def test_what_is_said_before_it_is_settled_costs_nothing_since_then(time: Time) -> None:  # noqa: F811
    held = a_match(time.now)
    _, person = due(held)
    pass_time(time, 10, both=True)
    alive.leave(GOES, time.now)
    time.now += 1_500
    come_back(held, time, person)
    service.submit(held.table.id, **next_move(held))
    row = models.Event.objects.get(table_id=held.table.id, seq=held.seq + 1)
    assert row.spent_ms == 10_000


def test_nobody_times_out_while_his_process_may_be_dead_or_he_has_time_to_come_back(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    seat, person = due(held)
    time.sweep_for(57_000)
    for name in (GOES, STAYS):
        alive.stamp(name, time.now)
    presence.come(held.table.id, [person], GOES, time.now)
    pass_time(time, 19)
    assert kinds(held) == []
    assert refusal(held, actor=f"p:{next(one for one in (ALICE, BOB, CAROL) if one != person)}") == "stale"
    pass_time(time, 1)
    assert kinds(held) == CREDITED
    until = load(held.table.id).table.runs_until(seat)
    assert until is not None
    assert until - time.now == 3_000, "what he had when it died"


def test_whose_time_ends_while_it_is_not_known_yet_that_his_process_died_is_not_timed_out(time: Time) -> None:  # noqa: F811
    held = on_the_clock()
    _, person = due(held)
    time.sweep_for(59_000)
    for name in (GOES, STAYS):
        alive.stamp(name, time.now)
    presence.come(held.table.id, [person], GOES, time.now)
    pass_time(time, 2)
    assert kinds(held) == [], "it has not been heard of since"
    pass_time(time, 18)
    assert kinds(held) == CREDITED
    other = a_match(time.now)
    time.now += 58_000
    models.SweepAlive.objects.update(alive_at=time.now)
    pass_time(time, 2, both=True)
    assert kinds(other) == PLAYED_FOR, "and where all are alive it takes no longer"


def test_one_that_was_only_slow_is_credited_until_it_is_back_and_keeps_its_people(time: Time) -> None:  # noqa: F811
    held = a_match(time.now)
    until = left(held)
    assert until is not None
    pass_time(time, 8)
    assert here() == [False, False, False]
    alive.stamp(GOES, time.now)
    come_back(held, time, ALICE, BOB, CAROL, process=GOES)  # what its rooms do
    pass_time(time, 1)
    assert kinds(held) == CREDITED
    assert left(held) == until + 9_000
    assert all(here())
    assert processes() == {GOES}


def test_a_hiccup_is_no_news(time: Time) -> None:  # noqa: F811
    held = a_match(time.now)
    with mock.patch.object(presence, "announce") as told:
        pass_time(time, 4)
        alive.stamp(GOES, time.now)
        pass_time(time, 4)
    told.assert_not_called()
    assert (kinds(held), processes(), all(here())) == ([], {GOES}, True)


def test_while_it_is_settled_who_closes_his_page_elsewhere_has_gone(time: Time) -> None:  # noqa: F811
    """The row of the dead process does not hold him."""
    held = a_match(time.now)
    pass_time(time, 1)
    come_back(held, time, ALICE, BOB, CAROL)
    alive.leave(GOES, time.now)
    assert presence.go(held.table.id, BOB, STAYS, presence.Absence("left", 1, True), time.now)
    assert here() == [True, False, True]
    pass_time(time, 20)
    assert processes() == {STAYS}


def test_a_sweep_killed_while_settling_is_made_good_by_the_next(time: Time) -> None:  # noqa: F811
    held, other = a_match(time.now), a_match(time.now)
    come_back(held, time, ALICE, BOB, CAROL)
    come_back(other, time, ALICE, BOB, CAROL)
    strike = presence.strike_off
    struck: list[object] = []

    def once(*given: object) -> bool:
        if struck:
            raise KeyboardInterrupt
        struck.append(given)
        return strike(*given)  # type: ignore[arg-type]

    with mock.patch.object(presence, "strike_off", once), pytest.raises(KeyboardInterrupt):
        pass_time(time, 6)
    pass_time(time, 1)
    assert kinds(held) == kinds(other) == CREDITED
    assert processes() == {STAYS}


def test_one_that_leaves_holds_nobody_back_whom_it_does_not_serve() -> None:
    now = now_ms()
    held = on_the_clock()
    alive.stamp(GOES, now)
    alive.leave(GOES, now)
    assert alive.stopped_at(held.table.id, now) is None
    assert alive.gone(alive.stamps()) == {GOES: now}


def test_what_is_known_of_the_stamps_lasts_as_long_as_they_are_young() -> None:
    now = now_ms()
    try:
        assert not alive.all_well(now, 0), "nobody has looked"
        alive.stamp(STAYS, now)
        alive.look(now)
        assert alive.all_well(now + alive.LATE_MS, now)
        assert not alive.all_well(now + alive.LATE_MS + 1, now)
        assert not alive.all_well(now, now + 1), "somebody came after the look"
        alive.leave(GOES, now)
        assert alive.all_well(now, now)
        alive.look(now)
        assert not alive.all_well(now, now)
    finally:
        alive.ends(STAYS)

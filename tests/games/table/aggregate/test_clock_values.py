"""The clock of one seat as a value: whatever happens to it, it holds no more than it may and no less than nothing."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.table.aggregate import SPEEDS, TimeControl
from games.table.aggregate.clocks import MOST_LAG_IN_A_DEAL_MS, MOST_LAG_MS, Clock

MS = st.integers(0, 200_000)
CONTROLS = st.builds(
    lambda bank, step, more: TimeControl(bank, step, max(bank, step) + more),
    st.integers(1, 120_000),
    st.integers(1, 10_000),
    st.integers(0, 60_000),
)
HAPPENINGS = st.lists(st.tuples(st.sampled_from(["decided", "stopped", "timed_out", "new_deal"]), MS, MS), max_size=40)


def after(clock: Clock, control: TimeControl, happening: tuple[str, int, int]) -> Clock:
    what, ran_ms, lag_ms = happening
    if what == "decided":
        return clock.decided(control, ran_ms, clock.credit(lag_ms, ran_ms))
    if what == "stopped":
        return clock.stopped(ran_ms)
    return clock.timed_out(control, ran_ms, 7) if what == "timed_out" else clock.new_deal(control)


@given(CONTROLS, HAPPENINGS)
def test_a_bank_is_never_negative_and_never_above_the_most(control: TimeControl, happenings: list[Any]) -> None:
    clock = Clock(left_ms=control.bank_ms)
    for one in happenings:
        clock = after(clock, control, one)
        assert 0 <= clock.left_ms <= control.most_ms
        assert 0 <= clock.credited_ms <= MOST_LAG_IN_A_DEAL_MS


@given(CONTROLS, st.lists(st.tuples(MS, MS), max_size=30))
def test_within_a_deal_nothing_is_lost_and_nothing_made(control: TimeControl, decisions: list[tuple[int, int]]) -> None:
    """What is left is the bank, and an increment for each decision, less the time thought that was not the line's."""
    roomy = TimeControl(10**9, control.step_ms, 10**12)
    clock = Clock(left_ms=roomy.bank_ms)
    credited = 0
    for spent_ms, lag_ms in decisions:
        credit = clock.credit(lag_ms, spent_ms)
        assert credit <= min(lag_ms, spent_ms, MOST_LAG_MS)
        credited += credit
        clock = clock.decided(roomy, spent_ms, credit)
    thought = sum(spent for spent, _ in decisions)
    assert clock.left_ms == roomy.bank_ms + len(decisions) * roomy.step_ms - thought + credited
    assert (clock.spent_ms, clock.lag_ms) == (thought, credited)


@given(CONTROLS, st.lists(MS, max_size=6), MS)
def test_a_question_asked_in_pieces_costs_what_it_costs_at_once(
    control: TimeControl, pieces: list[int], last: int
) -> None:
    whole = Clock(left_ms=control.bank_ms)
    broken = whole
    for ran_ms in pieces:
        broken = broken.stopped(ran_ms)
    assert broken.decided(control, last, 0) == whole.decided(control, sum(pieces) + last, 0)


@given(CONTROLS, MS, MS)
def test_more_lag_never_leaves_less(control: TimeControl, spent_ms: int, lag_ms: int) -> None:
    clock = Clock(left_ms=control.bank_ms)
    without = clock.decided(control, spent_ms, 0).left_ms
    assert without <= clock.decided(control, spent_ms, clock.credit(lag_ms, spent_ms)).left_ms <= without + MOST_LAG_MS


def test_the_speeds() -> None:
    assert SPEEDS["casual"] is None
    told = {name: (one.bank_ms, one.step_ms) for name, one in SPEEDS.items() if one}
    day = 86_400_000
    assert told == {"blitz": (60_000, 3_000), "normal": (120_000, 5_000), "slow": (day, day)}
    assert all(one.most_ms == one.bank_ms for one in SPEEDS.values() if one)


def test_a_faster_pace_for_tests_leaves_at_least_a_millisecond() -> None:
    assert TimeControl(60_000, 3_000, 60_000).scaled(0.001) == TimeControl(60, 3, 60)
    assert TimeControl(60_000, 3_000, 60_000).scaled(0) == TimeControl(1, 1, 1)

"""A match on the clock: whose time runs, what a decision costs, what happens to whoever is late."""

import pytest

from games.hokm import events as hokm
from games.kernel.contract import AtSeat, Public
from games.table.aggregate import TimeControl, events, view
from games.table.aggregate import commands as c
from tests.games.table.aggregate.sitting import ALICE, BOB, CAROL, START, Sitting, of_three, opened
from tests.games.table.aggregate.test_freezing import folded, same

CONTROL = TimeControl(60_000, 3_000, 90_000)


def on_the_clock(**given: object) -> Sitting:
    return of_three(**{"clock": CONTROL, "speed": "blitz", "rated": True, "host": None, **given})


def due(table: Sitting) -> tuple[int, str]:
    """The seat that is waited for, and its person."""
    seat = next(iter(table.table.deciders))
    person = table.table.seats[seat].person
    assert person is not None
    return seat, person


def left(table: Sitting) -> list[int]:
    return [clock.left_ms for clock in table.table.clocks]


# --- whose time runs ---


def test_the_time_of_whoever_is_waited_for_runs() -> None:
    table = on_the_clock()
    seat, _ = due(table)
    clocks = table.view(0)["clocks"]
    assert (clocks["bank"], clocks["step"]) == (60_000, 3_000)
    assert clocks["seats"][seat] == {"left": 60_000, "until": START + 60_000}
    assert [one["until"] for other, one in enumerate(clocks["seats"]) if other != seat] == [None, None]
    assert view(table.table, Public())["clocks"] == clocks
    assert table.table.deadline_at == START + 60_000
    assert table.view(0)["deadline"] is None, "nothing happens at the table by itself: this clock is one player's"
    assert table.table.due == str(seat)


def test_where_nobody_counts_there_are_no_clocks() -> None:
    table = of_three()
    assert table.view(0)["clocks"] is None
    assert table.table.deadline_at is None
    table.play(after_ms=3_600_000)


def test_a_programs_never_runs() -> None:
    table = opened(persons=(ALICE,), bots=("simple", "simple"), ready=True, clock=CONTROL, speed="blitz")
    for _ in range(30):
        for seat in table.table.deciders:
            runs = table.table.seats[seat].person is not None
            assert (table.table.runs_until(seat) is not None) == runs
            assert (table.table.deadline_at is not None) == runs
        table.play(after_ms=2_000 if table.table.deadline_at else 3_600_000)
    assert left(table)[1:] == [CONTROL.bank_ms] * 2


# --- what a decision costs ---


def test_a_decision_costs_its_time_and_brings_the_increment() -> None:
    table = on_the_clock()
    seat, _ = due(table)
    table.play(after_ms=20_000)
    assert left(table)[seat] == 60_000 - 20_000 + 3_000
    assert table.view(0)["clocks"]["seats"][seat] == {"left": 43_000, "until": None}


def test_the_time_of_the_line_is_given_back_and_stands_in_the_log() -> None:
    table = on_the_clock()
    seat, person = due(table)
    _, command = table.next_command()
    table.say(command, person, after_ms=20_000, decision=table.table.decision(seat), lag_ms=400)
    assert (table.recorded[-1].spent_ms, table.recorded[-1].lag_ms) == (20_000, 400)
    assert left(table)[seat] == 60_000 - 19_600 + 3_000


def test_at_most_a_second_for_a_decision_and_five_in_a_deal() -> None:
    table = on_the_clock()
    given: dict[int, list[int]] = {0: [], 1: [], 2: []}
    while table.table.rest_since is None:
        seat, command = table.next_command()
        person = table.table.seats[seat].person
        assert person is not None
        first = len(table.recorded)
        table.say(command, person, after_ms=2_000, decision=table.table.decision(seat), lag_ms=60_000)
        lag_ms = table.recorded[first].lag_ms
        assert lag_ms is not None
        given[seat].append(lag_ms)
    assert all(max(one) == 1_000 and sum(one) == 5_000 for one in given.values())


def test_a_quick_decision_uses_up_no_more_of_it_than_it_took() -> None:
    table = on_the_clock()
    seat, person = due(table)
    _, command = table.next_command()
    table.say(command, person, after_ms=300, decision=table.table.decision(seat), lag_ms=900)
    assert table.recorded[-1].lag_ms == 300
    assert left(table)[seat] == 63_000


def test_no_more_than_the_most() -> None:
    table = on_the_clock(clock=TimeControl(60_000, 3_000, 61_000))
    seat, _ = due(table)
    table.play(after_ms=100)
    assert left(table)[seat] == 61_000


def test_each_deck_brings_the_bank_anew() -> None:
    table = on_the_clock().play_until(hokm.DealScored)
    assert left(table) != [60_000] * 3
    table.play_until(hokm.DealStarted)
    assert left(table) == [60_000] * 3
    assert all(clock.credited_ms == clock.time_outs == 0 for clock in table.table.clocks)


# --- being late ---


def test_a_moment_before_the_end_is_in_time() -> None:
    table = on_the_clock()
    seat, _ = due(table)
    table.play(after_ms=59_999)
    assert left(table)[seat] == 3_001


def test_a_late_move_is_refused_although_nobody_has_swept() -> None:
    table = on_the_clock()
    seat, person = due(table)
    _, command = table.next_command()
    decision = table.table.decision(seat)
    table.refuses(command, person, "timed_out", after_ms=60_000, decision=decision)
    table.say(c.PassDeadline(), "clock", after_ms=60_000)
    table.refuses(command, person, "timed_out", decision=decision)


def test_whoever_is_late_is_played_for() -> None:
    table = on_the_clock()
    seat, person = due(table)
    table.say(c.PassDeadline(), "clock", after_ms=60_400)
    assert table.types()[:2] == [events.TimedOut, hokm.BidPlaced]
    assert [one.actor for one in table.recorded[-2:]] == ["clock", "clock"]
    assert table.recorded[-1].event.seat == seat
    assert left(table)[seat] == 3_000
    assert table.table.clocks[seat].spent_ms == 60_400
    assert table.table.seat_of(person) == seat
    following, _ = due(table)
    assert table.table.runs_until(following) == table.now + 60_000, "the time of the next begins when he is asked"


def test_another_ones_word_makes_up_for_it_first() -> None:
    table = on_the_clock()
    _, person = due(table)
    other = next(one for one in (ALICE, BOB, CAROL) if one != person)
    table.say(c.GiveSalt("a" * 32), other, after_ms=61_000)
    assert table.types() == [events.TimedOut, hokm.BidPlaced, events.SaltGiven]
    assert [one.actor for one in table.recorded[-3:]] == ["clock", "clock", f"p:{other}"]


def test_the_clock_is_not_early() -> None:
    table = on_the_clock().refuses(c.PassDeadline(), "clock", "stale", after_ms=59_999)
    table.say(c.PassDeadline(), "clock", after_ms=60_000)
    table.refuses(c.PassDeadline(), "clock", "stale", after_ms=10)


def time_out(table: Sitting, seat: int) -> None:
    """Play on until this seat is waited for, then let its time pass."""
    while seat not in table.table.deciders:
        table.play(after_ms=500)
    until = table.table.runs_until(seat)
    assert until is not None
    table.say(c.PassDeadline(), "clock", after_ms=until - table.now)


def test_at_the_second_time_in_a_deal_a_program_takes_over() -> None:
    table = on_the_clock()
    seat, person = due(table)
    time_out(table, seat)
    time_out(table, seat)
    assert events.BotTookOver in table.types()
    assert table.recorded[-1].actor == "clock"
    one = table.table.seats[seat]
    assert (one.person, one.policy, one.owner, one.away) == (None, "simple", person, "time")
    assert table.view(0)["seats"][seat]["away"] == "time"
    table.say(c.ReclaimSeat(), person)
    assert table.view(0)["seats"][seat]["away"] is None
    time_out(table, seat)  # the third in the deal
    assert table.table.seats[seat].away == "time"


def test_each_deal_forgives() -> None:
    table = on_the_clock()
    seat, person = due(table)
    time_out(table, seat)
    table.play_until(hokm.DealStarted)
    time_out(table, seat)
    assert table.table.seats[seat].person == person


def test_the_last_one_late_lets_the_match_end() -> None:
    table = on_the_clock(options={"target": 200, "max_deals": 1}).play_until(hokm.TrickTaken, 9)
    for _ in range(3):
        table.say(c.PassDeadline(), "clock", after_ms=90_000)
    assert table.types()[-2:] == [hokm.MatchEnded, events.Finished]
    assert table.table.deadline_at is None
    assert [one["until"] for one in table.view(0)["clocks"]["seats"]] == [None] * 3


# --- coming and going ---


def test_who_gets_up_and_comes_back_has_no_more_than_he_had() -> None:
    table = on_the_clock()
    seat, person = due(table)
    table.say(c.Leave(), person, after_ms=10_000)
    assert left(table)[seat] == 50_000
    assert table.table.deadline_at is None, "a program's clock does not run"
    table.say(c.ReclaimSeat(), person, after_ms=600_000)
    assert table.table.runs_until(seat) == table.now + 47_000, "it was no fault of his that no program came"
    table.play(after_ms=5_000)
    assert left(table)[seat] == 45_000
    assert table.recorded[-1].spent_ms == 5_000


def test_getting_up_again_and_again_is_no_time_to_think() -> None:
    """Each time the program would begin to think anew, and nobody's clock would run meanwhile."""
    table = on_the_clock()
    _seat, person = due(table)
    while events.TimedOut not in (type(one.event) for one in table.recorded):
        assert table.now - START < 60_000 + 900
        table.say(c.Leave(), person, after_ms=50)
        table.say(c.ReclaimSeat(), person, after_ms=850)


def test_a_program_spends_nothing_of_the_bank_it_keeps_for_its_owner() -> None:
    table = on_the_clock()
    seat, person = due(table)
    table.say(c.Leave(), person, after_ms=10_000)
    while sum(getattr(one.event, "by", None) == seat for one in table.recorded) < 3:
        table.play(after_ms=20_000 if seat in table.table.deciders else 500)
    table.say(c.ReclaimSeat(), person)
    assert left(table)[seat] == 50_000


def test_the_clock_lets_a_program_take_over_from_who_is_away() -> None:
    table = on_the_clock()
    seat, person = due(table)
    other = next(one for one in (ALICE, BOB, CAROL) if one != person)
    table.refuses(c.TakeOver(seat, other, "left"), "clock", "stale")
    table.refuses(c.TakeOver(seat, person, "left"), f"p:{other}", "unauthorised")
    table.say(c.TakeOver(seat, person, "lost"), "clock")
    assert table.types() == [events.BotTookOver]
    assert (table.table.seats[seat].owner, table.table.seats[seat].away) == (person, "lost")
    table.refuses(c.TakeOver(seat, person, "lost"), "clock", "stale")


def test_nobody_is_taken_over_before_the_start() -> None:
    opened(persons=(ALICE,)).refuses(c.TakeOver(0, ALICE, "left"), "clock", "not_open")


# --- the server's absence ---


def test_down_time_gives_back_what_had_run_and_no_more() -> None:
    table = on_the_clock()
    seat, _ = due(table)
    table.say(c.CreditClocks(30_000), "clock", after_ms=40_000)
    assert table.table.runs_until(seat) == START + 90_000
    table.say(c.CreditClocks(600_000), "clock", after_ms=5_000)
    assert table.table.runs_until(seat) == table.now + 60_000
    table.refuses(c.CreditClocks(-1), "clock", "unreadable")


def test_it_is_credited_before_anybody_is_found_late() -> None:
    table = on_the_clock()
    table.say(c.CreditClocks(600_000), "clock", after_ms=600_000)
    assert table.types() == [events.ClockCredited]
    table.play()


def test_a_question_that_was_shown_late_is_charged_from_then_on() -> None:
    table = on_the_clock()
    seat, person = due(table)
    decision = table.table.decision(seat)
    table.say(c.CreditLateShowing(seat, decision, 7_000), "clock", after_ms=7_500)
    assert table.types() == [events.ShownLate]
    assert table.table.runs_until(seat) == START + 67_000
    assert table.table.decision(seat) == decision
    table.say(c.CreditLateShowing(seat, decision, 700_000), "clock", after_ms=600_000)
    assert table.types() == [events.ShownLate], "before anybody is found late"
    assert table.table.runs_until(seat) == table.now + 60_000
    table.refuses(c.CreditLateShowing(seat, decision, 1_000), f"p:{person}", "unauthorised")
    table.refuses(c.CreditLateShowing(seat, decision + 1, 1_000), "clock", "stale")
    table.refuses(c.CreditLateShowing(seat, decision, -1), "clock", "unreadable")
    other = next(one for one in range(3) if one != seat)
    table.refuses(c.CreditLateShowing(other, table.table.decision(other), 1_000), "clock", "stale")
    table.play()
    table.refuses(c.CreditLateShowing(seat, decision, 1_000), "clock", "stale")


def test_while_the_clocks_stand_still_a_move_is_neither_late_nor_charged() -> None:
    table = on_the_clock()
    seat, person = due(table)
    _, command = table.next_command()
    table.say(
        command, person, after_ms=600_000, decision=table.table.decision(seat), stopped_at=START + 2_000, lag_ms=100
    )
    assert table.recorded[-1].spent_ms == 2_000
    assert left(table)[seat] == 60_000 - 1_900 + 3_000


# --- cards taken back ---


def test_taking_cards_back_gives_no_time_back() -> None:
    table = on_the_clock(rated=False, host=ALICE).play_until(hokm.TrickTaken)
    to_seq = table.table.seq
    first, _ = due(table)
    before = left(table)
    table.play(after_ms=10_000)
    second, _ = due(table)
    table.happens(events.PlaysUndone(to_seq), after_ms=4_000)
    assert left(table)[first] == min(90_000, before[first] - 10_000 + 3_000)
    assert left(table)[second] == before[second] - 4_000, "his question is closed: charged, and no increment"
    assert table.table.runs_until(first) == table.now + left(table)[first]
    assert table.table.runs_until(second) is None


# --- accepting ---


def seated() -> Sitting:
    return opened(persons=(ALICE, BOB, CAROL), host=None, rated=True, clock=CONTROL, speed="blitz", accept_ms=20_000)


def test_everybody_has_to_be_ready_in_time() -> None:
    table = seated().say(c.Ready(), BOB)
    assert table.view(0)["deadline"] == table.table.deadline_at == START + 20_000
    table.refuses(c.Ready(), ALICE, "finished", after_ms=19_000)
    table.say(c.PassDeadline(), "clock", after_ms=19_000)
    assert table.types() == [events.Closed]
    assert [one.ready for one in table.table.seats] == [False, True, False], "matchmaking puts back who was"
    assert table.table.deadline_at is None


def test_once_begun_the_time_to_accept_is_over() -> None:
    table = seated()
    for person in (ALICE, BOB, CAROL):
        table.say(c.Ready(), person)
    assert table.table.lifecycle == "playing"
    assert table.view(0)["deadline"] is None
    table.refuses(c.PassDeadline(), "clock", "stale", after_ms=20_000)


def test_when_somebody_declines_the_table_closes() -> None:
    table = seated().say(c.Ready(), BOB).say(c.Leave(), ALICE)
    assert table.types() == [events.Left, events.Closed]
    assert [(one.person, one.ready) for one in table.table.seats] == [(None, False), (BOB, True), (CAROL, False)]


def test_a_table_with_a_host_stays_open_when_somebody_leaves() -> None:
    table = opened(persons=(ALICE, BOB, CAROL)).say(c.Leave(), BOB)
    assert table.types() == [events.Left]
    assert table.table.lifecycle == "open"


def test_down_time_prolongs_the_time_to_accept() -> None:
    table = seated().say(c.CreditClocks(10_000), "clock", after_ms=15_000)
    assert table.view(0)["deadline"] == START + 30_000
    table.say(c.CreditClocks(600_000), "clock", after_ms=5_000)
    assert table.view(0)["deadline"] == table.now + 20_000


# --- folding ---


@pytest.mark.parametrize("deals", [1, 2])
def test_the_clocks_are_a_fold(deals: int) -> None:
    table = on_the_clock()
    seat, _ = due(table)
    time_out(table, seat)
    table.play_until(hokm.DealScored, deals)
    assert same(folded(table), table.table)
    assert table.view(0)["clocks"] == view(folded(table), AtSeat(0))["clocks"]

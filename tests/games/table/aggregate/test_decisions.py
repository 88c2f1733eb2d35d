"""Decision numbers: a card is stale only when the question it answers has changed."""

from games.hokm import events as hokm
from games.hokm.commands import PlaceBid
from games.table.aggregate import commands as c
from games.table.aggregate import events
from tests.games.table.aggregate.sitting import ALICE, BOB, CAROL, DAVE, Sitting, of_three, opened


def person_of(table: Sitting, seat: int) -> str:
    person = table.table.seats[seat].person
    assert person is not None
    return person


def test_a_decision_is_named_by_the_event_that_opened_it() -> None:
    table = of_three()
    seat = next(iter(table.table.deciders))
    assert table.table.decision(seat) == table.table.seq
    assert table.view(seat)["menu"]["decision"] == table.table.seq
    assert table.view(seat)["deciders"] == [{"seat": seat, "kind": "bid", "hand": seat, "decision": table.table.seq}]


def test_what_happens_around_the_table_makes_no_card_stale() -> None:
    table = of_three()
    seat, command = table.next_command()
    decision = table.table.decision(seat)
    other = person_of(table, (seat + 1) % 3)
    table.say(c.GiveSalt("a" * 32), other).say(c.Leave(), other).say(c.CreditClocks(9_000), "clock")
    assert table.table.decision(seat) == decision
    table.say(command, person_of(table, seat), decision=decision)


def test_the_same_card_sent_twice_is_stale_the_second_time() -> None:
    table = of_three()
    seat, command = table.next_command()
    decision = table.table.decision(seat)
    table.say(command, person_of(table, seat), decision=decision)
    assert table.table.decision(seat) == table.last.events[0].seq  # type: ignore[union-attr]
    table.refuses(command, person_of(table, seat), "stale", decision=decision)


def test_a_card_without_its_decision_is_stale_while_one_is_open() -> None:
    table = of_three()
    seat, command = table.next_command()
    table.refuses(command, person_of(table, seat), "stale")


def test_out_of_turn_the_game_says_so() -> None:
    table = of_three()
    seat = next(iter(table.table.deciders))
    other = (seat + 1) % 3
    table.refuses(PlaceBid(3), person_of(table, other), "wrong_turn")
    table.refuses(PlaceBid(3), person_of(table, other), "wrong_turn", decision=table.table.decision(other))


def test_the_rules_refuse_with_their_own_codes() -> None:
    table = of_three()
    seat = next(iter(table.table.deciders))
    table.refuses(PlaceBid(11), person_of(table, seat), "illegal_call", decision=table.table.decision(seat))


def test_the_seat_that_takes_a_trick_is_asked_anew() -> None:
    table = of_three().play_until(hokm.TrickTaken)
    taker = next(iter(table.table.deciders))
    taken = next(one for one in reversed(table.recorded) if type(one.event) is hokm.TrickTaken)
    assert table.table.decision(taker) == taken.seq


def test_nobody_plays_for_another_seat() -> None:
    table = of_three()
    seat, command = table.next_command()
    decision = table.table.decision(seat)
    table.refuses(command, DAVE, "not_seated", decision=decision)
    table.refuses(command, "bot:simple", "not_seated", decision=decision, seat=seat)
    table.refuses(command, "bot:simple", "not_seated", decision=decision)
    table.refuses(command, "clock", "unauthorised", decision=decision, seat=seat)
    for other in (ALICE, BOB, CAROL):
        if other != person_of(table, seat):
            assert table.table.seat_of(other) != seat
            table.refuses(command, other, "stale", decision=decision, seat=seat)


def test_nothing_is_played_before_the_start() -> None:
    opened(persons=(ALICE,)).refuses(PlaceBid(3), ALICE, "not_open")


def test_the_envelope_holds_what_a_decision_took() -> None:
    table = of_three()
    seat, command = table.next_command()
    person = person_of(table, seat)
    table.say(command, person, decision=table.table.decision(seat), after_ms=4_321, lag_ms=38)
    first, *rest = table.last.events  # type: ignore[union-attr]
    assert (first.spent_ms, first.lag_ms) == (4_321, 38)
    assert all((one.spent_ms, one.lag_ms) == (None, None) for one in rest)
    assert (table.table.clocks[seat].spent_ms, table.table.clocks[seat].lag_ms) == (4_321, 38)


def test_down_time_is_nobodys_time() -> None:
    table = of_three()
    seat, command = table.next_command()
    table.say(c.CreditClocks(60_000), "clock", after_ms=63_000)
    table.say(command, person_of(table, seat), decision=table.table.decision(seat), after_ms=2_000)
    assert table.last.events[0].spent_ms == 5_000  # type: ignore[union-attr]


def test_down_time_does_not_pass_the_pause_between_deals() -> None:
    table = of_three().play_until(hokm.DealScored)
    deadline = table.table.deadline_at
    assert deadline is not None
    table.say(c.CreditClocks(50_000), "clock", after_ms=51_000)
    assert table.table.deadline_at == deadline + 50_000
    assert table.types() == [events.ClockCredited]

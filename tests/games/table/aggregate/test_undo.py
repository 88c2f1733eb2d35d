"""Taking cards back: the event is there and folds, though no command causes it yet."""

import pytest

from games.hokm import events as hokm
from games.hokm.commands import PlayCard
from games.kernel.errors import UnknownEvent
from games.table.aggregate import commands as c
from games.table.aggregate import events
from tests.games.table.aggregate.sitting import Sitting, of_three


def in_a_trick(cards: int) -> Sitting:
    """A trick with so many cards on the table, after another one."""
    table = of_three().play_until(hokm.TrickTaken)
    for _ in range(cards):
        table.play()
    return table


def test_the_cards_since_that_event_are_back_in_the_hands() -> None:
    table = in_a_trick(0)
    to_seq, before = table.table.seq, table.view(0)["game"]
    table.play().play()
    assert len(table.view(0)["game"]["trick"]["cards"]) == 2
    table.happens(events.PlaysUndone(to_seq))
    assert table.view(0)["game"] == before


def test_one_card_alone_can_be_taken_back() -> None:
    table = in_a_trick(1)
    to_seq, before = table.table.seq, table.view(0)["game"]
    table.play().happens(events.PlaysUndone(to_seq))
    assert table.view(0)["game"] == before
    table.play().play().play_until(events.Finished)
    assert table.table.lifecycle == "finished"


def test_twice_in_a_trick() -> None:
    table = in_a_trick(0)
    to_seq = table.table.seq
    table.play().play().happens(events.PlaysUndone(to_seq)).play().happens(events.PlaysUndone(table.table.seq - 1))
    assert table.view(0)["game"]["trick"]["cards"] == []


def test_every_open_decision_counts_as_new() -> None:
    """Or the derived id of a program would count as answered, and the table would stand still."""
    table = in_a_trick(0)
    to_seq = table.table.seq
    seat = next(iter(table.table.deciders))
    before = table.table.decision(seat)
    table.play().happens(events.PlaysUndone(to_seq))
    assert next(iter(table.table.deciders)) == seat
    assert table.table.decision(seat) == table.table.seq > before
    assert table.table.since[seat] == table.now


def test_a_card_for_the_question_before_is_stale() -> None:
    table = in_a_trick(1)
    seat, command = table.next_command()
    decision, to_seq = table.table.decision(seat), table.table.undo_points[0][0]
    table.happens(events.PlaysUndone(to_seq))
    person = table.table.seats[seat].person
    assert isinstance(command, PlayCard)
    assert person is not None
    table.refuses(command, person, "wrong_turn", decision=table.table.decision(seat))
    table.play()
    table.refuses(command, person, "stale", decision=decision)


def test_occupants_clocks_and_salts_go_on() -> None:
    table = in_a_trick(0)
    to_seq = table.table.seq
    seat = next(iter(table.table.deciders))
    person = table.table.seats[seat].person
    assert person is not None
    table.play(after_ms=5_000)
    table.say(c.GiveSalt("b" * 32), person).say(c.Leave(), person)
    clocks = list(table.table.clocks)
    assert clocks[seat].spent_ms >= 5_000
    table.happens(events.PlaysUndone(to_seq))
    assert table.table.clocks == clocks
    assert table.table.seats[seat].owner == person


@pytest.mark.parametrize("wall", ["an ended trick", "no such event", "another trick"])
def test_no_further_than_the_trick_on_the_table(wall: str) -> None:
    table = in_a_trick(0)
    start = table.table.seq
    table.play().play()
    if wall == "an ended trick":
        table.play()
    to_seq = {"an ended trick": start, "no such event": start + 40, "another trick": start - 2}[wall]
    with pytest.raises(UnknownEvent):
        table.happens(events.PlaysUndone(to_seq))


def test_nothing_is_kept_for_it_where_it_can_never_happen() -> None:
    table = of_three(speed="rapid", rated=True).play_until(hokm.CardPlayed)
    assert table.table.undo_points == []

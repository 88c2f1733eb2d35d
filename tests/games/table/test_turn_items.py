"""That it is somebody's turn at a slow table awaits him as long as it is true, and nobody else."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import inbox
from accounts.models import Person
from games.table import models, service, turn_items
from games.table.clock import now_ms
from games.table.held import load
from games.table.turn_items import tell_of_turns
from tests.games.table.tables import next_move, play_out

pytestmark = pytest.mark.usefixtures("each_database")


@pytest.fixture
def people() -> list[str]:
    return [Person.objects.create_member(name, "correct horse").public_id for name in ("Alice", "Bob", "Carol")]


def slow_table(people: list[str], speed: str = "slow") -> service.NewTable:
    return service.open_table("hokm", {"target": 200}, None, persons=people, ready=True, speed=speed)


def waits_for(people: list[str]) -> list[str]:
    return [person for person in people if [item["kind"] for item in inbox.items(person)] == ["your_turn"]]


def due(made: service.NewTable, people: list[str]) -> list[str]:
    return [people[seat] for seat in load(made.table_id).table.deciders]


def test_it_follows_the_turn_to_the_end(people):
    made = slow_table(people)
    for _ in range(4):
        tell_of_turns(now_ms())
        tell_of_turns(now_ms())
        assert waits_for(people) == due(made, people)
        (item,) = inbox.items(due(made, people)[0])
        assert item["body"] == {"table": made.id}
        service.submit_held(load(made.table_id), **next_move(load(made.table_id)))
    play_out(load(made.table_id))
    tell_of_turns(now_ms())
    assert waits_for(people) == []


def test_whoever_has_the_table_open_needs_no_word_of_it(people):
    made = slow_table(people)
    tell_of_turns(now_ms())
    seats = models.Seat.objects.filter(table_id=made.table_id)
    seats.update(here=True, seen_at=now_ms())
    tell_of_turns(now_ms())
    assert waits_for(people) == []
    seats.update(here=False)
    tell_of_turns(now_ms())
    assert waits_for(people) == due(made, people)


@pytest.mark.parametrize("speed", ["blitz", "normal", "casual"])
def test_only_slow_tables_do_this(people, speed):
    slow_table(people, speed)
    tell_of_turns(now_ms())
    assert waits_for(people) == []


def test_it_comes_back_when_the_table_was_opened_and_left(people):
    made = slow_table(people)
    tell_of_turns(now_ms())
    (person,) = due(made, people)
    inbox.opened(person, made.id)
    assert waits_for(people) == []
    tell_of_turns(now_ms())
    assert waits_for(people) == [person]


def test_the_sweep_does_it(people):
    made = slow_table(people)
    now = now_ms()
    turn_items.keep(now)
    turn_items.keep(now + 10_000)
    assert waits_for(people) == []
    turn_items.keep(now + 20_000)
    assert waits_for(people) == due(made, people)


def test_no_event_and_no_fold_is_read_for_it(people):
    """So no hidden card can make a difference to what awaits anybody."""
    made = slow_table(people)
    with CaptureQueriesContext(connection) as captured:
        tell_of_turns(now_ms())
        for person in people:
            inbox.message(person)
    assert captured
    assert not [one for one in captured if "table_event" in one["sql"] or "table_fold" in one["sql"]]
    assert set(inbox.items(due(made, people)[0])[0]["body"]) == {"table"}


def test_looking_costs_two_queries_however_many_tables(people, django_assert_num_queries):
    for _ in range(5):
        slow_table(people)
    tell_of_turns(now_ms())
    with django_assert_num_queries(2):
        tell_of_turns(now_ms())

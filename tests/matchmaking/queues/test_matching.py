"""A pass over the tickets: everybody is seated once or waits on, wherever it dies and however many run at once."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import relations
from accounts.models import Block
from games.table import announcing, log
from games.table.clock import now_ms
from games.table.held import load
from games.table.models import Head, Seat
from games.table.service import open_table
from matchmaking import pairing, tasks
from matchmaking.models import Matched, Rating, Ticket, TicketPerson
from matchmaking.pairing import pair
from matchmaking.queues import matching
from matchmaking.queues.matching import pair_waiting
from matchmaking.queues.tickets import enter, leave
from matchmaking.queues.waiting import seated
from matchmaking.queues.wishes import Wanted
from tests.games.table.test_log_races import at_once
from tests.matchmaking.people import CASUAL, RATED, members, waiting, waiting_facts

pytestmark = pytest.mark.usefixtures("each_database")

NOW = 1_800_000_000_000


def everybody_is_seated_once_or_waits(persons: list[str]) -> Counter[str]:
    """Checks it, and counts who sits where and who waits."""
    sitting = Counter(Seat.objects.filter(person__in=persons).values_list("person", flat=True))
    still = Counter(TicketPerson.objects.filter(person__in=persons).values_list("person", flat=True))
    assert sitting + still == Counter(persons)
    assert Matched.objects.count() == Head.objects.count()
    told = Counter(person for matched in Matched.objects.all() for person in matched.persons)
    assert told == sitting
    return Counter(seated=sitting.total(), waiting=still.total())


def test_a_block_that_is_made_during_a_pass_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking at everybody's blocks and opening the last table a long pass takes its time."""
    one, _, three = waiting(3, now=NOW)

    def pair_and_block(*given: Any, **named: Any) -> Any:
        relations.block(three, one)
        return pair(*given, **named)

    monkeypatch.setattr(pairing, "pair", pair_and_block)
    assert pair_waiting(NOW + 2_000) == []
    assert TicketPerson.objects.count() == 3


def test_three_who_wait_are_seated_at_a_rated_table_and_told_why() -> None:
    persons = waiting(3, now=NOW)
    (made,) = pair_waiting(NOW + 2_000)
    table = load(made.table_id).table
    assert {seat.person for seat in table.seats} == set(persons)
    assert (table.lifecycle, table.opened.rated, table.opened.speed) == ("playing", True, "normal")
    assert not Ticket.objects.exists()
    matched = seated(persons[0], NOW)
    assert matched is not None
    assert matched.table_id == made.table_id
    assert matched.persons == [seat.person for seat in table.seats]
    assert matched.why["waited"] == [2, 2, 2]
    assert matched.why["windows"] == [116, 116, 116]
    assert not matched.why["company_again"]
    assert seated(persons[0], NOW + 3_000) is None
    log.verify(made.table_id)


def kept_apart(person: str) -> list[bool]:
    """Whether the page tells somebody that the cool-down keeps a table from opening, by queue."""
    facts = waiting_facts(person, NOW + 60_000)
    assert facts is not None
    return [queue.kept_apart for queue in facts.queues]


def test_nobody_waits_and_no_table_is_opened() -> None:
    assert tasks.pair_waiting() == 0


def test_who_waited_long_says_ready_first() -> None:
    waiting(3, now=NOW)
    (made,) = pair_waiting(NOW + 61_000)
    assert made.lifecycle == "seated"


def test_ratings_keep_people_apart_until_the_window_is_wide() -> None:
    persons = waiting(3, now=NOW)
    Rating.objects.create(pool="hokm.normal", person=persons[0], mu=32, sigma=1, games=100, position=1)
    assert pair_waiting(NOW + 1_000) == []
    facts = waiting_facts(persons[0], NOW + 1_000)
    assert facts is not None
    assert (facts.queues[0].rating, facts.queues[0].waiting, facts.queues[0].window) == (1920, 3, 108)
    assert facts.queues[0].expected_s is None
    assert len(pair_waiting(NOW + 41_000)) == 1
    later = waiting(1, now=NOW + 50_000)[0]
    facts = waiting_facts(later, NOW + 200_000)
    assert facts is not None
    queue = facts.queues[0]
    assert (queue.window, queue.next_window, queue.expected_s, queue.kept_apart) == (None, None, 41, False)


def test_a_rating_of_another_speed_is_another_rating() -> None:
    persons = waiting(3, now=NOW)
    Rating.objects.create(pool="hokm.blitz", person=persons[0], mu=32, sigma=1, games=100, position=1)
    assert len(pair_waiting(NOW + 1_000)) == 1


def test_blocks_are_asked_for() -> None:
    persons = waiting(4, now=NOW)
    Block.objects.create(person=persons[0], other=persons[1])
    (made,) = pair_waiting(NOW + 1_000)
    sat = set(Seat.objects.filter(table_id=made.table_id).values_list("person", flat=True))
    assert not {persons[0], persons[1]} <= sat


def test_the_same_company_meets_again_only_after_a_minute_of_waiting_or_half_an_hour() -> None:
    persons = waiting(3, now=NOW)
    (made,) = pair_waiting(NOW)
    Head.objects.filter(table_id=made.table_id).update(lifecycle="finished")
    for person in persons:
        enter([person], [RATED, CASUAL] if person == persons[0] else [RATED], now=NOW + 1_000)
    assert not any(any(kept_apart(person)) for person in persons)
    assert pair_waiting(NOW + 60_000) == []
    assert [kept_apart(person) for person in persons] == [[True, False], [True], [True]]
    with CaptureQueriesContext(connection) as queries:
        assert pair_waiting(NOW + 60_000) == []
    assert not any(query["sql"].startswith('UPDATE "matchmaking_ticket"') for query in queries)
    leave(persons[2])
    pair_waiting(NOW + 60_000)
    assert not any(any(kept_apart(person)) for person in persons[:2])
    enter([persons[2]], [RATED], now=NOW + 1_000)
    again = pair_waiting(NOW + 61_000)
    assert len(again) == 1
    assert Matched.objects.get(table_id=again[0].table_id).why["company_again"]
    Head.objects.update(lifecycle="finished")
    for person in persons:
        enter([person], [RATED], now=NOW + matching.COOL_DOWN_MS + 61_000)
    assert len(pair_waiting(NOW + matching.COOL_DOWN_MS + 61_000)) == 1


def test_a_party_and_a_stranger_play_casually() -> None:
    alice, bob = members(2)
    enter([alice, bob], [CASUAL])
    (carol,) = waiting(1, CASUAL)
    (made,) = pair_waiting()
    table = load(made.table_id).table
    assert {seat.person for seat in table.seats} == {alice, bob, carol}
    assert not table.opened.rated


def test_table_sizes_are_those_of_the_wish() -> None:
    waiting(5, Wanted("tong", counts=(2, 3, 4, 5, 6)))
    (made,) = pair_waiting()
    assert load(made.table_id).table.players == 5


def test_a_wish_this_server_can_no_longer_fulfil_is_passed_over() -> None:
    waiting(3, RATED)
    Ticket.objects.update(wishes=[Wanted("bridge").as_json(), RATED.as_json()])
    assert len(pair_waiting()) == 1


class Crash(BaseException):
    """The process is gone: nothing after it is run, whatever is caught."""


def then(dies: Callable[..., Any]) -> Callable[..., Any]:
    """The same call, which never returns."""

    def run(*args: Any, **kwargs: Any) -> Any:
        dies(*args, **kwargs)
        raise Crash

    return run


def never(*args: Any, **kwargs: Any) -> Any:
    raise Crash


@pytest.mark.parametrize("step", ["tickets consumed", "table opened", "reason kept", "committed"])
def test_wherever_a_pass_dies_nobody_is_lost_and_nobody_sits_twice(step: str) -> None:
    persons = waiting(9)
    patch = {
        "tickets consumed": mock.patch.object(matching, "open_table", never),
        "table opened": mock.patch.object(matching, "open_table", then(open_table)),
        "reason kept": mock.patch.object(Matched.objects, "create", then(Matched.objects.create)),
        "committed": mock.patch.object(announcing, "announce", never),
    }[step]
    with patch, pytest.raises(Crash):
        pair_waiting()
    connection.close()
    done = 1 if step == "committed" else 0
    counted = everybody_is_seated_once_or_waits(persons)
    assert (counted["seated"], counted["waiting"]) == (3 * done, 9 - 3 * done)
    assert len(pair_waiting()) == 3 - done
    assert everybody_is_seated_once_or_waits(persons) == Counter(seated=9)


def test_a_pass_that_dies_after_its_first_table_leaves_the_others_waiting() -> None:
    persons = waiting(9)
    calls = iter([open_table, never])
    with (
        mock.patch.object(matching, "open_table", lambda *args, **kwargs: next(calls)(*args, **kwargs)),
        pytest.raises(Crash),
    ):
        pair_waiting()
    assert everybody_is_seated_once_or_waits(persons) == Counter(seated=3, waiting=6)
    assert len(pair_waiting()) == 2
    assert everybody_is_seated_once_or_waits(persons) == Counter(seated=9)


def test_a_matchmaker_that_is_killed_in_the_middle_of_a_match_leaves_nothing_behind() -> None:
    """A process of its own, SIGKILL after the table's rows are written and before the commit."""
    persons = waiting(6)
    database = json.dumps(connection.settings_dict, default=str)
    script = f"""
import json, os, signal, sys
import django
django.setup()
from unittest import mock
from tests.databases import default_database
from matchmaking.queues import matching
from matchmaking.models import Matched
with default_database(json.loads({json.dumps(database)})):
    with mock.patch.object(Matched.objects, "create", lambda **_: os.kill(os.getpid(), signal.SIGKILL)):
        matching.pair_waiting()
"""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test", "PYTHONPATH": ".:platform"}
    died = subprocess.run([sys.executable, "-c", script], env=environment, timeout=120, check=False)
    assert died.returncode == -signal.SIGKILL
    assert everybody_is_seated_once_or_waits(persons) == Counter(waiting=6)
    assert len(pair_waiting()) == 2
    assert everybody_is_seated_once_or_waits(persons) == Counter(seated=6)


def test_one_match_that_fails_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    persons = waiting(6)
    failing = mock.Mock(side_effect=[ValueError("planted"), None])

    def fails_once(*args: Any, **kwargs: Any) -> Any:
        failing()
        return open_table(*args, **kwargs)

    with mock.patch.object(matching, "open_table", fails_once):
        assert len(pair_waiting()) == 1
    assert "planted" in caplog.text
    assert everybody_is_seated_once_or_waits(persons) == Counter(seated=3, waiting=3)


def test_passes_at_once_seat_nobody_twice() -> None:
    persons = waiting(24)
    made = at_once(*[pair_waiting] * 4)
    assert sum(len(tables) for tables in made if isinstance(tables, list)) == Head.objects.count()
    counted = everybody_is_seated_once_or_waits(persons)
    pair_waiting()
    assert everybody_is_seated_once_or_waits(persons) == Counter(seated=24), counted


def test_who_leaves_while_a_pass_runs_has_left_or_sits() -> None:
    for _ in range(6):
        persons = waiting(3)
        left, _made = at_once(partial(leave, persons[1]), pair_waiting)
        sits = Seat.objects.filter(person=persons[1]).exists()
        assert sits != left
        assert not TicketPerson.objects.filter(person=persons[1]).exists()
        for person in persons:
            leave(person)


def test_who_comes_back_while_a_pass_runs_waits_on_the_new_ticket() -> None:
    persons = waiting(3)

    def pair_and_change(*args: Any, **kwargs: Any) -> Any:
        one = pair(*args, **kwargs)
        leave(persons[2])
        enter([persons[2]], [CASUAL], now=now_ms())
        return one

    with mock.patch.object(pairing, "pair", pair_and_change):
        assert pair_waiting() == []
    assert everybody_is_seated_once_or_waits(persons) == Counter(waiting=3)

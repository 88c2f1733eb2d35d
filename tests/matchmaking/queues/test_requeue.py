"""Nothing came of a table: who was there waits again as before, who stayed away pauses; once, whatever dies."""

from contextlib import suppress
from functools import partial
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import pytest
from django.db import connection

from accounts import inbox
from games.table import service
from games.table.aggregate import Refused, commands
from games.table.clock import now_ms
from games.table.held import load
from games.table.models import Head, Seat
from games.table.service import submit
from matchmaking.models import Matched, NoShow, Ticket, TicketPerson
from matchmaking.queues import requeue
from matchmaking.queues.matching import ACCEPT_MS, companies, pair_waiting
from matchmaking.queues.pauses import FIRST_MS
from matchmaking.queues.requeue import BEGUN_AFTER_MS, settle_tables
from matchmaking.queues.tickets import enter
from tests.games.table.test_log_races import at_once
from tests.matchmaking.people import CASUAL, RATED, member, members, waiting

pytestmark = pytest.mark.usefixtures("each_database")

NOW = 1_800_000_000_000
TOO_LATE = NOW + 63_000


def call_off(table_id: UUID) -> None:
    """As the clock does it when somebody has never been connected."""
    absent = Seat.objects.filter(table_id=table_id, seen_at=None).values_list("seat", flat=True)
    seen = Head.objects.get(table_id=table_id).seq
    submit(table_id, commands.AbandonTable(absent=tuple(absent), seen=seen), actor="clock", command_id="away")


def a_table_at_which_one_did_not_appear(up: int | None = None) -> tuple[UUID, list[str], str]:
    """A rated table, abandoned by the clock; who came, and who did not. `up`: who of them got up before."""
    persons = waiting(3, now=NOW)
    (made,) = pair_waiting(NOW + 2_000)
    Seat.objects.filter(table_id=made.table_id, person__in=persons[:2]).update(seen_at=NOW + 3_000)
    if up is not None:
        submit(made.table_id, commands.Leave(), actor=f"p:{persons[up]}", command_id="up")
    call_off(made.table_id)
    return made.table_id, persons[:2], persons[2]


def test_who_was_there_waits_again_as_before_and_who_was_not_pauses() -> None:
    table, there, away = a_table_at_which_one_did_not_appear()
    settle_tables(TOO_LATE)
    for person in there:
        ticket = Ticket.objects.get(people__person=person)
        assert (ticket.since, ticket.wishes) == (NOW, [RATED.as_json()])
        assert TicketPerson.objects.get(person=person).seen_at == TOO_LATE
    assert not TicketPerson.objects.filter(person=away).exists()
    assert list(NoShow.objects.values_list("person", flat=True)) == [away]
    with pytest.raises(Refused) as refused:
        enter([away], [CASUAL], now=TOO_LATE + 1)
    assert (refused.value.code, refused.value.facts) == ("paused", {"until": TOO_LATE + FIRST_MS})
    enter([away], [CASUAL], now=TOO_LATE + FIRST_MS)
    assert Matched.objects.get(table_id=table).settled
    assert inbox.items(there[0]) == []


def test_the_next_who_comes_sits_down_with_them() -> None:
    _, there, away = a_table_at_which_one_did_not_appear()
    settle_tables(TOO_LATE)
    assert frozenset({*there, away}) not in companies(TOO_LATE)  # they have not met
    newcomer = member()
    enter([newcomer], [RATED], now=TOO_LATE)
    (made,) = pair_waiting(TOO_LATE + 1_000)
    assert set(Seat.objects.filter(table_id=made.table_id).values_list("person", flat=True)) == {*there, newcomer}


def test_it_is_settled_once_however_many_look() -> None:
    _, there, _ = a_table_at_which_one_did_not_appear()
    at_once(*[partial(settle_tables, TOO_LATE)] * 4)
    settle_tables(TOO_LATE + 1_000)
    assert set(TicketPerson.objects.values_list("person", flat=True)) == set(there)
    assert Ticket.objects.count() == 2
    assert NoShow.objects.count() == 1


class Crash(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("step", ["note_no_shows", "announce_unseated"])
def test_wherever_it_dies_nobody_is_lost_and_nobody_waits_twice(step: str) -> None:
    _, there, _ = a_table_at_which_one_did_not_appear()
    with mock.patch.object(requeue, step, side_effect=Crash), pytest.raises(Crash):
        settle_tables(TOO_LATE)
    connection.close()
    assert not Ticket.objects.exists()
    settle_tables(TOO_LATE + 1_000)
    assert set(TicketPerson.objects.values_list("person", flat=True)) == set(there)
    assert {ticket.since for ticket in Ticket.objects.all()} == {NOW}


def test_who_waits_again_already_keeps_the_new_ticket() -> None:
    _, there, _ = a_table_at_which_one_did_not_appear()
    mine = enter([there[0]], [CASUAL], now=NOW + 61_000)
    settle_tables(TOO_LATE)
    assert Ticket.objects.get(people__person=there[0]).id == mine
    assert Ticket.objects.get(people__person=there[1]).since == NOW


def test_who_stayed_away_does_not_get_round_the_pause_by_waiting_again_before_it_is_settled() -> None:
    _, there, away = a_table_at_which_one_did_not_appear()
    enter([away], [RATED], now=NOW + 61_000)
    settle_tables(TOO_LATE)
    assert set(TicketPerson.objects.values_list("person", flat=True)) == set(there)
    with pytest.raises(Refused, match="paused"):
        enter([away], [RATED], now=TOO_LATE + 1)


def test_nor_by_doing_so_at_the_very_same_time() -> None:
    _, there, away = a_table_at_which_one_did_not_appear()

    def wait_again() -> None:
        with suppress(Refused):
            enter([away], [RATED], now=TOO_LATE)

    at_once(partial(settle_tables, TOO_LATE), *[wait_again] * 3)
    assert set(TicketPerson.objects.values_list("person", flat=True)) == set(there)


def test_who_got_up_before_it_was_called_off_does_not_wait_again_and_does_not_pause() -> None:
    _, (alice, bob), away = a_table_at_which_one_did_not_appear(up=1)
    settle_tables(TOO_LATE)
    assert list(TicketPerson.objects.values_list("person", flat=True)) == [alice]
    assert list(NoShow.objects.values_list("person", flat=True)) == [away]
    enter([bob], [RATED], now=TOO_LATE)


def test_a_table_that_goes_on_is_left_alone_and_settled() -> None:
    persons = waiting(3, now=NOW)
    (made,) = pair_waiting(NOW + 2_000)
    settle_tables(NOW + 30_000)
    assert not Matched.objects.get().settled
    settle_tables(NOW + 2_000 + BEGUN_AFTER_MS)
    assert Matched.objects.get().settled
    submit(made.table_id, commands.AbandonTable(60_000), actor="mod:judge", command_id="stop")
    settle_tables(NOW + 200_000)
    assert not TicketPerson.objects.filter(person__in=persons).exists()
    assert not NoShow.objects.exists()


def test_a_casual_table_that_begins_at_once_needs_no_look() -> None:
    waiting(3, CASUAL, now=NOW)
    pair_waiting(NOW + 1_000)
    assert Matched.objects.get().settled


def test_one_table_that_fails_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    waiting(6, now=NOW)
    for made in pair_waiting(NOW + 2_000):
        Seat.objects.filter(table_id=made.table_id, seat__lt=2).update(seen_at=NOW + 3_000)
        call_off(made.table_id)
    real = requeue.who_came

    def fails_once(*given: Any) -> Any:
        if not caplog.records:
            raise ValueError("planted")
        return real(*given)

    with mock.patch.object(requeue, "who_came", fails_once):
        settle_tables(TOO_LATE)
    assert TicketPerson.objects.count() == 2
    settle_tables(TOO_LATE)
    assert TicketPerson.objects.count() == 4


# --- the accept step ---


def a_table_to_accept() -> tuple[UUID, list[str]]:
    persons = waiting(3, now=NOW)
    (made,) = pair_waiting(NOW + 61_000)
    assert load(made.table_id).table.opened.accept_ms == ACCEPT_MS
    return made.table_id, persons


def say(table: UUID, person: str, command: Any) -> None:
    submit(table, command, actor=f"p:{person}", command_id=uuid4().hex)


def test_who_accepted_waits_again_when_somebody_did_not() -> None:
    table, (alice, bob, carol) = a_table_to_accept()
    for person in (alice, bob):
        say(table, person, commands.Ready())
    settle_tables(NOW + 70_000)
    assert not Ticket.objects.exists()
    with mock.patch.object(service, "now_ms", return_value=now_ms() + ACCEPT_MS):
        submit(table, commands.PassDeadline(), actor="clock", command_id="late")
    assert load(table).table.lifecycle == "closed"
    settle_tables(NOW + 82_000)
    assert set(TicketPerson.objects.values_list("person", flat=True)) == {alice, bob}
    assert {ticket.since for ticket in Ticket.objects.all()} == {NOW}
    assert list(NoShow.objects.values_list("person", flat=True)) == [carol]


def test_who_gets_up_before_the_start_pauses_and_the_others_wait_again() -> None:
    table, (alice, bob, carol) = a_table_to_accept()
    say(table, alice, commands.Ready())
    say(table, bob, commands.Leave())
    settle_tables(NOW + 70_000)
    assert set(TicketPerson.objects.values_list("person", flat=True)) == {alice, carol}
    assert list(NoShow.objects.values_list("person", flat=True)) == [bob]


def test_when_all_accept_it_begins_and_nobody_goes_back() -> None:
    table, persons = a_table_to_accept()
    for person in persons:
        say(table, person, commands.Ready())
    assert load(table).table.lifecycle == "playing"
    settle_tables(NOW + 61_000 + BEGUN_AFTER_MS)
    assert Matched.objects.get().settled
    assert not Ticket.objects.exists()


def test_of_a_party_those_go_back_together_who_were_there() -> None:
    alice, bob = members(2)
    enter([alice, bob], [CASUAL], now=NOW)
    (carol,) = waiting(1, CASUAL, now=NOW)
    (made,) = pair_waiting(NOW + 61_000)
    say(made.table_id, carol, commands.Leave())
    settle_tables(NOW + 70_000)
    assert list(Ticket.objects.get().people.order_by("place").values_list("person", flat=True)) == [alice, bob]

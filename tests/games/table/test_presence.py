"""Who is here, who has gone and how, and until when the seat waits: the rows, on both databases."""

import random
import threading
import time
from functools import partial
from unittest import mock

import pytest
from django.db.models import Q

from games.kernel.contract import Public
from games.table import log, models, presence
from games.table.aggregate.grace import LEAST_MS, MOST_MS, WAIT_MS, How, grace_ms
from games.table.clock import now_ms
from games.table.held import fold_rows, load
from games.table.presence import Absence, Gone
from games.table.rooms import frames
from games.table.rooms.attendance import Attendance
from games.table.service import NewTable
from tests.games.table.tables import ALICE, BOB, CAROL, of_three
from tests.games.table.test_log_races import at_once
from tests.games.table.worlds import other_deck, with_deck

pytestmark = pytest.mark.usefixtures("each_database")

NOW = 1_800_000_000_000
HERE, THERE = "process-a", "process-b"


def left(deal: int = 1, *, waited_for: bool = True) -> Absence:
    return Absence("left", deal, waited_for)


def lost(deal: int = 1) -> Absence:
    return Absence("lost", deal, True)


def come(table: NewTable, person: str = BOB, process: str = HERE, at: int = NOW) -> None:
    assert presence.come(table.table_id, [person], process, at)


def go(table: NewTable, absence: Absence, person: str = BOB, process: str = HERE, at: int = NOW) -> bool:
    return presence.go(table.table_id, person, process, absence, at)


def row(table: NewTable, seat: int = 1) -> models.Seat:
    return models.Seat.objects.get(table_id=table.table_id, seat=seat)


@pytest.fixture
def table() -> NewTable:
    return of_three()


# --- coming and going ---


@pytest.mark.parametrize("how", ["left", "lost"])
def test_who_goes_is_waited_for_as_long_as_the_way_he_went_says(table: NewTable, how: How) -> None:
    come(table)
    assert presence.company_at(table.table_id).seen == {1: NOW}
    assert go(table, Absence(how, 1, True), at=NOW + 7)
    company = presence.company_at(table.table_id)
    assert company.seen == {}
    assert company.gone == {1: Gone(how, NOW + 7 + WAIT_MS[how])}
    assert company.never == {0, 2}
    assert row(table).seen_at == NOW + 7
    assert not models.Connection.objects.exists()


def test_where_nobody_is_waited_for_he_is_only_not_here(table: NewTable) -> None:
    come(table)
    assert go(table, left(waited_for=False))
    assert (row(table).here, row(table).gone, row(table).gone_until, row(table).grace_used) == (False, "", None, 0)


def test_a_socket_at_another_process_keeps_him_here(table: NewTable) -> None:
    come(table)
    come(table, process=THERE)
    assert not go(table, left())
    assert row(table).here
    assert go(table, lost(), process=THERE, at=NOW + 1)
    assert presence.company_at(table.table_id).gone[1].how == "lost"


def test_of_two_processes_that_let_him_go_at_once_one_is_the_last(table: NewTable) -> None:
    for round_ in range(5):
        come(table, at=NOW + round_)
        come(table, process=THERE, at=NOW + round_)
        at_once(
            lambda: go(table, left(), at=NOW),
            lambda: go(table, left(), process=THERE, at=NOW),
        )
        assert (row(table).here, row(table).gone) == (False, "left")


def test_a_watcher_has_no_row(table: NewTable) -> None:
    assert not presence.come(table.table_id, ["stranger0000"], HERE, NOW)
    assert not go(table, left(), person="stranger0000")
    assert not models.Connection.objects.exists()


# --- the account of one deal ---


def test_who_comes_back_in_time_gets_the_rest_back(table: NewTable) -> None:
    come(table)
    go(table, lost())
    assert row(table).grace_used == 60_000
    come(table, at=NOW + 10_000)
    assert (row(table).here, row(table).gone, row(table).gone_until) == (True, "", None)
    assert (row(table).grace_deal, row(table).grace_used) == (1, 10_000)


def test_all_waiting_in_one_deal_is_two_minutes_and_then_a_page_can_still_be_loaded(table: NewTable) -> None:
    waits, at = [], NOW
    for _ in range(4):
        come(table, at=at)
        go(table, lost(), at=at)
        until = presence.company_at(table.table_id).gone[1].until
        waits.append(until - at)
        at = until
    assert waits == [60_000, 60_000, LEAST_MS, LEAST_MS]
    come(table, at=at)
    go(table, lost(deal=2), at=at)
    assert presence.company_at(table.table_id).gone[1].until == at + 60_000, "a new deal, a new account"


def test_the_rules_of_the_account() -> None:
    assert grace_ms("left", 0) == 15_000
    assert grace_ms("lost", MOST_MS - 30_000) == 30_000
    assert grace_ms("lost", MOST_MS) == grace_ms("left", MOST_MS + 70_000) == LEAST_MS


def test_the_account_is_each_persons_own(table: NewTable) -> None:
    for person in (BOB, CAROL):
        come(table, person)
        go(table, lost(), person)
    assert [row(table, seat).grace_used for seat in range(3)] == [0, 60_000, 60_000]


# --- waiting for who is away already ---


def test_waiting_begins_later_for_somebody_who_is_away(table: NewTable) -> None:
    come(table)
    go(table, left(waited_for=False))
    assert presence.expect(table.table_id, 1, lost(), NOW + 100)
    assert not presence.expect(table.table_id, 1, lost(), NOW + 200), "it has begun"
    assert presence.company_at(table.table_id).gone == {1: Gone("lost", NOW + 100 + 60_000)}
    assert row(table).seen_at == NOW, "he was not seen again"


def test_nobody_waits_for_who_is_here(table: NewTable) -> None:
    come(table)
    assert not presence.expect(table.table_id, 1, lost(), NOW + 100)
    models.Seat.objects.filter(table_id=table.table_id, seat=1).update(here=False)
    assert not presence.expect(table.table_id, 1, lost(), NOW + 100), "a process holds a socket of his"
    assert not presence.expect(table.table_id, 7, lost(), NOW + 100)


def test_who_comes_while_others_begin_to_wait_for_him_is_here_and_not_waited_for(table: NewTable) -> None:
    for at in range(NOW, NOW + 40 * 1_000, 1_000):
        models.Seat.objects.filter(table_id=table.table_id).update(here=False, gone="", gone_until=None)
        models.Connection.objects.all().delete()
        at_once(
            partial(presence.come, table.table_id, [BOB], HERE, at),
            *(partial(presence.expect, table.table_id, 1, lost(), at) for _ in range(3)),
        )
        assert (row(table).here, row(table).gone, row(table).gone_until) == (True, "", None)


def test_several_rooms_begin_it_once(table: NewTable) -> None:
    begun: list[bool] = []
    at_once(*[lambda: begun.append(presence.expect(table.table_id, 0, lost(), NOW))] * 3)
    assert sorted(begun) == [False, False, True]
    assert row(table, 0).grace_used == 60_000


def test_down_time_of_ours_is_added_to_every_wait(table: NewTable) -> None:
    for person, at in ((BOB, NOW), (CAROL, NOW - 70_000)):
        come(table, person, at=at)
        go(table, lost(), person, at=at)
    presence.wait_longer(3_600_000, since=NOW - 5_000)
    gone = presence.company_at(table.table_id).gone
    assert gone[1].until == NOW + 60_000 + 3_600_000
    assert gone[2].until == NOW - 10_000, "it was over before"
    come(table, at=NOW + 3_600_000 + 1_000)
    assert row(table).grace_used == 1_000


# --- processes that end ---


def test_stamps_that_grow_old_without_anybody_noticing_hold_nobody(table: NewTable) -> None:
    come(table)
    come(table, CAROL, process=THERE)
    presence.stamp_connections(THERE, NOW + 30_000)
    assert presence.notice_dead(NOW + presence.DEAD_MS - 1) == set()
    assert presence.notice_dead(NOW + presence.DEAD_MS) == {table.table_id}
    assert [row(table, seat).here for seat in range(3)] == [False, False, True]
    assert row(table).gone_until is None, "a room begins to wait, from now on"
    assert presence.expect(table.table_id, 1, lost(), NOW + 50_000)


def test_who_has_gone_on_to_another_process_is_not_missed(table: NewTable) -> None:
    come(table)
    come(table, process=THERE, at=NOW + 40_000)
    assert presence.notice_dead(NOW + 50_000) == set()
    assert row(table).here
    assert list(models.Connection.objects.values_list("process", flat=True)) == [THERE]


def test_a_stamp_of_a_minute_and_a_half_is_too_old(table: NewTable) -> None:
    come(table)
    models.Connection.objects.all().delete()
    assert presence.notice_dead(NOW + presence.FRESH_MS - 1) == set()
    assert presence.notice_dead(NOW + presence.FRESH_MS) == {table.table_id}
    assert not row(table).here


def test_another_process_holds_him_whatever_the_row_says(table: NewTable) -> None:
    come(table)
    come(table, ALICE)
    models.Connection.objects.filter(person=ALICE).delete()
    models.Seat.objects.filter(table_id=table.table_id).update(here=False, gone="lost", gone_until=NOW)
    assert not presence.is_wait_over(table.table_id, 1, BOB, NOW, NOW + 1)
    assert (row(table).here, row(table).gone_until) == (True, None)
    assert presence.is_wait_over(table.table_id, 0, ALICE, NOW, NOW + 1)
    assert not presence.is_wait_over(table.table_id, 0, ALICE, NOW - 5, NOW + 1), "he was back, and went again"
    assert not presence.is_wait_over(table.table_id, 0, BOB, NOW, NOW + 1), "another sits there now"


def test_of_a_return_and_a_take_over_in_the_same_moment_the_return_counts(table: NewTable, each_database: str) -> None:
    """He is coming back, and the sweep finds that his time is over: it waits until he is in."""
    models.Seat.objects.filter(table_id=table.table_id, seat=1).update(gone="lost", gone_until=NOW)
    if each_database == "sqlite":  # one writer at a time, whoever is first
        come(table, at=NOW - 1)
        assert not presence.is_wait_over(table.table_id, 1, BOB, NOW, NOW)
        return
    held, asked, answers = threading.Event(), threading.Event(), []
    here = presence._here

    def slowly(whose: Q, at: int) -> bool:
        seated = here(whose, at)
        held.set()
        asked.wait(5)
        time.sleep(0.05)  # the sweep stands before the locked row
        return seated

    def sweep() -> None:
        held.wait(5)
        asked.set()
        answers.append(presence.is_wait_over(table.table_id, 1, BOB, NOW, NOW))

    with mock.patch.object(presence, "_here", slowly):
        at_once(lambda: come(table, at=NOW - 1), sweep)
    assert answers == [False]
    assert (row(table).here, row(table).gone_until) == (True, None)


# --- what everybody is told ---


def test_what_is_told_is_the_same_whatever_is_hidden() -> None:
    """The numbers and times follow from who is connected: dealing the hidden cards anew changes no byte of them."""
    held = load(of_three(speed="normal").table_id)
    rng = random.Random(3)
    told = set()
    for deck in (None, *(other_deck(held, Public(), rng) for _ in range(5))):
        rows = [with_deck(row, deck) for row in log.select(held.table.id)]
        table = fold_rows(held.table.id, rows).table
        company = presence.Company({0: now_ms()}, {1: Gone("lost", NOW)}, frozenset({2}))
        attendance = Attendance(HERE, company, lambda table=table: table)  # type: ignore[misc]
        told.add(frames.presence(1, [seat in attendance.here() for seat in range(3)], 0, attendance.gone()))
        told.add(str(table.state.hands))
    assert len(told) == 1 + 6
    assert '"gone":[{"seat":1,"how":"lost"' in "".join(told)


def test_of_a_seat_where_others_sit_nothing_is_known() -> None:
    company = presence.Company({0: 1, 1: 1}, {0: presence.Gone("left", 2)}, frozenset({0, 2}), {0: "p", 1: "p"})
    attendance = Attendance("here", company, mock.Mock())
    attendance.forget([0])
    assert attendance._company == presence.Company({1: 1}, {}, frozenset({2}), {1: "p"})

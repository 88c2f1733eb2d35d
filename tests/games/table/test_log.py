"""The contract of the log, run on SQLite and on PostgreSQL."""

import dataclasses

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.table import log, models
from games.table.ids import uuid7

from .logs import AT, batch, entry, head, opened, opening

pytestmark = pytest.mark.usefixtures("each_database")


def test_a_new_table_begins_with_event_one():
    table_id = opened()
    (row,) = log.select(table_id)
    assert (row.seq, row.kind, row.version, row.body) == (1, "table.opened", 2, '{"game":"hokm"}')
    assert head(table_id) == log.Head(
        seq=1, hash=row.hash, lifecycle="open", deadline_at=None, opened_at=AT, ended_at=None
    )


def test_a_batch_is_appended_in_order_and_read_back_as_it_was():
    table_id = opened()
    given = (
        entry("hokm.bid_placed", '{"seat":2,"value":"سه ‑ 3 \\u0000"}', spent_ms=1200, lag_ms=35),
        entry("table.deck_drawn", "{}", actor="chance", at=AT + 5, version=3),
    )
    outcome = log.append(batch(table_id, *given))
    assert isinstance(outcome, log.Appended)
    assert (outcome.first, outcome.last) == (2, 3)
    assert log.select(table_id, after=1) == list(outcome.rows)
    assert head(table_id).seq == 3
    assert head(table_id).hash == outcome.hash == outcome.rows[-1].hash
    for row, put in zip(outcome.rows, given, strict=True):
        for field in dataclasses.fields(put):
            assert getattr(row, field.name) == getattr(put, field.name)


def test_select_pages():
    table_id = opened()
    log.append(batch(table_id, *[entry(body=f'{{"n":{n}}}') for n in range(9)]))
    assert [row.seq for row in log.select(table_id)] == list(range(1, 11))
    assert [row.seq for row in log.select(table_id, after=4, limit=3)] == [5, 6, 7]
    assert log.select(table_id, after=10) == []
    assert log.select(uuid7()) == []


def test_a_batch_decided_on_an_older_head_is_a_conflict_and_changes_nothing():
    table_id = opened()
    late = batch(table_id, command_id="late", fold=log.Fold(seq=2, hash=bytes(32), version=1, body="{}"))
    log.append(batch(table_id, command_id="first"))
    before = head(table_id)
    assert log.append(late) == log.Conflict()
    assert head(table_id) == before
    assert len(log.select(table_id)) == 2
    assert log.fold(table_id, 1) is None
    assert not models.Command.objects.filter(command_id="late").exists()


def test_a_batch_built_on_another_past_is_a_conflict():
    table_id = opened()
    assert log.append(batch(table_id, previous=bytes(range(32)))) == log.Conflict()
    assert len(log.select(table_id)) == 1


def test_a_table_that_is_not_there_is_a_conflict():
    known = opened()
    assert log.append(dataclasses.replace(batch(known), table_id=uuid7())) == log.Conflict()


def test_the_same_command_again_is_answered_as_before():
    table_id = opened()
    first = batch(table_id, entry(), entry(), command_id="play")
    assert isinstance(log.append(first), log.Appended)
    assert log.append(first) == log.AlreadyDone(2, 3)

    log.append(batch(table_id, command_id="other"))
    decided_again = batch(table_id, command_id="play")  # on the head as it stands now
    assert log.append(decided_again) == log.AlreadyDone(2, 3)
    assert len(log.select(table_id)) == 4


def test_a_command_id_belongs_to_its_actor_and_table():
    one, two = opened(), opened()
    assert isinstance(log.append(batch(one, command_id="x")), log.Appended)
    assert isinstance(log.append(batch(one, command_id="x", actor="p:bob000000000")), log.Appended)
    assert isinstance(log.append(batch(two, command_id="x")), log.Appended)


def test_the_command_that_opened_a_table_is_known():
    table_id = opened()
    assert log.append(batch(table_id, command_id="open")) == log.AlreadyDone(1, 1)


def test_what_comes_with_a_batch_becomes_true_with_it():
    table_id = opened()
    fold = log.Fold(seq=2, hash=bytes(32), version=7, body='{"deal":1}')
    log.append(
        batch(
            table_id, command_id="a", lifecycle="playing", deadline_at=AT + 9, seats=(log.Seat(seat=1, person="bob"),)
        )
    )
    log.append(
        batch(
            table_id,
            command_id="b",
            lifecycle="finished",
            ended_at=AT + 10,
            fold=fold,
            seats=(log.Seat(seat=1, bot="simple"), log.Seat(seat=2, person="carol")),
        )
    )
    stands = head(table_id)
    assert (stands.lifecycle, stands.deadline_at, stands.ended_at, stands.opened_at) == ("finished", None, AT + 10, AT)
    assert log.fold(table_id, 7) == fold
    assert log.fold(table_id, 8) is None
    seats = models.Seat.objects.filter(table_id=table_id).order_by("seat")
    assert list(seats.values_list("seat", "person", "bot")) == [(0, "", ""), (1, "", "simple"), (2, "carol", "")]


def test_a_newer_fold_replaces_the_older_one():
    table_id = opened(fold=log.Fold(seq=1, hash=bytes(32), version=1, body="old"))
    log.append(batch(table_id, fold=log.Fold(seq=2, hash=bytes(32), version=2, body="new")))
    assert log.fold(table_id, 1) is None
    newer = log.fold(table_id, 2)
    assert newer
    assert newer.body == "new"


def test_presence_stays_while_the_occupant_does():
    table_id = opened(seats=(log.Seat(seat=0, person="alice"), log.Seat(seat=1, person="bob")))
    seats = models.Seat.objects.filter(table_id=table_id).order_by("seat")
    seats.update(seen_at=AT, here=True)
    log.append(batch(table_id, seats=(log.Seat(seat=1, bot="simple"),)))
    assert list(seats.values_list("seen_at", "here")) == [(AT, True), (None, False)]


def test_opening_joins_the_callers_transaction():
    table_id = uuid7()
    with transaction.atomic():
        log.open_table(opening(table_id, followers=("bots",)))
        assert head(table_id).seq == 1
        transaction.set_rollback(True)
    assert log.head(table_id) is None
    assert log.select(table_id) == []
    assert not models.Follow.objects.exists()
    assert not models.Seat.objects.exists()


def test_a_table_opens_once():
    table_id = opened()
    with pytest.raises(IntegrityError):
        log.open_table(opening(table_id))
    assert len(log.select(table_id)) == 1


def test_a_batch_is_never_empty():
    table_id = opened()
    with pytest.raises(ValueError, match="at least one event"):
        log.append(dataclasses.replace(batch(table_id), entries=()))


def test_heads_that_moved():
    tables = [opened() for _ in range(5)]
    log.append(batch(tables[1]))
    log.append(batch(tables[3], entry(), entry()))
    known = dict.fromkeys(tables, 1) | {uuid7(): 4}
    with CaptureQueriesContext(connection) as queries:
        assert log.heads_moved(known) == {tables[1]: 2, tables[3]: 3}
    assert len(queries) == 1
    assert log.heads_moved({}) == {}


def test_how_many_questions_the_database_is_asked(each_database):
    table_id = opened()
    everything = batch(
        table_id,
        *[entry() for _ in range(20)],
        seats=(log.Seat(seat=0, person="a"), log.Seat(seat=1, person="b")),
        fold=log.Fold(seq=2, hash=bytes(32), version=1, body="{}"),
        followers=("ratings", "bots"),
    )
    with CaptureQueriesContext(connection) as queries:
        assert isinstance(log.append(everything), log.Appended)
    sqlite = ["BEGIN", "UPDATE", "INSERT", "INSERT", "INSERT", "INSERT", "INSERT", "COMMIT"]
    assert len(queries) == (1 if each_database == "postgresql" else len(sqlite)), [q["sql"][:60] for q in queries]
    with CaptureQueriesContext(connection) as queries:
        log.select(table_id, after=3)
        log.head(table_id)
        log.fold(table_id, 1)
    assert len(queries) == 3

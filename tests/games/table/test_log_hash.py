"""The hash of docs/event-log.md: its vectors, and that no column of a stored row can be altered unseen."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.table import log, models, rawlog
from games.table.ids import format_id, parse_id, uuid7

from .logs import AT, batch, entry, opened

PAGE = (Path(__file__).parents[3] / "docs" / "event-log.md").read_text(encoding="utf-8")
LINES = [line.strip() for line in PAGE.split("### Test vectors")[1].split("## ")[0].splitlines() if line[:4] == "    "]
VECTORS = list(zip(LINES[::2], LINES[1::2], strict=True))


def test_the_vectors_of_the_page_by_its_words_alone():
    previous = bytes(32)
    for array, expected in VECTORS:
        previous = hashlib.sha256(previous + array.encode("utf-8")).digest()
        assert previous.hex() == expected


def test_the_vectors_of_the_page_by_our_code():
    assert len(VECTORS) == 3
    previous = log.FIRST
    for array, expected in VECTORS:
        table, *row = json.loads(array)
        previous = log.row_hash(previous, parse_id(table), *row)
        assert previous.hex() == expected


def test_a_text_without_utf_8_is_refused():
    with pytest.raises(ValueError, match="surrogates"):
        log.chain(uuid7(), 0, log.FIRST, [entry(body='"\ud800"')])


@contextmanager
def without_triggers() -> Iterator[None]:
    """Somebody with the owner's rights takes the guards off and puts them back."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE table_event DISABLE TRIGGER ALL")
            yield
            cursor.execute("ALTER TABLE table_event ENABLE TRIGGER ALL")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, sql in triggers:
            cursor.execute(sql)


@pytest.fixture
def table(each_database):
    table_id = opened()
    log.append(batch(table_id, *[entry(spent_ms=n, lag_ms=n) for n in range(4)]))
    log.verify(table_id)
    return table_id


FORGERIES = {
    "kind": "hokm.bid_placed",
    "version": 2,
    "at": AT + 1,
    "actor": "p:dave00000000",
    "spent_ms": 99,
    "lag_ms": None,
    "body": '{"seat":0,"card":"AC"}',
    "hash": bytes(range(32)),
}


@pytest.mark.parametrize("column", FORGERIES)
def test_a_forged_column_is_found(table, column):
    with without_triggers():
        models.Event.objects.filter(table_id=table, seq=3).update(**{column: FORGERIES[column]})
    with pytest.raises(log.BrokenChain) as broken:
        log.verify(table)
    assert (broken.value.table_id, broken.value.seq) == (table, 3)


@pytest.mark.parametrize(("lost", "named"), [(1, 1), (3, 3), (5, 5)])
def test_a_lost_event_is_found(table, lost, named):
    with without_triggers():
        models.Event.objects.filter(table_id=table, seq=lost).delete()
    with pytest.raises(log.BrokenChain, match="is missing") as broken:
        log.verify(table)
    assert broken.value.seq == named


def test_a_rewritten_end_is_found_by_the_head(table):
    """Somebody computes a new hash for the last event: only the head still knows better."""
    before = log.select(table)[3]
    (forged,) = log.chain(table, 4, before.hash, [entry(body="{}")])
    with without_triggers():
        models.Event.objects.filter(table_id=table, seq=5).update(
            body="{}", spent_ms=None, lag_ms=None, hash=forged.hash
        )
    with pytest.raises(log.BrokenChain, match="head"):
        log.verify(table)


def test_an_event_of_another_table_does_not_fit(table):
    other = opened()
    with without_triggers():
        models.Event.objects.filter(table_id=other).delete()
        models.Event.objects.filter(table_id=table, seq=1).update(table_id=other)
    with pytest.raises(log.BrokenChain, match="does not fit"):
        log.verify(other)


def test_dump_writes_rows_that_can_be_checked_without_a_database(table, capsys):
    with pytest.raises(CommandError, match="has not ended"):
        call_command("dump_log", format_id(table))
    log.append(batch(table, entry(body='{"text":"ده\\n"}'), command_id="end", lifecycle="finished", ended_at=AT))
    capsys.readouterr()
    call_command("dump_log", format_id(table))
    read_id, rows = rawlog.read(capsys.readouterr().out.splitlines())
    assert read_id == table
    assert list(rows) == log.select(table)
    assert log.check_chain(table, rows) == (6, rows[-1].hash)


@pytest.mark.parametrize("address", ["short", format_id(uuid7(at_ms=AT, chance=1))])
def test_dump_knows_only_tables_that_are_there(each_database, address):
    with pytest.raises(CommandError, match="table"):
        call_command("dump_log", address)

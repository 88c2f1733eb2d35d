"""Events to rows and back, and lifting what older versions wrote."""

import json

import pytest

from games.table import codec, log
from games.table.ids import uuid7

from .logs import AT

TABLE = uuid7(at_ms=AT, chance=1)


def stored(entry: log.Entry, seq: int = 1) -> log.Row:
    (row,) = log.chain(TABLE, seq - 1, log.FIRST, [entry])
    return row


def test_fields_go_into_the_body_and_come_back():
    fields = {"seat": 1, "by": 1, "card": "TC", "text": "ده", "none": None, "list": [1, [2]]}
    entry = codec.encode("hokm.card_played", fields, at=AT, actor="p:alice0000000", spent_ms=5, lag_ms=1)
    assert entry.body == '{"seat":1,"by":1,"card":"TC","text":"ده","none":null,"list":[1,[2]]}'
    assert entry.version == 1
    assert codec.decode(stored(entry, 7)) == codec.Stored(
        seq=7, kind="hokm.card_played", at=AT, actor="p:alice0000000", spent_ms=5, lag_ms=1, fields=fields
    )


def test_a_number_that_is_none_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        codec.encode("hokm.card_played", {"x": float("nan")}, at=AT, actor="clock")


def test_tables_opened_before_there_were_speeds_are_lifted():
    old = log.Entry(kind="table.opened", version=1, at=AT, actor="p:alice0000000", body='{"game":"hokm","rated":false}')
    assert codec.decode(stored(old)).fields == {
        "game": "hokm",
        "rated": False,
        "speed": "casual",
        "origin": {"type": "played"},
        "clock": None,
        "accept_ms": None,
    }
    assert codec.current_version("table.opened") == 3
    assert codec.encode("table.opened", {}, at=AT, actor="clock").version == 3


def test_a_program_that_took_over_before_there_were_reasons_did_so_from_one_who_gave_up():
    body = '{"seat":1,"policy":"simple"}'
    old = log.Entry(kind="table.bot_took_over", version=1, at=AT, actor="p:alice0000000", body=body)
    assert codec.decode(stored(old)).fields == {"seat": 1, "policy": "simple", "reason": "gave_up"}


def test_lifting_changes_neither_the_row_nor_its_hash():
    row = stored(log.Entry(kind="table.opened", version=1, at=AT, actor="clock", body='{"game":"hokm"}'))
    codec.decode(row)
    assert row.version == 1
    assert json.loads(row.body) == {"game": "hokm"}
    log.check_chain(TABLE, [row])


def test_an_event_is_lifted_through_every_version(monkeypatch):
    monkeypatch.setattr(codec, "_upcasts", {})
    monkeypatch.setattr(codec, "_current", {})
    codec.upcast("hokm.x", 2)(lambda fields: {**fields, "three": True})
    codec.upcast("hokm.x", 1)(lambda fields: {"two": fields["one"]})
    assert codec.current_version("hokm.x") == 3
    for version, expected in ((1, {"two": 1, "three": True}), (2, {"one": 1, "three": True}), (3, {"one": 1})):
        row = stored(log.Entry(kind="hokm.x", version=version, at=AT, actor="clock", body='{"one":1}'))
        assert codec.decode(row).fields == expected
    with pytest.raises(ValueError, match="twice"):
        codec.upcast("hokm.x", 1)(dict)


@pytest.mark.parametrize(("version", "body"), [(9, "{}"), (0, "{}"), (1, "[]"), (1, '"x"')])
def test_what_this_code_cannot_know_is_unreadable(version, body):
    row = stored(log.Entry(kind="hokm.card_played", version=version, at=AT, actor="clock", body=body))
    with pytest.raises(codec.UnreadableRow):
        codec.decode(row)

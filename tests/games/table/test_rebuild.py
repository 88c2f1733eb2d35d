"""Folding again finds every planted difference between the events and what is derived from them."""

import json
from io import StringIO
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from games.table import chance, log, models, shuffle
from games.table.held import Held
from games.table.ids import format_id
from games.table.rebuild import differences, put_right
from tests.games.table.tables import ALICE, against_bots, load, move, of_three, play_out

pytestmark = pytest.mark.usefixtures("each_database")


@pytest.fixture
def held(settings: Any) -> Held:
    """A table in its second deal, with a fold from before it."""
    settings.BETWEEN_DEALS_MS = 12_000
    return move(play_out(load(against_bots().table_id), until=lambda table: table.decks_drawn == 2))


def rebuild(*args: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("rebuild", *args, stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()


def without_triggers(sql: str, *values: Any) -> None:
    """What no role of ours can do: somebody with the files in hand has changed the log."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            cursor.execute(sql, values)
            cursor.execute("SET session_replication_role = DEFAULT")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        cursor.execute(sql, values)
        for _, text in triggers:
            cursor.execute(text)


def stored(held: Held) -> Any:
    """The table's id as this database stores it."""
    return held.table.id if connection.vendor == "postgresql" else held.table.id.hex


def test_right_tables_are_right(held: Held) -> None:
    play_out(load(of_three().table_id))
    move(load(of_three().table_id))
    assert rebuild("--all") == (0, "tables=3 differing=0\n")


HEAD = {
    "lifecycle": "finished",
    "deadline_at": 5,
    "ended_at": 5,
    "opened_at": 5,
    "preset": "other",
    "players": 4,
    "rated": True,
    "speed": "rapid",
    "visibility": "link",
    "host": "mallory00000",
    "game": "tong",
}


def test_a_head_that_says_something_else(held: Held) -> None:
    for column, value in HEAD.items():
        models.Head.objects.filter(table_id=held.table.id).update(**{column: value})
        (found,) = differences(held.table.id)
        assert found.startswith(f"the head's {column} is {value!r}")
        assert put_right(held.table.id) == []
    assert rebuild("--all")[0] == 0


@pytest.mark.parametrize("change", [{"person": "mallory00000"}, {"bot": "random"}, None])
def test_a_seat_that_says_something_else(held: Held, change: dict[str, str] | None) -> None:
    seat = models.Seat.objects.filter(table_id=held.table.id, seat=1)
    seat.update(**change) if change else seat.delete()
    (found,) = differences(held.table.id)
    assert found.startswith("seat 1 is")
    assert put_right(held.table.id) == []


@pytest.mark.parametrize("what", ["totals", "decision", "hash", "seq"])
def test_a_fold_that_says_something_else(held: Held, what: str) -> None:
    row = models.Fold.objects.get(table_id=held.table.id)
    body = json.loads(row.body)
    if what == "totals":
        body["game"]["totals"][0] += 10
    elif what == "decision":
        body["decisions"][0] += 1
    elif what == "hash":
        row.hash = bytes(32)
    else:
        row.seq, row.hash = row.seq - 1, log.select(held.table.id, row.seq - 2, 1)[0].hash
    row.body = json.dumps(body)
    row.save()
    (found,) = differences(held.table.id)
    assert "the fold" in found
    assert put_right(held.table.id) == []
    assert load(held.table.id).seq == held.seq


def test_a_fold_of_another_version_is_nobodys_business(held: Held) -> None:
    models.Fold.objects.filter(table_id=held.table.id).update(version=99, body="{}")
    assert differences(held.table.id) == []


def test_a_head_with_another_hash_or_number(held: Held) -> None:
    head = models.Head.objects.filter(table_id=held.table.id)
    head.update(hash=bytes(32))
    assert "another hash" in differences(held.table.id)[0]
    head.update(hash=held.hash, seq=held.seq - 1)
    assert "another hash" in differences(held.table.id)[0]
    assert put_right(held.table.id) == []


def test_a_changed_event_is_named_and_cannot_be_put_right(held: Held) -> None:
    without_triggers(
        "UPDATE table_event SET body = replace(body, 'T', 'J') WHERE table_id = %s AND kind = 'hokm.deal_started'",
        stored(held),
    )
    changed = next(row.seq for row in log.select(held.table.id) if row.kind == "hokm.deal_started")
    assert differences(held.table.id) == [f"event {changed} does not fit its hash"]
    code, text = rebuild("--all", "--write")
    assert code == 1
    assert "cannot be put right" in text


def test_a_missing_event_is_named(held: Held) -> None:
    without_triggers("DELETE FROM table_event WHERE table_id = %s AND seq = %s", stored(held), held.seq)
    assert "another hash" in differences(held.table.id)[0]
    without_triggers("DELETE FROM table_event WHERE table_id = %s AND seq = 9", stored(held))
    assert differences(held.table.id) == ["event 9 is missing"]


def test_a_missing_command_is_named(held: Held) -> None:
    row = models.Command.objects.filter(table_id=held.table.id).order_by("first")[1]
    without_triggers("DELETE FROM table_command WHERE table_id = %s AND command_id = %s", stored(held), row.command_id)
    assert differences(held.table.id) == [f"the commands do not account for event {row.first}"]


def test_events_that_cannot_be_folded_are_reported() -> None:
    """A log of another game's making, with hashes that fit."""
    held = load(of_three().table_id)
    entry = log.Entry(
        kind="hokm.card_played", version=1, at=1, actor=f"p:{ALICE}", body='{"seat":0,"by":0,"card":"2C"}'
    )
    log.append(
        log.Batch(
            table_id=held.table.id,
            after=held.seq,
            previous=held.hash,
            entries=(entry,),
            actor=f"p:{ALICE}",
            command_id="forged",
            lifecycle="playing",
        )
    )
    (found,) = differences(held.table.id)
    assert "cannot be folded" in found


def test_a_secret_that_was_changed_or_lost_is_found(held: Held) -> None:
    row = models.DeckSecret.objects.filter(table_id=held.table.id)
    row.update(sealed=shuffle._seal(held.table.id, bytes(32)))
    assert differences(held.table.id) == ["the secret is not the one that was committed to"]
    row.delete()
    assert "has no secret" in differences(held.table.id)[0]


def test_a_deck_that_the_secret_does_not_give_is_found() -> None:
    """Somebody has dealt by hand, through the write path itself."""

    def dealt_by_hand(*_: Any) -> tuple[int, ...]:
        return tuple(range(30))

    with mock.patch.object(chance, "deck", dealt_by_hand):
        held = load(of_three().table_id)
    dealt = next(row.seq for row in log.select(held.table.id) if row.kind == "hokm.deal_started")
    assert differences(held.table.id) == [f"event {dealt} is not what the secret gives"]


def test_only_some_tables(held: Held) -> None:
    broken = load(of_three().table_id)
    models.Head.objects.filter(table_id=broken.table.id).update(host="")
    assert rebuild(format_id(held.table.id)) == (0, "tables=1 differing=0\n")
    assert rebuild(format_id(broken.table.id))[0] == 1
    code, text = rebuild(format_id(broken.table.id), "--write")
    assert (code, "put right" in text) == (1, True)
    assert rebuild(format_id(broken.table.id))[0] == 0


def test_it_wants_to_know_which_tables() -> None:
    for args in ((), ("--all", "x" * 22), ("not an id",)):
        with pytest.raises(CommandError):
            call_command("rebuild", *args)

"""Reading a table back: views, facts, events, the whole sheet, and never more than the reader may know."""

from typing import Any
from uuid import UUID

import pytest

from accounts.models import Person
from games.kernel.contract import AtSeat, Public, Viewer
from games.table import chance, feed
from games.table.aggregate import Refused, redact
from games.table.ids import format_id
from tests.games.table.tables import ALICE, DAVE, against_bots, load, move, of_three, play_out

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_view_is_the_viewers_own() -> None:
    made = of_three()
    mine, watched = feed.table_view(made.table_id, ALICE), feed.table_view(made.table_id, None)
    assert (mine.viewer, mine.v, mine.view["you"]) == (AtSeat(0), made.seq, 0)
    assert (watched.viewer, watched.view["you"]) == (Public(), None)
    assert mine.view["game"]["hands"][0]["cards"] != watched.view["game"]["hands"][0]["cards"] == []
    assert feed.table_view(made.table_id, DAVE).view == watched.view


def test_there_is_no_view_of_no_table() -> None:
    for read in (feed.history, feed.sheet, lambda table: feed.table_view(table, None)):
        with pytest.raises(Refused, match="no_such_table"):
            read(UUID(int=1))


def test_facts_say_everything_that_stays() -> None:
    table = load(against_bots(visibility="link").table_id).table
    facts = feed.facts(table)
    assert facts["id"] == format_id(table.id)
    assert facts["options"]["target"] == 200
    assert (facts["host"], facts["visibility"], facts["origin"]) == (ALICE, "link", {"type": "played"})


def test_the_secret_is_told_when_the_table_has_ended() -> None:
    running = load(against_bots(options={"target": 200, "max_deals": 1}).table_id)
    assert feed.secret(running.table) is None
    ended = play_out(running).table
    secret = feed.secret(ended)
    assert secret is not None
    assert chance.commitment(ended.id, bytes.fromhex(secret)) == ended.opened.commitment


def test_a_deck_is_hidden_until_its_deal_is_over() -> None:
    def decks(viewer: Viewer) -> list[Any]:
        held, recorded = feed.history(table_id)
        told = [redact(held.table, one, viewer) for one in recorded]
        return [event["deck"] for event in told if event and event["type"] == "deal_started"]

    table_id = of_three().table_id
    assert decks(AtSeat(0)) == [None]
    play_out(load(table_id), until=lambda table: table.decks_drawn == 2)
    first, second = decks(AtSeat(1))
    assert (len(first), second) == (30, None)


def test_history_is_everything() -> None:
    held = play_out(load(against_bots(options={"target": 200, "max_deals": 1}).table_id))
    again, events = feed.history(held.table.id)
    assert [one.seq for one in events] == list(range(1, held.seq + 1))
    assert again.seq == held.seq


def test_the_sheet_has_every_deal() -> None:
    held = play_out(load(against_bots(options={"target": 500}).table_id))
    sheet = feed.sheet(held.table.id)
    assert [line["deal"] for line in sheet] == list(range(1, held.table.decks_drawn + 1))
    assert sheet[-1]["totals"] == list(held.table.result.scores)  # type: ignore[union-attr]
    last = held.table.game.codec.view(held.table.game.view(held.table.state, Public()))["sheet"]
    assert sheet[-len(last) :] == last


def test_people_are_named_when_read() -> None:
    alice = Person.objects.create_guest("Alice")
    held = load(against_bots(host=alice.public_id).table_id)
    assert feed.people(held.table) == {alice.public_id: {"name": "Alice", "kind": "guest"}}
    held = move(held)
    alice.delete()
    assert feed.people(held.table) == {}
    assert load(held.table.id).seq == held.seq

"""`GET /tables/ID/record`: the table as text, and never a card too early."""

import pytest

from games.kernel.record import Record, parse_records
from games.table.held import load
from tests.games.table.tables import against_bots, play_out

pytestmark = pytest.mark.django_db


def test_an_ended_table_comes_as_a_whole(client):
    table = against_bots()
    ended = play_out(load(table.table_id))
    assert ended.table.ended
    answer = client.get(f"/tables/{table.id}/record")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert f'filename="{table.id}.opentrick"' in answer["Content-Disposition"]
    text = answer.content.decode()
    assert text.startswith("%opentrick 1")
    assert "end: finished" in text
    assert all(isinstance(read, Record) for read in parse_records(text))


def test_a_running_table_comes_without_the_deal_that_is_played(client):
    table = against_bots(options={"target": 500})
    held = play_out(load(table.table_id), until=lambda now: now.state.deal == 2 and now.deciders)
    text = client.get(f"/tables/{table.id}/record").content.decode()
    assert text.count("\ndeck: ") == 1
    assert "deal 2" not in text
    assert held.table.state.deal == 2


def test_in_the_first_deal_there_is_nothing_but_the_header(client):
    text = client.get(f"/tables/{against_bots().id}/record").content.decode()
    assert "deck: " not in text
    assert "hand" not in text


@pytest.mark.parametrize("wrong", ["x", "0" * 22, "z" * 22])
def test_an_address_that_is_no_table(client, wrong):
    answer = client.get(f"/tables/{wrong}/record")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_one_address_fetches_only_so_many(client, settings):
    settings.RECORD_LIMITS = [(1, 60)]
    table = against_bots()
    assert client.get(f"/tables/{table.id}/record").status_code == 200
    assert client.get(f"/tables/{table.id}/record").status_code == 429

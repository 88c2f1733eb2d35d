"""`GET /api/tables/ID/ratings`: what a table did to ratings, and why."""

import pytest
from django.test import Client

from games.table import service
from games.table.aggregate import commands
from games.table.ids import format_id
from matchmaking.ratings import ledger
from tests.matchmaking.ended import annul, ended, running
from tests.matchmaking.people import member, members

pytestmark = pytest.mark.django_db(transaction=True)


def asked(client: Client, table_id):
    return client.get(f"/api/tables/{format_id(table_id)}/ratings")


def rated(*args, **given):
    table_id = ended(*args, **given)
    ledger.record(table_id)
    return table_id


def test_it_tells_who_moved_and_why(client: Client, django_assert_num_queries) -> None:
    three = members(3)
    table_id = rated(three, (1, 2, 3))
    with django_assert_num_queries(2):
        told = asked(client, table_id).json()
    assert (told["pool"], told["rated"], told["unrated_reason"]) == ("hokm.normal", True, "")
    first, second, third = told["changes"]
    assert [one["person"] for one in told["changes"]] == three
    assert first["before"] == {"points": 1500, "sure": False}
    assert first["after"]["points"] > 1500 > third["after"]["points"]
    assert first["expected"] == pytest.approx(1 / 3, abs=0.01)
    assert (first["got"], second["got"]) == (1, 0)
    assert first["weights"][0] == 0
    assert min(first["weights"][1:]) > 0


def test_who_left_is_told(client: Client) -> None:
    told = asked(client, rated(members(3), (1, 2, 3), left=[0])).json()
    assert [(one["rank"], one["left"]) for one in told["changes"]] == [(3, True), (1, False), (2, False)]


def test_a_running_table_is_not_rated_yet(client: Client) -> None:
    answer = asked(client, running(members(3)))
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_rated_yet")


def test_neither_is_one_that_has_ended_this_moment(client: Client) -> None:
    answer = asked(client, ended(members(3)))
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_rated_yet")


def test_a_casual_table_moves_nobody(client: Client) -> None:
    table_id = running(members(3), rated=False, speed="casual")
    told = asked(client, table_id).json()
    assert told == {"pool": None, "rated": False, "unrated_reason": "casual", "changes": []}


def test_a_rated_table_closed_before_its_start_moves_nobody(client: Client) -> None:
    host = member("Host")
    table_id = service.open_table("hokm", {}, host, rated=True, speed="normal").table_id
    service.submit(table_id, commands.CloseTable(), actor=f"p:{host}", command_id="close")
    told = asked(client, table_id).json()
    assert (told["rated"], told["unrated_reason"], told["changes"]) == (False, "not_started", [])


def test_an_annulled_table_tells_that_it_no_longer_counts(client: Client) -> None:
    table_id = rated(members(3))
    annul(table_id)
    ledger.record(table_id)
    told = asked(client, table_id).json()
    assert (told["rated"], told["unrated_reason"]) == (False, "annulled")
    assert all(one["before"] == one["after"] and one["weights"] == [] for one in told["changes"])


@pytest.mark.parametrize("address", ["0" * 22, "nonsense"])
def test_no_such_table(client: Client, address: str) -> None:
    answer = client.get(f"/api/tables/{address}/ratings")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")

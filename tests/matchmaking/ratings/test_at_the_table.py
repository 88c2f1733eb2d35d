"""Who sits at a table with a clock is shown with his rating; elsewhere nobody is, and nobody asks."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Person
from games.table import feed
from games.table.held import load
from matchmaking.ratings import ledger
from tests.games.table.live import a_table, people, play, seated, until_all
from tests.matchmaking.ended import ended, running
from tests.matchmaking.people import members

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]


def test_members_are_named_with_their_rating(django_assert_num_queries) -> None:
    alice, bob, carol = members(3)
    ledger.record(ended([alice, bob, carol]))
    table = load(running([bob, alice, carol])).table
    with django_assert_num_queries(2):
        seen = feed.people(table)
    assert seen[alice]["rating"]["points"] > 1500 > seen[carol]["rating"]["points"]
    assert not seen[alice]["rating"]["sure"]
    assert set(seen[bob]) == {"name", "kind", "rating"}


def test_another_speed_is_another_rating() -> None:
    alice, bob, carol = members(3)
    ledger.record(ended([alice, bob, carol]))
    seen = feed.people(load(running([bob, alice, carol], speed="blitz")).table)
    assert seen[alice]["rating"] == {"points": 1500, "sure": False}


def test_without_a_clock_nobody_has_one(django_assert_num_queries) -> None:
    three = members(3)
    table = load(running(three, rated=False, speed="casual")).table
    with django_assert_num_queries(1):
        seen = feed.people(table)
    assert all(set(seen[person]) == {"name", "kind"} for person in three)


def test_guests_have_none() -> None:
    alice, bob = members(2)
    guest = Person.objects.create_guest("Guest").public_id
    seen = feed.people(load(running([alice, bob, guest], rated=False)).table)
    assert "rating" in seen[alice]
    assert "rating" not in seen[guest]


async def test_ratings_are_asked_for_once_when_the_table_is_opened_and_never_while_it_is_played(monkeypatch) -> None:
    asked: list[tuple[str, str, int]] = []

    def source(game: str, speed: str, persons) -> dict[str, Any]:
        asked.append((game, speed, len(persons)))
        return {person: {"points": 1600, "sure": True} for person in persons}

    monkeypatch.setattr(feed, "_ratings", source)
    three = await people("Alice", "Bob", "Carol")
    ids = [person.public_id for person, _ in three]
    await Person.objects.filter(public_id__in=ids).aupdate(kind=Person.Kind.MEMBER)
    table = await a_table(ids[0], persons=ids, ready=True, speed="normal")
    clients = [await seated(table, token) for _, token in three]
    await play(clients, 12)
    assert clients[0].people[ids[1]]["rating"] == {"points": 1600, "sure": True}
    assert asked == [("hokm", "normal", 3)]


async def test_the_welcome_and_a_newcomer_show_it() -> None:
    (alice, a), (bob, b) = await people("Alice", "Bob")
    for person in (alice, bob):
        person.kind = Person.Kind.MEMBER
        await person.asave(update_fields=["kind"])
    strangers = await sync_to_async(members)(2)
    ended_table = await sync_to_async(ended)([bob.public_id, *strangers])
    await sync_to_async(ledger.record)(ended_table)
    table = await a_table(alice.public_id, speed="normal")
    host, newcomer = await seated(table, a), await seated(table, b)
    assert host.people[alice.public_id]["rating"] == {"points": 1500, "sure": False}
    assert bob.public_id not in host.people
    sat = await newcomer.command({"type": "table.sit"})
    await until_all([host], sat["last"])
    await host.until(lambda: "rating" in host.people.get(bob.public_id, {}))
    assert host.people[bob.public_id]["rating"]["points"] > 1500

"""A named person is asked to a table."""

import pytest

from accounts import inbox, relations, services
from games.table import service
from games.table.aggregate import Refused
from games.table.aggregate.commands import CloseTable
from games.table.lobby import head_of, lobby
from games.table.models import Head, Seat
from matchmaking.queues import challenges
from matchmaking.queues.wishes import Wanted

WANTED = Wanted("hokm", speed="normal")


@pytest.fixture
def two(each_database) -> tuple[str, str]:
    return services.create_guest(name="Alice").public_id, services.create_guest(name="Bob").public_id


def test_the_table_has_the_challenger_and_awaits_the_other(two):
    alice, bob = two
    table = challenges.challenge(alice, bob, WANTED)
    head = head_of(table)
    assert head is not None
    assert (head.game, head.speed, head.rated, head.visibility, head.host) == ("hokm", "normal", False, "link", alice)
    assert list(Seat.objects.exclude(person="").values_list("person", flat=True)) == [alice]
    (item,) = inbox.items(bob)
    assert (item["kind"], item["body"]) == ("challenge", {"table": table, "from": alice, "game": "hokm"})
    assert item["until"] - item["at"] == 600_000
    assert lobby().open == ()


def test_declining_takes_the_item_away_and_tells_the_challenger(two):
    alice, bob = two
    table = challenges.challenge(alice, bob, WANTED)
    challenges.decline(bob, table, alice)
    assert inbox.items(bob) == []
    assert [(item["kind"], item["body"]) for item in inbox.items(alice)] == [
        ("declined", {"table": table, "from": bob})
    ]


def test_whoever_was_blocked_is_not_heard_and_not_told(two):
    alice, bob = two
    relations.block(bob, alice)
    assert head_of(challenges.challenge(alice, bob, WANTED)) is not None
    assert inbox.items(bob) == []


def test_whoever_blocks_does_not_challenge(two):
    alice, bob = two
    relations.block(alice, bob)
    with pytest.raises(Refused, match="blocked"):
        challenges.challenge(alice, bob, WANTED)
    assert not Head.objects.exists()


@pytest.mark.parametrize("wanted", [Wanted("chess"), Wanted("hokm", counts=()), Wanted("hokm", counts=(4,))])
def test_what_cannot_be_played_opens_nothing(two, wanted):
    alice, bob = two
    with pytest.raises(Refused, match="unreadable"):
        challenges.challenge(alice, bob, wanted)
    assert not Head.objects.exists()


def test_nobody_challenges_himself_a_program_or_nobody(two):
    alice = two[0]
    others = {
        alice: "yourself",
        services.bot_person("simple").public_id: "unknown_person",
        "NobodyNobody": "unknown_person",
    }
    for other, code in others.items():
        with pytest.raises(Refused, match=code):
            challenges.challenge(alice, other, WANTED)


def test_a_third_can_be_asked_to_the_same_table(two):
    alice, bob = two
    carol = services.create_guest(name="Carol").public_id
    table = challenges.challenge(alice, bob, WANTED)
    assert challenges.own_open_table(alice) == table
    challenges.invite(alice, carol, table)
    assert [item["body"]["table"] for item in inbox.items(carol)] == [table]
    with pytest.raises(Refused, match="not_seated"):
        challenges.invite(bob, carol, table)


def test_nobody_is_asked_to_a_table_that_is_closed(two):
    alice, bob = two
    table = challenges.challenge(alice, bob, WANTED)
    head = head_of(table)
    assert head is not None
    service.submit(head.table_id, CloseTable(), actor=f"p:{alice}", command_id="close")
    with pytest.raises(Refused, match="not_open"):
        challenges.invite(alice, bob, table)
    assert challenges.own_open_table(alice) is None

"""Friends need both; a block needs one, and is not announced."""

import threading

import pytest
from django.db import connection

from accounts import inbox, members, relations, services
from accounts.models import Friend, Person
from accounts.relations import Impossible


@pytest.fixture
def three(each_database) -> tuple[str, str, str]:
    alice, bob, carol = (services.create_guest(name=name).public_id for name in ("Alice", "Bob", "Carol"))
    return alice, bob, carol


def awaits(person: str) -> list[tuple[str, str]]:
    return [(item["kind"], item["body"]["from"]) for item in inbox.items(person)]


def test_a_request_awaits_the_other_and_makes_no_friends_yet(three):
    alice, bob, _ = three
    assert not relations.befriend(alice, bob)
    assert not relations.befriend(alice, bob)
    assert awaits(bob) == [("friend", alice)]
    assert (relations.requests_to(bob), relations.requests_of(alice)) == ([alice], [bob])
    assert not relations.friends_of(alice)
    assert not relations.friends_of(bob)


def test_both_wanting_it_makes_friends_and_settles_the_request(three):
    alice, bob, _ = three
    relations.befriend(alice, bob)
    assert relations.befriend(bob, alice)
    assert (relations.friends_of(alice), relations.friends_of(bob)) == ([bob], [alice])
    assert not awaits(alice)
    assert not awaits(bob)
    assert not relations.requests_to(bob)
    assert not relations.requests_of(alice)


def test_declining_and_taking_back_leave_nothing(three):
    alice, bob, _ = three
    relations.befriend(alice, bob)
    relations.unfriend(bob, alice)
    assert not awaits(bob)
    assert not relations.requests_of(alice)
    relations.befriend(alice, bob)
    relations.befriend(bob, alice)
    relations.unfriend(alice, bob)
    assert not Friend.objects.exists()


def test_two_who_ask_each_other_at_once_are_friends(three):
    alice, bob, _ = three
    start = threading.Barrier(2)

    def ask(person: str, other: str) -> None:
        start.wait()
        try:
            relations.befriend(person, other)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=pair) for pair in ((alice, bob), (bob, alice))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert relations.friends_of(alice) == [bob]
    assert relations.friends_of(bob) == [alice]


def test_a_block_ends_a_friendship_and_takes_what_waits_between_the_two(three):
    alice, bob, carol = three
    relations.befriend(alice, bob)
    relations.befriend(bob, alice)
    inbox.put(alice, "challenge", {"table": "T1", "from": bob}, key="challenge:T1")
    inbox.put(alice, "challenge", {"table": "T2", "from": carol}, key="challenge:T2")
    relations.block(alice, bob)
    assert not relations.friends_of(alice)
    assert not relations.friends_of(bob)
    assert awaits(alice) == [("challenge", carol)]
    assert relations.blocks_of(alice) == [bob]


def test_what_a_blocked_one_has_put_to_others_under_the_same_key_stays(three):
    alice, bob, carol = three
    inbox.put_for_all([alice, carol], "rematch", {"table": "T1", "from": bob}, key="rematch:T1")
    relations.block(alice, bob)
    assert not awaits(alice)
    assert awaits(carol) == [("rematch", bob)]


def test_whoever_is_blocked_asks_without_being_heard_and_without_being_told(three):
    alice, bob, _ = three
    relations.block(alice, bob)
    assert relations.befriend(bob, alice) is False
    assert relations.requests_of(bob) == [alice]
    assert not awaits(alice)
    assert not awaits(bob)
    assert not relations.requests_to(alice)


def test_whoever_blocks_has_to_unblock_before_asking(three):
    alice, bob, _ = three
    relations.block(alice, bob)
    with pytest.raises(Impossible, match="blocked"):
        relations.befriend(alice, bob)
    relations.unblock(alice, bob)
    assert relations.befriend(alice, bob) is False


def test_nobody_befriends_himself_a_program_or_nobody(three):
    alice = three[0]
    for other, code in ((alice, "yourself"), (services.bot_person("simple").public_id, "unknown_person")):
        with pytest.raises(Impossible, match=code):
            relations.befriend(alice, other)
    with pytest.raises(Impossible, match="unknown_person"):
        relations.block(alice, "NobodyNobody")


def test_whoever_signs_in_is_still_the_friend_and_still_blocked(three):
    alice, bob, carol = three
    member = Person.objects.create_member("Dave", "correct horse")
    guest = Person.objects.get(public_id=alice)
    relations.befriend(alice, bob)
    relations.befriend(bob, alice)
    relations.befriend(member.public_id, bob)
    relations.block(carol, alice)
    relations.befriend(alice, member.public_id)
    members.recognise(member, guest)
    assert relations.friends_of(member.public_id) == [bob]
    assert relations.friends_of(bob) == [member.public_id]
    assert relations.blocked_by([carol]) == {carol: {member.public_id}}
    assert relations.requests_to(member.public_id) == []
    assert not Friend.objects.filter(person=alice).exists()
    assert not Friend.objects.filter(other=alice).exists()


def test_there_is_an_end_to_friends(three, monkeypatch):
    alice, bob, carol = three
    monkeypatch.setattr(relations, "MOST_FRIENDS", 1)
    relations.befriend(alice, bob)
    with pytest.raises(Impossible, match="too_many"):
        relations.befriend(alice, carol)


@pytest.mark.django_db
def test_matchmaking_asks_for_all_blocks_in_one_query(django_assert_num_queries):
    people = [Person.objects.create_guest(f"Guest {n}").public_id for n in range(12)]
    for person in people[1:]:
        relations.block(person, people[0])
    relations.block(people[0], people[5])
    with django_assert_num_queries(1):
        found = relations.blocked_by(people)
    assert found == {**{person: {people[0]} for person in people[1:]}, people[0]: {people[5]}}

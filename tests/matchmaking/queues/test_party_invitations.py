"""Friends are invited to a party: an item that one press answers, taken back with what it invites to; blocks are not
announced."""

from functools import partial

import pytest

from accounts import inbox, relations
from accounts.signals import person_erased
from games.table.aggregate import Refused
from matchmaking.models import Party, PartyInvitation
from matchmaking.queues import parties
from matchmaking.queues.parties import join, leave, open_party, play
from tests.matchmaking.people import CASUAL, members

pytestmark = pytest.mark.django_db


def refusal(what: object) -> str:
    with pytest.raises(Refused) as refused:
        what()  # type: ignore[operator]
    return refused.value.code


def befriend(person: str, *others: str) -> None:
    for other in others:
        relations.befriend(person, other)
        relations.befriend(other, person)


def awaits(person: str) -> list[object]:
    return [item["body"] for item in inbox.items(person) if item["kind"] == "party"]


def test_a_friend_is_asked_once_and_joins_by_it() -> None:
    alice, bob, carol = members(3)
    befriend(alice, bob)
    code = open_party(alice)
    for _ in range(2):
        parties.invite(code, alice, bob)
    assert awaits(bob) == [{"party": code, "from": alice}]
    assert parties.invited(code) == {bob: False}
    assert refusal(partial(parties.invite, code, alice, carol)) == "not_friends"
    assert refusal(partial(parties.invite, code, carol, bob)) == "no_such_party"
    join(code, bob)
    assert parties.members(code) == [alice, bob]
    assert awaits(bob) == []
    assert parties.invited(code) == {}
    parties.invite(code, alice, bob)  # who is there is not asked
    assert parties.invited(code) == {}


def test_not_now_is_told_in_the_room_and_not_asked_again() -> None:
    alice, bob = members(2)
    befriend(alice, bob)
    code = open_party(alice)
    parties.invite(code, alice, bob)
    parties.decline(code, bob)
    parties.invite(code, alice, bob)
    assert parties.invited(code) == {bob: True}
    assert awaits(bob) == []


@pytest.mark.parametrize("how", ["play", "leave", "another", "old", "erased"])
def test_invitations_are_withdrawn_with_what_they_invite_to(how: str) -> None:
    alice, bob = members(2)
    befriend(alice, bob)
    code = open_party(alice)
    parties.invite(code, alice, bob)
    assert awaits(bob)
    if how == "play":
        play(code, alice, CASUAL)
    elif how == "leave":
        leave(alice)
    elif how == "another":
        open_party(alice)
    elif how == "old":
        Party.objects.update(opened_at=1)
        open_party(members(1)[0])
    else:
        person_erased.send(sender=None, public_id=alice)
    assert awaits(bob) == []
    assert not PartyInvitation.objects.exists()


def test_an_invitation_that_a_block_stands_against_looks_like_one_without_an_answer() -> None:
    alice, bob, carol = members(3)
    befriend(alice, bob, carol)
    code = open_party(alice)
    join(code, carol)
    relations.block(bob, carol)
    parties.invite(code, alice, bob)
    assert awaits(bob) == []
    assert parties.invited(code) == {bob: False}


def test_a_block_takes_the_invitation_away_from_him_alone() -> None:
    alice, bob, carol = members(3)
    befriend(alice, bob, carol)
    code = open_party(alice)
    for person in (bob, carol):
        parties.invite(code, alice, person)
    relations.block(bob, alice)
    assert awaits(bob) == []
    assert awaits(carol) == [{"party": code, "from": alice}]
    assert parties.invited(code) == {bob: False, carol: False}


def test_no_more_are_asked_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, *others = members(4)
    befriend(alice, *others)
    monkeypatch.setattr(parties, "MOST_INVITED", 1)
    code = open_party(alice)
    parties.invite(code, alice, others[0])
    assert refusal(partial(parties.invite, code, alice, others[1])) == "too_many_invited"
    join(code, others[0])
    monkeypatch.setattr(parties, "LARGEST_PARTY", 2)
    assert refusal(partial(parties.invite, code, alice, others[1])) == "party_full"

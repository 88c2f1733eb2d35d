"""Friends who wait together: a link, a room, one ticket; nobody in two parties, nobody with whom he has blocked."""

from contextlib import suppress
from functools import partial

import pytest

from accounts import inbox, relations
from accounts.signals import person_erased
from games.table.aggregate import Refused
from games.table.held import load
from matchmaking import blocks, parties
from matchmaking.matching import pair_waiting
from matchmaking.models import Party, PartyInvitation, PartyMember, Ticket
from matchmaking.parties import LASTS_MS, join, leave, open_party, play
from matchmaking.tickets import enter
from matchmaking.wishes import Wanted
from tests.games.table.test_log_races import at_once

from .people import CASUAL, members, waiting

pytestmark = pytest.mark.usefixtures("each_database")

NOW = 1_800_000_000_000
TONG = Wanted("tong", speed="casual", counts=(2, 3, 4))


def refusal(what: object) -> str:
    with pytest.raises(Refused) as refused:
        what()  # type: ignore[operator]
    return refused.value.code


def test_friends_gather_and_sit_at_one_table_with_a_stranger() -> None:
    alice, bob = members(2)
    code = open_party(alice)
    join(code, bob)
    join(code, bob)
    assert parties.members(code) == [alice, bob]
    assert refusal(partial(play, code, bob, CASUAL)) == "not_the_leader"
    play(code, alice, CASUAL)
    assert set(Ticket.objects.get().people.values_list("person", flat=True)) == {alice, bob}
    (carol,) = waiting(1, CASUAL)
    (made,) = pair_waiting()
    assert {seat.person for seat in load(made.table_id).table.seats} == {alice, bob, carol}


def test_only_table_sizes_with_room_for_all_are_waited_for_and_never_rated() -> None:
    alice, bob, carol, dave = members(4)
    code = open_party(alice)
    for person in (bob, carol):
        join(code, person)
    play(code, alice, Wanted("tong", speed="blitz", rated=True, counts=(2, 3, 4)))
    (wish,) = Ticket.objects.get().wishes
    assert (wish["counts"], wish["rated"]) == ([3, 4], False)
    Ticket.objects.all().delete()
    join(code, dave)
    assert refusal(partial(play, code, alice, CASUAL)) == "party_too_large"


def test_a_party_is_over_with_who_opened_it_and_after_half_a_day() -> None:
    alice, bob = members(2)
    code = open_party(alice, NOW)
    join(code, bob, NOW)
    assert refusal(partial(join, code, bob, NOW + LASTS_MS)) == "no_such_party"
    leave(alice)
    assert parties.members(code) == []
    assert refusal(partial(join, code, bob, NOW)) == "no_such_party"
    open_party(alice, NOW)
    open_party(bob, NOW + LASTS_MS + 1)
    assert Party.objects.count() == 1


def test_one_is_in_one_party() -> None:
    alice, bob, carol = members(3)
    one, two = open_party(alice), open_party(bob)
    join(one, carol)
    join(two, carol)
    assert (parties.members(one), parties.members(two)) == ([alice], [bob, carol])
    join(one, bob)
    assert parties.members(two) == []
    assert parties.members(one) == [alice, bob]


def test_it_has_room_for_six_however_many_come_at_once() -> None:
    leader, *others = members(9)
    code = open_party(leader)

    def come(person: str) -> str:
        try:
            join(code, person)
        except Refused as refused:
            return refused.code
        return "in"

    answers = at_once(*[partial(come, person) for person in others])
    assert answers.count("in") == 5
    assert answers.count("party_full") == 3
    assert PartyMember.objects.count() == 6


def test_blocks_hold() -> None:
    alice, bob, carol = members(3)
    code = open_party(alice)
    join(code, bob)
    blocks.use(lambda asked: {bob: {carol}} if bob in asked else {})
    try:
        assert refusal(partial(join, code, carol)) == "no_such_party"
        blocks.use(relations.blocked_by)
        join(code, carol)
        blocks.use(lambda asked: {bob: {carol}} if bob in asked else {})
        play(code, alice, CASUAL)
        assert set(Ticket.objects.get().people.values_list("person", flat=True)) == {alice, bob}
    finally:
        blocks.use(relations.blocked_by)


def test_who_waits_already_holds_the_party_up() -> None:
    alice, bob = members(2)
    code = open_party(alice)
    join(code, bob)
    enter([bob], [TONG])
    assert refusal(partial(play, code, alice, CASUAL)) == "already_waiting"


# --- invitations ---


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


def test_who_blocks_another_of_his_party_waits_with_him_no_longer() -> None:
    alice, bob, carol = members(3)
    code = open_party(alice)
    for person in (bob, carol):
        join(code, person)
    play(code, alice, TONG)
    relations.block(carol, bob)
    assert not Ticket.objects.exists()
    assert parties.members(code) == [alice, bob]
    relations.block(bob, carol)
    assert parties.members(code) == [alice, bob], "they share nothing any more"
    relations.block(bob, alice)
    assert parties.members(code) == [alice]


def test_nobody_comes_into_a_party_while_it_is_ended_and_two_tabs_open_one() -> None:
    alice, bob, carol = members(3)

    def come(code: str, person: str) -> None:
        with suppress(Refused):
            join(code, person)

    for _ in range(3):
        code = open_party(alice)
        at_once(partial(leave, alice), partial(come, code, bob), partial(come, code, carol))
        at_once(partial(open_party, alice), partial(open_party, alice))
        assert Party.objects.count() == PartyMember.objects.count() == 1

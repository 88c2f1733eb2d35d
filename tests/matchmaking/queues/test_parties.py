"""Friends who wait together: a link, a room, one ticket; nobody in two parties, nobody with whom he has blocked."""

from contextlib import suppress
from functools import partial

import pytest

from accounts import relations
from accounts.models import Block
from games.table.aggregate import Refused
from games.table.held import load
from matchmaking.models import Party, PartyMember, Ticket
from matchmaking.queues import parties
from matchmaking.queues.matching import pair_waiting
from matchmaking.queues.parties import LASTS_MS, join, leave, open_party, play
from matchmaking.queues.tickets import enter
from matchmaking.queues.wishes import Wanted
from tests.games.table.test_log_races import at_once
from tests.matchmaking.people import CASUAL, members, waiting

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
    block = Block.objects.create(person=bob, other=carol)
    assert refusal(partial(join, code, carol)) == "no_such_party"
    block.delete()
    join(code, carol)
    block.save(force_insert=True)  # and nobody has put him out of the party for it
    play(code, alice, CASUAL)
    assert set(Ticket.objects.get().people.values_list("person", flat=True)) == {alice, bob}


def test_who_waits_already_holds_the_party_up() -> None:
    alice, bob = members(2)
    code = open_party(alice)
    join(code, bob)
    enter([bob], [TONG])
    assert refusal(partial(play, code, alice, CASUAL)) == "already_waiting"


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

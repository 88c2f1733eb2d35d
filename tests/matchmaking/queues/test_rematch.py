"""The same people once more: one table however many press, old chairs, programs stay, blocks hold."""

from functools import partial
from uuid import UUID

import pytest

from accounts import inbox
from accounts.erasure import erase
from accounts.members import recognise
from accounts.models import Block, Person
from games.table.aggregate import Refused, commands
from games.table.held import load
from games.table.ids import format_id
from games.table.models import Head
from games.table.service import open_table, submit
from matchmaking.queues.rematch import rematch
from tests.games.table.tables import play_out
from tests.games.table.test_log_races import at_once
from tests.matchmaking.ended import played_out
from tests.matchmaking.people import member, members

pytestmark = pytest.mark.usefixtures("each_database")


def refusal(table: UUID, person: str) -> str:
    with pytest.raises(Refused) as refused:
        rematch(table, person)
    return refused.value.code


def test_who_presses_first_opens_it_the_others_sit_down_by_pressing_and_it_begins() -> None:
    alice, bob, carol = members(3)
    old = played_out(alice, bob, carol, speed="blitz")
    new = rematch(old, bob)
    table = load(new).table
    assert [seat.person for seat in table.seats] == [None, bob, None]
    opened = table.opened
    assert (opened.host, opened.rated, opened.speed, opened.visibility) == (bob, False, "blitz", "link")
    assert opened.options == load(old).table.opened.options
    assert opened.origin == {"type": "rematch", "of": format_id(old)}
    (item,) = inbox.items(alice)
    assert (item["kind"], item["body"]["table"], item["body"]["from"]) == ("rematch", format_id(new), bob)
    assert rematch(old, carol) == rematch(old, alice) == rematch(old, bob) == new
    table = load(new).table
    assert [seat.person for seat in table.seats] == [alice, bob, carol]
    assert table.lifecycle == "playing"


def test_all_who_press_at_once_sit_at_one_table() -> None:
    for _ in range(3):
        persons = members(3)
        old = played_out(*persons)
        made = at_once(*[partial(rematch, old, person) for person in (*persons, persons[0])])
        assert len(set(made)) == 1, made
        assert isinstance(made[0], UUID)
        table = load(made[0]).table
        assert [seat.person for seat in table.seats] == persons
        assert table.lifecycle == "playing"


def test_nothing_is_put_to_who_has_had_the_account_deleted() -> None:
    alice, bob, carol = members(3)
    old = played_out(alice, bob, carol)
    erase(Person.objects.get(public_id=bob))
    rematch(old, alice)
    assert inbox.items(bob) == []
    assert [one["kind"] for one in inbox.items(carol)] == ["rematch"]


def test_programs_keep_their_chairs_and_who_plays_with_them_alone_begins_at_once() -> None:
    alice = member()
    new = rematch(played_out(alice, bots=("simple", "random")), alice)
    table = load(new).table
    assert [(seat.person, seat.policy) for seat in table.seats] == [(alice, None), (None, "simple"), (None, "random")]
    assert table.lifecycle == "playing"
    bob = member()
    old = played_out(alice, bob, bots=("random",))
    table = load(rematch(old, bob)).table
    assert [(seat.person, seat.policy) for seat in table.seats] == [(None, None), (bob, None), (None, "random")]


def recognised(name: str) -> tuple[str, Person, Person]:
    """Somebody who plays as a guest: his id then, the member he is, the guest's row."""
    guest = Person.objects.create_guest(name)
    return guest.public_id, Person.objects.get(public_id=member()), guest


def test_a_guest_who_has_become_a_member_plays_on_as_the_member() -> None:
    alice, bob = members(2)
    guest, carol, row = recognised("Carol")
    old = played_out(alice, bob, guest)
    recognise(carol, row)
    new = rematch(old, alice)
    assert inbox.items(guest) == []
    assert [item["kind"] for item in inbox.items(carol.public_id)] == ["rematch"]
    assert rematch(old, carol.public_id) == rematch(old, carol.public_id) == new
    assert load(new).table.seats[2].person == carol.public_id


def test_who_sits_at_the_next_table_as_the_guest_he_was_is_led_there() -> None:
    alice, bob = members(2)
    guest, carol, row = recognised("Carol")
    old = played_out(alice, bob, guest)
    new = rematch(old, guest)
    recognise(carol, row)
    assert rematch(old, carol.public_id) == new
    assert load(new).table.seats[2].person == guest


def test_who_was_there_twice_has_one_chair() -> None:
    bob = member()
    guest, carol, row = recognised("Carol")
    old = played_out(guest, bob, carol.public_id)
    recognise(carol, row)
    new = rematch(old, bob)
    assert rematch(old, carol.public_id) == new
    assert [seat.person for seat in load(new).table.seats] == [None, bob, carol.public_id]


def test_who_was_replaced_by_a_program_has_his_chair_again() -> None:
    alice, bob, carol = members(3)
    made = open_table(
        "hokm", {"target": 200, "max_deals": 1}, None, persons=(alice, bob, carol), ready=True, between_ms=0
    )
    submit(made.table_id, commands.Leave(), actor=f"p:{carol}", command_id="gone")
    play_out(load(made.table_id))
    assert load(rematch(made.table_id, carol)).table.seats[2].person == carol


def test_only_for_those_who_sat_there_and_only_once_it_is_over() -> None:
    alice, bob, carol = members(3)
    running = open_table("hokm", {}, None, persons=(alice, bob, carol), ready=True)
    assert refusal(running.table_id, alice) == "not_over"
    assert refusal(played_out(alice, bob, carol), member()) == "not_seated"
    assert refusal(UUID(int=1), alice) == "no_such_table"
    closed = open_table("hokm", {}, alice)
    submit(closed.table_id, commands.CloseTable(), actor=f"p:{alice}", command_id="close")
    assert refusal(closed.table_id, alice) == "not_over"


def test_a_rematch_that_was_closed_or_played_is_followed_by_another() -> None:
    alice, bob, carol = members(3)
    old = played_out(alice, bob, carol)
    first = rematch(old, alice)
    submit(first, commands.CloseTable(), actor=f"p:{alice}", command_id="close")
    second = rematch(old, bob)
    assert second != first
    assert rematch(old, alice) == second
    assert Head.objects.count() == 3


def test_blocks_hold_and_are_not_told() -> None:
    alice, bob, carol = members(3)
    old = played_out(alice, bob, carol)
    Block.objects.create(person=alice, other=carol)
    new = rematch(old, alice)
    assert [item["kind"] for item in inbox.items(bob)] == ["rematch"]
    assert inbox.items(carol) == []
    assert refusal(old, carol) == "no_rematch"
    assert rematch(old, bob) == new
    assert [seat.person for seat in load(new).table.seats] == [alice, bob, None]


def test_a_chair_that_somebody_else_has_taken_is_not_free() -> None:
    alice, bob, carol = members(3)
    old = played_out(alice, bob, carol)
    new = rematch(old, alice)
    submit(new, commands.Sit(2), actor=f"p:{member()}", command_id="sit")
    assert refusal(old, carol) == "no_rematch"

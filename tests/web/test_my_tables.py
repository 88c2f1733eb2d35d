"""Own tables at a glance: whose turn it is everywhere, one's own first, seats that a program holds."""

import re
from uuid import uuid4

import pytest

from accounts import services
from games.table import rebuild
from games.table.aggregate import commands
from games.table.held import load
from games.table.ids import parse_id
from games.table.mine import my_tables
from games.table.models import Head, Seat
from games.table.service import open_table, submit
from tests.games.table.tables import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return services.create_guest(name="Alice")


@pytest.fixture
def bob():
    return services.create_guest(name="Bob")


@pytest.fixture
def carol():
    return services.create_guest(name="Carol")


def running(*people, **given):
    persons = [person.public_id for person in people]
    return open_table("hokm", {"target": 200}, None, persons=persons, ready=True, between_ms=0, **given)


def until_turn_of(made, seat):
    play_out(load(made.table_id), until=lambda now: seat in now.deciders)
    assert load(made.table_id).table.deciders.keys() == {seat}


def lines(page: str) -> list[str]:
    return re.findall(r'<span class="line">([^<]*)</span>', page)


def test_where_it_is_my_turn_stands_first_and_the_nearest_deadline_foremost(client, alice, bob, carol):
    mine = running(alice, bob, carol)
    theirs = running(alice, bob, carol)
    slow = running(alice, bob, carol, speed="slow")
    until_turn_of(mine, 0)
    until_turn_of(theirs, 1)
    until_turn_of(slow, 0)
    waiting = open_table("hokm", {}, alice.public_id)
    found = my_tables(alice.public_id)
    assert [table.id for table in found] == [slow.id, mine.id, waiting.id, theirs.id]
    assert [table.my_turn for table in found] == [True, True, False, False]
    client.force_login(alice)
    page = client.get("/my-tables").content.decode()
    assert lines(page) == ["Your turn", "Your turn", "2 chairs are free", "It is the turn of \u2068Bob\u2069"]
    assert "24 h left" in page
    assert page.count('class="asks"') == 2
    assert f'href="/t/{slow.id}"' in page


def test_a_seat_that_a_program_holds_for_me_is_mine(client, alice, bob, carol):
    made = running(alice, bob, carol)
    submit(made.table_id, commands.Leave(), actor=f"p:{alice.public_id}", command_id=uuid4().hex)
    (table,) = my_tables(alice.public_id)
    assert (table.held, table.my_turn, table.seat) == (True, False, 0)
    assert Seat.objects.get(table_id=made.table_id, seat=0).owner == alice.public_id
    client.force_login(alice)
    assert "take your seat back" in client.get("/my-tables").content.decode()
    assert "take your seat back" in client.get("/").content.decode()
    submit(made.table_id, commands.ReclaimSeat(), actor=f"p:{alice.public_id}", command_id=uuid4().hex)
    assert not my_tables(alice.public_id)[0].held
    assert Seat.objects.get(table_id=made.table_id, seat=0).owner == ""


def test_rebuilding_knows_for_whom_a_program_plays_on(alice, bob, carol):
    made = running(alice, bob, carol)
    submit(made.table_id, commands.Leave(), actor=f"p:{alice.public_id}", command_id=uuid4().hex)
    Seat.objects.filter(table_id=made.table_id, seat=0).update(owner="")
    assert len(rebuild.differences(made.table_id)) == 1
    assert rebuild.put_right(made.table_id) == []
    assert Seat.objects.get(table_id=made.table_id, seat=0).owner == alice.public_id


def test_tables_that_have_ended_and_those_of_others_are_not_mine(client, alice, bob, carol):
    made = running(alice, bob, carol)
    play_out(load(made.table_id))
    open_table("hokm", {}, bob.public_id)
    assert my_tables(alice.public_id) == ()
    client.force_login(alice)
    assert "You sit at no table." in client.get("/my-tables").content.decode()


def test_a_visitor_has_none_and_becomes_nobody(client):
    assert "You sit at no table." in client.get("/my-tables").content.decode()
    assert "sessionid" not in client.cookies


def test_the_front_page_shows_four_and_leads_to_the_rest(client, alice):
    for _ in range(6):
        open_table("hokm", {}, alice.public_id)
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert len(lines(page)) == 4
    assert "2 more of your tables" in page
    assert 'href="/my-tables"' in page


@pytest.mark.parametrize("count", [1, 12])
def test_however_many_tables_it_takes_three_queries(count, alice, bob, carol, django_assert_num_queries):
    for number in range(count):
        made = running(alice, bob, carol)
        if number % 2:
            submit(made.table_id, commands.Leave(), actor=f"p:{alice.public_id}", command_id=uuid4().hex)
    with django_assert_num_queries(3):
        assert len(my_tables(alice.public_id)) == count


def test_whose_turn_it_is_agrees_with_the_fold(alice, bob, carol):
    made = running(alice, bob, carol)
    for _ in range(5):
        table = load(made.table_id).table
        (mine,) = my_tables(alice.public_id)
        assert mine.due == tuple(sorted(table.deciders))
        assert parse_id(mine.id) == made.table_id
        play_out(load(made.table_id), until=lambda now, seq=table.seq: now.seq > seq + 4)
    assert Head.objects.get().due

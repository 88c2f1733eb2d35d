"""A guest who signs in as the member he was already plays on at the table he sits at."""

import random

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import members, services
from accounts.models import Person
from games.table.held import load
from games.table.mine import my_tables
from games.table.service import open_table
from tests.accounts.people import member, sign_in
from tests.accounts.test_revocation import cookie
from tests.games.table.sockets import InProcess
from tests.games.table.tables import play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]


def guest_at_a_table() -> tuple[Client, Person, str]:
    """Dave, who plays against two programs, and signs in as Alice; it is his turn, for no program moves here."""
    client, dave = Client(), services.create_guest(name="Dave")
    client.force_login(dave)
    table = open_table("hokm", {}, dave.public_id, bots=("simple", "simple"))
    play_out(load(table.table_id), until=lambda now: 0 in now.deciders)
    return client, dave, table.id


async def test_the_seat_stays_playable():
    client, dave, table = await sync_to_async(guest_at_a_table)()
    alice = await sync_to_async(member)("Alice")
    before = await InProcess(table, headers=cookie(client)).connect()
    await before.hello()
    if before.view["you"] is None:
        await before.command({"type": "table.sit", "seat": 0})
    await before.until(lambda: before.view["you"] is not None)
    seat = before.view["you"]
    await before.command({"type": "table.ready"})
    await before.until(lambda: bool(before.view["menu"]))
    hand = before.view["game"]["hands"][seat]["cards"]
    await before.close()

    await sync_to_async(sign_in)(client, "Alice")
    after = await InProcess(table, headers=cookie(client)).connect()
    await after.hello()
    assert after.welcome["you"]["person"] == dave.public_id
    assert after.people[dave.public_id]["name"] == "Dave"
    if after.view["you"] is None:  # a program took over meanwhile
        await after.command({"type": "table.reclaim_seat"})
        await after.until(lambda: after.view["you"] is not None)
    assert after.view["game"]["hands"][seat]["cards"] == hand
    await after.until(lambda: bool(after.view["menu"]))
    await after.answer(random.Random(1))
    assert await sync_to_async(members.public_ids)(alice) == (alice.public_id, dave.public_id)
    mine = await sync_to_async(lambda: my_tables(*members.public_ids(alice)))()
    assert [one.id for one in mine] == [table]
    await after.close()


async def test_a_stranger_and_a_member_without_a_past_act_as_themselves():
    _, dave, table = await sync_to_async(guest_at_a_table)()
    bob = await sync_to_async(member)("Bob")
    client = Client()
    await sync_to_async(client.force_login)(bob)
    socket = await InProcess(table, headers=cookie(client)).connect()
    await socket.hello()
    assert socket.welcome["you"]["person"] == bob.public_id
    assert socket.view["you"] is None
    await socket.close()
    assert dave.public_id != bob.public_id


def test_whoever_sits_there_himself_acts_as_himself():
    alice = member("Alice")
    dave = services.create_guest(name="Dave")
    members.recognise(alice, dave)
    assert members.at_table(alice, {dave.public_id}) == dave.public_id
    assert members.at_table(alice, {dave.public_id, alice.public_id}) == alice.public_id
    assert members.at_table(alice, {"somebody"}) == alice.public_id
    assert members.at_table(dave, {alice.public_id}) == dave.public_id

"""A table through its socket, in this process: sitting down, playing, watching, leaving, coming back."""

import asyncio
from functools import partial

import pytest
from asgiref.sync import sync_to_async

from accounts import members, services
from accounts.close_codes import BROKEN
from games.table import log, models
from games.table.held import load
from games.table.rooms.room import Room
from games.table.service import NewTable, submit_held
from tests.games.table.live import a_table, is_, of_three, people, play, play_at_once, seated, stranger, until_all
from tests.games.table.tables import next_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]


async def stands_at(table: NewTable) -> int:
    """The number of the last event in the log."""
    head = await sync_to_async(log.head)(table.table_id)
    assert head
    return head.seq


# --- playing ---


async def test_three_people_sit_down_and_play_to_the_end():
    (alice, a), (_, b), (_, c) = await people("Alice", "Bob", "Carol")
    table = await a_table(alice.public_id, persons=[])
    clients = [await seated(table, token) for token in (a, b, c)]
    for client in clients:
        assert client.welcome["table"]["id"] == table.id
        assert client.view["lifecycle"] == "open"
        assert (await client.command({"type": "table.sit"}))["type"] == "accepted"
    for client in clients:
        await client.until(partial(is_, client, "seated"))
        assert (await client.command({"type": "table.ready"}))["type"] == "accepted"
    await play_at_once(clients)
    for seat, client in enumerate(clients):
        assert client.view["you"] == seat
        assert client.view["lifecycle"] == "finished"
        assert client.view["game"]["result"] is not None
    assert {person["name"] for person in clients[0].people.values()} == {"Alice", "Bob", "Carol"}


async def test_everybody_at_a_seat_sees_the_own_hand_and_nobody_elses():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    for seat, client in enumerate(clients):
        hands = client.view["game"]["hands"]
        assert [len(hand["cards"]) for hand in hands] == [10 if other == seat else 0 for other in range(3)]
        assert [hand["hidden"] for hand in hands] == [0 if other == seat else 10 for other in range(3)]


async def test_only_the_seat_in_turn_has_a_menu():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    for _ in range(8):
        due = clients[0].view["deciders"][0]
        for seat, client in enumerate(clients):
            assert bool(client.menu) == (seat == due["seat"])
        assert clients[due["seat"]].menu["decision"] == due["decision"]
        await play(clients, 1)


async def test_every_number_arrives_once_and_in_order():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    first = clients[0].v
    await play(clients, 40)
    for client in clients:
        heard = [one["seq"] for message in client.heard if message["type"] == "frame" for one in message["events"]]
        assert heard == list(range(first + 1, client.v + 1))


async def test_two_tabs_of_one_person_have_one_seat_and_hear_the_same():
    table, three = await of_three()
    one, two = await seated(table, three[0][1]), await seated(table, three[0][1])
    others = [await seated(table, token) for _, token in three[1:]]
    await play([one, *others], 6)
    await until_all([two], one.v)
    frames = [[text for text in tab.texts if '"type":"frame"' in text] for tab in (one, two)]
    assert frames[0][1:] == frames[1][1:]


async def test_the_second_tab_finds_the_person_seated():
    [(alice, token)] = await people("Alice")
    table = await a_table(alice.public_id)
    one, two = await seated(table, token), await seated(table, token)
    assert one.view["you"] == two.view["you"] == 0
    assert (await two.command({"type": "table.sit"}))["code"] == "already_seated"


async def test_the_second_tab_may_play_the_card():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    seat = clients[0].view["deciders"][0]["seat"]
    tab = await seated(table, three[seat][1])
    assert tab.menu == clients[seat].menu
    answered = await tab.command({"type": "place_bid", "value": 5}, tab.view["menu"]["decision"])
    assert answered["type"] == "accepted"
    await until_all(clients, answered["last"])


# --- watching ---


async def test_a_stranger_watches_and_sees_no_hand():
    table, three = await of_three()
    watcher = await stranger(table)
    assert watcher.welcome["you"] == {"person": None, "name": "", "seat": None}
    clients = [await seated(table, token) for _, token in three]
    await play(clients, 20)
    await until_all([watcher], clients[0].v)
    for message in watcher.heard:
        if message["type"] == "frame":
            assert message["view"]["you"] is None
            assert message["view"]["menu"] is None
            game = message["view"]["game"]
            assert all(not hand["cards"] for hand in game["hands"]) or game["phase"] in ("between", "finished")


async def test_a_stranger_can_do_nothing():
    table, _ = await of_three()
    watcher = await stranger(table)
    for command in ({"type": "table.sit"}, {"type": "place_bid", "value": 5}, {"type": "nonsense"}):
        assert (await watcher.command(command, 12))["code"] == "unauthorised"


async def test_somebody_with_a_name_watches_too_and_cannot_play():
    table, _ = await of_three()
    [(dave, token)] = await people("Dave")
    watcher = await seated(table, token)
    assert watcher.welcome["you"] == {"person": dave.public_id, "name": "Dave", "seat": None}
    due = watcher.view["deciders"][0]
    answered = await watcher.command({"type": "place_bid", "value": 5}, due["decision"])
    assert answered["code"] == "not_seated"
    assert dave.public_id not in watcher.people, "a watcher's name is nobody's business"


async def test_all_watchers_hear_the_same_bytes(monkeypatch):
    monkeypatch.setattr("games.table.rooms.watchers.SLICE", 2)
    table, three = await of_three()
    watchers = [await stranger(table) for _ in range(7)]
    clients = [await seated(table, token) for _, token in three]
    await play(clients, 12)
    await until_all(watchers, clients[0].v)
    heard = [[text for text in one.texts if '"type":"frame"' in text and '"events":[]' not in text] for one in watchers]
    assert len(heard[0]) >= 12
    assert all(other == heard[0] for other in heard)


async def test_an_ended_table_shows_all_cards_to_everybody():
    table, three = await of_three()
    watcher = await stranger(table)
    clients = [await seated(table, token) for _, token in three]
    await play(clients, also=[watcher])
    assert watcher.view["lifecycle"] == "finished"
    late = await stranger(table)
    for client in (watcher, late):
        assert sorted(len(cards) for cards in client.view["game"]["dealt"]) == [10, 10, 10]


# --- coming and going ---


async def test_a_program_takes_the_seat_of_who_leaves_and_gives_it_back():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    alice = three[0][0].public_id
    left = await clients[0].command({"type": "table.leave"})
    assert left["type"] == "accepted"
    await until_all(clients, left["last"])
    for client in clients:
        seat = client.view["seats"][0]
        assert (seat["person"], seat["bot"], seat["owner"], seat["kind"]) == (None, "simple", alice, "bot")
    assert clients[0].view["you"] is None
    assert not clients[0].view["game"]["hands"][0]["cards"], "who has left sees what a watcher sees"
    back = await clients[0].command({"type": "table.reclaim_seat"})
    assert back["type"] == "accepted"
    await until_all(clients, back["last"])
    assert clients[0].view["you"] == 0
    assert len(clients[0].view["game"]["hands"][0]["cards"]) == 10


async def test_who_looks_on_sits_down_where_a_program_plays_when_the_deal_is_over():
    (alice, a), (bob, b), (carol, c) = await people("Alice", "Bob", "Carol")
    given = {
        "persons": [alice.public_id, bob.public_id],
        "bots": ["simple"],
        "between_ms": 60_000,
        "ready": True,
        "options": {"max_deals": 3},
    }
    table = await a_table(alice.public_id, **given)
    clients = [await seated(table, token) for token in (a, b)]
    watcher = await seated(table, c)
    assert watcher.view["chairs"] == {"open": [2], "coming": []}
    taken = await watcher.command({"type": "table.take_chair"})
    await until_all(clients, taken["last"])
    coming = {"open": [], "coming": [{"seat": 2, "person": carol.public_id}]}
    for client in (*clients, watcher):
        assert client.view["chairs"] == coming
        await client.until(partial(knows, client, carol.public_id, "Carol"))
    assert watcher.view["you"] is None
    assert not watcher.view["game"]["hands"][2]["cards"]
    await sync_to_async(deal_over)(table)
    await watcher.until(lambda: watcher.view["you"] == 2)
    assert [seat["person"] for seat in watcher.view["seats"]] == [alice.public_id, bob.public_id, carol.public_id]
    await watcher.until(lambda: watcher.view["seats"][2]["here"])
    for client in (*clients, watcher):
        await client.command({"type": "table.ready"})
    await watcher.until(lambda: watcher.view["game"]["hands"][2]["cards"])
    assert await sync_to_async(seat_rows)(table) == [alice.public_id, bob.public_id, carol.public_id]


def knows(client, person, name):
    return client.people.get(person, {}).get("name") == name


def deal_over(table):
    """Play this deal to its end."""
    held = load(table.table_id)
    while held.table.rest_since is None:
        held = submit_held(held, **next_move(held)).held


def seat_rows(table):
    rows = models.Seat.objects.filter(table_id=table.table_id).order_by("seat")
    return list(rows.values_list("person", flat=True))


async def test_nobody_takes_anothers_seat_back():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    await clients[0].command({"type": "table.leave"})
    [(_, token)] = await people("Dave")
    dave = await seated(table, token)
    assert (await dave.command({"type": "table.reclaim_seat"}))["code"] == "not_seated"
    assert (await clients[1].command({"type": "table.reclaim_seat"}))["code"] == "already_seated"


async def test_the_host_fills_removes_and_closes_and_nobody_else_does():
    (alice, a), (_, b) = await people("Alice", "Bob")
    table = await a_table(alice.public_id)
    host, other = await seated(table, a), await seated(table, b)
    assert (await other.command({"type": "table.sit", "seat": 2}))["type"] == "accepted"
    for command in ("fill_with_bots", "close_table"):
        assert (await other.command({"type": f"table.{command}"}))["code"] == "unauthorised"
    assert (await other.command({"type": "table.remove_guest", "seat": 0}))["code"] == "unauthorised"
    assert (await host.command({"type": "table.remove_guest", "seat": 2}))["type"] == "accepted"
    filled = await host.command({"type": "table.fill_with_bots", "policy": "random"})
    await until_all([host, other], filled["last"])
    assert [seat["bot"] for seat in other.view["seats"]] == [None, "random", "random"]
    assert (await other.command({"type": "table.sit"}))["code"] == "seat_taken"
    closed = await host.command({"type": "table.close_table"})
    await until_all([other], closed["last"])
    assert other.view["lifecycle"] == "closed"
    assert (await other.command({"type": "table.sit"}))["code"] == "finished"


async def test_the_name_of_a_newcomer_arrives_no_later_than_he_is_seen_twice_and_so_does_a_new_one():
    (alice, a), (bob, b) = await people("Alice", "Bob")
    table = await a_table(alice.public_id)
    host, newcomer = await seated(table, a), await seated(table, b)
    sat = await newcomer.command({"type": "table.sit"})
    await until_all([host], sat["last"])
    await host.until(lambda: bob.public_id in host.people)
    assert host.people[bob.public_id] == {"name": "Bob", "kind": "guest"}
    assert await sync_to_async(members.rename)(bob, "Robert")
    await host.until(lambda: host.people[bob.public_id]["name"] == "Robert")
    await sync_to_async(members.sign_up)(bob, "Robert", "seven spades doubled")
    await host.until(lambda: host.people[bob.public_id] == {"name": "Robert", "kind": "member"})


# --- who is here ---


async def test_everybody_hears_who_comes_and_who_goes():
    table, three = await of_three()
    alice = await seated(table, three[0][1])
    assert alice.view["seats"][0]["here"]
    bob = await seated(table, three[1][1])
    await alice.until(lambda: alice.presence.get("seats") == [True, True, False])
    await bob.close()
    await alice.until(lambda: alice.presence["seats"] == [True, False, False])
    watcher = await stranger(table)
    await alice.until(lambda: alice.presence["watching"] == 1)
    numbers = [message["n"] for message in alice.heard if message["type"] == "presence"]
    assert numbers == sorted(numbers)
    await watcher.close()
    await alice.until(lambda: alice.presence["watching"] == 0)


async def written(seat, *, here: bool) -> models.Seat:
    """The row once it says so: it is written beside what is told, not before it."""
    for _ in range(500):
        row: models.Seat = await seat.aget()
        if row.here is here:
            return row
        await asyncio.sleep(0.02)
    raise AssertionError("nobody has written it")


async def test_the_seats_row_says_when_somebody_was_last_seen():
    table, three = await of_three()
    seat = models.Seat.objects.filter(table_id=table.table_id, seat=1)
    assert (await seat.aget()).seen_at is None
    bob = await seated(table, three[1][1])
    alice = await seated(table, three[0][1])
    await alice.until(lambda: alice.presence.get("seats", [])[:2] == [True, True])
    came = await written(seat, here=True)
    assert came.seen_at is not None
    await bob.close()
    await alice.until(lambda: alice.presence["seats"][1] is False)
    gone = await written(seat, here=False)
    assert gone.seen_at is not None
    assert gone.seen_at >= came.seen_at


async def test_one_tab_less_is_still_here():
    table, three = await of_three()
    alice = await seated(table, three[0][1])
    one, two = await seated(table, three[1][1]), await seated(table, three[1][1])
    await alice.until(lambda: alice.presence.get("seats") == [True, True, False])
    await one.close()
    watcher = await stranger(table)
    await alice.until(lambda: alice.presence["watching"] == 1)
    assert alice.presence["seats"] == [True, True, False]
    assert two.view["you"] == 1
    await watcher.close()


# --- answers ---


async def test_a_command_sent_twice_is_done_once_and_answered_alike():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    due = clients[clients[0].view["deciders"][0]["seat"]]
    decision = due.menu["decision"]
    first = await due.command({"type": "place_bid", "value": 4}, decision, id="once")
    again = await due.command({"type": "place_bid", "value": 4}, decision, id="once")
    other = await due.command({"type": "place_bid", "value": 9}, decision, id="once")
    assert first == again == other
    assert await stands_at(table) == first["last"]


async def test_the_answer_lost_with_a_connection_is_got_over_the_next():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    seat = clients[0].view["deciders"][0]["seat"]
    due, decision = clients[seat], clients[seat].menu["decision"]
    await due.say(type="command", id="lost", decision=decision, command={"type": "place_bid", "value": 4})
    await due.close()
    again = await seated(table, three[seat][1], v=due.v)
    answered = await again.command({"type": "place_bid", "value": 4}, decision, id="lost")
    assert (answered["type"], answered["first"]) == ("accepted", decision + 1)
    assert await stands_at(table) == answered["last"]


async def test_a_stale_decision_is_refused_with_the_number_that_is_open():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    due = clients[clients[0].view["deciders"][0]["seat"]]
    decision = due.menu["decision"]
    for wrong in (decision - 1, decision + 1, 0, 2**53 - 1, None):
        answered = await due.command({"type": "place_bid", "value": 4}, wrong)
        assert (answered["code"], answered["decision"]) == ("stale", decision)


async def test_another_seats_command_is_refused():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    due = clients[0].view["deciders"][0]
    other = clients[(due["seat"] + 1) % 3]
    for decision in (due["decision"], None):
        assert (await other.command({"type": "place_bid", "value": 4}, decision))["code"] in ("wrong_turn", "stale")
    await play(clients, 4)  # bids and trumps: now somebody plays
    due = clients[0].view["deciders"][0]
    holder = clients[due["seat"]]
    card = next(card for card in holder.menu["choices"][0]["fields"]["card"]["card"])
    thief = clients[(due["seat"] + 1) % 3]
    answered = await thief.command({"type": "play_card", "card": card}, due["decision"])
    assert answered["code"] in ("wrong_turn", "stale")
    assert holder.v == thief.v


async def test_a_finished_table_takes_nothing_more():
    table, three = await of_three()
    clients = [await seated(table, token) for _, token in three]
    await play(clients)
    for client in (*clients, await seated(table, three[0][1])):
        for command in ({"type": "play_card", "card": "AS"}, {"type": "table.leave"}, {"type": "table.ready"}):
            assert (await client.command(command, client.v))["code"] == "finished"


async def test_a_revoked_token_closes_the_open_socket():
    table, three = await of_three()
    alice, bob = await seated(table, three[0][1]), await seated(table, three[1][1])
    await sync_to_async(services.revoke_token)(three[0][1])
    assert await alice.until_closed() == 4401
    await play([alice, bob], 0)
    assert (await bob.command({"type": "table.ready"}))["type"] == "refused"


async def test_a_socket_that_can_tell_nothing_more_is_closed(monkeypatch, caplog):
    """Else the page would be open and silent, and nobody would connect again."""

    def breaks(*_: object) -> None:
        raise RuntimeError("a bug")

    table, three = await of_three()
    monkeypatch.setattr(Room, "shown", breaks)
    client = await seated(table, three[0][1])
    assert await client.until_closed() == BROKEN
    assert "a bug" in caplog.text

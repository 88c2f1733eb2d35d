"""No leak through the socket: in two worlds that differ in hidden cards alone, a viewer gets the same bytes.

Every frame as it comes, every connection taken up again from every number, every refusal. Times are held still, and
nothing is taken out of what is compared but presence, which tells only when whose connections came and went.
"""

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.kernel.contract import AtSeat, Public
from games.table import announcing, service, wire
from games.table.aggregate import view
from games.table.held import Held, load, refold
from games.table.ids import format_id
from games.table.rooms import Subscriber, attendance, frames, registry, rooms_here
from games.table.rooms.showing import Showing
from tests.games.table.live import People, a_table, people
from tests.games.table.sockets import InProcess
from tests.games.table.tables import next_move
from tests.games.table.worlds import Viewer, World, other_deck

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]

VIEWERS: list[Viewer] = [AtSeat(0), AtSeat(1), AtSeat(2), Public()]
OPTIONS = [
    {},
    {"history": "none", "void_play": "baloot"},
    {"history": "all", "auction": "once_rising", "broken": "short"},
]


@dataclass
class Position:
    """A table in the middle of a deal, with the ends of all commits of that deal."""

    held: Held
    deal_starts: int
    commits: list[int]
    persons: People


async def nothing(*_: object) -> None:
    pass


@pytest.fixture(autouse=True)
def one_moment(monkeypatch):
    """Time stands still, nobody hears of the table but through the world, and nobody is too fast."""
    for module in ("games.table.rooms.room", "games.table.rooms.attendance", "games.table.presence"):
        monkeypatch.setattr(f"{module}.now_ms", lambda: 1_800_000_000_000)
    monkeypatch.setattr(announcing, "announce", lambda *_: None)
    monkeypatch.setattr(announcing, "announce_here", lambda *_: None)
    monkeypatch.setattr(wire.Pace, "wait", lambda *_: 0.0)
    # What is told by the clock on the wall, or when a row of presence was written, comes sooner or later in each world.
    monkeypatch.setattr(registry, "BEAT_S", 3600.0)
    monkeypatch.setattr(registry, "COMPARE_S", 3600.0)
    monkeypatch.setattr(Showing, "late_by", lambda *_, **__: 0)
    for name in ("write", "stamp", "look"):
        monkeypatch.setattr(attendance.Attendance, name, nothing)


async def position(options: dict[str, object], moves: int, deals: int = 0) -> Position:
    """A table some moves into its deal, after that many whole deals."""
    three = await people("Alice", "Bob", "Carol")
    ids = [person.public_id for person, _ in three]
    speed = "slow" if "void_play" in options else "casual"  # one of them on the clock
    table = await a_table(ids[0], persons=ids, ready=True, options=options, speed=speed)
    return await sync_to_async(_played)(table, moves, deals, three)


def _played(table: service.NewTable, moves: int, deals: int, three: People) -> Position:
    held = load(table.table_id)
    while held.table.state.deal <= deals:
        held = service.submit_held(held, **next_move(held)).held
    starts = held.seq
    commits = [starts]
    for _ in range(moves):
        held = service.submit_held(held, **next_move(held)).held
        commits.append(held.seq)
    return Position(held, starts, commits, three)


async def heard_by(viewer: Viewer, at: Position, deck: list[str] | None, resumed: Sequence[int] = ()) -> list[str]:
    """All that a viewer is sent in one world, coming back from the numbers `resumed`."""
    await rooms_here().close()
    heard: list[str] = []
    world = World(at.held.table.id, at.deal_starts, deck)
    with world.entered():
        client = await connected(viewer, at)
        room = await rooms_here().open(world.table_id)
        for number in at.commits[1:]:
            world.upto = number
            room.moved(number)
            await client.until(partial(has, client, number))
        room.beat()
        await client.until(lambda: client.heard[-1]["type"] == "heartbeat")
        for number, (command, decision) in enumerate(nonsense(viewer, at)):
            await client.command(command, decision, id=f"try {number}")
        heard += without_presence(client)
        await client.close()
        for v in resumed:
            again = await connected(viewer, at, v)
            heard += without_presence(again)
            await again.close()
    return heard


def without_presence(client: InProcess) -> list[str]:
    """Who is connected is written beside what is told, at another moment in each world; it says nothing of cards."""
    texts = (text for text in client.texts if not text.startswith('{"type":"presence"'))
    return [re.sub('"here":(true|false)', '"here":null', text) for text in texts]


def has(client: InProcess, v: int) -> bool:
    return client.v >= v


async def connected(viewer: Viewer, at: Position, v: int | None = None) -> InProcess:
    headers = {} if isinstance(viewer, AtSeat) else {"origin": "http://localhost"}
    client = await InProcess(format_id(at.held.table.id), headers=headers).connect()
    client.checks = False  # other tests hold every message against the schema
    await client.hello(at.persons[viewer.seat][1] if isinstance(viewer, AtSeat) else None, v)
    return client


def nonsense(viewer: Viewer, at: Position):
    """Commands outside the menu, with the right decision and with wrong ones."""
    table = at.held.table
    decision = table.decisions[viewer.seat] if isinstance(viewer, AtSeat) else 1
    menu = json.dumps(view(table, viewer)["menu"])
    cards: list[dict[str, Any]] = [
        {"type": "play_card", "card": table.game.pack.name(card)} for card in table.game.pack.cards
    ]
    bids: list[dict[str, Any]] = [{"type": "place_bid", "value": value} for value in (1, 11)]
    suits: list[dict[str, Any]] = [{"type": "name_trump", "suit": suit} for suit in "SH"]
    for command in itertools.chain(cards, bids, suits):
        allowed = command["type"] in menu and f'"{command.get("card", command.get("suit"))}"' in menu
        if not allowed:
            yield command, decision
    yield cards[0], decision + 1
    yield cards[0], None


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "none", "all"])
async def test_two_worlds_send_the_same_bytes(options):
    """In the auction, at the naming of trumps, in early and late tricks, within tricks, in a second deal."""
    rng = random.Random(f"worlds {sorted(options)}")
    phases: Counter[str] = Counter()
    for moves, deals in (
        (0, 0),
        (2, 0),
        (3, 0),
        (5, 1),
        (12, 0),
        (rng.randrange(15, 24), 1),
        (rng.randrange(25, 31), 0),
    ):
        at = await position(options, moves, deals)
        for viewer in VIEWERS:
            deck = other_deck(at.held, viewer, rng)
            if deck is None:
                continue
            resumed = range(0 if deals == 0 else at.deal_starts - 3, at.held.seq + 2)
            here, there = await heard_by(viewer, at, None, resumed), await heard_by(viewer, at, deck, resumed)
            assert here == there, f"{viewer} can tell the worlds apart after {moves} moves"
            assert len(here) > 2 * len(resumed)
            phases[at.held.table.game.view(at.held.table.state, viewer).phase] += 1
    assert set(phases) >= {"bidding", "naming_trump", "playing"}, phases
    assert sum(phases.values()) >= 20


@pytest.mark.parametrize("moves", [0, 2, 3, 7, 12])
async def test_how_late_a_question_is_shown_says_nothing_of_cards(moves, monkeypatch):
    monkeypatch.undo()
    rng = random.Random(f"late {moves}")
    at = await position({"void_play": "baloot"}, moves)
    (seat,) = at.held.table.deciders
    asked_at, told, dealt = at.held.table.since[seat], [], []
    assert asked_at is not None
    for deck in (None, other_deck(at.held, AtSeat(seat), rng)):
        world = World(at.held.table.id, at.deal_starts, deck)
        world.upto = at.held.seq
        with world.entered():
            table = (await sync_to_async(refold)(world.table_id)).table
        dealt.append(table.state.dealt)
        to = Subscriber(table.seats[seat].person)
        to.is_new, to.came_at = True, asked_at + 5_000
        told.append(Showing().late_by(table, seat, to, table.seq, asked_at + 9_000))
    assert dealt[0] != dealt[1]
    assert told[0] == told[1] > 0


async def test_a_leak_planted_in_the_frames_is_caught(monkeypatch):
    at = await position({}, 6)
    deck = other_deck(at.held, Public(), random.Random(1))

    def leaky(table, viewer, here=()):
        shown = view(table, viewer, here)
        return {**shown, "deadline": 1_800_000_000_000 + table.state.hands[0]}

    monkeypatch.setattr(frames, "view", leaky)
    assert await heard_by(Public(), at, None) != await heard_by(Public(), at, deck)


async def test_a_leak_planted_in_a_resumption_is_caught(monkeypatch):
    """As if the tail reached back beyond the trick and events were shown as they were stored."""
    at = await position({}, 6)
    deck = other_deck(at.held, AtSeat(1), random.Random(1))
    monkeypatch.setattr(frames, "redact", lambda table, one, viewer: _as_stored(table, one))
    monkeypatch.setattr(frames.Tail, "add", lambda tail, table, one: tail._events.append(one))
    monkeypatch.setattr(frames.Tail, "after", lambda tail, v: [one for one in tail._events if one.seq > (v or 0)])
    assert await heard_by(AtSeat(1), at, None, [2]) != await heard_by(AtSeat(1), at, deck, [2])


def _as_stored(table, one):
    from games.table.aggregate import event_json

    return event_json(table.game, one.event)

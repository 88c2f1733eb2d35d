"""What each viewer is shown: the shape of a frame's view, and that hands stay where they belong."""

import json
from typing import Any

from games.hokm import events as hokm
from games.kernel.contract import AtSeat, Public
from games.table.aggregate import audience, events, redact, view
from games.table.aggregate import commands as c
from tests.games.table.aggregate.sitting import ALICE, BOB, CAROL, DAVE, against_bots, of_three

BUDGET = 4_096
"""Bytes of a view, as docs/protocol.md promises."""


def size(shown: dict[str, Any]) -> int:
    return len(json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode())


def test_a_view_has_these_parts() -> None:
    shown = of_three().view(0)
    assert list(shown) == [
        "lifecycle",
        "seats",
        "you",
        "deciders",
        "menu",
        "offers",
        "deadline",
        "clocks",
        "chairs",
        "game",
    ]
    assert shown["seats"][1] == {
        "person": BOB,
        "kind": "person",
        "bot": None,
        "owner": None,
        "away": None,
        "ready": False,
        "here": False,
    }


def test_the_menu_is_for_the_seat_that_decides() -> None:
    table = of_three()
    seat = next(iter(table.table.deciders))
    assert table.view(seat)["menu"] == {
        "decision": table.table.decision(seat),
        "choices": [{"type": "place_bid", "fields": {"value": {"one_of": [2, 3, 4, 5, 6, 7, 8, 9, 10]}}}],
    }
    for viewer in (AtSeat((seat + 1) % 3), AtSeat((seat + 2) % 3), Public()):
        assert view(table.table, viewer)["menu"] is None


def test_a_seat_sees_its_own_hand_and_a_watcher_none() -> None:
    table = of_three()
    hands = view(table.table, AtSeat(1))["game"]["hands"]
    assert [(len(hand["cards"]), hand["hidden"]) for hand in hands] == [(0, 10), (10, 0), (0, 10)]
    assert [len(hand["cards"]) for hand in view(table.table, Public())["game"]["hands"]] == [0, 0, 0]


def test_who_left_is_a_watcher_until_the_seat_is_taken_back() -> None:
    table = of_three()
    assert audience(table.table, BOB) == AtSeat(1)
    assert audience(table.table, DAVE) == audience(table.table, None) == Public()
    assert audience(table.say(c.Leave(), BOB).table, BOB) == Public()
    assert audience(table.say(c.ReclaimSeat(), BOB).table, BOB) == AtSeat(1)


def test_the_pack_is_hidden_until_its_deal_is_scored() -> None:
    table = of_three()
    dealt = next(one for one in table.recorded if type(one.event) is hokm.DealStarted)
    assert redact(table.table, dealt, AtSeat(0)) == {
        "type": "deal_started",
        "deal": 1,
        "dealer": dealt.event.dealer,
        "deck": None,
    }
    table.play_until(hokm.DealScored)
    shown = redact(table.table, dealt, Public())
    assert shown is not None
    assert len(shown["deck"]) == 30


def test_an_abandoned_table_shows_the_cards_of_the_running_deal() -> None:
    table = of_three().play_until(hokm.CardPlayed).say(c.AbandonTable(), "clock")
    assert all(hand["hidden"] == 0 for hand in view(table.table, Public())["game"]["hands"])
    dealt = next(one for one in table.recorded if type(one.event) is hokm.DealStarted)
    shown = redact(table.table, dealt, Public())
    assert shown is not None
    assert shown["deck"]
    assert view(table.table, AtSeat(0))["you"] == 0


def test_presence_is_handed_in() -> None:
    table = of_three()
    assert [seat["here"] for seat in view(table.table, Public(), {0, 2})["seats"]] == [True, False, True]


def test_views_stay_small_to_the_end() -> None:
    table = of_three(options={"target": 300, "history": "all"})
    biggest = 0
    while not table.table.ended:
        for seat in range(3):
            biggest = max(biggest, size(table.view(seat)))
        table = table.everybody_is_ready() if table.table.rest_since is not None else table.play()
    assert biggest <= BUDGET


def test_table_events_are_for_everybody() -> None:
    table = of_three().say(c.Leave(), CAROL)
    shown = [redact(table.table, one, Public()) for one in table.recorded[-2:]]
    assert shown == [
        {"type": "table.left", "seat": 2, "person": CAROL},
        {"type": "table.bot_took_over", "seat": 2, "policy": "simple", "reason": "gave_up"},
    ]
    assert events.Started in {type(one.event) for one in table.recorded}


def test_a_program_is_named_by_its_policy() -> None:
    seats = against_bots().view(0)["seats"]
    assert [(one["kind"], one["bot"], one["person"]) for one in seats] == [
        ("person", None, ALICE),
        ("bot", "simple", None),
        ("bot", "simple", None),
    ]

"""What these tests rely on would notice: a client that is lied to, and a log in which something is lost or doubled."""

import json
from typing import Any

import pytest

from tests.soak.client import Broken, Guest, Line
from tests.soak.ledger import check_play


class Quiet(Line):
    """A line without a server."""

    def __init__(self) -> None:
        super().__init__(lambda: ("http://localhost",), "table", Guest("person", "token"))
        self.said: list[dict[str, Any]] = []

    async def say(self, message: dict[str, Any]) -> None:
        self.said.append(message)


def frame(v: int, *events: tuple[int, dict[str, Any] | None], menu: Any = None) -> dict[str, Any]:
    shown = [{"seq": seq, "event": event} for seq, event in events]
    return {"type": "frame", "v": v, "events": shown, "view": {"lifecycle": "playing", "menu": menu}}


CARD = {"type": "card_played", "seat": 0, "by": 0, "card": "AS"}
MENU = {"decision": 3, "choices": [{"type": "play_card", "fields": {"card": {"card": ["AS"]}}}]}


async def test_a_frame_from_the_past_a_hole_and_a_contradiction_are_noticed():
    line = Quiet()
    await line._apply(frame(3, (3, CARD)))
    for wrong in (frame(2), frame(5, (4, None)), frame(6, (4, None), (6, None)), frame(3, (3, {**CARD, "card": "KS"}))):
        with pytest.raises(Broken):
            await line._apply(wrong)
    await line._apply(frame(3, (3, {**CARD, "card": None})))  # hidden from whoever this is


async def test_an_answer_that_changes_is_noticed_and_a_busy_server_is_asked_again():
    line = Quiet()
    line.plays = True
    await line._apply(frame(3, menu=MENU))
    name = line.said[0]["id"]
    await line._apply({"type": "refused", "id": name, "code": "busy"})
    assert line.said == [line.said[0]] * 2
    await line._apply({"type": "accepted", "id": name, "first": 4, "last": 4})
    with pytest.raises(Broken):
        await line._apply({"type": "accepted", "id": name, "first": 5, "last": 5})


async def test_two_heartbeats_above_the_last_frame_mean_that_a_frame_was_lost():
    line = Quiet()
    await line._apply(frame(3))
    await line._apply({"type": "heartbeat", "v": 4, "now": 0})
    await line._apply(frame(4))
    await line._apply({"type": "heartbeat", "v": 4, "now": 0})
    await line._apply({"type": "heartbeat", "v": 5, "now": 0})
    with pytest.raises(Broken):
        await line._apply({"type": "heartbeat", "v": 5, "now": 0})


def deal() -> list[tuple[int, str, str]]:
    cards = [rank + suit for suit in "SHC" for rank in "AKQJT98765"]
    events: list[tuple[str, dict[str, Any]]] = [("deal_started", {})]
    events += [("bid_placed", {"seat": seat}) for seat in range(3)]
    for trick in range(10):
        events += [("card_played", {"card": card}) for card in cards[3 * trick : 3 * trick + 3]]
        events.append(("trick_taken", {"seat": 0}))
    events.append(("deal_scored", {}))
    return [(seq, f"hokm.{kind}", json.dumps(body)) for seq, (kind, body) in enumerate(events, 1)]


def test_a_card_that_is_lost_or_doubled_is_noticed():
    whole = deal()
    check_play("table", whole)
    first = next(index for index, (_, kind, _) in enumerate(whole) if kind == "hokm.card_played")
    for wrong in ([*whole[:first], *whole[first + 1 :]], [*whole[: first + 1], *whole[first:]]):
        with pytest.raises(AssertionError):
            check_play("table", wrong)

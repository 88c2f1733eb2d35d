"""What a socket may say: every message is read strictly, and what is none names the close code."""

import json

import pytest

from games.table.rooms.subscriber import Closed, Subscriber
from games.table.wire import MOST_CHARACTERS, Ack, BadMessage, Hello, Pace, Said, parse


def says(**message: object) -> str:
    return json.dumps(message)


def test_hello_with_and_without_a_token():
    assert parse(says(type="hello")) == Hello(None, None)
    assert parse(says(type="hello", token="ot_x", v=12)) == Hello("ot_x", 12)


def test_a_command_keeps_its_fields():
    text = says(type="command", id="a1", decision=41, command={"type": "play_card", "card": "TC"})
    assert parse(text) == Said("a1", 41, {"type": "play_card", "card": "TC"})


def test_a_command_of_the_table_needs_no_decision():
    assert parse(says(type="command", id="a1", command={"type": "table.sit"})) == Said(
        "a1", None, {"type": "table.sit"}
    )


def test_an_acknowledgement():
    assert parse(says(type="ack", v=3)) == Ack(3)
    assert parse(says(type="ack", v=3, now=1_796_014_250_000)) == Ack(3, 1_796_014_250_000)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "null",
        "[]",
        '"hello"',
        "{}",
        '{"type": 1}',
        '{"type": "byebye"}',
        '{"type": "bye", "v": 1}',
        '{"type": "hello", "token": 1}',
        '{"type": "hello", "v": -1}',
        '{"type": "hello", "v": 1.5}',
        '{"type": "hello", "v": true}',
        '{"type": "hello", "v": 1e400}',
        '{"type": "hello", "v": NaN}',
        '{"type": "hello", "colour": "red"}',
        '{"type": "ack"}',
        '{"type": "ack", "v": "3"}',
        '{"type": "ack", "v": 9007199254740992}',
        '{"type": "command"}',
        '{"type": "command", "id": "", "command": {}}',
        '{"type": "command", "id": 7, "command": {}}',
        '{"type": "command", "id": "a\\u0000", "command": {}}',
        '{"type": "command", "id": "\\ud800", "command": {}}',
        '{"type": "command", "id": "%s", "command": {}}' % ("a" * 65),
        '{"type": "command", "id": "a", "command": []}',
        '{"type": "command", "id": "a", "command": {}, "decision": "7"}',
        '{"type": "command", "id": "a", "command": {}, "seat": 2}',
        "[" * 8000,
        "9" * 8000,
        None,
    ],
)
def test_what_is_no_message_is_unreadable(text: str | None):
    with pytest.raises(BadMessage) as caught:
        parse(text)
    assert caught.value.code == 4400


@pytest.mark.parametrize("letter", ["x", "ж", "\U0001f0a1"])
def test_eight_thousand_bytes_are_the_limit_whatever_the_script(letter: str):
    fits = letter * ((MOST_CHARACTERS - 100) // len(letter.encode()))
    assert parse(json.dumps({"type": "hello", "token": fits}, ensure_ascii=False)) == Hello(fits, None)
    with pytest.raises(BadMessage) as caught:
        parse(json.dumps({"type": "hello", "token": fits + letter * 100}, ensure_ascii=False))
    assert caught.value.code == 4009


def test_a_burst_is_heard_at_once_and_then_only_the_rate():
    pace = Pace(rate=20, burst=40)
    assert [pace.wait(100.0) for _ in range(40)] == [0.0] * 40
    assert [round(pace.wait(100.0), 3) for _ in range(3)] == [0.05, 0.1, 0.15]
    assert pace.wait(100.2) == 0.0
    assert pace.wait(100.2) > 0.0
    assert [pace.wait(200.0) for _ in range(40)] == [0.0] * 40


# --- followers ---


def drained(subscriber: Subscriber) -> list[str]:
    return [text for _, text in subscriber._queue]


async def test_a_follower_gets_everything_in_order():
    follower = Subscriber()
    follower.frame(1, "one")
    follower.say("names")
    follower.frame(2, "two")
    assert [await follower.next() for _ in range(3)] == [(1, "one"), (0, "names"), (2, "two")]


async def test_sixty_four_unread_frames_are_allowed_and_one_more_closes():
    follower = Subscriber()
    for v in range(1, 65):
        follower.frame(v, "x")
    assert follower.code is None
    follower.frame(65, "x")
    with pytest.raises(Closed) as caught:
        await follower.next()
    assert caught.value.code == 4008


async def test_acknowledged_frames_count_no_more():
    follower = Subscriber()
    for v in range(1, 500):
        follower.frame(v, "x" * 4000)
        await follower.next()
        if v % 16 == 0:
            follower.acknowledge(v)
    assert follower.code is None


async def test_a_quarter_megabyte_unread_closes():
    follower = Subscriber()
    for v in range(1, 60):
        follower.frame(v, "x" * 5000)
    assert follower.code == 4008
    assert drained(follower) == []


async def test_fifteen_seconds_unread_close():
    now = [0.0]
    follower = Subscriber(clock=lambda: now[0])
    follower.frame(1, "x")
    now[0] = 15.0
    follower.close_if_slow()
    assert follower.code is None
    now[0] = 15.1
    follower.close_if_slow()
    assert follower.code == 4008


async def test_who_takes_frames_himself_need_not_acknowledge():
    follower = Subscriber(acknowledges=False)
    for v in range(1, 500):
        follower.frame(v, "x")
        await follower.next()
    assert follower.code is None


async def test_answers_nobody_fetches_close_too():
    follower = Subscriber()
    for _ in range(300):
        follower.say("x")
    assert follower.code == 4008


# --- how long the line takes ---


class Watch:
    """A clock moved by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def measured(*lags: float) -> int | None:
    """What is known of a line that took so many seconds at each heartbeat, one every five."""
    watch = Watch()
    follower = Subscriber(clock=watch)
    for number, lag in enumerate(lags):
        follower.beat(1_000 + number, "heartbeat")
        watch.now += lag
        follower.echoed(1_000 + number)
        watch.now += 5.0 - lag
    return follower.lag_ms


def test_the_time_between_a_heartbeat_and_its_answer_is_the_lines():
    assert measured() is None
    assert measured(0.120) == 120
    assert measured(0.120, 0.120, 0.120) == 120


def test_one_slow_answer_counts_for_a_quarter():
    assert measured(0.100, 0.500) == 200


def test_an_answer_that_answers_nothing_tells_nothing():
    watch = Watch()
    follower = Subscriber(clock=watch)
    follower.beat(7, "heartbeat")
    watch.now += 0.050
    for number in (8, 0, 2**52):
        follower.echoed(number)
    assert follower.lag_ms is None
    follower.echoed(7)
    watch.now += 3.0
    follower.echoed(7)  # a second time, to look slower
    assert follower.lag_ms == 50


def test_nor_does_one_that_comes_after_two_more_heartbeats():
    watch = Watch()
    follower = Subscriber(clock=watch)
    for number in range(3):
        follower.beat(number, "heartbeat")
        watch.now += 5.0
    follower.echoed(0)
    assert follower.lag_ms is None


def test_what_is_told_to_come_again_is_not_counted():
    pace = Pace(rate=2, burst=3)
    assert [pace.has_room(100.0) for _ in range(50)] == [True] * 3 + [False] * 47
    assert [pace.has_room(100.5) for _ in range(2)] == [True, False]
    assert [pace.has_room(200.0) for _ in range(4)] == [True] * 3 + [False]

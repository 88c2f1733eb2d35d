"""The header (docs/notation.md 2), told with tables of Hokm."""

import pytest

from tests.games.record_texts import edited, line_of, read, refusals, rewritten, sample, until

BASE = sample("hokm-two-deals.opentrick")
HEADER = until(BASE, "seat 2: Zoë")
AFTER = line_of(BASE, "deal 1")


def with_line(line: str, before: str = "deal 1") -> str:
    return edited(BASE, before, line, before)


def test_a_table_may_be_a_header_only():
    assert rewritten(HEADER) == HEADER


def test_everything_may_stand_in_a_header_and_the_writer_sorts_it():
    text = """%opentrick 1
game: hokm
preset: default
players: 3
x-note:
site: club  of   two spaces # 7
seat 2: Zoë
excerpt: yes
option void_play: baloot
started: 2024-02-29T23:59:59Z
a1_b: 0
option auction: rounds_rising
seat 0: x y z
rated: no
seat 1: B
"""
    assert (
        rewritten(text)
        == """%opentrick 1
game: hokm
preset: default
players: 3
option auction: rounds_rising
option void_play: baloot
seat 0: x y z
seat 1: B
seat 2: Zoë
rated: no
started: 2024-02-29T23:59:59Z
site: club  of   two spaces # 7
excerpt: yes
x-note:
a1_b: 0
"""
    )


@pytest.mark.parametrize("line", ["option target: 500", "option auction: once_free", "option max_deals: 200"])
def test_options_that_repeat_the_preset_are_read_and_left_out(line):
    assert rewritten(HEADER.replace("option target: 200\n", "").replace("option max_deals: 2", line)) == HEADER.replace(
        "option target: 200\n", ""
    ).replace("option max_deals: 2\n", "")


@pytest.mark.parametrize("name", ["won", "declarer", "option", "seat", "x_1", "thrown", "players-note"])
def test_any_other_name_is_a_tag(name):
    text = edited(HEADER, "seat 2: Zoë", "seat 2: Zoë", f"{name}: what: ever", "other:")
    assert rewritten(text) == text
    assert read(text)[0].header.tags == ((name, "what: ever"), ("other", ""))


@pytest.mark.parametrize(
    "line",
    [
        "Note: x",
        "x note: x",
        "xNote: x",
        "x>y: 1",
        "dealer: 0",
        "deck: AS",
        "deal: 1",
        "aborted: all gone",
        "hand 0: AS",
        "bid 1: 3",
        "option: x y z: 1 2",
        "option two words: x",
        "option target: 2 00",
        "option target:",
        "seat 3: nobody",
        "seat 7: nobody",
        "seat 00: nobody",
        "seat x: nobody",
        "rated: maybe",
        "rated:",
        "excerpt: no",
        "started: yesterday",
        "started: 2024-01-01 10:00:00",
        "site:",
        "no line",
    ],
)
def test_what_is_no_header_line_is_unreadable(line):
    expected = [] if line == "option: x y z: 1 2" else [(AFTER, "unreadable-line")]
    assert refusals(with_line(line)) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game: hokm", "game: bridge"),
        ("game: hokm", "game: Hokm"),
        ("game: hokm", "preset: default"),
        ("preset: default", "preset: sochi"),
        ("preset: default", "rated: yes"),
        ("players: 3", "players: 4"),
        ("players: 3", "players: 0"),
        ("players: 3", "seat 0: x"),
        ("seat 1: B", "seat 0: B"),
        ("seat 1: B", "seat 1: " + "b" * 65),
        ("seat 1: B", "seat 1:  B"),
        ("seat 1: B", "game: hokm"),
        ("seat 1: B", "players: 3"),
        ("option target: 200", "option max_deals: 2"),
    ],
)
def test_lines_out_of_order_twice_or_impossible_are_bad_headers(old, new):
    assert refusals(edited(BASE, old, new)) == [(line_of(BASE, old), "bad-header")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("rated: yes", "rated: no"),
        ("site: a", "site: b"),
        ("x: 1", "x: 1"),
        ("started: 2024-02-29T23:59:59Z", "started: 2024-02-29T23:59:59Z"),
        ("excerpt: yes", "excerpt: yes"),
    ],
)
def test_every_key_stands_once(first, second):
    assert refusals(edited(BASE, "deal 1", first, second, "deal 1")) == [(AFTER + 1, "bad-header")]


@pytest.mark.parametrize("time", ["2023-02-29T23:59:59Z", "2023-13-01T00:00:00Z", "2023-01-01T24:00:00Z"])
def test_a_time_that_never_was_is_a_bad_header(time):
    assert refusals(with_line(f"started: {time}")) == [(AFTER, "bad-header")]


@pytest.mark.parametrize("old", ["players: 3", "players:", "players: three", "players: 03", "players: +3"])
def test_players_is_a_number(old):
    expected = [] if old == "players: 3" else [(4, "unreadable-line")]
    assert refusals(edited(BASE, "players: 3", old)) == expected


@pytest.mark.parametrize("seat", ["seat 0: x y z", "seat 1: B", "seat 2: Zoë"])
def test_a_missing_seat_is_noticed_after_the_header(seat):
    assert refusals(edited(BASE, seat)) == [(AFTER - 1, "bad-header")]
    assert refusals(edited(HEADER, seat)) == [(AFTER - 2, "bad-header")]
    assert refusals(edited(HEADER, seat) + "result: none\nend: abandoned\n") == [(AFTER - 1, "bad-header")]


def test_an_empty_header_is_noticed_on_its_last_line():
    assert refusals("%opentrick 1\n\n# nothing\n") == [(1, "bad-header")]
    assert refusals("%opentrick 1\n\ngame: hokm\n# more\n") == [(3, "bad-header")]
    assert refusals("%opentrick 1\ndeal 1\n") == [(2, "bad-header")]


@pytest.mark.parametrize(
    "option",
    [
        "ante: 10",
        "Target: 200",
        "target: 0200",
        "target: 400",
        "target: five",
        "max_deals: -1",
        "max_deals: none",
        "min_total: 6",
        "min_total: 11",
        "auction: free",
        "history: first",
        "void_play: yes",
        "players: 3",
        "preset: default",
    ],
)
def test_options_that_do_not_exist_or_have_no_such_value_are_bad(option):
    text = edited(edited(BASE, "option max_deals: 2"), "option target: 200", f"option {option}")
    assert refusals(text) == [(line_of(BASE, "option max_deals: 2"), "bad-option")]


def test_a_bad_header_goes_before_a_wrong_number_in_the_same_line():
    assert refusals(edited(edited(BASE, "seat 1: B"), "deal 1", "deal 3")) == [(AFTER - 1, "bad-header")]

"""Bytes, lines and tables (docs/notation.md 1), told with a table of Hokm."""

import pytest

from tests.games.record_texts import edited, line_of, read, refusals, rewritten, sample

BASE = sample("hokm-two-deals.opentrick")
FIRST = "bid 1: 3"


def test_cr_lf_spaces_and_tabs_at_line_ends_and_a_missing_last_line_end_are_read():
    assert rewritten(BASE.replace("\n", "\r\n")) == BASE
    assert rewritten(BASE.replace("\n", " \t \n")) == BASE
    assert rewritten(BASE.replace("\n", "\t\r\n")) == BASE
    assert rewritten(BASE.rstrip("\n")) == BASE


def test_comments_and_empty_lines_are_read_anywhere_and_not_kept():
    lines = BASE.split("\n")
    noisy = "# first\n\n" + "\n".join(f"{line}\n\n \t# 6H is no card here\n#" for line in lines)
    assert rewritten(noisy) == BASE


def test_a_hash_inside_a_value_belongs_to_it():
    text = edited(BASE, "seat 1: B", "seat 1: B # the second")
    assert read(text)[0].header.names[1] == "B # the second"
    assert rewritten(text) == text


def test_several_tables_have_one_empty_line_between_them():
    assert rewritten(BASE + BASE) == BASE + "\n" + BASE
    assert rewritten(BASE + "\n\n\n" + BASE) == BASE + "\n" + BASE


@pytest.mark.parametrize("source", [b"\xef\xbb\xbf" + BASE.encode(), BASE.encode() + b"\xff", BASE.encode("utf-16")])
def test_bytes_that_are_no_utf_8_without_a_mark_concern_the_whole_file(source):
    assert refusals(source) == [(1, "bad-encoding")]


@pytest.mark.parametrize("source", ["", "\n\n", "# nothing\n"])
def test_a_file_without_a_table_has_no_version(source):
    assert refusals(source) == [(max(1, source.count("\n")), "bad-version")]


@pytest.mark.parametrize(
    "version", ["%opentrick 2", "%opentrick", "%opentrick 1.0", "%opentrick  1", "%opentrick 01", "% opentrick 1"]
)
def test_only_version_1_is_read(version):
    assert refusals(edited(BASE, "%opentrick 1", version)) == [(1, "bad-version")]


def test_what_stands_before_the_first_version_line_is_reported_once():
    assert refusals("# fine\ngame: hokm\npreset: default\n" + BASE) == [(2, "bad-version")]
    assert refusals(" %opentrick 1\n" + BASE) == [(1, "bad-version")]


def test_each_faulty_table_is_reported_once_and_the_others_are_read():
    worse = edited(edited(BASE, "bid 1: 3", "bid 2: 3"), "won: 0 4 6", "won: 1 4 6")
    text = BASE + worse + edited(BASE, "%opentrick 1", "%opentrick 9") + BASE + edited(BASE, "trump: C", "trump: Z")
    length = BASE.count("\n")
    assert refusals(text) == [
        (length + line_of(BASE, "bid 1: 3"), "wrong-turn"),
        (2 * length + 1, "bad-version"),
        (4 * length + line_of(BASE, "trump: C"), "unreadable-line"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "bid 1:3",
        "bid 1 : 3",
        " bid 1: 3",
        "bid 1:  3",
        "bid 1: 3 3",
        "bid 1;3",
        "bid 1",
        "Bid 1: 3",
        "bid 1: 3\x0b",
        "bid 1:\t3",
        "bid 1: 3\rdeclarer: 1",
        "bid 1: 3\x85",
        "# a control character \x07 in a comment",
        "ｂid 1: 3",
        "1bid: 3",
        ": 3",
        "deal",
        "deal x",
        "deal 01",
        "deal 1 2",
        "deal -1",
    ],
)
def test_what_is_no_line_is_unreadable_wherever_it_stands(line):
    expected = "unknown-key" if line == "bid 1 : 3" else "unreadable-line"
    assert refusals(edited(BASE, FIRST, line)) == [(line_of(BASE, FIRST), expected)]


def test_a_digit_that_is_not_ascii_is_no_digit():
    assert refusals(edited(BASE, FIRST, "bid 1: ٣")) == [(line_of(BASE, FIRST), "unreadable-line")]
    assert refusals(edited(BASE, FIRST, "bid ١: 3")) == [(line_of(BASE, FIRST), "unreadable-line")]


def test_a_line_separator_inside_a_name_is_text():
    text = edited(BASE, "seat 1: B", "seat 1: B\u2028C")
    assert rewritten(text) == text


def test_no_number_is_too_long_to_be_refused():
    many = "9" * 10_000
    assert refusals(edited(BASE, "deal 2", f"deal {many}")) == [(line_of(BASE, "deal 2"), "unreadable-line")]
    assert refusals(edited(BASE, FIRST, f"bid {many}: 3")) == [(line_of(BASE, FIRST), "unknown-key")]
    assert refusals(edited(BASE, "trump: C", f"trump: {many}")) == [(line_of(BASE, "trump: C"), "unreadable-line")]

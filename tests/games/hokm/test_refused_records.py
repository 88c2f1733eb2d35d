"""Every class of docs/notation.md 11 that a table of Hokm can show, beyond the samples: the line and the class."""

import pytest

from tests.games.record_texts import edited, line_of, read, refusals, rewritten, sample, until

BASE = sample("hokm-two-deals.opentrick")
END = "end: finished"
RESULT = "result: 0 0 10 winner 2"
DECK = "deck: TD 8H JC 9D KH KC JH AS QH TH QC TC AD 9C 9H AH QS QD JS KS JD TS 7C 8D AC 8S 8C KD 7S 9S"


def refused(old: str, *new: str, nth: int = 1, base: str = BASE) -> tuple[int, str]:
    """Class of the error after an edit, with its line counted from the edited one."""
    at = [number for number, line in enumerate(base.split("\n"), 1) if line == old][nth - 1]
    ((line, cls),) = refusals(edited(base, old, *new, nth=nth))
    return line - at, cls


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # unknown keys and seats
        ("bid 1: 3", ("mood: good",), (0, "unknown-key")),
        ("bid 1: 3", ("bid 3: 3",), (0, "unknown-key")),
        ("bid 1: 3", ("bid 01: 3",), (0, "unknown-key")),
        ("bid 1: 3", ("bid: 3",), (0, "unknown-key")),
        ("hand 0: AS TS 9S 7S 9C 7C QH JH 9H 8D", ("hand 5: AS",), (0, "unknown-key")),
        ("hand 0: AS TS 9S 7S 9C 7C QH JH 9H 8D", ("hand 0 now: AS",), (0, "unknown-key")),
        ("bid 1: 3", ("rated: yes",), (0, "unknown-key")),
        ("bid 1: 3", ("seat 1: B",), (0, "unknown-key")),
        ("bid 1: 3", ("widow: AS",), (0, "unknown-key")),
        ("bid 1: 3", ("act 1: play",), (0, "unknown-key")),
        ("bid 1: 3", ("deal: 2",), (0, "unknown-key")),
        ("bid 1: 3", ("pot before: 30",), (0, "unknown-key")),
        (END, ("mood: good", END), (0, "unexpected-line")),
        (RESULT, ("mood: good", RESULT), (0, "unknown-key")),
        # values that do not fit
        ("dealer: 0", ("dealer: 3",), (0, "unreadable-line")),
        ("dealer: 0", ("dealer:",), (0, "unreadable-line")),
        ("bid 1: 3", ("bid 1: 2",), (0, "unreadable-line")),
        ("bid 1: 3", ("bid 1: 10",), (0, "unreadable-line")),
        ("bid 1: 3", ("bid 1: 03",), (0, "unreadable-line")),
        ("bid 1: 3", ("bid 1: Pass",), (0, "unreadable-line")),
        ("trump: C", ("trump: NT",), (0, "unreadable-line")),
        ("trump: C", ("trump: c",), (0, "unreadable-line")),
        ("declarer: 1", ("declarer: 3",), (0, "unreadable-line")),
        ("declarer: 1", ("declarer: 1 3",), (0, "unreadable-line")),
        ("hand 2: KS JS TC KC 8C KH AD KD JD 9D", ("hand 2:",), (0, "unreadable-line")),
        ("hand 2: KS JS TC KC 8C KH AD KD JD 9D", ("hand 2: KS JX",), (0, "unreadable-line")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:10C -> 1",), (0, "unreadable-line")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:9C ->1",), (0, "unreadable-line")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:9C ->",), (0, "unreadable-line")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:9C -> none",), (0, "unreadable-line")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC  0:9C -> 1",), (0, "unreadable-line")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1-JC 2:TC 0:9C -> 1",), (0, "unreadable-line")),
        ("won: 0 4 6", ("won: 0 4",), (0, "unreadable-line")),
        ("won: 0 4 6", ("won: 0 4 6 0",), (0, "unreadable-line")),
        ("won: 0 4 6", ("won: - 4 6",), (0, "unreadable-line")),
        ("won: 0 4 6", ("won: 00 4 6",), (0, "unreadable-line")),
        ("score: -30 +30 +30", ("score: -30 30 +30",), (0, "unreadable-line")),
        ("score: -30 +30 +30", ("score: -30 +30 +030",), (0, "unreadable-line")),
        ("totals: -30 30 30", ("totals: -30 +30 30",), (0, "unreadable-line")),
        ("totals: -30 30 30", ("totals: −30 30 30",), (0, "unreadable-line")),
        (RESULT, ("result: 0 0 10",), (0, "unreadable-line")),
        (RESULT, ("result: 0 10 winner 2",), (0, "unreadable-line")),
        (RESULT, ("result: 0 0 10 winner 3",), (0, "unreadable-line")),
        (RESULT, ("result: nobody",), (0, "unreadable-line")),
        (END, ("end: finished at last",), (0, "unreadable-line")),
        (END, ("end: over",), (0, "unreadable-line")),
        (END, ("end:",), (0, "unreadable-line")),
        ("trick 5: 2:AD 0:8D 1:QD -> 2", ("aborted:",), (0, "unreadable-line")),
        ("bid 1: 3", ("trump: 5", "bid 1: 3"), (0, "unreadable-line")),
        # known lines in a wrong place
        ("bid 1: 3", ("trick 1: 1:JC 2:TC 0:9C -> 1",), (0, "unexpected-line")),
        ("bid 1: 3", ("trump: C",), (0, "unexpected-line")),
        ("bid 1: 3", ("won: 0 4 6", "bid 1: 3"), (0, "unexpected-line")),
        ("bid 1: 3", ("dealer: 0", "bid 1: 3"), (0, "unexpected-line")),
        ("dealer: 0", ("dealer: 0", "dealer: 0"), (1, "unexpected-line")),
        ("dealer: 0", ("totals before: 0 0 0", "dealer: 0"), (0, "unexpected-line")),
        ("bid 0: 3", ("bid 0: 3", "bid 1: 4"), (1, "unexpected-line")),
        ("bid 0: 3", ("bid 0: 3", "thrown in: all_pass"), (1, "unexpected-line")),
        ("trump: C", ("trump: C", "trump: C"), (1, "unexpected-line")),
        ("trump: C", ("trump: C", "declarer: 1"), (1, "unexpected-line")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trump: C",), (0, "unexpected-line")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("hand 0: AS TS 9S 7S 9C 7C QH JH 9H 8D",), (0, "unexpected-line")),
        ("trick 10: 2:JD 0:9H 1:AH -> 2", ("won: 0 4 6",), (0, "unexpected-line")),
        ("won: 0 4 6", ("score: -30 +30 +30", "won: 0 4 6"), (1, "unexpected-line")),
        ("totals: -30 30 30", ("totals: -30 30 30", "trick 11: 2:JD 0:9H 1:AH -> 2"), (1, "unexpected-line")),
        ("totals: -30 30 30", ("totals: -30 30 30", "aborted: too late"), (1, "unexpected-line")),
        ("totals: -30 30 30", ("totals: -30 30 30", "dealer: 1"), (1, "unexpected-line")),
        ("deal 2", (), (0, "unexpected-line")),
        (RESULT, (RESULT, RESULT), (1, "unexpected-line")),
        (RESULT, (RESULT, "deal 3"), (1, "unexpected-line")),
        (END, (END, "totals: 0 0 10"), (1, "unexpected-line")),
        (END, (END, END), (1, "unexpected-line")),
        # numbers and dealers
        ("deal 1", ("deal 0",), (0, "wrong-number")),
        ("deal 1", ("deal 2",), (0, "wrong-number")),
        ("deal 2", ("deal 3",), (0, "wrong-number")),
        ("deal 2", ("deal 1",), (0, "wrong-number")),
        ("trick 5: 2:AD 0:8D 1:QD -> 2", (), (0, "wrong-number")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 0: 1:JC 2:TC 0:9C -> 1",), (0, "wrong-number")),
        ("dealer: 1", ("dealer: 2",), (0, "wrong-dealer")),
        # cards
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:7D -> 1",), (0, "bad-card")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 2:JC 2:TC 0:6C -> 1",), (0, "bad-card")),
        ("hand 2: KS JS TC KC 8C KH AD KD JD 9D", ("hand 2: 7H JS TC KC 8C KH AD KD JD 9D",), (0, "bad-card")),
        ("hand 2: KS JS TC KC 8C KH AD KD JD 9D", ("hand 2: JS TC KC 8C KH AD KD JD 9D",), (0, "wrong-cards")),
        ("hand 2: KS JS TC KC 8C KH AD KD JD 9D", ("hand 2: KS KS TC KC 8C KH AD KD JD 9D",), (0, "wrong-cards")),
        # actions
        ("bid 1: 3", ("bid 0: 3",), (0, "wrong-turn")),
        ("bid 2: 3", ("bid 1: 4",), (0, "wrong-turn")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 2:TC 0:9C 1:JC -> 1",), (0, "wrong-turn")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 3:JC 2:TC 0:9C -> 1",), (0, "wrong-turn")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 1:TC 0:9C -> 1",), (0, "wrong-turn")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 9:9C -> 1",), (0, "wrong-turn")),
        ("trick 2: 1:AC 2:KC 0:7C -> 1", ("trick 2: 1:JC 2:KC 0:7C -> 1",), (0, "card-not-held")),
        ("trick 2: 1:AC 2:KC 0:7C -> 1", ("trick 2: 1:AC 2:KH 0:AD -> 1",), (0, "must-follow")),
        # tricks
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC -> 1",), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1:",), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: -> 1",), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:9C",), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:9C 1:AC -> 1",), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: *:AC 1:JC 2:TC 0:9C -> 1",), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC -> 7",), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC", "mood: good"), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC", "no line"), (0, "bad-trick")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:9C -> 2",), (0, "wrong-winner")),
        ("trick 1: 1:JC 2:TC 0:9C -> 1", ("trick 1: 1:JC 2:TC 0:9C -> 4",), (0, "wrong-winner")),
        # checks
        ("declarer: 1", ("declarer: 2",), (0, "wrong-step")),
        ("won: 0 4 6", ("won: 0 5 5",), (0, "wrong-tricks")),
        ("score: -30 +30 +30", ("score: -30 +30 -30",), (0, "wrong-score")),
        ("totals: -30 30 30", ("totals: -30 30 40",), (0, "wrong-total")),
        # the end
        (RESULT, ("result: 0 0 10 winner 1",), (0, "wrong-result")),
        (RESULT, ("result: 0 0 10 winner 1 2",), (0, "wrong-result")),
        (RESULT, ("result: none",), (0, "wrong-result")),
        (RESULT, ("result: 0 0 +10",), (0, "wrong-result")),
        (END, ("end: abandoned",), (0, "wrong-end")),
        (END, ("end: agreed",), (0, "wrong-end")),
        (END, ("end: abandoned everybody is tired",), (0, "wrong-end")),
        # what is missing
        ("dealer: 0", (), (0, "missing-line")),
        (DECK, (), (0, "missing-line")),
        ("trick 10: 2:JD 0:9H 1:AH -> 2", ("deal 2",), (0, "missing-line")),
        (RESULT, ("deal 3", RESULT), (0, "missing-line")),
        (RESULT, (), (0, "missing-line")),
        (END, (), (-1, "missing-line")),
        (END, ("", "# the rest is lost"), (-1, "missing-line")),
    ],
)  # fmt: skip
def test_one_false_line(old, new, expected):
    assert refused(old, *new) == expected


def test_a_foreign_card_goes_before_a_bad_deck_and_both_before_a_missing_dealer():
    for bad, cls in ((DECK[:-2] + "7D", "bad-card"), (DECK[:-3], "bad-deck"), (DECK[:-2] + "TD", "bad-deck")):
        assert refused(DECK, bad) == (0, cls)
        assert refused(DECK, bad, base=edited(BASE, "dealer: 0")) == (0, cls)
    assert refused(DECK, DECK + " 7S") == (0, "bad-deck")
    assert refused(DECK, "deck:") == (0, "unreadable-line")
    assert refused(DECK, DECK, DECK) == (1, "unexpected-line")


def test_nothing_of_a_deal_stands_before_its_deck():
    for line in ("hand 0: AS TS", "bid 1: 3", "declarer: 1", "trump: C", "trick 1: 1:JC 2:TC 0:9C -> 1", "won: 0 4 6"):
        assert refused("dealer: 0", "dealer: 0", line) == (1, "missing-line"), line
        assert refused("dealer: 0", line) == (0, "missing-line"), line
    assert refused("dealer: 0", "dealer: 0", "aborted: no deck") == (1, "missing-line")
    assert refused("dealer: 0", "dealer: 0", "hand 0: 6S") == (1, "bad-card")


def test_check_lines_may_be_left_out_and_are_written_again():
    checks = ("hand", "declarer", "won", "score", "totals")
    short = "".join(line + "\n" for line in BASE.splitlines() if not line.startswith(checks))
    assert short.count("\n") < BASE.count("\n") - 12
    assert rewritten(short) == BASE
    for gone in checks:
        assert rewritten("".join(line + "\n" for line in BASE.splitlines() if not line.startswith(gone))) == BASE


def test_derived_cards_stand_in_any_order_and_hands_hold_them_in_any_order():
    hands = [line for line in BASE.splitlines() if line.startswith("hand")][:3]
    text = edited(BASE, hands[0], hands[2])
    text = edited(text, hands[2], "hand 0: " + " ".join(reversed(hands[0][8:].split())), nth=2)
    assert rewritten(text) == BASE
    assert refusals(edited(BASE, hands[0], hands[0], hands[0])) == [(line_of(BASE, hands[0]) + 1, "unexpected-line")]


def test_a_running_table_may_stop_after_any_line_and_inside_a_trick():
    lines = until(BASE, "totals: 0 0 10").splitlines()
    for stop in range(9, len(lines) - 3):
        text = "\n".join(lines[:stop]) + "\n"
        assert not refusals(text), lines[stop - 1]
        again = rewritten(text)
        assert rewritten(again) == again
    for cut in ("1:JC", "1:JC 2:TC"):
        text = until(BASE, "trump: C") + f"trick 1: {cut}\n"
        assert rewritten(text) == text
    over = "\n".join(lines[: len(lines) - 3]) + "\n"
    assert refusals(over) == [(len(lines) - 3, "missing-line")]


@pytest.mark.parametrize("stop", ["deal 1", "dealer: 0", "deal 2", "dealer: 1", "bid 1: 3", "totals: -30 30 30"])
def test_a_running_table_comes_back_byte_for_byte(stop):
    text = until(BASE, stop)
    if stop == "bid 1: 3":
        for trumps, plain in (("JC AC QC", "AC QC JC"), ("9C 7C", "9C 7C"), ("TC KC 8C", "TC KC 8C")):
            text = text.replace(trumps, plain)
    assert rewritten(text) == text


def test_an_aborted_deal_counts_for_nothing_and_must_be_followed_by_none_and_abandoned():
    head = until(BASE, "trick 4: 1:8H 2:KH 0:QH -> 2")
    ending = "result: none\nend: abandoned\n"
    for start in (head, head + "trick 5: 2:AD 0:8D\n", until(BASE, "trump: C")):
        text = start + "aborted: seat 2  left, # twice\n" + ending
        assert rewritten(text) == text
    text = head + "aborted: x\nresult: none\nend: abandoned no  light\n"
    assert rewritten(text) == text
    last = head.count("\n") + 1
    assert refusals(head + "aborted: x\n") == [(last, "missing-line")]
    assert refusals(head + "aborted: x\nend: abandoned\n") == [(last + 1, "missing-line")]
    assert refusals(head + "aborted: x\nresult: none\n") == [(last + 1, "missing-line")]
    assert refusals(head + "aborted: x\nresult: 0 0 0 winner 0\n") == [(last + 1, "wrong-result")]
    assert refusals(head + "aborted: x\nresult: none\nend: finished\n") == [(last + 2, "wrong-end")]
    for line in ("deal 2", "totals: 0 0 0", "aborted: x", "won: 0 0 0", "trick 5: 2:AD 0:8D 1:QD -> 2"):
        assert refusals(head + f"aborted: x\n{line}\n") == [(last + 1, "unexpected-line")], line


def test_a_table_may_be_abandoned_between_deals_but_not_inside_one():
    ending = "result: none\nend: abandoned\n"
    for stop in ("seat 2: Zoë", "totals: -30 30 30", "trick 10: 2:JD 0:9H 1:AH -> 2"):
        assert not refusals(until(BASE, stop) + ending), stop
    for stop in ("deal 1", "dealer: 0", "bid 1: 3", "trick 9: 2:JS 0:7S 1:TH -> 2"):
        text = until(BASE, stop)
        assert refusals(text + ending) == [(text.count("\n") + 1, "missing-line")], stop
        assert refusals(text + "end: abandoned\n") == [(text.count("\n") + 1, "missing-line")], stop
    early = until(BASE, "totals: -30 30 30")
    assert refusals(early + "result: -30 30 30 winner 1 2\n") == [(early.count("\n") + 1, "wrong-result")]
    assert refusals(early + "result: none\nend: finished\n") == [(early.count("\n") + 2, "wrong-end")]
    assert refusals(early + "end: finished\n") == [(early.count("\n") + 1, "missing-line")]


def test_a_header_without_deals_may_be_abandoned():
    text = until(BASE, "seat 2: Zoë") + "result: none\nend: abandoned\n"
    assert rewritten(text) == text
    assert read(text)[0].events == ()

"""Records under house rules, and records that begin in mid-match (docs/notation.md 4, 8, 13)."""

import pytest

from games.hokm.events import AuctionWon, DealScored, DealThrownIn, MatchEnded
from tests.games.record_texts import edited, line_of, read, refusals, rewritten, sample, until

BASE = sample("hokm-two-deals.opentrick")
DEALT = until(BASE, "hand 2: KS JS TC KC 8C KH AD KD JD 9D").replace("option max_deals: 2\n", "")
"""Deal 1 with dealer 0; seat 1 speaks first."""


def under(*options: str) -> str:
    given = "".join(f"option {option}\n" for option in sorted(options))
    return DEALT.replace("option target: 200\n", given)


def auction(head: str, *calls: str) -> list[tuple[int, str]]:
    """Refusals of an auction, the line counted from its first call."""
    first = head.count("\n") + 1
    return [(line - first, cls) for line, cls in refusals(head + "".join(f"{call}\n" for call in calls))]


# --- the auction ---


def test_one_bid_each_of_any_number_by_default():
    assert auction(under(), "bid 1: 5", "bid 2: 3", "bid 0: kabbut", "declarer: 0") == []
    assert auction(under(), "bid 1: 5", "bid 2: 3", "bid 0: pass", "bid 1: 6") == [(3, "unexpected-line")]


def test_once_rising_wants_a_pass_or_more_than_all_before():
    rules = under("auction: once_rising")
    assert auction(rules, "bid 1: 5", "bid 2: pass", "bid 0: 6", "declarer: 0") == []
    assert auction(rules, "bid 1: 5", "bid 2: 5") == [(1, "illegal-call")]
    assert auction(rules, "bid 1: 5", "bid 2: 4") == [(1, "illegal-call")]
    assert auction(rules, "bid 1: kabbut", "bid 2: kabbut") == [(1, "illegal-call")]


def test_rounds_rising_goes_on_until_one_is_left():
    rules = under("auction: rounds_rising")
    calls = ["bid 1: 3", "bid 2: pass", "bid 0: 4", "bid 1: 5", "bid 0: pass"]
    assert auction(rules, *calls, "declarer: 1", "trump: C") == []
    assert auction(rules, *calls[:4], "bid 2: 6") == [(4, "wrong-turn")]
    assert auction(rules, *calls[:4], "bid 0: 5") == [(4, "illegal-call")]
    assert auction(rules, *calls, "bid 1: 6") == [(5, "unexpected-line")]
    assert auction(rules, *calls[:4], "trump: C") == [(4, "unexpected-line")]
    assert auction(rules, *calls[:4], "declarer: 1") == [(4, "unexpected-line")]


def test_rounds_rising_ends_with_a_kabbut_and_lets_the_third_speak_after_two_passes():
    rules = under("auction: rounds_rising")
    assert auction(rules, "bid 1: pass", "bid 2: kabbut", "declarer: 2", "trump: H") == []
    assert auction(rules, "bid 1: pass", "bid 2: kabbut", "bid 0: pass") == [(2, "unexpected-line")]
    assert auction(rules, "bid 1: pass", "bid 2: pass", "bid 0: 3", "declarer: 0", "trump: H") == []
    assert auction(rules, "bid 1: pass", "bid 2: pass", "trump: H") == [(2, "unexpected-line")]


@pytest.mark.parametrize(("option", "declarer"), [("top_tie: earliest", 1), ("top_tie: latest", 0)])
def test_equal_highest_bids(option, declarer):
    calls = ("bid 1: 4", "bid 2: 3", "bid 0: 4")
    assert auction(under(option), *calls, f"declarer: {declarer}", "trump: S") == []
    assert auction(under(option), *calls, f"declarer: {1 - declarer}") == [(3, "wrong-step")]


PASSES = ("bid 1: pass", "bid 2: pass", "bid 0: pass")


@pytest.mark.parametrize(("option", "declarer"), [("all_pass: eldest", 1), ("all_pass: dealer", 0)])
def test_three_passes_are_played(option, declarer):
    assert auction(under(option), *PASSES, f"declarer: {declarer}", "trump: S") == []
    assert auction(under(option), *PASSES, "thrown in: all_pass") == [(3, "unexpected-line")]


def test_three_passes_may_throw_the_deal_in():
    rules = under("all_pass: redeal")
    assert auction(rules, *PASSES, "thrown in: all_pass", "totals: 0 0 0", "deal 2", "dealer: 1") == []
    assert auction(rules, *PASSES, "totals: 0 0 0", "deal 2", "dealer: 1") == []
    assert auction(rules, *PASSES, "thrown in: min_total") == [(3, "wrong-step")]
    assert auction(rules, *PASSES, "declarer: 1") == [(3, "unexpected-line")]
    assert auction(rules, *PASSES, "trump: S") == [(3, "unexpected-line")]
    assert auction(rules, *PASSES, "thrown in: all_pass", "totals: 10 0 0") == [(4, "wrong-total")]
    assert auction(rules, *PASSES, "thrown in: all_pass", "deal 2", "dealer: 0") == [(5, "wrong-dealer")]
    assert auction(rules, *PASSES, "thrown in: somehow") == [(3, "unreadable-line")]
    text = (rules + "".join(f"{call}\n" for call in PASSES)).replace("JC AC QC", "AC QC JC")  # no trumps were named
    assert rewritten(text) == text + "thrown in: all_pass\ntotals: 0 0 0\n"


def test_a_small_total_throws_the_deal_in_and_goes_before_all_pass():
    rules = under("min_total: 9", "all_pass: redeal")
    assert auction(rules, "bid 1: 4", "bid 2: pass", "bid 0: pass", "thrown in: min_total", "totals: 0 0 0") == []
    assert auction(rules, "bid 1: 5", "bid 2: pass", "bid 0: pass", "declarer: 1", "trump: D") == []
    assert auction(rules, *PASSES, "thrown in: min_total") == []
    assert auction(rules, *PASSES, "thrown in: all_pass") == [(3, "wrong-step")]


def test_thrown_in_deals_count_for_the_deal_limit():
    rules = under("all_pass: redeal", "max_deals: 1")
    end = ("result: 0 0 0 winner 0 1 2", "end: finished")
    assert auction(rules, *PASSES, *end) == []
    assert auction(rules, *PASSES) == [(2, "missing-line")]
    assert auction(rules, *PASSES, "result: 0 0 0 winner 0", end[1]) == [(3, "wrong-result")]
    assert auction(rules, *PASSES, "result: 0 0 0 winner 2 1 0", end[1]) == [(3, "wrong-result")]


# --- play ---


def test_who_is_void_must_trump_under_must_trump_and_beat_under_baloot():
    """Spades are trumps: seat 1 holds QS 8S and no king of clubs' suit is left to it after three rounds."""
    base = edited(BASE, "option max_deals: 2").replace("option target: 200\n", "")
    head = until(base, "bid 0: 3")
    play = (
        "trump: S",
        "trick 1: 1:AC 2:KC 0:9C -> 1",
        "trick 2: 1:JC 2:TC 0:7C -> 2",
        "trick 3: 2:8C 0:9S 1:QC -> 0",
        "trick 4: 0:QH 1:AH 2:KH -> 1",
        "trick 5: 1:TH 2:9D 0:JH -> 1",
    )
    free = head + "\n".join(play) + "\n"
    assert not refusals(free)
    for rule in ("must_trump", "baloot"):
        text = free.replace("players: 3\n", f"players: 3\noption void_play: {rule}\n")
        assert refusals(text) == [(line_of(text, play[-1]), "must-trump")]
        assert not refusals(text.replace("2:9D 0:JH -> 1", "2:JS 0:JH -> 2"))


def test_a_higher_trump_must_beat_under_baloot():
    base = edited(BASE, "option max_deals: 2").replace("option target: 200\n", "")
    head = until(base, "bid 0: 3") + "trump: S\n"
    trick = "trick 1: 1:8S 2:KS 0:7S -> 2\n"
    assert not refusals(head + trick)
    strict = (head + trick).replace("players: 3\n", "players: 3\noption void_play: baloot\n")
    assert refusals(strict) == [(strict.count("\n"), "must-beat")]
    assert not refusals(strict.replace("0:7S -> 2", "0:AS -> 0"))


# --- scores and the end ---


@pytest.mark.parametrize(
    ("option", "score"),
    [
        ("broken: bid", "-100"),
        ("broken: short", "-100"),
        ("kabbut_broken: flat", "-10"),
        ("kabbut_broken: double", "-200"),
    ],
)
def test_a_broken_kabbut(option, score):
    text = edited(edited(BASE, "bid 0: 3", "bid 0: kabbut"), "bid 1: 3", "bid 1: pass")
    text = text.replace("option max_deals: 2\noption target: 200\n", f"option {option}\n")
    text = until(text, "bid 0: kabbut").replace("JC AC QC", "AC QC JC") + "trump: C\n"
    (table,) = read(text)
    assert table.events[-2] == AuctionWon(0)
    kabbut = text + "".join(line + "\n" for line in TEN_TRICKS)
    (table,) = read(kabbut)
    scored = table.events[-1]
    assert isinstance(scored, DealScored)
    assert scored.score[0] == int(score)
    assert f"score: {score} " in rewritten(kabbut)
    assert refusals(kabbut + "score: -30 0 0\n") == [(kabbut.count("\n") + 1, "wrong-score")]


TEN_TRICKS = (
    "trick 1: 0:9C 1:JC 2:TC -> 1", "trick 2: 1:AC 2:KC 0:7C -> 1", "trick 3: 1:QC 2:8C 0:AS -> 1",
    "trick 4: 1:8H 2:KH 0:QH -> 2", "trick 5: 2:AD 0:8D 1:QD -> 2", "trick 6: 2:KD 0:TS 1:TD -> 1",
    "trick 7: 1:8S 2:KS 0:9S -> 2", "trick 8: 2:9D 0:JH 1:QS -> 2", "trick 9: 2:JS 0:7S 1:TH -> 2",
    "trick 10: 2:JD 0:9H 1:AH -> 2",
)  # fmt: skip


def test_level_leaders_share_the_win_or_play_on():
    text = edited(BASE, "option max_deals: 2").replace("option target: 200", "excerpt: yes\noption target: 200")
    text = edited(text, "dealer: 0", "dealer: 0", "totals before: 0 170 170")
    text = until(text, "trick 10: 2:JD 0:9H 1:AH -> 2")
    (table,) = read(text)
    assert isinstance(table.events[-1], DealScored)
    (table,) = read(text.replace("option target: 200", "option end_tie: shared\noption target: 200"))
    assert table.events[-1] == MatchEnded((-30, 200, 200), (1, 2))


def test_history_changes_no_line():
    for value in ("all", "none", "last"):
        text = BASE.replace("option max_deals", f"option history: {value}\noption max_deals")
        assert not refusals(text)
        assert rewritten(text) == (BASE if value == "last" else text)


# --- excerpts ---

EXCERPT = edited(edited(BASE, "seat 2: Zoë", "seat 2: Zoë", "excerpt: yes"), "option max_deals: 2")
TWO = "".join(line + "\n" for line in EXCERPT.splitlines()[: line_of(EXCERPT, "result: 0 0 10 winner 2") - 1])
"""Two deals that do not end the match."""
SEVENTH = TWO.replace("deal 2\n", "deal 8\n").replace("deal 1\n", "deal 7\n")
BEGUN = edited(SEVENTH, "dealer: 0", "dealer: 0", "totals before: -40 150 0")


def test_an_excerpt_may_begin_anywhere():
    text = BEGUN.replace("totals: -30 30 30", "totals: -70 180 30").replace("totals: 0 0 10", "totals: -40 150 10")
    assert rewritten(text) == text
    (table,) = read(text)
    assert table.deals == 2
    assert table.events[0].deal == 7
    assert refusals(text.replace("deal 8", "deal 9")) == [(line_of(text, "deal 8"), "wrong-number")]
    assert refusals(text.replace("deal 7", "deal 0")) == [(line_of(text, "deal 7"), "wrong-number")]


def test_missing_totals_mean_the_start_of_a_match_and_are_written():
    assert rewritten(SEVENTH) == edited(SEVENTH, "dealer: 0", "dealer: 0", "totals before: 0 0 0")
    assert refusals(BEGUN) == [(line_of(BEGUN, "totals: -30 30 30"), "wrong-total")]


@pytest.mark.parametrize("stop", ["excerpt: yes", "deal 7", "dealer: 0", "totals before: -40 150 0", "trump: C"])
def test_an_excerpt_may_stop_anywhere(stop):
    text = until(BEGUN, stop)
    assert rewritten(text) == text


def test_the_preamble_stands_in_any_order_once():
    head = until(BEGUN, "deal 7")
    swapped = head + "totals before: -40 150 0\ndealer: 0\n"
    assert rewritten(swapped) == head + "dealer: 0\ntotals before: -40 150 0\n"
    twice = head + "totals before: 0 0 0\ntotals before: 0 0 0\n"
    assert refusals(twice) == [(twice.count("\n"), "unexpected-line")]
    assert refusals(head + "totals before: 0 0\n") == [(head.count("\n") + 1, "unreadable-line")]


@pytest.mark.parametrize(
    ("totals", "option", "over"),
    [
        ("200 0 0", "", True),
        ("200 200 0", "", False),
        ("200 200 0", "option end_tie: shared\n", True),
        ("190 0 0", "", False),
        ("0 0 0", "option max_deals: 6\n", True),
        ("0 0 0", "option max_deals: 7\n", False),
        ("0 0 0", "option max_deals: 0\n", False),
    ],
)
def test_an_excerpt_cannot_begin_after_the_end(totals, option, over):
    text = until(BEGUN, "deal 7").replace("option target", option + "option target")
    text += f"totals before: {totals}\ndealer: 0\n"
    assert refusals(text) == ([(text.count("\n") - 1, "wrong-total")] if over else [])


def test_without_totals_the_deck_is_where_the_end_is_noticed():
    text = SEVENTH.replace("option target", "option max_deals: 6\noption target")
    deck = next(line for line in text.splitlines() if line.startswith("deck"))
    assert refusals(text) == [(line_of(text, deck), "wrong-total")]


def test_totals_before_stand_in_the_first_deal_of_an_excerpt_only():
    text = edited(SEVENTH, "dealer: 1", "dealer: 1", "totals before: -30 30 30")
    assert refusals(text) == [(line_of(text, "totals before: -30 30 30"), "unexpected-line")]


def test_an_excerpt_has_no_result_no_end_and_no_deal_after_the_last():
    done = TWO.replace("option target", "option max_deals: 2\noption target")
    last = done.count("\n") + 1
    assert not refusals(done)
    assert refusals(done + "result: 0 0 10 winner 2\n") == [(last, "unexpected-line")]
    assert refusals(done + "end: finished\n") == [(last, "unexpected-line")]
    assert refusals(done + "deal 3\n") == [(last, "unexpected-line")]


def test_the_worked_deals_of_the_rule_book_are_readable():
    text = sample("worked-hokm.opentrick")
    tables = read(text)
    assert [table.events[-1].score for table in tables] == [(40, -30, 20), (-20, -30, 200), (20, -20, 20)]
    assert rewritten(text) == text.replace("\ndeck", "\ntotals before: 0 0 0\ndeck").replace(
        "score: +40 -30 +20\n", "score: +40 -30 +20\ntotals: 40 -30 20\n"
    ).replace("score: -20 -30 +200\n", "score: -20 -30 +200\ntotals: -20 -30 200\n").replace(
        "score: +20 -20 +20\n", "score: +20 -20 +20\ntotals: 20 -20 20\n"
    )  # fmt: skip


def test_thrown_in_deals_are_events_with_the_reason():
    text = under("all_pass: redeal") + "".join(f"{call}\n" for call in PASSES)
    assert read(text)[0].events[-1] == DealThrownIn(1, "all_pass", 1)

"""The classes of docs/notation.md 11 that a table of Preferans can show, beyond the samples: the line and the class."""

import pytest

from tests.games.record_texts import edited, line_of, refusals, rewritten, sample, until

BASE = sample("preferans-three-deals.opentrick")
TRICK = "trick 1: 1:7H 2:AH 3:KH -> 2"
SECOND = "trick 2: 2:KD 3:AD 1:9D -> 3"
TURNED = "trick 1: 2:9H 3:8H 0:KH 1:7H -> 0"


def refused(old: str, *new: str, nth: int = 1, base: str = BASE) -> tuple[int, str]:
    """Class of the error after an edit, with its line counted from the edited one."""
    at = [number for number, line in enumerate(base.split("\n"), 1) if line == old][nth - 1]
    ((line, cls),) = refusals(edited(base, old, *new, nth=nth))
    return line - at, cls


def test_the_example_of_the_notation_comes_back():
    assert rewritten(BASE) == BASE


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # keys and seats
        ("bid 1: 6C", ("bid 4: 6C",), (0, "unknown-key")),
        ("bid 1: 6C", ("trump: S",), (0, "unknown-key")),
        ("whist 1: pass", ("whist: pass",), (0, "unknown-key")),
        ("write mountain 3: +4", ("write mountain: +4",), (0, "unknown-key")),
        ("write whists 0>3: +4", ("write whists 0>4: +4",), (0, "unknown-key")),
        # values that do not fit
        ("bid 1: 6C", ("bid 1: 6N",), (0, "unreadable-line")),
        ("bid 1: 6C", ("bid 1: 11S",), (0, "unreadable-line")),
        ("bid 1: 6C", ("bid 1: 6C without",), (0, "unreadable-line")),
        ("declarer: 3 6NT", ("declarer: 3 hold",), (0, "unreadable-line")),
        ("declarer: 3 6NT", ("declarer: 3",), (0, "unreadable-line")),
        ("contract 3: 7NT", ("contract 3: 9S without",), (0, "unreadable-line")),
        ("cards 1: open", ("cards 1: yes",), (0, "unreadable-line")),
        ("answer 3: accept", ("answer 3: yes",), (0, "unreadable-line")),
        ("claim 1: - 1 3 6", ("claim 1: 1 3 6",), (0, "unreadable-line")),
        ("won: - 1 3 6", ("won: 1 3 6",), (0, "unreadable-line")),
        ("write mountain 3: +4", ("write mountain 3: 4",), (0, "unreadable-line")),
        ("standing: 14 30 14 -58", ("standing: 14 30 14 -58/01",), (0, "unreadable-line")),
        ("pools: 0 0 0 0", ("pools: 0 0 0 -1",), (0, "unreadable-line")),
        ("raspasy: 1", ("raspasy: m",), (0, "unreadable-line")),
        # lines in a wrong place
        ("bid 1: 6C", ("discard 1: KS TS",), (0, "unexpected-line")),
        ("declarer: 3 6NT", ("raspasy: 1",), (0, "unexpected-line")),
        ("discard 3: 7D 8H", ("contract 3: 7NT",), (0, "unexpected-line")),
        ("contract 3: 7NT", ("discard 3: AS QS",), (0, "unexpected-line")),
        ("contract 3: 7NT", ("whist 1: pass",), (0, "unexpected-line")),
        ("cards 1: open", (TRICK,), (0, "unexpected-line")),
        (TRICK, ("cards 1: open", TRICK), (0, "unexpected-line")),
        (TRICK, ("trust 1: 2", TRICK), (0, "unexpected-line")),
        ("claim 1: - 1 3 6", ("claim 1: - 1 3 6", "trick 9: 3:AS 1:KS 2:QC -> 3"), (1, "unexpected-line")),
        ("won: - 1 3 6", ("answer 2: accept", "won: - 1 3 6"), (0, "unexpected-line")),
        ("won: - 1 3 6", ("claim 1: - 1 3 6", "won: - 1 3 6"), (0, "unexpected-line")),
        ("dealer: 0", ("dealer: 0", "pools before: 0 0 0 0"), (1, "unexpected-line")),
        ("standing: 14 30 14 -58", ("standing: 14 30 14 -58", "trick 9: 3:AS"), (1, "unexpected-line")),
        # cards
        ("talon: 8D KC", ("talon: KC 8D",), (0, "wrong-cards")),
        ("hand 3 now: AS QS JS AC KC 8C AD 8D KH QH", ("hand 3 now: AS QS JS 7D",), (0, "wrong-cards")),
        ("discard 3: 7D 8H", ("discard 3: 6D 8H",), (0, "bad-card")),
        ("discard 3: 7D 8H", ("discard 3: KS 8H",), (0, "card-not-held")),
        ("discard 3: 7D 8H", ("discard 3: KS",), (0, "card-not-held")),
        ("discard 3: 7D 8H", ("discard 3: 7D 8H KH",), (0, "illegal-discard")),
        ("discard 3: 7D 8H", ("discard 2: 7D 8H",), (0, "wrong-turn")),
        # what was said
        ("bid 2: pass", ("bid 3: pass",), (0, "wrong-turn")),
        ("bid 2: pass", ("bid 0: pass",), (0, "wrong-turn")),
        ("bid 2: pass", ("bid 2: 6S",), (0, "illegal-call")),
        ("bid 2: pass", ("bid 2: hold",), (0, "illegal-call")),
        ("bid 1: pass", ("bid 1: misere",), (0, "illegal-call")),
        ("contract 3: 7NT", ("contract 3: 6H",), (0, "illegal-contract")),
        ("contract 3: 7NT", ("contract 2: 7NT",), (0, "wrong-turn")),
        ("whist 1: pass", ("whist 1: half",), (0, "illegal-call")),
        ("whist 1: pass", ("whist 2: pass",), (0, "wrong-turn")),
        ("whist 1: pass", ("whist 0: pass",), (0, "wrong-turn")),
        ("cards 1: open", ("cards 2: open",), (0, "wrong-turn")),
        ("discard 0: KC AD", ("surrender: 0",), (0, "illegal-call")),
        ("discard 3: 7D 8H", ("surrender: 2",), (0, "wrong-turn")),
        ("contract 0: misere", ("contract 0: 6S",), (0, "illegal-contract")),
        # claims
        ("claim 1: - 1 3 6", ("claim 2: - 1 3 6",), (0, "illegal-claim")),
        ("claim 1: - 1 3 6", ("claim 1: - 0 4 6",), (0, "illegal-claim")),
        ("claim 1: - 1 3 6", ("claim 1: 0 1 3 6",), (0, "illegal-claim")),
        ("answer 3: accept", ("answer 2: accept",), (0, "illegal-claim")),
        ("answer 3: accept", ("answer 3: refuse", "answer 3: accept"), (1, "illegal-claim")),
        ("answer 3: accept", ("answer 3: refuse", "claim 1: - 1 3 6"), (1, "illegal-claim")),
        ("trick 4: 1:7C 3:8S 0:AC -> 0", ("claim 1: 3 4 - 3",), (0, "illegal-claim")),
        # tricks
        (TRICK, ("trick 1: 2:AH 3:KH 1:7H -> 2",), (0, "wrong-turn")),
        (SECOND, ("trick 2: 2:KD 3:AS 1:9D -> 3",), (0, "must-follow")),
        (TURNED, ("trick 1: 3:8H 0:KH 1:7H -> 0",), (0, "bad-trick")),
        (TURNED, ("trick 1: *:9H 3:8H 0:KH 1:7H -> 0",), (0, "bad-trick")),
        (TURNED, ("trick 1: 2:7D 3:8H 0:KH 1:7H -> 0",), (0, "wrong-cards")),
        (TURNED, ("trick 1: 2:9H 3:8H 0:KH 1:7H -> 2",), (0, "wrong-winner")),
        (SECOND, ("trick 2: *:KD 3:AD 1:9D -> 3",), (0, "bad-trick")),
        # what follows
        ("declarer: 3 6NT", ("declarer: 3 6C",), (0, "wrong-step")),
        ("declarer: 3 6NT", ("declarer: 1 6NT",), (0, "wrong-step")),
        ("raspasy: 1", ("raspasy: 2",), (0, "wrong-step")),
        ("won: - 1 3 6", ("won: - 1 3 7",), (0, "wrong-tricks")),
        ("won: - 1 3 6", ("won: 0 1 3 6",), (0, "wrong-tricks")),
        ("write mountain 3: +4", ("write mountain 3: +6",), (0, "wrong-score")),
        ("write whists 1>3: +20", (), (0, "wrong-score")),
        ("write pool 0: +10", ("write pool 0: +10", "write pool 2: +1"), (1, "wrong-score")),
        ("pools: 0 0 0 0", ("pools: 0 0 0 2",), (0, "wrong-total")),
        ("mountains: 0 0 0 4", ("mountains: 0 0 0 5",), (0, "wrong-total")),
        ("whists 1: 0 - 0 20", ("whists 1: 0 - 0 21",), (0, "wrong-total")),
        ("whists 1: 0 - 0 20", ("whists 1: 0 0 0 20",), (0, "wrong-total")),
        ("streak: 0", ("streak: 1",), (0, "wrong-total")),
        ("standing: 14 30 14 -58", ("standing: 14 30 15 -59",), (0, "wrong-total")),
        ("result: +84 -10 +14 -88", ("result: 84 -10 +14 -88",), (0, "unreadable-line")),
        ("result: +84 -10 +14 -88", ("result: +85 -11 +14 -88",), (0, "wrong-result")),
        ("end: finished", ("end: agreed",), (0, "wrong-end")),
        ("trick 10: 3:AH 0:JH 1:KC -> 3", ("result: +84 -10 +14 -88",), (0, "missing-line")),
        ("dealer: 1", ("dealer: 2",), (0, "wrong-dealer")),
    ],
)  # fmt: skip
def test_one_false_line(old: str, new: tuple[str, ...], expected: tuple[int, str]):
    assert refused(old, *new) == expected


@pytest.mark.parametrize(
    ("options", "cls"),
    [
        (("american_aid: off",), "bad-option"),
        (("pool_end: sum",), "bad-option"),
        (("raspasy_talon: dealer",), "bad-option"),
        (("max_deals: 0",), "bad-option"),
        (("players: 4",), "bad-option"),
    ],
)
def test_options_that_cannot_be(options: tuple[str, ...], cls: str):
    text = edited(BASE, "option max_deals: 3", *(f"option {option}" for option in options))
    ((_, found),) = refusals(text)
    assert found == cls


def test_check_lines_may_be_left_out_and_are_written_again():
    checks = (
        "hand",
        "talon",
        "declarer",
        "raspasy",
        "won",
        "write",
        "pools",
        "mountains",
        "whists",
        "streak",
        "standing",
    )
    short = "".join(line + "\n" for line in BASE.splitlines() if not line.startswith(checks))
    assert rewritten(short) == BASE
    for gone in (*checks, "contract 0: misere", "hand 3 now"):
        if gone != "write":
            text = "".join(line + "\n" for line in BASE.splitlines() if not line.startswith(gone))
            assert rewritten(text) == BASE, gone


def test_write_lines_stand_all_or_none():
    without = "".join(line + "\n" for line in BASE.splitlines() if not line.startswith("write"))
    assert refusals(without) == [(line_of(without, "pools: 0 0 0 0"), "wrong-score")]


def test_cards_of_hands_and_discards_stand_in_any_order_but_the_talon():
    text = edited(BASE, "discard 3: 7D 8H", "discard 3: 8H 7D")
    hand = "hand 1: KS TS 9S 9C 7C JD 9D JH TH 7H"
    text = edited(text, hand, "hand 1: " + " ".join(reversed(hand[8:].split())))
    assert rewritten(text) == BASE


def test_a_running_table_may_stop_after_any_line_and_comes_back_in_canonical_form():
    lines = until(BASE, "standing: 84 -10 14 -88").splitlines()
    for stop in range(9, len(lines)):
        text = "\n".join(lines[:stop]) + "\n"
        if not refusals(text):
            again = rewritten(text)
            assert again.startswith(text[: text.rindex("\n", 0, -1) + 1][:200])
            assert rewritten(again) == again
        else:
            # only inside the result lines of the last deal, when the match is already over
            assert refusals(text) == [(stop, "missing-line")]
            assert stop > len(lines) - 14, lines[stop - 1]
    head = until(BASE, "discard 0: KC AD")
    assert rewritten(head).endswith("hand 0 now: QS JS TS 9S 8S 8C TD 9D 7D 8H\ncontract 0: misere\n")
    assert rewritten(until(BASE, "discard 3: 7D 8H")).splitlines()[-1].startswith("hand 3 now")

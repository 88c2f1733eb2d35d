"""Tables that tests play are written as records, read again, and come back the same (docs/notation.md 6, 8, 9)."""

import random

import pytest

from games.kernel.record import Ending, Header, Record, RecordError, format_record, parse_records
from games.preferans.commands import AnswerClaim, AnswerStop, Claim, OfferStop, Trust
from games.preferans.decide import wants
from games.preferans.game import GAME
from games.preferans.ruleset import PreferansRuleset
from games.preferans.state import FINISHED
from tests.games.preferans.playing import any_rules, draw, random_command
from tests.games.preferans.tables import LETTERS, Table, deck_of
from tests.games.record_texts import edited, read, refusals, rewritten

HANDS = (
    "AS KS QS JS TS AH KH QH JH TH",
    "9S 8S 7S AC KC QC JC TC 9C 8C",
    "AD KD QD JD TD 9D 8D 7D 9H 8H",
)


class Noted(Table):
    """A table that keeps all its events, so that it can be written down."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self.state = GAME.new(self.rules)
        first = self.rules.players - 1
        self.all: list[object] = []
        self._keep(GAME.deal(self.state, first), fold_them=True)

    def _keep(self, events, *, fold_them=False):
        super()._keep(events, fold_them=fold_them)
        self.all += self.events

    def text(self, end: str | None = None) -> str:
        names = tuple(LETTERS[: self.rules.players])
        record = Record(
            Header("preferans", self.rules, names), tuple(self.all), ending=Ending(end) if end is not None else None
        )
        return format_record(record)


def lines_after(text: str, start: str) -> list[str]:
    lines = text.splitlines()
    return lines[lines.index(start) :]


def dealt(**options: object) -> Noted:
    table = Noted(**options)
    table.deal(deck_of(*HANDS, talon="7H 7C"))
    return table


def same(table: Noted, end: str | None = None) -> str:
    text = table.text(end)
    assert not refusals(text), refusals(text)
    assert rewritten(text) == text
    return text


def test_a_held_bid_is_written_as_a_hold_and_won_as_the_bid_it_repeats():
    table = dealt().bid("6S", "6C", "pass", "hold", "pass")
    text = same(table)  # type: ignore[arg-type]
    assert "bid 0: hold\nbid 1: pass\ndeclarer: 0 6C" in text


def test_trust_is_written_where_it_is_given_and_nothing_where_it_is_not():
    given = dealt(misere_control="delegate").declares("A", "misere").say("B", Trust(False)).say("C", Trust(True))
    assert "contract 0: misere\ntrust 2: 1\ntrick 1:" in same(given.play_on())  # type: ignore[arg-type]
    kept = dealt(misere_control="delegate").declares("A", "misere").say("C", Trust(False)).say("B", Trust(False))
    assert "contract 0: misere\ntrick 1:" in same(kept.play_on())  # type: ignore[arg-type]


def test_a_refused_claim_before_the_first_card_and_trust_after_it():
    table = dealt(misere_control="delegate").declares("A", "misere").say("C", Claim((0, 5, 5)))
    table.say("A", AnswerClaim(True)).say("B", AnswerClaim(False)).say("B", Trust(True))
    text = same(table.play_on())  # type: ignore[arg-type]
    assert "claim 2: 0 5 5\nanswer 0: accept\nanswer 1: refuse\ntrust 1: 2\ntrick 1:" in text


def test_bids_without_talon():
    misere = dealt(no_talon_bids="on").bid("misere without", "pass", "pass").play_on()
    text = same(misere)  # type: ignore[arg-type]
    assert "declarer: 0 misere without\ncontract 0: misere\ntrick 1:" in text
    assert "discard" not in text
    nine = dealt(no_talon_bids="on").bid("9S without", "pass", "pass")
    text = same(nine.declares("A", "10H").play_on())  # type: ignore[arg-type]
    assert "declarer: 0 9S without\ncontract 0: 10H\ntrick 1:" in text


def test_a_half_whist_that_is_returned_and_a_first_defender_who_steps_down():
    returned = dealt().declares("A", "6S").whist("pass", "half", "whist").lay("closed").play_on()
    assert "whist 1: pass\nwhist 2: half\nwhist 1: whist\ncards 1: closed\ntrick 1:" in same(returned)  # type: ignore[arg-type]
    down = dealt(first_defender_half="on").declares("A", "6S").whist("whist", "pass", "half", "whist").lay("open")
    text = same(down.play_on())  # type: ignore[arg-type]
    assert "whist 1: whist\nwhist 2: pass\nwhist 1: half\nwhist 2: whist\ncards 2: open\ntrick 1:" in text


def test_no_whist_lines_for_misere_checked_tens_and_stalingrad():
    for contract in ("misere", "10S", "6S"):
        text = same(dealt(stalingrad="on").declares("A", contract).play_on())  # type: ignore[arg-type]
        assert f"contract 0: {contract}\ntrick 1:" in text


def test_a_surrender_has_no_won_line():
    text = same(dealt().won_by("A", "7S").surrender("A"))  # type: ignore[arg-type]
    assert lines_after(text, "surrender: 0")[1:3] == ["write mountain 0: +12", "pools: 0 0 0"]


def test_an_agreed_stop():
    table = dealt().declares("A", "6S").whist("pass", "pass").say("B", OfferStop())
    table.say("A", AnswerStop(True)).say("C", AnswerStop(True))
    text = same(table, "agreed")  # type: ignore[arg-type]
    assert text.endswith("standing: 40/3 -20/3 -20/3\nresult: +14 -7 -7\nend: agreed\n")
    assert refusals(text.replace("end: agreed", "end: finished"))[0][1] == "wrong-end"
    assert not refusals(text.replace("result: +14 -7 -7\nend: agreed", "result: none\nend: abandoned all asleep"))
    assert read(text)[0].ending == Ending("agreed")


def test_nobody_agrees_to_stop_before_a_deal():
    head = dealt().text().split("deal 1")[0]
    assert refusals(head + "result: 0 0 0\nend: agreed\n")[0][1] == "wrong-result"
    assert not refusals(head + "result: none\nend: abandoned\n")


EXCERPT = """%opentrick 1
game: preferans
preset: sochi
players: 3
seat 0: A
seat 1: B
seat 2: C
excerpt: yes
deal 7
dealer: 2
pools before: 2 8 0
mountains before: 5 -1 3
whists before 0: - 20 0
whists before 1: 6 - 0
whists before 2: 0 4 -
streak before: 1
"""


def excerpt() -> str:
    deck = dealt().text()
    return EXCERPT + "".join(line + "\n" for line in lines_after(deck, "dealer: 2")[1:])


def test_an_excerpt_begins_with_the_sheet_as_it_stood():
    text = excerpt()
    assert rewritten(text) == text
    more = text + "bid 0: 7S\nbid 1: pass\nbid 2: pass\n"
    assert rewritten(more).startswith(more)
    assert refusals(text + "bid 0: 6S\n")[0][1] == "illegal-call"


@pytest.mark.parametrize(
    ("old", "new", "cls"),
    [
        ("pools before: 2 8 0", "pools before: 2 8", "unreadable-line"),
        ("pools before: 2 8 0", "pools before: 10 10 10", "wrong-total"),
        ("pools before: 2 8 0", "pools before: 2 11 0", "wrong-total"),
        ("whists before 0: - 20 0", "whists before 0: 0 20 0", "wrong-total"),
        ("streak before: 1", "streak before: -1", "unreadable-line"),
    ],
)
def test_an_excerpt_that_cannot_be(old: str, new: str, cls: str):
    assert refusals(edited(excerpt(), old, new))[0][1] == cls


def test_missing_before_lines_mean_the_start_of_a_match():
    text = "".join(line + "\n" for line in excerpt().splitlines() if "before" not in line)
    assert "pools before: 0 0 0\nmountains before: 0 0 0\nwhists before 0: - 0 0\n" in rewritten(text)
    assert rewritten(text).count("before") == 6


@pytest.mark.parametrize("seed", range(18))
def test_random_tables_under_random_house_rules_come_back_with_all_their_events(seed: int):
    rng = random.Random(f"records {seed}")
    rule = any_rules(rng, PreferansRuleset.PRESETS[seed % 3], 3 + seed // 3 % 2)
    state, events = GAME.new(rule), []
    while state.phase != FINISHED:
        if wants(state) is not None:
            events += draw(state, rng)
        else:
            seat, command = random_command(state, rng, 0.02)
            if isinstance(command, OfferStop):
                continue
            events += GAME.advance(state, command, by=seat)
    header = Header("preferans", rule, tuple(LETTERS[: rule.players]))
    text = format_record(Record(header, tuple(events), ending=Ending("finished")))
    (table,) = parse_records(text)
    assert not isinstance(table, RecordError), table
    assert format_record(table) == text
    unwritten = ("TrustAnswered",)
    kept = [event for event in events if type(event).__name__ not in unwritten]
    assert [event for event in table.events if type(event).__name__ not in unwritten] == kept

"""When the defenders' hands are opened, and what a lone open whister sees before (4.5, `reveal_timing` 11)."""

import pytest

from games.preferans.commands import Trust
from games.preferans.state import PLAYING, TRUSTING
from tests.games.preferans.tables import LETTERS, Table, deck_of

HANDS = (
    "AS KS QS JS TS AH KH QH JH TH",
    "9S 8S 7S AC KC QC JC TC 9C 8C",
    "AD KD QD JD TD 9D 8D 7D 9H 8H",
)
TIMINGS = ("codex", "before_lead", "after_first_card", "after_first_trick")


def played(kind: str, declarer: str, timing: str, **options: object) -> Table:
    table = Table(reveal_timing=timing, **options).deal(deck_of(*HANDS, talon="7H 7C"))  # type: ignore[arg-type]
    table.declares(declarer, {"misere": "misere", "checked": "10S", "open": "6S"}[kind])
    return table.whist("whist", "pass").lay("open") if kind == "open" else table


@pytest.mark.parametrize("kind", ["open", "misere", "checked"])
@pytest.mark.parametrize(
    ("timing", "declarer", "cards_before"),
    [
        ("codex", "A", 1),
        ("codex", "B", 0),
        ("codex", "C", 0),
        ("before_lead", "A", 0),
        ("before_lead", "B", 0),
        ("after_first_card", "A", 1),
        ("after_first_card", "B", 1),
        ("after_first_trick", "A", 3),
        ("after_first_trick", "C", 3),
    ],
)
def test_the_hands_open_after_so_many_cards(kind: str, timing: str, declarer: str, cards_before: int):
    table = played(kind, declarer, timing)
    for played_cards in range(4):
        assert table.state.opened == (played_cards >= cards_before)
        table.play_on(1)
    assert all(table.hand_seen(None, seat) == 0 for seat in declarer)


def test_an_open_whister_alone_sees_the_passers_hand_from_his_first_turn_on():
    # B declares; C whists and plays the hand of A, who leads
    table = played("open", "B", "after_first_trick")
    assert table.hand_seen("C", "A") == table.state.hands[0]
    assert [table.hand_seen(other, "A") for other in ("B", None)] == [0, 0]
    assert table.hand_seen("A", "C") == 0
    table.play_on(2)
    assert table.hand_seen("C", "A") == table.state.hands[0]
    assert table.hand_seen("B", "A") == 0
    table.play_on(1)
    assert table.hand_seen("B", "A") == table.state.hands[0]


def test_before_the_passers_turn_the_whister_does_not_see_his_hand():
    # A declares and leads; B whists, C has passed
    table = played("open", "A", "after_first_trick")
    assert table.hand_seen("B", "C") == 0
    table.play_on(1)
    assert table.hand_seen("B", "C") == 0
    table.play_on(1)
    assert table.hand_seen("B", "C") == table.state.hands[2]
    assert table.hand_seen("A", "C") == 0


@pytest.mark.parametrize("timing", TIMINGS)
def test_whatever_the_timing_the_whister_plays_both_hands_from_the_first_card(timing: str):
    table = played("open", "B", timing)
    assert table.waits_for() == {"C": "play"}
    assert table.state.turn == 0


def test_trust_is_asked_of_both_defenders_before_the_first_lead():
    table = played("misere", "A", "codex", misere_control="delegate")
    assert table.state.phase == TRUSTING
    assert table.waits_for() == {"B": "trust", "C": "trust"}
    assert table.refused("A", Trust(True)) == "illegal_call"
    table.say("C", Trust(False))
    assert table.waits_for() == {"B": "trust"}
    table.say("B", Trust(False))
    assert (table.state.phase, table.state.control) == (PLAYING, (0, 1, 2))


def test_a_trusted_defender_plays_two_hands_and_nobody_else_is_asked():
    table = played("misere", "A", "after_first_trick", misere_control="delegate").say("C", Trust(True))
    assert (table.state.phase, table.state.control) == (PLAYING, (0, 1, 1))
    assert table.refused("B", Trust(True)) == "illegal_call"
    table.play_on(1)
    assert table.hand_seen("B", "C") == 0
    table.play_on(1)
    assert table.waits_for() == {"B": "play"}
    assert LETTERS[table.state.turn] == "C"
    assert table.hand_seen("B", "C") == table.state.hands[2]
    assert table.hand_seen("A", "C") == 0


def test_trust_is_not_asked_where_each_plays_his_own():
    assert played("misere", "A", "codex").state.phase == PLAYING


def test_open_hands_are_opened_by_an_event_with_what_they_hold_then():
    table = played("open", "A", "codex").play("KH")
    opened = table.events[-1]
    assert opened.hands == ((1, table.state.hands[1]), (2, table.state.hands[2]))
    assert opened.deal == 1

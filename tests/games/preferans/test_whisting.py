"""Whisting: who speaks and what comes of it (rules/preferans.md 4)."""

import pytest

from games.preferans.commands import LayCards, Whist
from games.preferans.legality import legal
from games.preferans.state import BETWEEN, LAYING, PLAYING
from tests.games.preferans.tables import LETTERS, Table


def answers(table: Table) -> tuple[str, set[str]]:
    """Who speaks now, and what he may say."""
    seat = table.state.turn
    (choice,) = legal(table.state, seat)
    assert choice.command is Whist
    return LETTERS[seat], set(choice.fields["answer"])


@pytest.mark.parametrize(
    ("said", "phase", "whisters", "written"),
    [
        (("pass", "pass"), BETWEEN, (), "pool A +2"),
        (("pass", "half", "pass"), BETWEEN, (), "C>A 4, pool A +2"),
        (("pass", "half", "whist"), LAYING, (1,), None),
        (("pass", "whist"), LAYING, (2,), None),
        (("whist", "pass"), LAYING, (1,), None),
        (("whist", "whist"), PLAYING, (1, 2), None),
    ],
)
def test_the_outcomes_of_whisting_on_a_six(
    said: tuple[str, ...], phase: int, whisters: tuple[int, ...], written: str | None
):
    table = Table().declares("A", "6S").whist(*said)
    assert table.state.phase == phase
    if written is not None:
        assert table.entries() == written
    elif phase == LAYING:
        assert table.waits_for() == {LETTERS[whisters[0]]: "lay_cards"}
        assert table.lay("closed").state.undertaking.whisters == whisters
    else:
        assert table.state.undertaking.whisters == whisters


def test_two_whisters_always_play_closed_and_nobody_chooses():
    state = Table().declares("A", "6S").whist("whist", "whist").state
    assert (state.mode, state.opened, state.control) == ("closed", False, (0, 1, 2))


def test_what_each_defender_may_say():
    table = Table().declares("A", "7S")
    assert answers(table) == ("B", {"whist", "pass"})
    assert answers(table.whist("pass")) == ("C", {"whist", "pass", "half"})
    assert answers(table.whist("half")) == ("B", {"whist", "pass"})
    assert answers(Table().declares("A", "7S").whist("whist")) == ("C", {"whist", "pass"})
    assert answers(Table().declares("A", "8S").whist("pass")) == ("C", {"whist", "pass"})


def test_without_half_whist_nobody_says_it_and_nobody_returns_it():
    assert answers(Table(half_whist="off").declares("A", "6S").whist("pass")) == ("C", {"whist", "pass"})
    table = Table(half_whist="off", first_defender_half="on").declares("A", "6S").whist("whist", "pass")
    assert table.state.phase == LAYING


def test_without_the_return_a_half_whist_stands_at_once():
    table = Table(whist_return="off").declares("A", "6S").whist("pass", "half")
    assert table.entries() == "C>A 4, pool A +2"


def test_the_first_defender_may_step_down_to_a_half_whist_where_that_is_played():
    def start() -> Table:
        return Table(first_defender_half="on").declares("A", "7S").whist("whist", "pass")

    assert answers(start()) == ("B", {"whist", "half"})
    assert start().whist("whist").state.phase == LAYING
    assert answers(start().whist("half")) == ("C", {"whist", "pass"})
    assert start().whist("half", "pass").entries() == "B>A 4, pool A +4"
    returned = start().whist("half", "whist").lay("closed")
    assert returned.state.undertaking.whisters == (2,)
    assert returned.ends("A9 B1 C0").entries() == "mtn C +4, C>A 4, pool A +4"
    stands = Table(first_defender_half="on", whist_return="off").declares("A", "7S").whist("whist", "pass", "half")
    assert stands.entries() == "B>A 4, pool A +4"
    assert Table(first_defender_half="on").declares("A", "8S").whist("whist", "pass").state.phase == LAYING


def test_only_the_lone_whister_chooses_open_or_closed():
    table = Table().declares("A", "6S").whist("pass", "whist")
    for seat in ("A", "B"):
        assert table.refused(seat, LayCards("open")) == "wrong_turn"
    assert table.lay("open").state.control == (0, 2, 2)


def test_a_whisted_ten_is_whisted_like_a_nine_and_has_no_half():
    table = Table(ten="whisted").declares("A", "10S")
    assert answers(table) == ("B", {"whist", "pass"})
    assert answers(table.whist("pass")) == ("C", {"whist", "pass"})
    assert table.whist("pass").entries() == "pool A +10"
    played = Table(ten="whisted").declares("A", "10S").whist("pass", "whist").lay("open").ends("A10 B0 C0")
    assert played.entries() == "mtn C +10, pool A +10"
    rostov = Table("rostov", ten="whisted").declares("A", "10S").whist("whist", "whist").ends("A10 B0 C0")
    assert rostov.entries() == "mtn C +5, pool A +10"


def test_a_checked_ten_asks_nobody_and_each_defender_plays_his_own_hand():
    state = Table().declares("A", "10S").state
    assert (state.mode, state.control, state.undertaking.whisters) == ("checked", (0, 1, 2), ())


def test_nobody_whists_on_misere():
    assert Table().declares("A", "misere").state.mode == "misere"

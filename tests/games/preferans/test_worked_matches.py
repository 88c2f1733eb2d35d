"""The worked matches S1 to R2 (rules/preferans.md 10.4), deal by deal through the rules, to the exact last third."""

from fractions import Fraction

import pytest

from games.preferans.game import GAME
from games.preferans.sheet import Sheet, rounded, standing
from tests.games.preferans.playing import rules
from tests.games.preferans.tables import Table


def scored(table: Table, entries: str, pools: tuple[int, ...], mountains: tuple[int, ...]) -> None:
    assert table.entries() == entries
    assert table.state.sheet.pools == pools
    assert table.state.sheet.mountains == mountains
    assert sum(table.state.standing) == 0


def reckoned(table: Table, exact: tuple[Fraction, ...], totals: tuple[int, ...]) -> None:
    players = table.rules.players
    assert GAME.codec.kind(table.events[-1]) == "match_ended" or table.state.why_ended == "finished"
    assert tuple(Fraction(part, players) for part in table.state.standing) == exact
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == totals
    assert sum(totals) == 0


def test_s1_sochi_for_three() -> None:
    t = Table("sochi", 3)
    t.declares("A", "6S").whist("whist", "whist").ends("A6 B3 C1")
    scored(t, "B>A 6, C>A 2, pool A +2", (2, 0, 0), (0, 0, 0))
    t.raspasy("A5 B2 C3")
    scored(t, "mtn A +5, mtn B +2, mtn C +3", (2, 0, 0), (5, 2, 3))
    t.declares("C", "7D").whist("whist", "pass").lay("closed").ends("A3 B1 C6")
    scored(t, "mtn C +4, A>C 20, B>C 4", (2, 0, 0), (5, 2, 7))
    assert t.state.streak == 1
    t.raspasy("A4 B6 C0")
    scored(t, "mtn A +8, mtn B +12, pool C +2", (2, 0, 2), (13, 14, 7))
    t.declares("B", "8H").whist("whist", "pass").lay("open").ends("A1 B8 C1")
    scored(t, "C>B 12, pool B +6", (2, 6, 2), (13, 14, 7))
    assert t.state.streak == 0
    t.declares("A", "misere").ends("A0 B5 C5")
    scored(t, "pool A +8, aid A>B 2", (10, 8, 2), (13, 14, 7))
    t.declares("B", "7S").whist("pass", "pass")
    scored(t, "pool B +2, aid B>C 2", (10, 10, 4), (13, 14, 7))
    t.declares("C", "9NT").whist("whist", "pass").lay("closed").ends("A0 B1 C9")
    scored(t, "A>C 8, pool C +6, mtn C -2", (10, 10, 10), (13, 14, 5))
    assert t.state.sheet.whists == ((0, 20, 28), (6, 0, 24), (2, 12, 0))
    reckoned(t, (Fraction(50, 3), Fraction(-106, 3), Fraction(56, 3)), (17, -35, 18))


def test_s2_sochi_for_four_with_all_pools_closed() -> None:
    whists = ((0, 64, 20, 10), (30, 0, 44, 8), (16, 52, 0, 26), (40, 12, 38, 0))
    parts = standing(Sheet((20,) * 4, (12, 30, 5, 18), whists), rules("sochi", 4, pool_target=20))
    assert [Fraction(part, 4) for part in parts] == [Fraction(n, 2) for n in (101, -367, 209, 57)]
    assert rounded(parts) == (51, -183, 104, 28)


def test_l1_leningrad_for_three() -> None:
    t = Table("leningrad", 3)
    t.declares("A", "6S").whist("whist", "whist").ends("A6 B3 C1")
    scored(t, "B>A 12, C>A 4, pool A +2", (2, 0, 0), (0, 0, 0))
    t.declares("B", "7C").whist("whist", "pass").lay("open").ends("A1 B8 C1")
    scored(t, "C>B 16, pool B +4", (2, 4, 0), (0, 0, 0))
    t.declares("C", "8S").whist("whist", "pass").lay("closed").ends("A2 B1 C7")
    scored(t, "mtn C +12, A>C 30, B>C 30", (2, 4, 0), (0, 0, 12))
    t.raspasy("A4 B5 C1")
    scored(t, "mtn A +8, mtn B +10, mtn C +2", (2, 4, 0), (8, 10, 14))
    t.declares("B", "misere").ends("A5 B0 C5")
    scored(t, "pool B +10", (2, 14, 0), (8, 10, 14))
    t.declares("C", "9H").whist("whist", "whist").ends("A0 B1 C9")
    scored(t, "B>C 16, pool C +8", (2, 14, 8), (8, 10, 14))
    t.declares("A", "8D").whist("whist", "whist").ends("A9 B1 C0")
    scored(t, "B>A 12, pool A +6", (8, 14, 8), (8, 10, 14))
    assert t.state.sheet.whists == ((0, 0, 30), (24, 0, 46), (4, 16, 0))
    reckoned(t, (Fraction(-34, 3), Fraction(422, 3), Fraction(-388, 3)), (-11, 141, -130))


def test_l2_leningrad_for_four_stopped_with_unequal_pools() -> None:
    whists = ((0, 80, 48, 16), (64, 0, 96, 0), (32, 24, 0, 40), (120, 36, 60, 0))
    parts = standing(Sheet((24, 10, 16, 6), (36, 20, 48, 8), whists), rules("leningrad", 4, pool_target=20))
    assert [Fraction(part, 4) for part in parts] == [48, 20, -268, 200]
    assert rounded(parts) == (48, 20, -268, 200)


def test_r1_rostov_for_three() -> None:
    t = Table("rostov", 3)
    t.raspasy("A6 B4 C0")
    scored(t, "C>A 30, C>B 20, pool C +1", (0, 0, 1), (0, 0, 0))
    t.declares("B", "6H").whist("whist", "pass").lay("open").ends("A2 B5 C3")
    scored(t, "mtn B +2, A>B 15, C>B 15", (0, 0, 1), (0, 2, 0))
    t.declares("C", "8C").whist("pass", "pass")
    scored(t, "pool C +6", (0, 0, 7), (0, 2, 0))
    t.declares("A", "7S").whist("whist", "whist").ends("A9 B1 C0")
    scored(t, "mtn C +2, B>A 4, pool A +4", (4, 0, 7), (0, 2, 2))
    t.declares("B", "misere").ends("A5 B0 C5")
    scored(t, "pool B +10", (4, 10, 7), (0, 2, 2))
    t.declares("C", "9D").whist("whist", "pass").lay("closed").ends("A0 B1 C9")
    scored(t, "A>C 8, pool C +3, aid C>A 5", (9, 10, 10), (0, 2, 2))
    t.declares("A", "misere").ends("A1 B5 C4")
    scored(t, "mtn A +10", (9, 10, 10), (10, 2, 2))
    t.declares("B", "6S").whist("pass", "half", "pass")
    scored(t, "A>B 4, aid B>A 1, mtn B -1", (10, 10, 10), (10, 1, 2))
    assert t.state.sheet.whists == ((0, 19, 8), (14, 0, 0), (80, 35, 0))
    reckoned(t, (Fraction(-371, 3), Fraction(-20, 3), Fraction(391, 3)), (-123, -7, 130))


def test_r2_rostov_for_four() -> None:
    t = Table("rostov", 4)
    t.raspasy("A3 B3 C4")
    scored(t, "A>C 10, B>C 10, pool D +1", (0, 0, 0, 1), (0, 0, 0, 0))
    t.declares("C", "7H").whist("whist", "whist").ends("B2 C5 D3")
    scored(t, "mtn C +8, A>C 20, B>C 28, D>C 32", (0, 0, 0, 1), (0, 0, 8, 0))
    t.declares("D", "misere").ends("A5 C5 D0")
    scored(t, "pool D +9, aid D>A 1", (1, 0, 0, 10), (0, 0, 8, 0))
    t.declares("A", "10S").ends("A10 B0 D0")
    scored(t, "pool A +9, aid A>B 1", (10, 1, 0, 10), (0, 0, 8, 0))
    t.declares("B", "8D").whist("whist", "pass").lay("open").ends("A1 B9 C0")
    scored(t, "C>B 6, pool B +6", (10, 7, 0, 10), (0, 0, 8, 0))
    t.declares("C", "misere").ends("B5 C0 D5")
    scored(t, "pool C +10", (10, 7, 10, 10), (0, 0, 8, 0))
    t.declares("D", "7C").whist("whist", "pass").lay("closed").ends("A1 C2 D7")
    scored(t, "A>D 12, aid D>B 3, mtn D -1", (10, 10, 10, 10), (0, 0, 8, -1))
    assert t.state.sheet.whists == ((0, 10, 30, 12), (0, 0, 38, 0), (0, 6, 0, 0), (10, 30, 32, 0))
    reckoned(t, tuple(Fraction(n, 2) for n in (119, 19, -313, 175)), (60, 10, -157, 87))


@pytest.mark.parametrize(
    ("pools", "mountains", "held", "expected"),
    [
        ((2, 0, 0, 0), (0, 0, 0, 0), 16, 14),  # six made, all quotas met: two whisters write 16 together
        ((2, 0, 0, 0), (0, 2, 0, 0), 12, 23),  # the same with one whister left short by a trick
        ((0, 0, 0, 0), (8, 4, 4, 4), 0, -30),  # four tricks taken on a raspasy, two by each other
        ((10, 0, 0, 0), (0, 0, 0, 0), 0, 150),  # misère
    ],
)
def test_the_notebook_of_another_player_agrees_on_leningrad(
    pools: tuple[int, ...], mountains: tuple[int, ...], held: int, expected: int
) -> None:
    """rules/preferans.md 10.3"""
    whists = ((0, 0, 0, 0), (held // 2, 0, 0, 0), (held // 2, 0, 0, 0), (0, 0, 0, 0))
    assert Fraction(standing(Sheet(pools, mountains, whists), rules("leningrad", 4))[0], 4) == expected

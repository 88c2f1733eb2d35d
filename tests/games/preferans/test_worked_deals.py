"""The worked single deals E1 to E24 (rules/preferans.md 8.9), in all three conventions, played through the rules."""

from collections.abc import Callable

import pytest

from tests.games.preferans.tables import Table

Story = Callable[[Table], object]

# name, players, streak before, what happens, and what Sochi, Leningrad and Rostov write
DEALS: list[tuple[str, int, int, Story, str, str, str]] = [
    ("E1", 3, 0, lambda t: t.declares("A", "7D").whist("pass", "pass"), "pool A +4", "pool A +4", "pool A +4"),
    (
        "E2", 3, 0, lambda t: t.declares("A", "6S").whist("whist", "whist").ends("A6 B3 C1"),
        "B>A 6, C>A 2, pool A +2", "B>A 12, C>A 4, pool A +2", "B>A 6, C>A 2, pool A +2",
    ),
    (
        "E3", 3, 0, lambda t: t.declares("A", "6C").whist("whist", "whist").ends("A7 B2 C1"),
        "mtn C +2, B>A 4, C>A 2, pool A +2", "mtn C +2, B>A 8, C>A 4, pool A +2", "mtn C +1, B>A 4, C>A 2, pool A +2",
    ),
    (
        "E4", 3, 0, lambda t: t.declares("A", "6H").whist("whist", "whist").ends("A7 B3 C0"),
        "mtn C +2, B>A 6, pool A +2", "mtn C +2, B>A 12, pool A +2", "mtn C +1, B>A 6, pool A +2",
    ),
    (
        "E5", 3, 0, lambda t: t.declares("A", "6H").whist("whist", "whist").ends("A9 B1 C0"),
        "mtn B +2, mtn C +4, B>A 2, pool A +2", "mtn B +2, mtn C +4, B>A 4, pool A +2",
        "mtn B +1, mtn C +2, B>A 2, pool A +2",
    ),
    (
        "E6", 3, 0, lambda t: t.declares("A", "7NT").whist("whist", "whist").ends("A6 B3 C1"),
        "mtn A +4, B>A 16, C>A 8", "mtn A +8, B>A 32, C>A 16", "mtn A +4, B>A 22, C>A 14",
    ),
    (
        "E7", 3, 0, lambda t: t.declares("A", "8S").whist("whist", "pass").lay("closed").ends("A6 B3 C1"),
        "mtn A +12, B>A 36, C>A 12", "mtn A +24, B>A 48, C>A 48", "mtn A +12, B>A 32, C>A 32",
    ),
    (
        "E8", 3, 0, lambda t: t.declares("A", "7C").whist("whist", "pass").lay("open").ends("A9 B0 C1"),
        "mtn B +4, B>A 4, pool A +4", "mtn B +4, B>A 8, pool A +4", "mtn B +2, B>A 4, pool A +4",
    ),
    (
        "E9", 3, 0, lambda t: t.declares("A", "6D").whist("pass", "half", "pass"),
        "C>A 4, pool A +2", "C>A 8, pool A +2", "C>A 4, pool A +2",
    ),
    (
        "E10", 3, 0, lambda t: t.declares("A", "7D").whist("pass", "half", "pass"),
        "C>A 4, pool A +4", "C>A 8, pool A +4", "C>A 4, pool A +4",
    ),
    (
        "E11", 3, 0, lambda t: t.declares("A", "6D").whist("pass", "half", "whist").lay("closed").ends("A6 B1 C3"),
        "B>A 8, pool A +2", "B>A 16, pool A +2", "B>A 8, pool A +2",
    ),
    (
        "E12", 3, 0, lambda t: t.declares("A", "8H").whist("whist", "whist").ends("A10 B0 C0"),
        "mtn C +6, pool A +6", "mtn C +6, pool A +6", "mtn C +3, pool A +6",
    ),
    (
        "E13", 3, 0, lambda t: t.declares("A", "9NT").whist("pass", "whist").lay("open").ends("A10 B0 C0"),
        "mtn C +8, pool A +8", "mtn C +8, pool A +8", "mtn C +4, pool A +8",
    ),
    ("E14", 3, 0, lambda t: t.declares("A", "misere").ends("A0 B5 C5"), "pool A +10", "pool A +10", "pool A +10"),
    ("E15", 3, 0, lambda t: t.declares("A", "misere").ends("A2 B4 C4"), "mtn A +20", "mtn A +40", "mtn A +20"),
    ("E16", 3, 0, lambda t: t.declares("A", "10S").ends("A10 B0 C0"), "pool A +10", "pool A +10", "pool A +10"),
    (
        "E17", 3, 0, lambda t: t.declares("A", "10S").ends("A9 B1 C0"),
        "mtn A +10, B>A 20, C>A 10", "mtn A +20, B>A 40, C>A 20", "mtn A +10, B>A 20, C>A 10",
    ),
    (
        "E18", 3, 0, lambda t: t.raspasy("A5 B3 C2"),
        "mtn A +5, mtn B +3, mtn C +2", "mtn A +10, mtn B +6, mtn C +4", "C>A 25, C>B 15",
    ),
    (
        "E19", 3, 1, lambda t: t.raspasy("A6 B4 C0"),
        "mtn A +12, mtn B +8, pool C +2", "mtn A +24, mtn B +16, pool C +2", "C>A 30, C>B 20, pool C +1",
    ),
    (
        "E20", 3, 0, lambda t: t.raspasy("A6 B2 C2"),
        "mtn A +6, mtn B +2, mtn C +2", "mtn A +12, mtn B +4, mtn C +4", "B>A 15, C>A 15",
    ),
    ("E21", 3, 0, lambda t: t.won_by("A", "7H").surrender("A"), "mtn A +12", "mtn A +24", "mtn A +12"),
    (
        "E22", 4, 0, lambda t: t.declares("A", "6C").whist("whist", "whist").ends("A5 B3 C2"),
        "mtn A +2, B>A 8, C>A 6, D>A 2", "mtn A +4, B>A 16, C>A 12, D>A 4", "mtn A +2, B>A 16, C>A 14, D>A 10",
    ),
    (
        "E23", 4, 0, lambda t: t.raspasy("A5 B3 C2" if t.rules.rostov else "A4 B3 C2 D1"),
        "mtn A +4, mtn B +3, mtn C +2, mtn D +1", "mtn A +8, mtn B +6, mtn C +4, mtn D +2",
        "C>A 25, C>B 15, pool D +1",
    ),
    (
        "E24", 4, 2, lambda t: t.raspasy("A7 B3 C0"),
        "mtn A +21, mtn B +9, pool C +3", "mtn A +42, mtn B +18, pool C +3",
        "C>A 35, C>B 15, pool C +1, pool D +1",
    ),
]  # fmt: skip


@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov"])
@pytest.mark.parametrize("deal", DEALS, ids=[deal[0] for deal in DEALS])
def test_worked_deal(deal: tuple[str, int, int, Story, str, str, str], preset: str) -> None:
    _, players, streak, happens, *written = deal
    # The exits are left easy here, so that any level may be bid whatever the streak.
    table = Table(preset, players, streak=streak, raspasy_exit="6-6-6")
    happens(table)
    assert table.entries() == written[("sochi", "leningrad", "rostov").index(preset)]
    assert sum(table.state.standing) == 0


def test_all_of_them_are_here() -> None:
    assert [deal[0] for deal in DEALS] == [f"E{n}" for n in range(1, 25)]

"""The worked deals and the scoring examples of the rule book, read from the book itself (rules/tong.md 14, 15)."""

from typing import Any

import pytest

from games.tong import GAME
from games.tong.events import DealScored, TrickTaken
from games.tong.scoring import Settlement, settle
from tests.games.tong.tables import act, cards, dealt, do, numbers, play, rules, scoring_rows, worked_deals

DEALS = worked_deals()
ROWS = scoring_rows()


def test_the_book_has_its_examples() -> None:
    assert sorted(DEALS) == ["T1", "T2", "T3", "T4"]
    assert [row[0] for row in ROWS] == [f"K{i}" for i in range(1, 14)]


def result(row: list[str], **changes: Any) -> Settlement:
    points, status, tricks, marks, pot = row[1], row[2].split(), row[3], row[4], row[5]
    walk_over = None
    if tricks == "walk":
        walk_over = next(seat for seat, word in enumerate(status) if word != "F")
    return settle(
        rules(len(status), **changes),
        points=numbers(points),
        marks=numbers(marks),
        pot=int(pot),
        in_deal=tuple(word != "F" for word in status),
        takers=() if walk_over is not None else numbers(tricks),
        walk_over=walk_over,
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_scoring_example(row: list[str]) -> None:
    found = result(row)
    assert found.points == numbers(row[6])
    assert found.paid == numbers(row[7])
    assert found.marks == numbers(row[8])
    assert found.pot == int(row[9])
    assert found.winner == (None if row[10] == "none" else int(row[10]))


def k(number: int) -> list[str]:
    return ROWS[number - 1]


def test_k8_under_the_other_penalties() -> None:
    matched = result(k(8), penalty="match_pot")
    assert (matched.paid[2], matched.paid[5], matched.pot) == (60, 60, 180)
    capped = result(k(8), penalty="match_pot", penalty_cap=30)
    assert (capped.paid[2], capped.paid[5], capped.pot) == (30, 30, 120)
    everybody = result(k(8), penalty="all_losses")
    assert (everybody.paid[2], everybody.paid[5], everybody.pot) == (60, 60, 180)
    assert everybody.marks == (0, 1, 3, 0, 1, 1)  # never cleared
    one = result(k(8), penalty="one_ante")
    assert (one.paid[2], one.paid[5], one.pot) == (10, 10, 80)
    assert result(k(8), penalty="none").pot == 60


def test_k5_under_highest_total() -> None:
    assert result(k(5), finish="highest_total").winner == 1


def test_level_at_the_top_the_one_who_came_there_first_wins() -> None:
    found = settle(
        rules(3, finish="highest_total"),
        points=(14, 14, 0),
        marks=(0, 0, 0),
        pot=30,
        in_deal=(True, True, True),
        takers=(1, 0, 0, 1, 2),
    )
    assert found.points == (16, 16, 1)
    assert found.winner == 0


@pytest.mark.parametrize("label", sorted(DEALS))
def test_worked_deal(label: str) -> None:
    told = dict(DEALS[label])
    state = dealt(
        players=int(told["players"]),
        dealer=int(told["dealer"]),
        deck=told["deck"],
        points=numbers(told["points before"]),
        marks=numbers(told["marks before"]),
        pot=int(told["pot before"]),
    )
    for seat in range(state.n):
        assert state.hands[seat] == cards(told[f"hand {seat}"])
    assert state.turn_up == play(told["turned"]).card
    assert state.stock == cards(told["stock"])
    events: list[Any] = []
    for key, value in DEALS[label]:
        words = key.split()
        if words[0] == "act":
            commands = act(value)
            assert not commands or state.turn == int(words[1])
            events += do(state, *commands)
        elif words[0] == "hand" and words[-1] == "now":
            assert state.hands[int(words[1])] == cards(value)
        elif words[0] == "trick":
            played, taker = value.split(" -> ")
            for one in played.split():
                seat_text, name = one.split(":")
                events = GAME.advance(state, play(name), by=int(seat_text))
            assert TrickTaken(int(taker)) in events
    scored = next(event for event in events if isinstance(event, DealScored))
    assert scored.won == tuple(None if word == "-" else int(word) for word in told["won"].split())
    assert scored.points == numbers(told["points after"])
    assert scored.paid == numbers(told["paid"])
    assert scored.marks == numbers(told["marks after"])
    assert scored.pot == int(told["pot after"])
    assert scored.winner == (None if told["winner"] == "none" else int(told["winner"]))

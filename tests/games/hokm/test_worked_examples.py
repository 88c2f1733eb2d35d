"""The worked deals and scoring examples of the rule book, read from the book itself (rules/hokm.md 14, 15)."""

from typing import Any

import pytest

from games.hokm import GAME
from games.hokm.cards import PACK
from games.hokm.events import DealScored, TrickTaken
from games.hokm.scoring import score_deal, winners
from tests.games.hokm.tables import bid, card, cards, dealt, name, play, rows, rules, worked_deals

DEALS = worked_deals()
SCORES = [row for row in rows("14.") if row[0].startswith("S")]
ENDS = [row for row in rows("14.") if row[0].startswith("E")]


def test_the_book_has_its_examples() -> None:
    assert sorted(DEALS) == ["H1", "H2", "H3"]
    assert [row[0] for row in SCORES] == [f"S{i}" for i in range(1, 14)]
    assert [row[0] for row in ENDS] == [f"E{i}" for i in range(1, 9)]


@pytest.mark.parametrize("label", sorted(DEALS))
def test_worked_deal(label: str) -> None:
    told = DEALS[label]
    state = dealt(dealer=int(told["dealer"]), deck=told["deck"])
    for seat in range(3):
        assert state.hands[seat] == cards(told[f"hand {seat}"])
    events: list[Any] = []
    for key, value in told.items():
        if key.startswith("bid"):
            assert state.turn == int(key[-1])
            events += GAME.advance(state, bid(value), by=int(key[-1]))
        elif key == "declarer":
            assert state.auction.declarer == int(value)
        elif key == "trump":
            events += GAME.advance(state, name(value), by=int(told["declarer"]))
        elif key.startswith("trick"):
            played, taker = value.split(" -> ")
            for one in played.split():
                seat, shown = one.split(":")
                events = GAME.advance(state, play(shown), by=int(seat))
            assert TrickTaken(int(taker)) in events
    scored = next(event for event in events if isinstance(event, DealScored))
    assert scored.tricks == tuple(int(n) for n in told["won"].split())
    assert scored.score == tuple(int(n) for n in told["score"].split())


@pytest.mark.parametrize("row", SCORES, ids=lambda row: row[0])
def test_scoring_example(row: list[str]) -> None:
    bids, tricks, result = (tuple(int(n) for n in cell.split()) for cell in row[1:4])
    assert score_deal(bids, tricks, rules()) == result


@pytest.mark.parametrize("row", ENDS, ids=lambda row: row[0])
def test_end_of_the_match_example(row: list[str]) -> None:
    before, deal, after = (tuple(int(n) for n in cell.split()) for cell in row[1:4])
    assert tuple(b + d for b, d in zip(before, deal, strict=True)) == after
    won_by = winners(after, 20, rules())
    if row[4].startswith("play on"):
        assert won_by == ()
    else:
        assert won_by == (int(row[4].split()[1]),)


def test_the_pack_is_thirty_cards_without_the_red_sevens() -> None:
    assert PACK.size == 30
    assert "7D" not in [PACK.name(one) for one in PACK.cards]
    assert PACK.cards[0] == card("7S")
    assert PACK.cards[-1] == card("AH")

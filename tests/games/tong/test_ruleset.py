"""House rules of Tong (rules/tong.md 11; notation.md 2)."""

import pytest

from games.kernel.errors import BadOption
from games.tong.ruleset import TongRuleset


def test_the_defaults_are_those_of_the_book() -> None:
    assert TongRuleset.build("default", 4).options() == {
        "ante": 10, "target": 15, "must_play_at": 13, "risk_at": 10, "participation": "choice", "no_taker": "play_on",
        "penalty": "own_losses", "penalty_cap": "none", "finish": "first_trick", "bare_hand": "any_trump",
        "overtrump": "yes", "dealer_buys": "no", "walkover_points": 5, "void_guard": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [
        {"ante": 0},
        {"target": 13},
        {"must_play_at": 9},
        {"risk_at": 14},
        {"walkover_points": 0},
        {"walkover_points": 6},
        {"participation": "literal", "walkover_points": 3},
        {"penalty_cap": 0},
        {"void_guard": 0},
        {"overtrump": True},
    ],
    ids=str,
)
def test_impossible_values_and_combinations_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        TongRuleset.build("default", 3, changes)


def test_scaled_sets_are_possible() -> None:
    rules = TongRuleset.build("default", 3, {"target": 21, "must_play_at": 19, "risk_at": "15"})
    assert rules.changes() == {"target": 21, "must_play_at": 19, "risk_at": 15}


@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_may_play(players: int) -> None:
    with pytest.raises(BadOption):
        TongRuleset.build("default", players)

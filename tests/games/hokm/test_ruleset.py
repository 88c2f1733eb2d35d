"""House rules of Hokm: every value of section 11 exists, and no other (rules/hokm.md 11)."""

import pytest

from games.hokm.ruleset import HokmRuleset
from games.kernel.errors import BadOption


def test_the_defaults_are_those_of_the_book() -> None:
    assert HokmRuleset.build().options() == {
        "target": 500,
        "auction": "once_free",
        "top_tie": "earliest",
        "all_pass": "eldest",
        "void_play": "free",
        "broken": "bid",
        "kabbut_broken": "per_trick",
        "min_total": 0,
        "end_tie": "play_on",
        "max_deals": 200,
        "history": "last",
    }


def test_values_may_be_given_as_text_and_only_differences_are_named() -> None:
    rules = HokmRuleset.build(changes={"target": "300", "max_deals": "0", "broken": "bid"})
    assert rules.changes() == {"target": 300, "max_deals": 0}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 400),
        ("target", "0500"),
        ("target", True),
        ("min_total", 6),
        ("max_deals", -1),
        ("max_deals", "007"),
        ("max_deals", 10**7),
        ("auction", "free"),
        ("auction", None),
        ("history", ["last"]),
        ("colour", "red"),
    ],
)
def test_other_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption) as refused:
        HokmRuleset.build(changes={name: value})
    assert refused.value.name == name


@pytest.mark.parametrize(("preset", "players"), [("sochi", 3), ("default", 4), ("default", 0)])
def test_other_presets_and_numbers_of_players_are_refused(preset: str, players: int) -> None:
    with pytest.raises(BadOption):
        HokmRuleset.build(preset, players)

"""The house rules: defaults by convention, what forbids what, the ready-made sets (rules/preferans.md 11)."""

import pytest

from games.kernel.errors import BadOption
from games.preferans.ruleset import PreferansRuleset

# As section 11 prints them: Sochi, Leningrad, Rostov; `-` where the row says that it does not matter.
SECTION_11 = """
pool_target 10 10 10
pool_end each sum each
american_aid on off on
senior_hold on on on
no_talon_bids off off off
surrender on on on
stalingrad off off off
ten checked checked checked
half_whist on on on
whist_return on on on
first_defender_half off off off
whist_style greedy gentleman gentleman
responsibility full half half
responsibility_89 second second second
shortage_split capped capped capped
consolation value value ten
dealer_consolation on on on
misere_consolation off off off
misere_control own own own
reveal_timing codex codex codex
raspasy_talon suit suit closed
raspasy_third_lead eldest eldest -
raspasy_progression arith arith flat
raspasy_exit 6-7-7 6-7-8 6-6-6
exit_by made made any
raspasy_amnesty off off -
zero_bonus trick_price trick_price one
dealer_zero_bonus off off on
rostov_trick_whists - - 5
paid_talon off off off
deal_rotation always always always
max_deals none none none
show_all_tricks off off off
"""


@pytest.mark.parametrize("column", [0, 1, 2])
def test_the_defaults_are_those_of_the_table(column: int):
    options = PreferansRuleset.build(PreferansRuleset.PRESETS[column]).options()
    rows = [line.split() for line in SECTION_11.split("\n") if line]
    assert [row[0] for row in rows] == list(options)
    for name, *values in rows:
        assert values[column] in ("-", str(options[name])), name


def test_four_players_let_the_dealer_play_the_talon_but_in_rostov():
    talon = {preset: PreferansRuleset.build(preset, 4).raspasy_talon for preset in PreferansRuleset.PRESETS}
    assert talon == {"sochi": "dealer_plays", "leningrad": "dealer_plays", "rostov": "closed"}


def test_the_platforms_own_table():
    rules = PreferansRuleset.build(PreferansRuleset.PRESETS[0])
    assert (rules.preset, rules.players, rules.pool_target) == ("sochi", 3, 10)


@pytest.mark.parametrize(
    ("preset", "players", "changes"),
    [
        ("sochi", 3, {"american_aid": "off"}),
        ("sochi", 3, {"pool_end": "sum"}),
        ("leningrad", 3, {"american_aid": "on"}),
        ("leningrad", 3, {"pool_end": "each"}),
        ("sochi", 3, {"raspasy_talon": "dealer_plays"}),
        ("rostov", 4, {"raspasy_talon": "dealer_plays"}),
        ("sochi", 3, {"pool_target": 15}),
        ("sochi", 3, {"max_deals": 0}),
        ("sochi", 3, {"ten": "maybe"}),
        ("sochi", 3, {"ante": 1}),
        ("sochi", 5, {}),
        ("moscow", 3, {}),
    ],
)
def test_what_does_not_exist_or_is_forbidden_together(preset: str, players: int, changes: dict[str, object]):
    with pytest.raises(BadOption):
        PreferansRuleset.build(preset, players, changes)


def test_what_goes_together():
    PreferansRuleset.build("sochi", 3, {"pool_end": "sum", "american_aid": "off"})
    PreferansRuleset.build("leningrad", 4, {"pool_end": "each", "american_aid": "on"})
    assert PreferansRuleset.build("sochi", 4, {"raspasy_talon": "suit"}).raspasy_talon == "suit"
    assert PreferansRuleset.build("sochi", 3, {"max_deals": "18"}).max_deals == 18


def test_the_ready_made_sets_can_be_played():
    assert list(PreferansRuleset.SETS) == ["Federation tournament", "Short evening"]
    for preset, players, changes in PreferansRuleset.SETS.values():
        PreferansRuleset.build(preset, players, changes)
    preset, players, changes = PreferansRuleset.SETS["Federation tournament"]
    rules = PreferansRuleset.build(preset, players, changes)
    assert (rules.players, rules.ten, rules.paid_talon, rules.raspasy_exit) == (4, "whisted", "on", "6-7-7")


def test_every_option_has_words_for_its_values():
    for option in PreferansRuleset.OPTIONS:
        for word in option.words:
            if isinstance(word, str) and "-" not in word:
                assert option.labels is not None, option.name
                assert word in option.labels, option.name

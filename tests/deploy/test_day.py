"""The simulated day: what it measures adds up, and its plot is a picture."""

from xml.etree import ElementTree

import pytest

from deploy.load import day
from deploy.load.svg import Line, Panel, page, round_up


def test_the_same_seed_is_the_same_day() -> None:
    assert day.simulate(120, seed=3) == day.simulate(120, seed=3)
    assert day.simulate(120, seed=3) != day.simulate(120, seed=4)


def test_a_day_of_three_hundred_players() -> None:
    hours = day.simulate(300)
    all_day = day.whole(hours)
    assert len(all_day.waits) == 3 * len(all_day.spreads)
    assert 300 < len(all_day.spreads) < 900
    assert min(all_day.waits) >= 0
    assert max(all_day.waits) <= day.PATIENCE_S + day.PASS_S
    evening, night = day.whole(hours[18:23]), day.whole(hours[2:6])
    assert len(evening.spreads) > 5 * len(night.spreads)
    told = all_day.told()
    assert told["wait_p50"] < told["wait_p95"]
    assert told["gave_up_percent"] < 15


def test_more_players_wait_less_and_meet_their_like() -> None:
    few, many = (day.whole(day.simulate(players)).told() for players in (300, 2000))
    assert many["wait_p50"] < few["wait_p50"]
    assert many["spread_p50"] < few["spread_p50"]


def test_nobody_there_is_no_number() -> None:
    assert set(day.Hour().told().values()) == {0, None}


def test_the_plot_has_a_panel_for_each_figure_and_gaps_where_nobody_played() -> None:
    picture = ElementTree.fromstring(day.plot({300: day.simulate(300), 30: day.simulate(30)}))
    assert len(picture.findall("{*}g")) == 6
    lines = [Line("a", [1, 2, None, 4]), Line("b", [None, None, None, None])]
    (panel,) = ElementTree.fromstring(page("p", [[Panel("t<", lines)]], "x", (0, 3))).findall("{*}g")
    assert len(panel.findall("{*}path")) == 1
    assert len(panel.findall("{*}circle")) == 1
    assert panel[0].text == "t<"


@pytest.mark.parametrize(("value", "rounded"), [(0, 1), (0.3, 0.5), (1, 1), (3, 5), (21, 25), (260, 500), (10, 10)])
def test_axes_have_round_steps(value: float, rounded: float) -> None:
    assert round_up(value) == rounded

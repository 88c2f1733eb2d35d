"""What must be said before somebody opens a table: a house rule that spoils the game, sums that are no money."""

import pytest
from django.test import Client
from django.utils.html import escape

from games.kernel import registry
from games.tong.ruleset import LITERAL_WARNING, TongRuleset

pytestmark = pytest.mark.django_db


def test_the_form_for_tong_warns_of_the_literal_reading_and_says_that_no_money_is_handled(client: Client) -> None:
    page = client.get("/tables/new?game=tong").content.decode()
    assert escape(LITERAL_WARNING) in page
    assert "Opentrick handles no money" in page


def test_the_form_for_another_game_says_neither(client: Client) -> None:
    page = client.get("/tables/new?game=hokm").content.decode()
    assert "Read to the letter" not in page
    assert "handles no money" not in page


def test_the_rules_of_a_table_played_to_the_letter_repeat_the_warning(client: Client) -> None:
    opened = client.post(
        "/tables",
        {"game": "tong", "preset": "default", "options": {"participation": "literal"}, "players": 3},
        content_type="application/json",
        headers={"accept": "application/json"},
    ).json()
    page = client.get(f"/t/{opened['id']}/rules").content.decode()
    assert escape(LITERAL_WARNING) in page
    assert "Opentrick handles no money" in page


def test_every_warning_belongs_to_a_value_that_exists() -> None:
    for game in registry.games():
        for option in game.ruleset.OPTIONS:
            assert set(option.warnings or {}) <= set(option.words)
    assert TongRuleset.NOTE

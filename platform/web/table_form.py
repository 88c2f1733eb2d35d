"""The form that opens a table: presets, programs and house rules of a game, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kernel.contract import Game
from games.kernel.ruleset import Value
from games.table.catalogue import described
from web.figures import shown

FIRST_OPTIONS = 2
"""How many house rules stand open on the form; games list their most asked-for ones first. The rest is a touch away."""


@dataclass(frozen=True)
class TableForm:
    """One game on the form."""

    name: str
    title: str
    preset: str
    presets: list[dict[str, Any]]
    players: list[int]
    program_choices: list[dict[str, Any]]
    first_options: list[dict[str, Any]]
    more_options: list[dict[str, Any]]


def form_of(game: Game[Any, Any], chosen: str = "") -> TableForm:
    """The form of a game under a preset; the game's first one if `chosen` is none of its own."""
    facts = described(game)
    preset = next((one for one in facts["presets"] if one["name"] == chosen), facts["presets"][0])
    players = facts["players"][0]
    usual = preset["defaults"][str(players)]
    options = [_with_default(option, usual[option["name"]]) for option in facts["options"]]
    return TableForm(
        name=facts["name"],
        title=facts["title"],
        preset=preset["name"],
        presets=facts["presets"],
        players=facts["players"],
        program_choices=[
            {"value": "0", "title": _("None: people only")},
            *({"value": str(count), "title": _programs(count)} for count in range(1, max(facts["players"]) - 1)),
            {"value": "rest", "title": _("In all other seats")},
        ],
        first_options=options[:FIRST_OPTIONS],
        more_options=options[FIRST_OPTIONS:],
    )


def _with_default(option: dict[str, Any], default: Value) -> dict[str, Any]:
    """An option with what stands chosen: one of its words, or a number in the field for free numbers."""
    words = [value["value"] for value in option["values"]]
    return {**option, "default": default, "number_by_default": default not in words}


def _programs(count: int) -> str:
    return shown(ngettext("%(n)d program", "%(n)d programs", count) % {"n": count})

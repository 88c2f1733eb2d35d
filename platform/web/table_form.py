"""The form that opens a table: presets, programs and house rules of a game, in words."""

from __future__ import annotations

from collections.abc import Mapping
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
    """One game on the form, as it stands before anybody touches it."""

    name: str
    title: str
    note: str
    """What everybody should know before he opens a table of it; "" for most games."""
    preset: str
    chosen: str
    """The name of the ready-made rules it begins from."""
    ready_made: list[ReadyMade]
    """Presets and sets of house rules to begin from."""
    players: list[int]
    chosen_players: int
    program_choices: list[dict[str, Any]]
    first_options: list[dict[str, Any]]
    more_options: list[dict[str, Any]]


@dataclass(frozen=True)
class ReadyMade:
    """House rules with a name: what the address of the form asks for with `?rules=`."""

    name: str
    title: str
    preset: str
    players: int | None
    options: Mapping[str, Value]


def form_of(game: Game[Any, Any], chosen: str = "") -> TableForm:
    """The form of a game, beginning from ready-made rules; the game's first ones if `chosen` is none of its own."""
    facts = described(game)
    ready_made = [ReadyMade(one["name"], one["title"], one["name"], None, {}) for one in facts["presets"]]
    ready_made += [ReadyMade(**one) for one in facts["sets"]]
    rules = next((one for one in ready_made if one.name == chosen), ready_made[0])
    players = rules.players or facts["players"][0]
    usual = game.ruleset.defaults(rules.preset, players)
    options = [_as_it_stands(option, usual[option["name"]], rules.options) for option in facts["options"]]
    return TableForm(
        name=facts["name"],
        title=facts["title"],
        note=facts["note"],
        preset=rules.preset,
        chosen=rules.name,
        ready_made=ready_made,
        players=facts["players"],
        chosen_players=players,
        program_choices=[
            {"value": "0", "title": _("None: people only")},
            *({"value": str(count), "title": _programs(count)} for count in range(1, max(facts["players"]) - 1)),
            {"value": "rest", "title": _("In all other seats")},
        ],
        first_options=options[:FIRST_OPTIONS],
        more_options=options[FIRST_OPTIONS:],
    )


def _as_it_stands(option: dict[str, Any], usual: Value, changed: Mapping[str, Value]) -> dict[str, Any]:
    """An option with what is usual and what stands chosen: one of its words, or a number in the field for numbers."""
    chosen = changed.get(option["name"], usual)
    words = [value["value"] for value in option["values"]]
    return {**option, "usual": usual, "chosen": chosen, "is_number": chosen not in words}


def _programs(count: int) -> str:
    return shown(ngettext("%(n)d program", "%(n)d programs", count) % {"n": count})

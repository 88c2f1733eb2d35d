"""The games of this server as pages and API show them: names, numbers of players, house rules with their texts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.kernel import registry
from games.kernel.contract import Game
from games.kernel.ruleset import Option, Ruleset, Value


def known() -> tuple[Game[Any, Any], ...]:
    """Every game that can be played here, in the order of the settings."""
    return registry.games()


def find(name: str) -> Game[Any, Any] | None:
    """The game of this name, if it can be played here."""
    try:
        return registry.game(name)
    except KeyError:
        return None


def title(name: str) -> str:
    """What people call a game; its bare name when this server no longer has it."""
    game = find(name)
    return name if game is None else _(game.title)


def described(game: Game[Any, Any]) -> dict[str, Any]:
    """One game: what a table of it may be opened with."""
    rules = game.ruleset
    return {
        "name": game.name,
        "title": _(game.title),
        "rules_version": game.rules_version,
        "players": list(rules.PLAYERS),
        "clockwise": game.clockwise,
        "note": _(rules.NOTE) if rules.NOTE else "",
        "policies": sorted(game.policies),
        "presets": [
            {"name": preset, "title": preset_title(rules, preset), "defaults": _defaults(rules, preset)}
            for preset in rules.PRESETS
        ],
        "sets": [
            {"name": name, "title": _(name), "preset": preset, "players": players, "options": dict(options)}
            for name, (preset, players, options) in rules.SETS.items()
        ],
        "options": [_option(option) for option in rules.OPTIONS],
    }


def _defaults(rules: type[Ruleset], preset: str) -> dict[str, dict[str, Value]]:
    return {str(players): rules.defaults(preset, players) for players in rules.PLAYERS}


def _option(option: Option) -> dict[str, Any]:
    values = [{"value": word, "text": value_text(option, word)} for word in option.words]
    warnings = [_(text) for text in (option.warnings or {}).values()]
    return {
        "name": option.name,
        "title": _(option.title),
        "values": values,
        "least": option.least,
        "warnings": warnings,
    }


def preset_title(rules: type[Ruleset], preset: str) -> str:
    """A set of house rules by its name; most are named after a town."""
    title = rules.PRESET_TITLES.get(preset)
    return _(title) if title else preset


def presets(rules: type[Ruleset]) -> list[tuple[str, str]]:
    """All sets of house rules of a game by name and title, the usual one first."""
    return [(preset, preset_title(rules, preset)) for preset in rules.PRESETS]


def value_text(option: Option, value: Value) -> str:
    """A value in words; a number without a word of its own is itself."""
    label = (option.labels or {}).get(value)
    return _(label) if label else str(value)


def warning_text(option: Option, value: Value) -> str:
    """What somebody should know about that value; "" for most."""
    warning = (option.warnings or {}).get(value)
    return _(warning) if warning else ""


def rules_in_words(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Every house rule of a table in words, those that differ from its preset first."""
    changed = ruleset.changes()
    told = [
        {
            "name": option.name,
            "title": _(option.title),
            "value": ruleset.options()[option.name],
            "text": value_text(option, ruleset.options()[option.name]),
            "changed": option.name in changed,
            "warning": warning_text(option, ruleset.options()[option.name]),
        }
        for option in ruleset.OPTIONS
    ]
    return sorted(told, key=lambda line: not line["changed"])

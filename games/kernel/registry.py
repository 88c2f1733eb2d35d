"""The games of this process by name. Each registers itself once, from its apps.py."""

from typing import Any

from games.kernel.contract import Game

_games: dict[str, Game[Any, Any]] = {}


def register(game: Game[Any, Any]) -> None:
    _games[game.name] = game


def game(name: str) -> Game[Any, Any]:
    """The game of this name. Raises KeyError."""
    return _games[name]


def games() -> tuple[Game[Any, Any], ...]:
    return tuple(_games.values())

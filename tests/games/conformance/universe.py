"""Every command somebody might send, sensible or not: what the menu is held against."""

import random
from dataclasses import fields
from functools import cache
from itertools import product
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from games.kernel.cards import Pack
from games.kernel.menu import Menu
from tests.games.playouts import Any_Game


def commands(game: Any_Game, rng: random.Random, menus: list[Menu], limit: int = 60) -> list[Any]:
    """Commands of every type: those of the given menus, and others with fields drawn from all values of their type."""
    found: list[Any] = []
    for cls in game.codec.command_types.values():
        hints = _hints(cls)
        names = list(hints)
        offered: dict[str, list[Any]] = {name: [] for name in names}
        for menu in menus:
            for choice in menu:
                if choice.command is cls:
                    for name, domain in choice.fields.items():
                        offered[name] += [domain.pick(rng) for _ in range(4)]
        pools = [_values(game.pack, hints[name], rng) + offered[name] for name in names]
        every = 1
        for pool in pools:
            every *= len(pool)
        made = product(*pools) if every <= limit else (tuple(rng.choice(pool) for pool in pools) for _ in range(limit))
        found += [cls(**dict(zip(names, values, strict=True))) for values in made]
    return found


@cache
def _hints(cls: type[Any]) -> dict[str, Any]:
    """The types of a command's fields, in their order."""
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: hints[field.name] for field in fields(cls)}


def _values(pack: Pack, hint: Any, rng: random.Random) -> list[Any]:
    origin = get_origin(hint)
    if origin is Annotated:
        base, mark = get_args(hint)[:2]
        if mark == "card":
            return list(pack.cards)
        if mark == "cards":
            return [sum(1 << card for card in rng.sample(pack.cards, rng.randrange(4))) for _ in range(4)]
        if mark == "suit":
            return [0, 1, 2, 3]
        if mark == "seat":
            return list(range(6))
        return _values(pack, base, rng)
    if origin is Literal:
        return list(get_args(hint))
    if hint is int:
        return list(range(-1, 30))
    if hint is bool:
        return [False, True]
    if hint is str:
        return ["", "pass", "nonsense"]
    if origin is tuple:
        return [(), (0, 0, 10), (1, 2, 7), (None, 3, 3, 4)]
    if hint is type(None):
        return [None]
    return [value for arg in get_args(hint) for value in _values(pack, arg, rng)]

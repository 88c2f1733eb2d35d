"""The JSON Schema of a game's events, commands and view, derived from the types its codec is derived from.

`manage.py protocol_schema` writes them to docs/protocol/, beside the schema of the messages
themselves, docs/protocol.schema.json, which is written by hand.
"""

import json
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from django.conf import settings

from games.kernel import registry
from games.kernel.cards import MOST_SEATS
from games.kernel.codec import Codec, snake
from games.kernel.contract import Game
from games.table.aggregate.wire import CODEC, PREFIX

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def game_schema(game: Game[Any, Any]) -> Schema:
    """`$defs` holds `event`, `command` and `view` of the game."""
    cards = [game.pack.name(card) for card in game.pack.cards]
    defs = _defs(game.codec, max(game.ruleset.PLAYERS), cards)
    defs["view"] = _object(get_type_hints(game.view)["return"])
    return {"$schema": DIALECT, "title": f"{game.title}: its events, commands and views", "$defs": defs}


def table_schema() -> Schema:
    """`$defs` holds `event` and `command` of the table itself."""
    return {
        "$schema": DIALECT,
        "title": "Events and commands of a table, whatever is played there",
        "$defs": _defs(CODEC, MOST_SEATS, [], PREFIX),
    }


def texts() -> dict[str, str]:
    """What stands in docs/protocol, by file name: the games that are shipped, none that only the tests enable."""
    shipped = {name.rpartition(".")[2] for name in settings.GAMES}
    made = {f"{game.name}.schema.json": game_schema(game) for game in registry.games() if game.name in shipped}
    made["table.schema.json"] = table_schema()
    return {name: _lines(schema) + "\n" for name, schema in made.items()}


def _defs(codec: Codec, seats: int, cards: list[str], prefix: str = "") -> Schema:
    return {
        **({"card": {"enum": cards}, "suit": {"enum": ["S", "H", "C", "D"]}} if cards else {}),
        "seat": {"type": "integer", "minimum": 0, "maximum": seats - 1},
        "event": {"oneOf": [_named(prefix + name, cls) for name, cls in codec.event_types.items()]},
        "command": {"oneOf": [_named(prefix + name, cls) for name, cls in codec.command_types.items()]},
    }


def _lines(value: Any, indent: str = "") -> str:
    """JSON for people: whatever fits a line stands on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= 110 or not isinstance(value, dict | list) or value == [*filter(_plain, value)]:
        return flat
    deeper = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(deeper + _lines(item, deeper) for item in value) + "\n" + indent + "]"
    inside = ",\n".join(f"{deeper}{json.dumps(key)}: {_lines(item, deeper)}" for key, item in value.items())
    return "{\n" + inside + "\n" + indent + "}"


def _plain(value: Any) -> bool:
    return isinstance(value, str)


def _named(name: str, cls: type) -> Schema:
    schema = _object(cls)
    schema["properties"] = {"type": {"const": name}, **schema["properties"]}
    schema["required"] = ["type", *schema["required"]]
    return schema


def _object(cls: type) -> Schema:
    hints = get_type_hints(cls, include_extras=True)
    assert is_dataclass(cls)
    shown = [field for field in fields(cls) if not field.metadata.get("inside")]
    needed = [f.name for f in shown if f.default is MISSING and f.default_factory is MISSING]
    return {
        "title": snake(cls.__name__),
        "type": "object",
        "properties": {field.name: _value(hints[field.name]) for field in shown},
        "required": needed,
        "additionalProperties": False,
    }


_MARKS: dict[str, Schema] = {
    "card": {"$ref": "#/$defs/card"},
    "cards": {"type": "array", "items": {"$ref": "#/$defs/card"}, "uniqueItems": True},
    "suit": {"$ref": "#/$defs/suit"},
    "seat": {"$ref": "#/$defs/seat"},
}


def _value(hint: Any) -> Schema:
    """The schema of a type hint, by the same rules as the codec's encoders. A game's own marks may be anything."""
    origin = get_origin(hint)
    if origin is Annotated:
        base, *notes = get_args(hint)
        for note in notes:
            if isinstance(note, str):
                return _MARKS.get(note, {})
        return _value(base)
    if origin in (Union, UnionType):
        inner = [_value(arg) for arg in get_args(hint) if arg is not NoneType]
        return {"anyOf": [*inner, {"type": "null"}]} if NoneType in get_args(hint) else {"anyOf": inner}
    if origin is tuple:
        args = get_args(hint)
        if len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": _value(args[0])}
        return {"type": "array", "prefixItems": [_value(arg) for arg in args], "items": False, "minItems": len(args)}
    if origin is Literal:
        return {"enum": list(get_args(hint))}
    if hint is int:
        return {"type": "integer"}
    if hint is str:
        return {"type": "string"}
    if hint is bool:
        return {"type": "boolean"}
    if isinstance(hint, type) and is_dataclass(hint):
        return _object(hint)
    return {}

"""Table events, table commands and those of the games as JSON: kinds, fields, and reading what a client sent."""

from typing import Any

from games.kernel.cards import Pack
from games.kernel.codec import Codec
from games.kernel.errors import Unreadable
from games.table.aggregate.commands import COMMANDS
from games.table.aggregate.errors import Refused
from games.table.aggregate.events import EVENTS
from games.table.aggregate.table import AnyGame

PREFIX = "table."
CODEC = Codec(Pack(""), events=EVENTS, commands=COMMANDS)
"""Of the table's own events and commands, in which no card occurs."""

_TABLE_EVENTS = frozenset(EVENTS)


def kind_of(game: AnyGame, event: Any) -> str:
    """The event's word in the log: `table.sat`, `hokm.card_played`."""
    if type(event) in _TABLE_EVENTS:
        return PREFIX + CODEC.kind(event)
    return f"{game.name}.{game.codec.kind(event)}"


def event_fields(game: AnyGame, event: Any) -> dict[str, Any]:
    """The fields of an event as JSON values."""
    codec = CODEC if type(event) in _TABLE_EVENTS else game.codec
    return codec.event_body(event)


def event_from_fields(game: AnyGame, kind: str, fields: dict[str, Any]) -> Any:
    """The event of a kind in the log and its fields. Raises Unreadable."""
    owner, _, name = kind.partition(".")
    if owner == "table":
        return CODEC.event(name, fields)
    if owner != game.name:
        raise Unreadable(f"an event of another game: {kind:.60}")
    return game.codec.event(name, fields)


def event_json(game: AnyGame, event: Any) -> dict[str, Any]:
    """An event as clients read it: `type` is the plain word for game events, `table.` and the word for table events."""
    kind = kind_of(game, event)
    return {"type": kind if kind.startswith(PREFIX) else kind.partition(".")[2], **event_fields(game, event)}


def command_json(game: AnyGame, command: Any) -> dict[str, Any]:
    if type(command) in COMMANDS:
        data = CODEC.command_json(command)
        return {**data, "type": PREFIX + data["type"]}
    return game.codec.command_json(command)


def command_from_json(game: AnyGame, data: Any) -> Any:
    """The command a client sent. Raises Refused: `unreadable`, or `unknown_command` for a type that is none of ours."""
    try:
        name = data.get("type") if isinstance(data, dict) else None
        if isinstance(name, str) and name.startswith(PREFIX):
            return CODEC.command({**data, "type": name[len(PREFIX) :]})
        return game.codec.command(data)
    except Unreadable:
        raise Refused("unreadable") from None
    except KeyError:
        raise Refused("unknown_command") from None

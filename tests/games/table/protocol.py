"""The published schemas, and a check that every message fits them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from games.kernel import registry
from games.table import schema

DOCS = Path(__file__).resolve().parents[3] / "docs"
SOCKET = json.loads((DOCS / "protocol.schema.json").read_text())
BUDGET = 4096
"""The most bytes a view may take."""


@cache
def game_schema(game: str) -> dict[str, Any]:
    """The published schema of a game, or of the table's own events; of a game of the tests, the one its code makes."""
    published = DOCS / "protocol" / f"{game}.schema.json"
    made: dict[str, Any] = json.loads(published.read_text()) if published.exists() else _made(game)
    return made


def _made(game: str) -> dict[str, Any]:
    return schema.game_schema(registry.game(game))


@cache
def validator(name: str, part: str) -> Draft202012Validator:
    whole = SOCKET if name == "socket" else game_schema(name)
    return Draft202012Validator({**whole, "oneOf": [{}], "$ref": f"#/$defs/{part}"})


def check_from_server(message: dict[str, Any], game: str = "hokm") -> None:
    """The message, its view, its menu and its events are what the schemas say; the view keeps to its budget."""
    validator("socket", "fromServer").validate(message)
    if message["type"] != "frame":
        return
    validator(game, "view").validate(message["view"]["game"])
    for one in message["events"]:
        if one["event"] is not None:
            owner = "table" if one["event"]["type"].startswith("table.") else game
            validator(owner, "event").validate(one["event"])
    size = len(json.dumps(message["view"], separators=(",", ":"), ensure_ascii=False).encode())
    assert size <= BUDGET, f"a view of {size} bytes"


def check_from_client(message: dict[str, Any]) -> None:
    validator("socket", "fromClient").validate(message)

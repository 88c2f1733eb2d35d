"""A table as canonical text (docs/notation.md 9)."""

from collections.abc import Iterable
from typing import Any

from games.kernel.contract import Game
from games.kernel.record.header import format_header
from games.kernel.record.notation import Record
from games.kernel.record.text import VERSION_LINE


def format_table(game: Game[Any, Any], record: Record) -> str:
    """The text of one table, with a line end after its last line."""
    lines = [VERSION_LINE, *format_header(record.header)]
    rules = record.header.rules
    state = game.new(rules) if record.start is None else game.thaw(rules, record.start)
    scribe = game.notation.scribe(rules, excerpt=record.header.excerpt)
    fold, write = game.fold, scribe.event
    for event in record.events:
        fold(state, event)
        write(event, state)
    lines += [line.text for line in scribe.lines]
    lines += record.opening
    if record.aborted is not None:
        lines.append(f"aborted: {record.aborted}")
    if record.ending is not None:
        result = "none" if record.ending.end == "abandoned" else game.notation.result(state)
        lines += [f"result: {result}", f"end: {record.ending.text}"]
    return "\n".join(lines) + "\n"


def join_tables(tables: Iterable[str]) -> str:
    """A file: one empty line between two tables."""
    return "\n".join(tables)

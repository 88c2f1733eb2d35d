"""Records: tables as text that people can read and programs can check (docs/notation.md).

What is common to all games lives here; what a game adds is its `notation`, an instance of `Notation`:

- `kinds`, one `Kind` for each line of its section 4, 5 or 6: the key's form (`hand # now`), the role, the grammar of
  the value, the error class when a check differs, and for an action the command it means;
- a `Scribe`, which writes events as canonical lines. It is the only place where a line is composed. The reader folds
  the record through the game's own `decide` and `fold`, lets the scribe write what happened, and compares: the first
  line that an action makes the scribe write is the action itself, the others are the check lines that are now due.
  A check line is false when it differs from the due one, misplaced when it is not due. Leaving it out is allowed;
- `stands(state)`: which action lines can stand now (`unexpected-line`), whoever's turn it is. Everything else about
  legality comes from the rules: the code of a refusal is the class with `_` for `-`;
- `start` for excerpts, `preamble` where every deal has `before` lines (Tong), `result`, and `agreed` where players may
  stop between deals (Preferans).

A line that holds an action and a check at once (Tong's `refuse -> face up X`) has an `echo`, which compares what was
read with what the scribe wrote. Talon cards in raspasy: the scribe sets `talon_card` when such a card is turned up, and
it stands first in the next trick's line. `write` lines are a `group`: all or none.

    for table in parse_records(open(path, "rb").read()):
        match table:
            case RecordError(): print(table.line, table.cls, table.message)
            case Record(): print(format_record(table), end="")
"""

from collections.abc import Iterator

from games.kernel import registry
from games.kernel.record.errors import CLASSES, Fault, RecordError
from games.kernel.record.header import FindGame, Header
from games.kernel.record.notation import Ending, Given, Kind, Notation, Record, Role, Scribe, Written
from games.kernel.record.reader import read_table
from games.kernel.record.text import split_tables
from games.kernel.record.writer import format_table, join_tables

__all__ = [
    "CLASSES",
    "Ending",
    "Fault",
    "Given",
    "Header",
    "Kind",
    "Notation",
    "Record",
    "RecordError",
    "Role",
    "Scribe",
    "Written",
    "format_record",
    "format_records",
    "parse_records",
]


def parse_records(source: bytes | str, find_game: FindGame = registry.game) -> Iterator[Record | RecordError]:
    """Each table of a file in order, or the first error of that table. Never raises for what stands in a file."""
    for table in split_tables(source):
        if isinstance(table, RecordError):
            yield table
            continue
        try:
            yield read_table(table, find_game)
        except RecordError as error:
            yield error


def format_record(record: Record, find_game: FindGame = registry.game) -> str:
    """The canonical text of a table."""
    return format_table(find_game(record.header.game), record)


def format_records(records: "list[Record]", find_game: FindGame = registry.game) -> str:
    """The canonical text of a file."""
    return join_tables(format_record(record, find_game) for record in records)

"""A table's stored rows as text, a line of JSON for each: what `manage.py dump_log` writes and the tests keep.

Character by character what the database holds, so that hashes can be computed from the file alone (docs/event-log.md).
"""

import json
from collections.abc import Iterable, Iterator
from uuid import UUID

from games.table.ids import format_id, parse_id
from games.table.log.rows import Row

_COLUMNS = ("seq", "kind", "version", "at", "actor", "spent_ms", "lag_ms", "body")


def write(table_id: UUID, rows: Iterable[Row]) -> Iterator[str]:
    """The lines of a table's log, each with its line break."""
    table = format_id(table_id)
    for row in rows:
        columns = {column: getattr(row, column) for column in _COLUMNS}
        yield json.dumps({"table": table, **columns, "hash": row.hash.hex()}, ensure_ascii=False) + "\n"


def read(lines: Iterable[str]) -> tuple[UUID, tuple[Row, ...]]:
    """The table and its rows; ValueError when there are several tables or none. Hashes are the caller's to check."""
    tables: set[str] = set()
    rows: list[Row] = []
    for line in lines:
        given = json.loads(line)
        tables.add(given.pop("table"))
        rows.append(Row(**{**given, "hash": bytes.fromhex(given["hash"])}))
    if len(tables) != 1:
        raise ValueError("a raw log holds the rows of one table")
    return parse_id(tables.pop()), tuple(rows)

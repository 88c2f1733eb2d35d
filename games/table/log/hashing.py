"""The hash that ties each event to all before it. Byte by byte, with test vectors: docs/event-log.md."""

import hashlib
import json
from uuid import UUID

from games.table.ids import format_id

FIRST = bytes(32)
"""Stands for the hash before a table's first event."""


def row_hash(
    previous: bytes,
    table_id: UUID,
    seq: int,
    kind: str,
    version: int,
    at: int,
    actor: str,
    spent_ms: int | None,
    lag_ms: int | None,
    body: str,
) -> bytes:
    """SHA-256 over the previous hash and the row as a JSON array; every column of the row is in it."""
    row = [format_id(table_id), seq, kind, version, at, actor, spent_ms, lag_ms, body]
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(previous + text.encode()).digest()

"""Between an event's fields and its row: kinds, versions, JSON text, and lifting old events to what we write today.

Upcasting happens after reading. A lifted event is never hashed and never stored: the log keeps what was written then.
The fields are plain JSON values here; the table's and the games' own codecs turn them into events.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.table.log import Entry, Row

Fields = dict[str, Any]
Upcast = Callable[[Fields], Fields]

_upcasts: dict[tuple[str, int], Upcast] = {}
_current: dict[str, int] = {}


class UnreadableRow(Exception):
    """A stored event of a version that only newer code knows, or whose body is no object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """An event as read: the envelope of its row, the fields as the newest version has them."""

    seq: int
    kind: str
    at: int
    actor: str
    spent_ms: int | None
    lag_ms: int | None
    fields: Fields


def upcast(kind: str, version: int) -> Callable[[Upcast], Upcast]:
    """Registers a function from the fields of `version` to those of the next; new events are of the highest version."""

    def register(lift: Upcast) -> Upcast:
        if (kind, version) in _upcasts:
            raise ValueError(f"{kind} {version} is lifted twice")
        _upcasts[kind, version] = lift
        _current[kind] = max(_current.get(kind, 1), version + 1)
        return lift

    return register


def current_version(kind: str) -> int:
    """The version in which events of this kind are written."""
    return _current.get(kind, 1)


def encode(
    kind: str,
    fields: Mapping[str, Any],
    *,
    at: int,
    actor: str,
    spent_ms: int | None = None,
    lag_ms: int | None = None,
) -> Entry:
    """The event as `log.append` takes it."""
    return Entry(
        kind=kind,
        version=current_version(kind),
        at=at,
        actor=actor,
        body=json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False),
        spent_ms=spent_ms,
        lag_ms=lag_ms,
    )


def decode(row: Row) -> Stored:
    """The event of a row, lifted to the newest version; UnreadableRow when it cannot be."""
    newest = current_version(row.kind)
    fields = json.loads(row.body)
    if not isinstance(fields, dict):
        raise UnreadableRow(f"event {row.seq} ({row.kind}): its body is not an object")
    if not 1 <= row.version <= newest:
        raise UnreadableRow(
            f"event {row.seq} ({row.kind}): version {row.version} is unknown here, the newest is {newest}"
        )
    for version in range(row.version, newest):
        fields = _upcasts[row.kind, version](fields)
    return Stored(
        seq=row.seq,
        kind=row.kind,
        at=row.at,
        actor=row.actor,
        spent_ms=row.spent_ms,
        lag_ms=row.lag_ms,
        fields=fields,
    )


@upcast("table.opened", 1)
def _opened_before_origins(fields: Fields) -> Fields:
    """Version 1 knew only casual tables played here; 2 says where a table comes from and how fast it is."""
    return {**fields, "speed": "casual", "origin": {"type": "played"}}


@upcast("table.opened", 2)
def _opened_before_clocks(fields: Fields) -> Fields:
    """Until version 2 nobody's time was counted, whatever the speed was called."""
    return {**fields, "clock": None, "accept_ms": None}


@upcast("table.bot_took_over", 1)
def _took_over_before_reasons(fields: Fields) -> Fields:
    """Until version 1 a program took over only from whoever said that he leaves."""
    return {**fields, "reason": "gave_up"}


@upcast("table.abandoned", 1)
def _abandoned_before_absence(fields: Fields) -> Fields:
    """Until version 1 a table ended so only when everybody had gone, or by moderation."""
    return {**fields, "absent": []}

"""Folding a table from its raw rows, as written by any version of the platform."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from games.kernel import registry
from games.table import codec, log, rawlog
from games.table.aggregate import Recorded, Table, event_from_fields, event_json, fold, table_of


def recorded(row: log.Row, game: Any) -> Recorded:
    stored = codec.decode(row)
    event = event_from_fields(game, stored.kind, stored.fields)
    return Recorded(stored.seq, stored.at, stored.actor, event, stored.spent_ms, stored.lag_ms)


def folded(lines: Iterable[str]) -> tuple[UUID, tuple[log.Row, ...], Table]:
    """The rows, their hashes checked, and the table they make."""
    table_id, rows = rawlog.read(lines)
    log.check_chain(table_id, rows)
    game = registry.game(codec.decode(rows[0]).fields["game"])
    table = table_of(table_id, game, recorded(rows[0], game))
    for row in rows[1:]:
        fold(table, recorded(row, game))
    return table_id, rows, table


def outcome(lines: Iterable[str]) -> dict[str, Any]:
    """What must come out for ever. Nothing in here depends on how a view or a frozen fold looks today."""
    _, rows, table = folded(lines)
    return {
        "events": table.seq,
        "hash": rows[-1].hash.hex(),
        "lifecycle": table.lifecycle,
        "opened_at": table.opened_at,
        "ended_at": table.ended_at,
        "speed": table.opened.speed,
        "origin": table.opened.origin,
        "seats": [[one.person, one.policy, one.owner] for one in table.seats],
        "clocks": [[clock.spent_ms, clock.lag_ms] for clock in table.clocks],
        "salts": list(table.salts),
        "decks_drawn": table.decks_drawn,
        "result": event_json(table.game, table.result) if table.result else None,
    }

"""A table as somebody holds it between two commands: its fold, and the hash its log stands at.

Never folded from the first event on a hot path: a cold start takes the row of the last point between deals and the few
events after it.
"""

import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.kernel import registry
from games.kernel.cards import Seat
from games.table import codec, log
from games.table.aggregate import (
    FOLD_VERSION,
    Recorded,
    Refused,
    Resting,
    Table,
    event_fields,
    event_from_fields,
    fold,
    kind_of,
    table_of,
    thaw,
)
from games.table.aggregate.table import AnyGame

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Held:
    """A table after event `seq`. The table in it is never changed: commands work on copies."""

    table: Table
    hash: bytes

    @property
    def seq(self) -> int:
        return self.table.seq


def load(table_id: UUID) -> Held:
    """The table as it stands now, from its fold row and the events after it: two queries. Raises Refused."""
    held = _from_fold_row(table_id)
    if held is None:
        return refold(table_id)
    return catch_up(held)[0]


def refold(table_id: UUID) -> Held:
    """The table folded from its first event. Raises Refused when there is no such table."""
    return fold_rows(table_id, log.select(table_id))


def fold_rows(table_id: UUID, rows: list[log.Row]) -> Held:
    """The table that these rows, from the first one on, have made."""
    if not rows:
        raise Refused("no_such_table")
    table = opened_by(table_id, rows[0])
    for row in rows[1:]:
        fold(table, recorded_of(table.game, row))
    return Held(table, rows[-1].hash)


def catch_up(held: Held) -> tuple[Held, tuple[Recorded, ...]]:
    """The table with the events that others have appended since, and those events. One query."""
    rows = log.select(held.table.id, held.seq)
    if not rows:
        return held, ()
    return advanced(held, rows)


def advanced(held: Held, rows: Iterable[log.Row]) -> tuple[Held, tuple[Recorded, ...]]:
    """The table with these rows, which follow directly, folded in."""
    table, digest, recorded = held.table.copy(), held.hash, []
    for row in rows:
        recorded.append(recorded_of(table.game, row))
        fold(table, recorded[-1])
        digest = row.hash
    return Held(table, digest), tuple(recorded)


def _from_fold_row(table_id: UUID) -> Held | None:
    kept = log.fold(table_id, FOLD_VERSION)
    if kept is None:
        return None
    try:
        frozen = json.loads(kept.body)
        game = registry.game(frozen["opened"]["game"])
        table = thaw(table_id, game, frozen)
    except Exception:  # a fold saves time and nothing else: whatever is wrong with it, the log is right
        logger.warning("the fold of table %s at event %s could not be used", table_id, kept.seq, exc_info=True)
        return None
    return Held(table, kept.hash)


def fold_row(
    table_id: UUID, after: int, previous: bytes, entries: tuple[log.Entry, ...], resting: Resting | None
) -> log.Fold | None:
    """The row a cold start begins from, when these entries, which follow event `after` of hash `previous`, have reached
    a point between deals."""
    if resting is None:
        return None
    upto = log.chain(table_id, after, previous, entries[: resting.seq - after])[-1]
    body = json.dumps(resting.frozen, ensure_ascii=False, separators=(",", ":"))
    return log.Fold(seq=resting.seq, hash=upto.hash, version=FOLD_VERSION, body=body)


# --- rows and events ---


def game_of(first: log.Row) -> AnyGame:
    """The game of a table, from its first event."""
    return registry.game(codec.decode(first).fields["game"])


def opened_by(table_id: UUID, first: log.Row) -> Table:
    """The table as its first event has opened it: for whoever folds it event by event."""
    game = game_of(first)
    return table_of(table_id, game, recorded_of(game, first))


def recorded_of(game: AnyGame, row: log.Row) -> Recorded:
    """The event of a row, lifted to what we write today."""
    stored = codec.decode(row)
    event: Any = event_from_fields(game, stored.kind, stored.fields)
    return Recorded(stored.seq, stored.at, stored.actor, event, stored.spent_ms, stored.lag_ms)


def entry_of(game: AnyGame, recorded: Recorded) -> log.Entry:
    """The event as the log takes it."""
    return codec.encode(
        kind_of(game, recorded.event),
        event_fields(game, recorded.event),
        at=recorded.at,
        actor=recorded.actor,
        spent_ms=recorded.spent_ms,
        lag_ms=recorded.lag_ms,
    )


def seat_rows(table: Table, seats: Iterable[Seat]) -> tuple[log.Seat, ...]:
    """The rows of these seats, for the lobby and for everybody's own tables."""
    occupants = ((seat, table.seats[seat]) for seat in seats)
    return tuple(
        log.Seat(seat=seat, person=one.person or "", bot=one.policy or "", owner=one.owner or "")
        for seat, one in occupants
    )


def opening(
    table: Table,
    recorded: Sequence[Recorded],
    resting: Resting | None,
    *,
    actor: str,
    command_id: str,
    followers: tuple[str, ...] = (),
) -> log.Opening:
    """What the log of a table begins with: all that has happened there so far, and what its rows say of it."""
    opened = table.opened
    entries = tuple(entry_of(table.game, one) for one in recorded)
    return log.Opening(
        table_id=table.id,
        game=opened.game,
        preset=opened.preset,
        players=opened.players,
        rated=opened.rated,
        speed=opened.speed,
        visibility=opened.visibility,
        host=opened.host or "",
        lifecycle=table.lifecycle,
        entries=entries,
        actor=actor,
        command_id=command_id,
        deadline_at=table.deadline_at,
        ended_at=table.ended_at,
        due=table.due,
        seats=seat_rows(table, range(opened.players)),
        fold=fold_row(table.id, 0, log.FIRST, entries, resting),
        followers=followers,
    )

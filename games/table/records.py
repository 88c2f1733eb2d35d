"""Tables out of the log as records, and records into the log (docs/notation.md).

An imported table has the lifecycle `imported`: nothing more happens at it, no clock runs and nobody rates it. What its
record says beside the game (names, dates, free texts, how it ended) stands in the origin of its first event, so that it
comes out again byte for byte.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from games.kernel import registry
from games.kernel.contract import Event
from games.kernel.record import Ending, Header, Record
from games.kernel.record.header import LONGEST_NAME
from games.table import feed, log
from games.table.aggregate import (
    CASUAL,
    IMPORTED,
    Recorded,
    Resting,
    Table,
    actors,
    events,
    fold,
    freeze,
    ruleset_of,
    table_of,
)
from games.table.clock import now_ms
from games.table.held import opening
from games.table.ids import uuid7

_NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def import_record(record: Record) -> UUID:
    """Keep a record as a table of its own, in the caller's transaction if there is one. Gives the table's id."""
    game = registry.game(record.header.game)
    rules = record.header.rules
    table_id, at = uuid7(), now_ms()
    opened = events.Opened(
        game=game.name,
        rules_version=game.rules_version,
        preset=rules.preset,
        players=rules.players,
        options=rules.options(),
        rated=False,
        speed=CASUAL,
        visibility="link",
        host=None,
        commitment=None,
        origin=_origin(record),
    )
    recorded = [Recorded(seq, at, actors.IMPORT, event) for seq, event in enumerate((opened, *record.events), 1)]
    table = table_of(table_id, game, recorded[0])
    resting: Resting | None = None
    for one in recorded[1:]:
        fold(table, one)
        if table.can_freeze:
            resting = Resting(one.seq, freeze(table))
    log.open_table(opening(table, recorded, resting, actor=actors.IMPORT, command_id="import"))
    return table_id


def export_record(table_id: UUID) -> Record:
    """The record of a table. Raises Refused when there is none of this id.

    A table that is still played ends with the last deal whose cards everybody may see (docs/notation.md 8).
    """
    held, recorded = feed.history(table_id)
    if held.table.lifecycle == IMPORTED:
        return _imported(held.table, recorded)
    return _played(held.table, recorded)


# --- imported tables ---


def _origin(record: Record) -> dict[str, Any]:
    """What a record says beside the game, as JSON; keys without a value are left out."""
    header = record.header
    told: dict[str, Any] = {
        "names": list(header.names),
        "rated": header.rated,
        "started": header.started,
        "site": header.site,
        "excerpt": header.excerpt or None,
        "tags": [list(tag) for tag in header.tags] or None,
        "start": record.start,
        "opening": list(record.opening) or None,
        "aborted": record.aborted,
        "end": record.ending and record.ending.end,
        "reason": record.ending and record.ending.reason,
    }
    return {"type": "imported", **{key: value for key, value in told.items() if value is not None}}


def _imported(table: Table, recorded: Sequence[Recorded]) -> Record:
    told = table.opened.origin
    header = Header(
        game=table.game.name,
        rules=ruleset_of(table.game, table.opened),
        names=tuple(told["names"]),
        rated=told.get("rated"),
        started=told.get("started"),
        site=told.get("site"),
        excerpt=told.get("excerpt", False),
        tags=tuple((key, value) for key, value in told.get("tags", ())),
    )
    happened = tuple(one.event for one in recorded[1:])
    return Record(
        header=header,
        events=happened,
        start=told.get("start"),
        aborted=told.get("aborted"),
        ending=Ending(told["end"], told.get("reason")) if "end" in told else None,
        opening=tuple(told.get("opening", ())),
        deals=_deals(happened) + bool(told.get("opening")),
    )


# --- tables that were played here ---


def _played(table: Table, recorded: Sequence[Recorded]) -> Record:
    happened = game_events(recorded)
    header = Header(
        game=table.game.name,
        rules=ruleset_of(table.game, table.opened),
        names=_names(table),
        rated=table.opened.rated,
        started=datetime.fromtimestamp(table.opened_at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    )
    if not table.ended:
        happened = _shown(happened, table.game.revealed(table.state))
        return Record(header, happened, deals=_deals(happened))
    if table.game.outcome(table.state) is not None:
        end = table.game.notation.end(table.state)
        return Record(header, happened, ending=Ending(end), deals=_deals(happened))
    in_deal = table.game.wants(table.state) is None
    return Record(
        header,
        happened,
        aborted=table.lifecycle if in_deal else None,
        ending=Ending("abandoned", None if in_deal else table.lifecycle),
        deals=_deals(happened),
    )


def game_events(recorded: Sequence[Recorded]) -> tuple[Event, ...]:
    """What happened in the game, without the plays that were taken back."""
    kept: list[Recorded] = []
    for one in recorded:
        if type(one.event) is events.PlaysUndone:
            kept = [earlier for earlier in kept if earlier.seq <= one.event.to_seq]
        elif type(one.event) not in events.EVENTS:
            kept.append(one)
    return tuple(one.event for one in kept)


def _shown(happened: tuple[Event, ...], upto: int) -> tuple[Event, ...]:
    """The events before the first deal whose cards may not be shown yet."""
    for at, event in enumerate(happened):
        if getattr(event, "deck", None) is not None and event.deal > upto:
            return happened[:at]
    return happened


def _deals(happened: Sequence[Event]) -> int:
    return sum(1 for event in happened if getattr(event, "deck", None) is not None)


def _names(table: Table) -> tuple[str, ...]:
    """Who sat there last, as the header of a record wants it; programs by their policy, empty seats as `-`."""
    known = feed.people(table)
    names = []
    for one in table.seats:
        person = one.whose
        if person is None:
            name = f"bot {one.policy}" if one.policy else "-"
        else:
            name = known.get(person, {}).get("name", person)
        names.append(_NOT_IN_NAMES.sub(" ", name).strip()[:LONGEST_NAME].strip() or "-")
    return tuple(names)

"""Reads around one table, for pages, rooms and the API. The lists of the lobby are in `games.table.lobby`."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from accounts.models import Person
from accounts.people import named
from games.kernel.contract import Public, Viewer
from games.table import log, shuffle
from games.table.aggregate import IMPORTED, Recorded, Refused, Table, audience, fold, view
from games.table.aggregate.events import Opened
from games.table.held import Held, game_of, load, opened_by, recorded_of
from games.table.ids import format_id

RatingSource = Callable[[str, str, Collection[str]], Mapping[str, Mapping[str, Any]]]
"""For a game at a speed: how members stand, `{id: {"points": 1842, "sure": true}}`; empty where nobody is rated."""
_ratings: RatingSource | None = None


def use_ratings(source: RatingSource | None) -> None:
    """From now on `source` says how strong people are; with None nobody is rated."""
    global _ratings
    _ratings = source


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer may see it now."""

    v: int
    viewer: Viewer
    view: dict[str, Any]
    facts: dict[str, Any]


def table_view(table_id: UUID, person: str | None) -> TableView:
    """The whole view of a table for a person, or for a watcher. Raises Refused when there is no such table."""
    held = load(table_id)
    viewer = audience(held.table, person)
    return TableView(held.seq, viewer, view(held.table, viewer), facts(held.table))


def facts(table: Table) -> dict[str, Any]:
    """What never changes at a table: the `table` of a welcome."""
    opened = table.opened
    return {
        "id": format_id(table.id),
        "game": opened.game,
        "rules_version": opened.rules_version,
        "preset": opened.preset,
        "players": opened.players,
        "options": opened.options,
        "host": opened.host,
        "visibility": opened.visibility,
        "rated": opened.rated,
        "speed": opened.speed,
        "commitment": opened.commitment,
        "origin": opened.origin,
    }


def secret(table: Table) -> str | None:
    """The secret behind the table's decks, once it has ended; else None."""
    if not table.ended or table.lifecycle == IMPORTED:
        return None
    return shuffle.secret_of(table.id).hex()


def people(table: Table) -> dict[str, dict[str, Any]]:
    """Names, kinds and ratings of everybody who has a part in the table now, by public id. No event holds a name."""
    return people_of(table.people, table.opened)


def people_of(ids: Collection[str], opened: Opened) -> dict[str, dict[str, Any]]:
    """Names and kinds of these people, and how the members among them stand at the table's game and speed: two queries
    at most."""
    found: dict[str, dict[str, Any]] = {**named(ids)}
    members = [person for person, one in found.items() if one["kind"] == Person.Kind.MEMBER]
    if _ratings is not None and members:
        for person, rating in _ratings(opened.game, opened.speed, members).items():
            found[person]["rating"] = rating
    return found


def sheet(table_id: UUID) -> list[dict[str, Any]]:
    """Every deal of the table as its score sheet shows it, from the first; views hold the last few only.

    Folds the whole table: for a page somebody asked for, not for a move. What a line tells is known to everybody.
    Raises Refused when there is no such table.
    """
    rows = log.select(table_id)
    if not rows:
        raise Refused("no_such_table")
    table = opened_by(table_id, rows[0])
    game = table.game
    lines: list[dict[str, Any]] = []
    for row in rows[1:]:
        fold(table, recorded_of(game, row))
        if row.kind in (f"{game.name}.deal_scored", f"{game.name}.deal_thrown_in"):
            lines += game.codec.view(game.view(table.state, Public()))["sheet"][-1:]
    return lines


def history(table_id: UUID) -> tuple[Held, list[Recorded]]:
    """A table now with all its events, secrets included: what an export is written from. Raises Refused."""
    held = load(table_id)
    rows = log.select(table_id)
    game = game_of(rows[0])
    return held, [recorded_of(game, row) for row in rows if row.seq <= held.seq]

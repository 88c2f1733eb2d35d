"""A table between deals as small JSON, and back. Worth nothing but time saved: the log is the truth.

Only a quiet table whose game waits for a deck is frozen, so there is no trick on the table and nothing to take back.
"""

from dataclasses import astuple
from typing import Any, Final
from uuid import UUID

from games.table.aggregate.clocks import Clock
from games.table.aggregate.parts import Occupant, Recorded
from games.table.aggregate.table import AnyGame, Table, ruleset_of, table_of
from games.table.aggregate.wire import event_fields, event_from_fields

FOLD_VERSION: Final = 2
"""Raise it whenever the frozen form, or what a fold means, changes: folds of another version are ignored."""


def freeze(table: Table) -> dict[str, Any]:
    return {
        "opened": event_fields(table.game, table.opened),
        "opened_at": table.opened_at,
        "seq": table.seq,
        "lifecycle": table.lifecycle,
        "seats": [[one.person, one.policy, one.ready, one.owner, one.away] for one in table.seats],
        "salts": list(table.salts),
        "clocks": [list(astuple(clock)) for clock in table.clocks],
        "decisions": list(table.decisions),
        "since": list(table.since),
        "decks_drawn": table.decks_drawn,
        "dealers_drawn": table.dealers_drawn,
        "rest_since": table.rest_since,
        "accept_since": table.accept_since,
        "stirred_at": table.stirred_at,
        "promised": [[seat, person] for seat, person in table.promised.items()],
        "joined": table.joined,
        "game": table.game.freeze(table.state),
    }


def thaw(table_id: UUID, game: AnyGame, frozen: dict[str, Any]) -> Table:
    """The table that was frozen. Raises ValueError for a game frozen by another version."""
    opened = event_from_fields(game, "table.opened", frozen["opened"])
    table = table_of(table_id, game, Recorded(1, frozen["opened_at"], "", opened))
    table.seq = frozen["seq"]
    table.lifecycle = frozen["lifecycle"]
    table.seats = [Occupant(*one) for one in frozen["seats"]]
    table.salts = list(frozen["salts"])
    table.clocks = [Clock(*clock) for clock in frozen["clocks"]]
    table.decisions = list(frozen["decisions"])
    table.since = list(frozen["since"])
    table.decks_drawn = frozen["decks_drawn"]
    table.dealers_drawn = frozen["dealers_drawn"]
    table.rest_since = frozen["rest_since"]
    table.accept_since = frozen["accept_since"]
    table.stirred_at = frozen["stirred_at"]
    # Missing in a fold that was frozen before these were kept: then there were none.
    table.promised = dict(frozen.get("promised", ()))
    table.joined = frozen.get("joined", False)
    table.state = game.thaw(ruleset_of(game, opened), frozen["game"])
    table.deciders = game.deciders(table.state)
    return table

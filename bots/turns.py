"""Which programs are waited for at a table, when they act, and what they say. Pure.

When a program acts depends on the table and the number of the decision alone: a pause that depended on its cards would
tell the others about them.
"""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from bots.policies import policy, recall_of
from games.kernel.cards import Seat
from games.table.aggregate import Table


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that a program has to make."""

    seat: Seat
    policy: str
    decision: int
    since: int
    """When the decision was opened, in milliseconds since 1970."""


def turns(table: Table) -> Iterator[Turn]:
    """The programs this table waits for."""
    for seat in table.deciders:
        name = table.seats[seat].policy
        if name is not None:
            yield Turn(seat, name, table.decision(seat), table.since[seat] or 0)


def think_ms(table_id: UUID, decision: int, usual_ms: int) -> int:
    """How long a program lets people wait: between 0.6 and 1.4 times the usual, 0 where that is 0."""
    digest = hashlib.sha256(table_id.bytes + decision.to_bytes(8, "big")).digest()
    return usual_ms * (600 + int.from_bytes(digest[:4], "big") % 801) // 1000


def acts_at(table: Table, turn: Turn, usual_ms: int) -> int:
    """When a program acts, in milliseconds since 1970."""
    return turn.since + think_ms(table.id, turn.decision, usual_ms)


def choice(table: Table, turn: Turn) -> Any:
    """The program's command. The same table and decision always give the same: a turn may be worked out twice."""
    view = table.game.view(table.state, recall_of(turn.seat))
    rng = random.Random(f"{table.id}:{turn.decision}:{turn.seat}")
    return policy(table.game, turn.policy)(view, rng)

"""That it is somebody's turn at a slow table, among what awaits him (`accounts.inbox`): wherever he is, mail or not.

A turn is a state and no message, so it is not put when it begins and taken back when it ends, which could both be lost:
a part of the sweep compares who is waited for with what is there. Who has the table open needs no word of it.
"""

from typing import Final
from uuid import UUID

from django.db.models import Q

from accounts import inbox
from games.table import alive
from games.table.ids import format_id
from games.table.presence import FRESH_MS
from games.table.slow_tables import EVERY_MS, seats_waited_for

KIND: Final = "your_turn"
MOST: Final = 500
"""How many items are put in one look; the rest in the next."""


def keep(now: int) -> None:
    """`tell_of_turns` each quarter of a minute, by one sweep of several."""
    if alive.is_time_for("turns", now, EVERY_MS):
        tell_of_turns(now)


def tell_of_turns(now: int) -> None:
    """Put what is missing and settle what is no longer so: two queries when nothing has changed."""
    wanted = {_key(table_id, person): (table_id, person) for table_id, person in _waited_for(now)}
    there = inbox.keys_of(KIND)
    for key in there - wanted.keys():
        inbox.settle(key)
    for key in sorted(wanted.keys() - there)[:MOST]:
        table_id, person = wanted[key]
        inbox.put(person, KIND, {"table": format_id(table_id)}, key=key)


def _waited_for(now: int) -> list[tuple[UUID, str]]:
    """Persons whom slow tables wait for and who do not have them open."""
    away = Q(here=False) | Q(seen_at=None) | Q(seen_at__lte=now - FRESH_MS)
    return list(seats_waited_for().filter(away).values_list("table_id", "person"))


def _key(table_id: UUID, person: str) -> str:
    return f"turn:{format_id(table_id)}:{person}"

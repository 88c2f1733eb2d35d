"""When somebody was last seen at their seat. It stands in no log: the seat's row has it, the sweep reads it.

Written when a person's first socket comes, each 60 s while one is there, and when the last one goes.
"""

from collections.abc import Iterable
from uuid import UUID

from games.table.clock import now_ms
from games.table.models import Seat

EVERY_S = 60


def seen(table_id: UUID, person: str, at: int | None = None) -> bool:
    """This person is at the table now; False when no seat here is theirs."""
    return bool(Seat.objects.filter(table_id=table_id, person=person).update(seen_at=now_ms() if at is None else at))


def seen_all(present: Iterable[tuple[UUID, str]], at: int | None = None) -> None:
    """These persons are at these tables now: what a process writes each 60 s, one statement for each table."""
    by_table: dict[UUID, list[str]] = {}
    for table_id, person in present:
        by_table.setdefault(table_id, []).append(person)
    at = now_ms() if at is None else at
    for table_id, persons in by_table.items():
        Seat.objects.filter(table_id=table_id, person__in=persons).update(seen_at=at)

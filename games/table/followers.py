"""How far bots, the clock, ratings and statistics have seen each table.

A follower never depends on an announcement: its row (follower, table, seen) stands in the database until it has seen
the last event of an ended table, and the sweep finds every row that is behind. Rows are made with the table, and again
by `Batch.followers` when an ended table goes on (annulled, reinstated).
"""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import F, OuterRef, Subquery

from games.table.aggregate import ENDED, Table
from games.table.models import Follow, Head

_names: list[str] = []
Wanted = Callable[[Table], bool]
_of_results: dict[str, Wanted] = {}
"""Followers of results: they follow rated tables alone, and have nothing to do there before the end; of the casual
tables that have ended they follow those that this accepts."""


@dataclass(frozen=True, slots=True)
class Behind:
    """A follower has not seen this table's events after `seen`; its head stands at `seq`."""

    table_id: UUID
    seen: int
    seq: int
    lifecycle: str


def register(name: str, *, results_only: bool = False, casual: Wanted | None = None) -> None:
    """Called in `ready()` of the follower's app: from now on it follows every table that is opened; with `results_only`
    the rated ones alone, and it is behind only once they have ended. `casual` says of a casual table that has ended
    whether its result is wanted, too."""
    if name not in _names:
        _names.append(name)
    if results_only:
        _of_results[name] = casual or _none_casual


def _none_casual(table: Table) -> bool:
    return False


def names() -> tuple[str, ...]:
    """Every follower there is."""
    return tuple(_names)


def of_table(*, rated: bool) -> tuple[str, ...]:
    """Who follows such a table."""
    return tuple(name for name in _names if rated or name not in _of_results)


def at_the_end(table: Table) -> tuple[str, ...]:
    """Who follows this casual table from its end on: it has no row for them before."""
    if table.opened.rated:
        return ()
    return tuple(name for name, wants in _of_results.items() if wants(table))


def behind(follower: str, limit: int = 500) -> list[Behind]:
    """Tables with events this follower has not seen, longest known first. One query, however many tables there are."""
    head = Head.objects.filter(table_id=OuterRef("table_id"))
    found = (
        Follow.objects.filter(follower=follower)
        .annotate(seq=Subquery(head.values("seq")), lifecycle=Subquery(head.values("lifecycle")))
        .filter(seq__gt=F("seen"))
        .order_by("table_id")
        .values_list("table_id", "seen", "seq", "lifecycle")
    )
    if follower in _of_results:
        found = found.filter(lifecycle__in=ENDED)
    return [Behind(*row) for row in found[:limit]]


def mark(follower: str, table_id: UUID, seen: int) -> None:
    """The follower has done its work up to `seen`. Never goes back; the row goes once the table's end is seen.

    The head is locked meanwhile: else an annulment could find the row still there just before it is deleted, and the
    follower would never hear of it.
    """
    with transaction.atomic():
        head = Head.objects.select_for_update().filter(table_id=table_id).values_list("seq", "ended_at").first()
        row = Follow.objects.filter(follower=follower, table_id=table_id)
        if head is not None and seen >= head[0] and head[1] is not None:
            row.delete()
        else:
            row.filter(seen__lt=seen).update(seen=seen)

"""Where people have played and where they are now: a few queries however many tables there were, and no table folded.

Tables that were opened for people with their link are told of to nobody but those who sat there.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.table.aggregate import ABANDONED, ANNULLED, FINISHED
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.lobby import Sitter, seats_of, sitters
from games.table.models import Event, Head, Seat
from games.table.presence import FRESH_MS

MOST = 20
PAST = (FINISHED, ABANDONED, ANNULLED)


@dataclass(frozen=True, slots=True)
class Past:
    """A table that has ended, as its last row tells."""

    table_id: UUID
    game: str
    preset: str
    players: int
    rated: bool
    speed: str
    lifecycle: str
    ended_at: int
    seats: tuple[Sitter, ...]
    seat: int | None
    """Where the person sat at the end; None when that cannot be told."""
    left: bool
    """Whether a program played to the end for the person."""
    scores: tuple[int, ...]
    """By seat, and so the ranks; both empty without a result."""
    ranks: tuple[int, ...]

    @property
    def id(self) -> str:
        return format_id(self.table_id)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Somebody is connected; `table` is empty where that is nobody else's affair."""

    table: str = ""
    game: str = ""


def ended_tables(
    persons: Collection[str], viewers: Collection[str], *, before: UUID | None = None, most: int = MOST
) -> list[Past]:
    """The newest tables these ids of one person sat at to the end or left to a program, as these ids of a viewer may
    know of them, from the one before `before` on: five queries."""
    heads = _heads(persons, viewers)
    if before is not None:
        heads = heads.filter(table_id__lt=before)
    found = list(heads.order_by("-table_id")[:most])
    seats = sitters([head.table_id for head in found])
    results = _results(found)
    return [_past(head, seats.get(head.table_id, {}), results.get(head.table_id, {}), persons) for head in found]


def count_ended(persons: Collection[str]) -> int:
    """At how many tables they have sat to the end."""
    return _of(persons).filter(lifecycle=FINISHED).count()


def together(persons: Collection[str], others: Collection[str]) -> int:
    """How many tables two people have sat at to the end, both of them."""
    theirs = Seat.objects.filter(person__in=list(others)).values("table_id")
    return _of(persons).filter(lifecycle=FINISHED, table_id__in=theirs).count()


def whereabouts(persons: Collection[str]) -> dict[str, Whereabouts]:
    """Who of these is connected to a table now, and to which when everybody may watch it; one query."""
    if not persons:
        return {}
    head = Head.objects.filter(table_id=OuterRef("table_id"))
    here = Seat.objects.filter(person__in=list(persons), here=True, seen_at__gt=now_ms() - FRESH_MS)
    rows = here.annotate(
        table_game=Subquery(head.values("game")), table_visibility=Subquery(head.values("visibility"))
    ).values_list("person", "table_id", "table_game", "table_visibility")
    found: dict[str, Whereabouts] = {}
    for person, table_id, game, visibility in rows:
        if visibility == "public":
            found[person] = Whereabouts(format_id(table_id), game)
        else:
            found.setdefault(person, Whereabouts())
    return found


def _of(persons: Collection[str]) -> QuerySet[Head]:
    return Head.objects.filter(table_id__in=Seat.objects.filter(person__in=list(persons)).values("table_id"))


def _heads(persons: Collection[str], viewers: Collection[str]) -> QuerySet[Head]:
    theirs = Head.objects.filter(table_id__in=seats_of(persons).values("table_id"), lifecycle__in=PAST)
    return theirs.filter(Q(visibility="public") | Q(table_id__in=seats_of(viewers).values("table_id")))


def _results(heads: Collection[Head]) -> dict[UUID, dict[str, list[int]]]:
    """What the last event of each table says of its result: it is looked up by its key, nothing is folded."""
    keys = [(head.table_id, head.seq) for head in heads if head.lifecycle == FINISHED]
    if not keys:
        return {}
    rows = Event.objects.filter(pk__in=keys, kind="table.finished").values_list("table_id", "body")
    return {table_id: json.loads(body) for table_id, body in rows}


def _past(head: Head, seats: dict[int, Sitter], result: dict[str, list[int]], persons: Collection[str]) -> Past:
    own = [seat for seat, sitter in seats.items() if {sitter.person, sitter.owner} & set(persons)]
    return Past(
        table_id=head.table_id,
        game=head.game,
        preset=head.preset,
        players=head.players,
        rated=head.rated,
        speed=head.speed,
        lifecycle=head.lifecycle,
        ended_at=head.ended_at or head.opened_at,
        seats=tuple(seats.get(seat, Sitter()) for seat in range(head.players)),
        seat=own[0] if own else None,
        left=bool(own) and seats[own[0]].owner in persons,
        scores=tuple(result.get("scores", ())),
        ranks=tuple(result.get("ranks", ())),
    )

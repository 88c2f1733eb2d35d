"""Somebody's own tables: where they sit, or a program sits for them, and which of them wait for them. Three queries
however many tables there are, and no fold."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from games.table.aggregate import PLAYING, RUNNING
from games.table.ids import format_id
from games.table.lobby import Sitter, seats_of, sitters
from games.table.models import Head

MOST = 100
"""Tables of one person that are looked at, the newest."""


@dataclass(frozen=True, slots=True)
class Mine:
    """A table that has not ended, as somebody who belongs to it sees it from outside."""

    id: str
    game: str
    preset: str
    players: int
    rated: bool
    speed: str
    lifecycle: str
    opened_at: int
    deadline_at: int | None
    """When the next thing happens there by itself: at a slow table mostly the end of somebody's day."""
    seat: int | None
    """None for a host who does not sit."""
    held: bool
    """A program plays on there: the seat can be taken back."""
    due: tuple[int, ...]
    """The seats the table waits for."""
    seats: tuple[Sitter, ...]

    @property
    def my_turn(self) -> bool:
        return self.lifecycle == PLAYING and self.seat in self.due and not self.held

    @property
    def free_seats(self) -> int:
        return sum(seat.free for seat in self.seats)


def my_tables(*person: str) -> tuple[Mine, ...]:
    """Every table that has not ended of this person, by all the names that events have for them: where it is their turn
    first, the nearest deadline foremost, then those where a program plays on for them."""
    sat = seats_of(person).values("table_id")
    ours = Head.objects.filter(Q(table_id__in=sat) | Q(host__in=person), lifecycle__in=RUNNING)
    heads = list(ours.order_by("-opened_at")[:MOST])
    here = sitters([head.table_id for head in heads])
    found = [_mine(head, here.get(head.table_id, {}), person) for head in heads]
    found.sort(key=lambda one: (not one.my_turn, not one.held, one.deadline_at or 1 << 62, -one.opened_at))
    return tuple(found)


def _mine(head: Head, here: dict[int, Sitter], person: tuple[str, ...]) -> Mine:
    seat = next((number for number, one in here.items() if {one.person, one.owner} & set(person)), None)
    return Mine(
        id=format_id(head.table_id),
        game=head.game,
        preset=head.preset,
        players=head.players,
        rated=head.rated,
        speed=head.speed,
        lifecycle=head.lifecycle,
        opened_at=head.opened_at,
        deadline_at=head.deadline_at,
        seat=seat,
        held=seat is not None and here[seat].owner in person,
        due=tuple(int(digit) for digit in head.due),
        seats=tuple(here.get(number, Sitter()) for number in range(head.players)),
    )

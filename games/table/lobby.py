"""The tables of this server at a glance, for the front page and the API: a few queries however many tables there are.

Only what everybody may know is read: who sits where, what is played by which rules, how the totals stand. Tables
that were opened for people with their link are listed for nobody but those who sit at them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from accounts.people import names_of
from games.kernel import registry
from games.kernel.contract import Public
from games.table.aggregate import FOLD_VERSION, PLAYING, WAITING, thaw
from games.table.aggregate.chairs import takes_company
from games.table.ids import format_id, parse_id
from games.table.models import Event, Fold, Head, Seat

MOST = 20
"""How many tables of a kind are listed."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person by id and name, a program by its policy, or nobody."""

    person: str = ""
    name: str = ""
    bot: str = ""
    owner: str = ""
    """For whom the program plays on; then the name is that person's."""

    @property
    def free(self) -> bool:
        return not self.person and not self.bot


@dataclass(frozen=True, slots=True)
class Summary:
    """One table in a list."""

    id: str
    game: str
    preset: str
    players: int
    lifecycle: str
    rated: bool
    speed: str
    opened_at: int
    seats: tuple[Sitter, ...]
    deals: int
    """How many deals have been played to their end."""
    totals: tuple[int, ...]
    """The score after them, by seat; empty while nothing has been scored."""
    chairs_open: bool = False
    """Whether somebody may sit down where a program plays, from the next deal on."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Its house rules, all of them; told for tables that wait for players."""

    @property
    def free_seats(self) -> int:
        return sum(seat.free for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the front page shows."""

    open: tuple[Summary, ...]
    running: tuple[Summary, ...]
    running_count: int


def lobby(most: int = MOST) -> Lobby:
    """The newest public tables that wait for players, the newest that are played, and how many are."""
    public = Head.objects.filter(visibility="public")
    waiting = list(public.filter(lifecycle__in=WAITING).order_by("-opened_at")[:most])
    running = list(public.filter(lifecycle=PLAYING).order_by("-opened_at")[:most])
    seats = sitters([head.table_id for head in (*waiting, *running)])
    scores = standings([head.table_id for head in running])
    options = options_of([head.table_id for head in waiting])
    count = (
        public.filter(lifecycle=PLAYING).aggregate(n=Count("table_id"))["n"] if len(running) == most else len(running)
    )
    return Lobby(
        open=tuple(replace(_summary(head, seats, {}), options=options.get(head.table_id, {})) for head in waiting),
        running=tuple(_summary(head, seats, scores) for head in running),
        running_count=count,
    )


def head_of(table_id: str) -> Head | None:
    """The head of the table with this address, or None: also for an address that no table can have."""
    try:
        return Head.objects.filter(table_id=parse_id(table_id)).first()
    except ValueError:
        return None


def seats_of(persons: Collection[str]) -> QuerySet[Seat]:
    """The seats of these people, also those where a program plays on for them."""
    return Seat.objects.filter(Q(person__in=list(persons)) | Q(owner__in=list(persons)))


def sitters(tables: Iterable[UUID]) -> dict[UUID, dict[int, Sitter]]:
    """Who sits at these tables, by table and seat; people's names are joined here, for no event holds one."""
    rows = list(Seat.objects.filter(table_id__in=list(tables)))
    names = names_of(row.person or row.owner for row in rows)
    found: dict[UUID, dict[int, Sitter]] = {}
    for row in rows:
        sitter = Sitter(row.person, names.get(row.person or row.owner, ""), row.bot, row.owner)
        found.setdefault(row.table_id, {})[row.seat] = sitter
    return found


def standings(tables: Iterable[UUID]) -> dict[UUID, tuple[int, tuple[int, ...]]]:
    """How many deals these tables have behind them, and the totals: as their folds say, which rest between deals."""
    found: dict[UUID, tuple[int, tuple[int, ...]]] = {}
    for row in Fold.objects.filter(table_id__in=list(tables), version=FOLD_VERSION):
        frozen = json.loads(row.body)
        try:
            table = thaw(row.table_id, registry.game(frozen["opened"]["game"]), frozen)
        except (KeyError, ValueError):  # a game this server no longer has, or a fold of another version
            continue
        seen = table.game.codec.view(table.game.view(table.state, Public()))
        found[row.table_id] = (seen.get("deal") or 0, tuple(seen.get("totals") or ()))
    return found


def options_of(tables: Iterable[UUID]) -> dict[UUID, dict[str, Any]]:
    """The house rules these tables were opened with: what their first event holds."""
    first = Event.objects.filter(table_id__in=list(tables), seq=1).values_list("table_id", "body")
    return {table_id: json.loads(body)["options"] for table_id, body in first}


def _summary(
    head: Head, seats: dict[UUID, dict[int, Sitter]], scores: dict[UUID, tuple[int, tuple[int, ...]]]
) -> Summary:
    here = seats.get(head.table_id, {})
    company = sum(1 for one in here.values() if one.person or one.owner)
    programs = any(one.bot and not one.owner for one in here.values())
    deals, totals = scores.get(head.table_id, (0, ()))
    return Summary(
        id=format_id(head.table_id),
        game=head.game,
        preset=head.preset,
        players=head.players,
        lifecycle=head.lifecycle,
        rated=head.rated,
        speed=head.speed,
        opened_at=head.opened_at,
        seats=tuple(here.get(seat, Sitter()) for seat in range(head.players)),
        deals=deals,
        totals=totals if deals else (),
        chairs_open=programs and not head.rated and head.lifecycle == PLAYING and takes_company(company, head.host),
    )

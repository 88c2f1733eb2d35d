"""A named person is asked to a table: it is opened with the challenger seated, for people with its link, and the
other finds it among what awaits him. He accepts by sitting down there.

    made = challenge("Ab3...", "Cd4...", Wanted("hokm", speed="normal"))
    decline("Cd4...", table_id, "Ab3...")

Whoever was blocked by the other opens the table as always, and nobody hears of it: a block is not announced.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts import inbox, relations
from accounts.models import Person
from games.table import service
from games.table.aggregate import OPEN, WAITING, Refused
from games.table.ids import format_id
from games.table.lobby import head_of
from games.table.models import Head, Seat
from matchmaking.queues.wishes import Wanted


def challenge(host: str, other: str, wanted: Wanted, table_id: UUID | None = None) -> str:
    """The id of a new table at which the host sits and to which the other is invited; casual, at any speed.

    Raises Refused: `unknown_person`, `yourself`, `blocked` (the host has blocked the other), `unreadable`.
    """
    if not wanted.is_playable or wanted.rated:
        raise Refused("unreadable", field="game")
    with transaction.atomic():
        _check(host, other)
        made = service.open_table(
            wanted.game,
            {},
            host,
            preset=wanted.preset,
            players=wanted.counts[0],
            ready=False,
            visibility="link",
            speed=wanted.speed,
            table_id=table_id,
        )
        _put(host, other, made.id, wanted.game)
    return made.id


def invite(host: str, other: str, table_id: str) -> None:
    """Ask one more person to a table where one sits and which has a free chair. Raises Refused: as `challenge`, and
    `not_open`, `not_seated`."""
    _check(host, other)
    head = head_of(table_id)
    if head is None or head.lifecycle not in WAITING:
        raise Refused("not_open")
    seats = dict(Seat.objects.filter(table_id=head.table_id).values_list("person", "bot"))
    if host not in seats:
        raise Refused("not_seated")
    _put(host, other, table_id, head.game)


def own_open_table(person: str) -> str | None:
    """The newest casual table where this person sits and others still can: where he may invite somebody to."""
    mine = Seat.objects.filter(person=person).values("table_id")
    waiting = Head.objects.filter(table_id__in=mine, lifecycle=OPEN, rated=False)
    newest = waiting.order_by("-opened_at").values_list("table_id", flat=True).first()
    return None if newest is None else format_id(newest)


def decline(person: str, table_id: str, challenger: str) -> None:
    """Not now: the item is taken away, and the challenger is told so."""
    with transaction.atomic():
        inbox.settle(_key(table_id, person))
        inbox.put(challenger, "declined", {"table": table_id, "from": person}, key=f"declined:{table_id}:{person}")


def _put(host: str, other: str, table_id: str, game: str) -> None:
    if not relations.has_blocked(other, host):
        body = {"table": table_id, "from": host, "game": game}
        inbox.put(other, "challenge", body, key=_key(table_id, other))


def _key(table_id: str, person: str) -> str:
    return f"challenge:{table_id}:{person}"


def _check(host: str, other: str) -> None:
    if host == other:
        raise Refused("yourself")
    if not Person.objects.filter(public_id=other, is_active=True).exclude(kind=Person.Kind.BOT).exists():
        raise Refused("unknown_person")
    if relations.has_blocked(host, other):
        raise Refused("blocked")

"""The same people once more: casually, by the same rules, on the same chairs.

Whoever presses first opens the table and is its host; its id follows from the old table's, so that two who press at
once meet at one. Programs keep their chairs; the others are told and sit down by pressing too. Where somebody has
blocked another the two are not brought together again: the one is not told, and does not get in.
"""

from collections.abc import Iterator
from hashlib import sha256
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

from accounts import inbox
from accounts.models import Alias, Person
from games.kernel.errors import BadOption
from games.table.aggregate import CLOSED, ENDED, IMPORTED, PLAYING, Refused, Table, actors, commands
from games.table.held import load
from games.table.ids import format_id, uuid7
from games.table.models import Head
from games.table.service import open_table, submit
from matchmaking.queues import blocks

MOST = 20
"""Rematches of one table, one after the other."""


def rematch(table_id: UUID, person: str) -> UUID:
    """The table at which these people play on, and this person sits there.

    Raises Refused: `no_such_table`; `not_over` while the old one is played (and for one that never began);
    `not_seated` for somebody who had no chair there; `no_rematch` when it cannot be: somebody there is blocked, the
    chair is taken, or the rules do not exist any more.
    """
    old = load(table_id).table
    if old.lifecycle not in ENDED or old.lifecycle in (IMPORTED, CLOSED):
        raise Refused("not_over")
    seats = _people(old)
    if person not in seats.values():
        raise Refused("not_seated")
    for new_id in _ids(old):
        lifecycle = Head.objects.filter(table_id=new_id).values_list("lifecycle", flat=True).first()
        if lifecycle in ENDED:
            continue
        if lifecycle is None:
            try:
                return _open(old, new_id, person, seats)
            except IntegrityError:
                pass  # the other was first
        return _join(new_id, person, next(seat for seat, one in seats.items() if one == person))
    raise Refused("no_rematch")


def _people(old: Table) -> dict[int, str]:
    """Who sat where, also those for whom a program finished: by who they are now, for a guest may be a member since.
    Who was there twice, as a guest and as himself, has the chair he has as himself."""
    sat = {seat: one.whose or "" for seat, one in enumerate(old.seats)}
    aliases = Alias.objects.filter(public_id__in=[person for person in sat.values() if person])
    now = dict(aliases.values_list("public_id", "person__public_id"))
    own = {person for person in sat.values() if person not in now}
    found: dict[int, str] = {}
    for seat, person in sat.items():
        is_now = now.get(person, person)
        if person and is_now not in found.values() and (person not in now or is_now not in own):
            found[seat] = is_now
    return found


def _ids(old: Table) -> Iterator[UUID]:
    for number in range(MOST):
        chance = sha256(b"opentrick rematch" + old.id.bytes + number.to_bytes(2)).digest()
        yield uuid7(old.ended_at or old.opened_at, int.from_bytes(chance[:10]) >> 6)


def _open(old: Table, new_id: UUID, person: str, seats: dict[int, str]) -> UUID:
    apart = blocks.apart(person, seats.values())
    asked = [one for one in seats.values() if one != person and one not in apart]
    others = list(Person.objects.filter(public_id__in=asked, is_active=True).values_list("public_id", flat=True))
    opened = old.opened
    try:
        with transaction.atomic():
            open_table(
                opened.game,
                opened.options,
                person,
                preset=opened.preset,
                players=opened.players,
                persons=[person if seats.get(seat) == person else None for seat in range(opened.players)],
                bots={seat: one.policy for seat, one in enumerate(old.seats) if one.policy and seat not in seats},
                ready=True,
                visibility="link",
                speed=opened.speed,
                origin={"type": "rematch", "of": format_id(old.id)},
                table_id=new_id,
            )
            body = {"table": format_id(new_id), "from": person, "game": opened.game}
            inbox.put_for_all(others, "rematch", body, key=f"rematch:{format_id(new_id)}")
    except BadOption:
        raise Refused("no_rematch") from None
    return new_id


def _join(new_id: UUID, person: str, seat: int) -> UUID:
    """Sit down on the old chair, ready to begin; who sits already is there."""
    table = load(new_id).table
    was = Alias.objects.filter(person__public_id=person).values_list("public_id", flat=True)
    sits = any(table.seat_of(one) is not None or table.owned_seat(one) is not None for one in (person, *was))
    if sits or table.lifecycle == PLAYING:
        return new_id
    if blocks.apart(person, [one.person for one in table.seats if one.person]):
        raise Refused("no_rematch")
    for command in (commands.Sit(seat), commands.Ready()):
        try:
            submit(new_id, command, actor=actors.person(person), command_id=uuid4().hex)
        except Refused:
            if load(new_id).table.seat_of(person) is None:  # else another press of the same person was first
                raise Refused("no_rematch") from None
    return new_id

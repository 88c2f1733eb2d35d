"""Entering and leaving the queues.

    ticket = enter(["Ab3..."], [Wanted("hokm", rated=True)])
    leave("Ab3...")

Somebody waits on one ticket at a time, however many queues it names: the key of `TicketPerson` sees to it, also when
two tabs press the button at once.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models import Person
from games.table.aggregate import RUNNING, Refused
from games.table.clock import now_ms
from games.table.ids import uuid7
from games.table.models import Head, Seat
from matchmaking.models import Ticket, TicketPerson
from matchmaking.streams import announce_queues
from matchmaking.wishes import Wanted, check

LARGEST_PARTY = 6


def enter(persons: Sequence[str], wishes: Iterable[Wanted], *, now: int | None = None) -> UUID:
    """The ticket on which these people (public ids) now wait; the same one when they ask for the same again.

    Raises Refused: `party_is_casual`, `party_too_large`, `members_only` (rated play), `already_waiting` (one of them,
    on another ticket), `still_playing` (one of them, at a rated table), `unreadable`.
    """
    if not 0 < len(persons) <= LARGEST_PARTY or len(set(persons)) != len(persons):
        raise Refused("unreadable", field="persons")
    asked = [wanted.as_json() for wanted in check(wishes, people=len(persons))]
    _check_people(persons, rated=any(wish["rated"] for wish in asked))
    try:
        return _insert(persons, asked, now_ms() if now is None else now)
    except IntegrityError:
        return _the_same(persons, asked)


def leave(person: str) -> bool:
    """Give up the ticket on which somebody waits, for the whole party. False when there is none: never entered, left
    already, or seated meanwhile (then the table is among their own)."""
    with transaction.atomic():
        # Whoever holds the lock is first: this, or the pass that seats them.
        ticket = Ticket.objects.select_for_update(of=("self",)).filter(people__person=person).first()
        if ticket is None:
            return False
        ticket.delete()
        announce_queues()
        return True


def _check_people(persons: Sequence[str], *, rated: bool) -> None:
    kinds = dict(Person.objects.filter(public_id__in=persons, is_active=True).values_list("public_id", "kind"))
    if len(kinds) != len(persons):
        raise Refused("unreadable", field="persons")
    if rated and Person.Kind.GUEST in kinds.values():
        raise Refused("members_only")
    if _plays_rated(persons):
        raise Refused("still_playing")


def _plays_rated(persons: Sequence[str]) -> bool:
    sat = Seat.objects.filter(person__in=persons).values("table_id")
    return Head.objects.filter(table_id__in=sat, rated=True, lifecycle__in=RUNNING).exists()


def _insert(persons: Sequence[str], wishes: list[dict[str, Any]], since: int) -> UUID:
    ticket = Ticket(id=uuid7(), wishes=wishes, since=since)
    rows = [TicketPerson(person=person, ticket=ticket, place=place) for place, person in enumerate(persons)]
    with transaction.atomic():
        ticket.save(force_insert=True)
        # In one order everywhere: two parties that share people would else wait for each other.
        TicketPerson.objects.bulk_create(sorted(rows, key=lambda row: row.person))
        announce_queues()
    return ticket.id


def _the_same(persons: Sequence[str], wishes: list[dict[str, Any]]) -> UUID:
    """The ticket of exactly these people with exactly these wishes."""
    ticket = Ticket.objects.filter(people__person=persons[0]).first()
    if ticket is None or ticket.wishes != wishes:
        raise Refused("already_waiting")
    if set(ticket.people.values_list("person", flat=True)) != set(persons):
        raise Refused("already_waiting")
    return ticket.id

"""Entering and leaving the queues.

    ticket = enter(["Ab3..."], [Wanted("hokm", rated=True)])
    leave("Ab3...")

Somebody waits on one ticket at a time, however many queues it names: the key of `TicketPerson` sees to it, also when
two tabs press the button at once.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts.models import Person
from games.table.aggregate import RUNNING, SLOW, Refused
from games.table.clock import now_ms
from games.table.ids import uuid7
from games.table.models import Head, Seat
from matchmaking.models import Ticket, TicketPerson
from matchmaking.queues.announcing import announce_queues
from matchmaking.queues.pauses import paused_until
from matchmaking.queues.wishes import Wanted, check, stored

LARGEST_PARTY = 6


def enter(persons: Sequence[str], wishes: Iterable[Wanted], *, now: int | None = None) -> UUID:
    """The ticket on which these people (public ids) now wait; the same one when they ask for the same again.

    Raises Refused: `party_is_casual`, `party_too_large`, `members_only` (rated play), `paused` (one of them stayed
    away from a table lately), `already_waiting` (one of them, on another ticket), `still_playing` (one of them, at a
    rated table), `unreadable`.
    """
    now = now_ms() if now is None else now
    if not 0 < len(persons) <= LARGEST_PARTY or len(set(persons)) != len(persons):
        raise Refused("unreadable", field="persons")
    asked = [wanted.as_json() for wanted in check(wishes, people=len(persons))]
    _check_people(persons, asked)
    try:
        with transaction.atomic():
            _hold(persons)
            until = paused_until(persons, now)
            if until is not None:
                raise Refused("paused", until=until)
            ticket = insert(persons, asked, since=now, now=now)
            # After the row stands, for a pass that seats one of them meanwhile is waited for there.
            _check_free(persons, asked)
            return ticket
    except IntegrityError:
        return _the_same(persons, asked)


def change(person: str, wishes: Iterable[Wanted]) -> UUID:
    """Wait for these queues instead, on the same ticket and with the same waiting time, for the whole party.

    Raises Refused as `enter` does, and `not_waiting` when there is no ticket any more.
    """
    with transaction.atomic():
        ticket = locked(person)
        if ticket is None:
            raise Refused("not_waiting")
        persons = people_on(ticket)
        asked = [wanted.as_json() for wanted in check(wishes, people=len(persons))]
        _check_people(persons, asked)
        _check_free(persons, asked)
        if asked != ticket.wishes:
            Ticket.objects.filter(id=ticket.id).update(wishes=asked)
            announce_queues()
        return ticket.id


def also(person: str, wanted: Wanted) -> UUID:
    """Wait for one more queue, or for other table sizes in one of them; alone when there is no ticket yet."""
    with transaction.atomic():
        ticket = locked(person)
        if ticket is not None:
            wishes = {wish.queue: wish for wish in stored(ticket.wishes)}
            known = wishes.get(wanted.queue, wanted)
            wishes[wanted.queue] = replace(wanted, counts=tuple(sorted({*wanted.counts, *known.counts})))
            return change(person, wishes.values())
    return enter([person], [wanted])


def no_longer(person: str, wanted: Wanted) -> UUID:
    """Wait no longer for these table sizes of a queue, but for all else on the ticket. Raises Refused as `change`."""
    with transaction.atomic():
        ticket = locked(person)
        if ticket is None:
            raise Refused("not_waiting")
        left = [wish.without(wanted) for wish in stored(ticket.wishes)]
        return change(person, [wish for wish in left if wish.counts])


def leave(person: str) -> bool:
    """Give up the ticket on which somebody waits, for the whole party. False when there is none: never entered, left
    already, or seated meanwhile (then the table is among their own)."""
    with transaction.atomic():
        # Whoever holds the lock is first: this, or the pass that seats them.
        ticket = locked(person)
        if ticket is None:
            return False
        ticket.delete()
        announce_queues()
        return True


def drop(persons: Collection[str]) -> None:
    """Take these people out of the queues, with all of their parties: whoever is entering just now is waited for, and
    whoever comes later sees what the caller has written in this transaction."""
    list(Person.objects.select_for_update(no_key=True).filter(public_id__in=persons).order_by("public_id"))
    for person in sorted(persons):
        leave(person)


def seen(person: str, now: int | None = None) -> bool:
    """A sign of life of somebody who waits; False when they do not."""
    return bool(TicketPerson.objects.filter(person=person).update(seen_at=now_ms() if now is None else now))


def insert(persons: Sequence[str], wishes: list[dict[str, Any]], *, since: int, now: int) -> UUID:
    """The rows of a ticket. Raises IntegrityError when one of these people waits already."""
    ticket = Ticket(id=uuid7(), wishes=wishes, since=since)
    rows = [
        TicketPerson(person=person, ticket=ticket, place=place, seen_at=now) for place, person in enumerate(persons)
    ]
    with transaction.atomic():
        ticket.save(force_insert=True)
        # In one order everywhere: two parties that share people would else wait for each other.
        TicketPerson.objects.bulk_create(sorted(rows, key=lambda row: row.person))
        announce_queues()
    return ticket.id


def at_rated_tables(persons: Sequence[str]) -> set[str]:
    """Which of these people sit at a rated table, other than a slow one, that has not ended."""
    return set(_rated().filter(person__in=persons).values_list("person", flat=True))


def rated_table_of(person: str) -> UUID | None:
    """The rated table that somebody has to finish before he waits for another: at which he sits, or could sit again."""
    kept = _rated().filter(Q(person=person) | Q(owner=person))
    return kept.values_list("table_id", flat=True).first()


def locked(person: str) -> Ticket | None:
    """The ticket on which somebody waits, held until the end of the transaction."""
    return Ticket.objects.select_for_update(of=("self",)).filter(people__person=person).first()


def held(tickets: Collection[UUID] | QuerySet[TicketPerson, Any]) -> list[UUID]:
    """Those of these tickets that nobody else holds, held until the end of the transaction."""
    free = Ticket.objects.select_for_update(skip_locked=True).filter(id__in=tickets)
    return list(free.values_list("id", flat=True))


def people_on(ticket: Ticket) -> list[str]:
    """Who waits on a ticket, in the party's order."""
    return list(ticket.people.order_by("place").values_list("person", flat=True))


def waiting_people(only: Collection[UUID] | None = None) -> dict[UUID, list[TicketPerson]]:
    """Who stands on each ticket, or on these only, in the party's order, longest wait first. One question: what leaves
    between two would be a ticket without people."""
    rows = TicketPerson.objects.all() if only is None else TicketPerson.objects.filter(ticket__in=only)
    found: dict[UUID, list[TicketPerson]] = {}
    for row in rows.select_related("ticket").order_by("ticket__since", "ticket_id", "place"):
        found.setdefault(row.ticket_id, []).append(row)
    return found


def _rated() -> QuerySet[Seat]:
    """The seats of rated tables that have not ended. Slow ones do not count: a match of a day a decision lasts for
    weeks, and whoever is losing it could keep the others from all other play until they give up."""
    running = Head.objects.filter(rated=True, lifecycle__in=RUNNING).exclude(speed=SLOW)
    return Seat.objects.filter(table_id__in=running.values("table_id"))


def _check_people(persons: Sequence[str], wishes: list[dict[str, Any]]) -> None:
    kinds = dict(Person.objects.filter(public_id__in=persons, is_active=True).values_list("public_id", "kind"))
    if len(kinds) != len(persons):
        raise Refused("unreadable", field="persons")
    if Person.Kind.GUEST in kinds.values() and any(wish["rated"] for wish in wishes):
        raise Refused("members_only")


def _hold(persons: Sequence[str]) -> None:
    """See to it that none of these people has the account deleted before the ticket stands: the deletion would not see
    it, and others be seated with nobody."""
    rows = Person.objects.select_for_update(no_key=True).filter(public_id__in=persons, is_active=True)
    if len(rows.order_by("public_id").values_list("public_id")) != len(persons):
        raise Refused("unreadable", field="persons")


def _check_free(persons: Sequence[str], wishes: list[dict[str, Any]]) -> None:
    """Who sits at a rated table plays that first. Where a program plays on for somebody he can take his seat back at
    any time, so he waits for no second rated one meanwhile."""
    if at_rated_tables(persons):
        raise Refused("still_playing")
    if any(wish["rated"] for wish in wishes) and _rated().filter(owner__in=persons).exists():
        raise Refused("still_playing")


def _the_same(persons: Sequence[str], wishes: list[dict[str, Any]]) -> UUID:
    """The ticket of exactly these people with exactly these wishes."""
    ticket = Ticket.objects.filter(people__person=persons[0]).first()
    if ticket is None or ticket.wishes != wishes:
        raise Refused("already_waiting")
    if set(ticket.people.values_list("person", flat=True)) != set(persons):
        raise Refused("already_waiting")
    return ticket.id

"""One pass over everybody who waits: pair them, and open a table for each match.

A match is one transaction: its tickets are consumed, the reason is kept and the table is opened, or none of it. So a
pass may die anywhere, and any number may run at once: a ticket that another pass holds or has consumed makes this
pass's match void, and who was in it simply waits on.
"""

import logging
from collections.abc import Collection
from dataclasses import asdict
from math import inf
from uuid import UUID

from django.db import DatabaseError, connection, transaction

from accounts import inbox
from games.table.clock import now_ms
from games.table.service import NewTable, open_table
from matchmaking import blocks
from matchmaking.models import Matched, Ticket, TicketPerson
from matchmaking.pairing import Match, Widening, Wish, pair
from matchmaking.pairing import Ticket as Waiting
from matchmaking.ratings import Points, points_of
from matchmaking.streams import announce_queues
from matchmaking.wishes import Wanted, stored

logger = logging.getLogger(__name__)

COOL_DOWN_MS = 30 * 60_000
"""How long the same company does not meet again in rated play."""
ACCEPT_AFTER_S = 60.0
"""Somebody who has waited longer may have gone to make tea: then the table starts when everybody says ready."""
WIDENING = Widening()


def pair_waiting(now: int | None = None) -> list[NewTable]:
    """Open every table that can be opened now."""
    now = now_ms() if now is None else now
    found = waiting_people()
    if not found:
        return []
    wishes = {ticket: stored(rows[0].ticket.wishes) for ticket, rows in found.items()}
    waiting = _waiting(found, wishes)
    matches = pair(
        waiting,
        now / 1000,
        blocks=blocks.among([person for ticket in waiting for person in ticket.persons]),
        companies=companies(now),
        widening=WIDENING,
    )
    return [made for match in matches if (made := _seat_or_go_on(match, wishes, now)) is not None]


def companies(now: int) -> set[frozenset[str]]:
    """Who has met in rated play so lately that they should not meet again yet."""
    lately = Matched.objects.filter(rated=True, at__gt=now - COOL_DOWN_MS).values_list("persons", flat=True)
    return {frozenset(persons) for persons in lately}


def waiting_people() -> dict[UUID, list[TicketPerson]]:
    """Who stands on each ticket, in the party's order, longest wait first. One question: what leaves between two would
    be a ticket without people."""
    rows = TicketPerson.objects.select_related("ticket").order_by("ticket__since", "ticket_id", "place")
    found: dict[UUID, list[TicketPerson]] = {}
    for row in rows:
        found.setdefault(row.ticket_id, []).append(row)
    return found


def _waiting(found: dict[UUID, list[TicketPerson]], wishes: dict[UUID, tuple[Wanted, ...]]) -> list[Waiting]:
    """The tickets as pairing takes them, each with its people's ratings now."""
    people = {ticket: tuple(row.person for row in rows) for ticket, rows in found.items()}
    points = points_of(
        {person for persons in people.values() for person in persons},
        {wanted.pool for asked in wishes.values() for wanted in asked},
    )
    return [
        Waiting(
            id=str(ticket),
            persons=people[ticket],
            wishes=tuple(_wish(wanted, people[ticket], points) for wanted in wishes[ticket]),
            since=rows[0].ticket.since / 1000,
        )
        for ticket, rows in found.items()
    ]


def _wish(wanted: Wanted, persons: Collection[str], points: Points) -> Wish:
    mean = sum(points[wanted.pool, person] for person in persons) / len(persons)
    return Wish(queue=wanted.queue, rating=mean, counts=wanted.counts, rated=wanted.rated)


def _seat_or_go_on(match: Match, wishes: dict[UUID, tuple[Wanted, ...]], now: int) -> NewTable | None:
    """`_seat`; one match that fails leaves its people waiting and the others their tables."""
    try:
        return _seat(match, wishes, now)
    except DatabaseError:
        if not connection.is_usable():
            raise  # the database is away: the next pass has a new connection
        logger.exception("no table could be opened for %s", ", ".join(match.tickets))
    except Exception:
        logger.exception("no table could be opened for %s", ", ".join(match.tickets))
    return None


def _seat(match: Match, wishes: dict[UUID, tuple[Wanted, ...]], now: int) -> NewTable | None:
    """Open the table of a match and consume its tickets, in one transaction. None when a ticket is gone or held."""
    tickets = [UUID(ticket) for ticket in match.tickets]
    wanted = next(one for one in wishes[tickets[0]] if one.queue == match.queue)
    with transaction.atomic():
        held = Ticket.objects.select_for_update(skip_locked=True).filter(id__in=tickets)
        if len(list(held.values_list("id", flat=True))) != len(tickets):
            return None
        Ticket.objects.filter(id__in=tickets).delete()
        made = open_table(
            wanted.game,
            {},
            None,
            preset=wanted.preset,
            players=len(match.persons),
            persons=match.persons,
            ready=max(match.why.waited) <= ACCEPT_AFTER_S,
            rated=wanted.rated,
            speed=wanted.speed,
        )
        Matched.objects.create(
            table_id=made.table_id,
            queue=match.queue,
            rated=wanted.rated,
            at=now,
            persons=list(match.persons),
            why=explanation(match),
            waited_ms=max(0, round(max(match.why.waited) * 1000)),
        )
        for person in match.persons:
            inbox.announce(person)
        announce_queues()
    return made


def explanation(match: Match) -> dict[str, object]:
    """Why these people were brought together, as JSON: an open window is null."""
    why = asdict(match.why)
    why["windows"] = [None if window == inf else window for window in match.why.windows]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in why.items()}

"""One pass over everybody who waits: pair them, and open a table for each match.

A match is one transaction: its tickets are consumed, the reason is kept and the table is opened, or none of it. So a
pass may die anywhere, and any number may run at once: a ticket that another pass holds or has consumed makes this
pass's match void, and who was in it simply waits on.
"""

import logging
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.relations import blocked_by
from games.table.clock import now_ms
from games.table.robust import others_go_on
from games.table.service import NewTable, open_table
from matchmaking import pairing
from matchmaking.models import Matched, NoShow, Ticket, TicketPerson
from matchmaking.pairing import Match, Wish
from matchmaking.queues import blocks, explanations
from matchmaking.queues.announcing import announce_queues, announce_seated
from matchmaking.queues.requeue import settle_tables
from matchmaking.queues.silence import drop_silent
from matchmaking.queues.tickets import held, waiting_people
from matchmaking.queues.wishes import Wanted, stored
from matchmaking.ratings import current
from matchmaking.ratings.arithmetic import NEW, Rating

logger = logging.getLogger(__name__)

COOL_DOWN_MS = 30 * 60_000
"""How long the same company does not meet again in rated play."""
ACCEPT_AFTER_S = 60.0
"""Somebody who has waited longer may have gone to make tea: then the table starts when everybody says ready."""
ACCEPT_MS = 20_000
"""How long it waits for that; then it is closed, and those who were ready wait again."""


def pair_waiting(now: int | None = None) -> list[NewTable]:
    """One pass: settle what became of earlier tables, drop who has gone, open every table that can be opened now."""
    now = now_ms() if now is None else now
    settle_tables(now)
    drop_silent(now)
    found = waiting_people()
    if not found:
        return []
    wishes = {ticket: stored(rows[0].ticket.wishes) for ticket, rows in found.items()}
    waiting = _waiting(found, wishes)
    one = pairing.pair(
        waiting,
        now / 1000,
        blocks=blocked_by([person for ticket in waiting for person in ticket.persons]),
        companies=companies(now),
    )
    opened = [made for match in one.matches if (made := _seat_or_go_on(match, wishes, now)) is not None]
    _tell_kept_apart(found, one.kept_apart)
    return opened


def _tell_kept_apart(found: dict[UUID, list[TicketPerson]], kept: Mapping[str, tuple[str, ...]]) -> None:
    """Keep on the tickets whom the cool-down keeps from a table, where that has changed."""
    changed: dict[tuple[str, ...], list[UUID]] = {}
    for ticket, rows in found.items():
        queues = kept.get(str(ticket), ())
        if tuple(rows[0].ticket.kept_apart) != queues:
            changed.setdefault(queues, []).append(ticket)
    for queues, tickets in changed.items():
        with transaction.atomic():
            # Whoever holds a ticket now changes what it waits for; the next pass tells.
            free = held(tickets)
            if free:
                Ticket.objects.filter(id__in=free).update(kept_apart=list(queues))
                announce_queues()


def companies(now: int) -> set[frozenset[str]]:
    """Who has met in rated play so lately that they should not meet again yet. At a table that somebody stayed away
    from they have not met. One question."""
    lately = Matched.objects.filter(rated=True, at__gt=now - COOL_DOWN_MS)
    met = lately.exclude(Exists(NoShow.objects.filter(table_id=OuterRef("table_id"))))
    return {frozenset(persons) for persons in met.values_list("persons", flat=True)}


def _waiting(found: dict[UUID, list[TicketPerson]], wishes: dict[UUID, tuple[Wanted, ...]]) -> list[pairing.Ticket]:
    """The tickets as pairing takes them, each with its people's ratings now."""
    people = {ticket: tuple(row.person for row in rows) for ticket, rows in found.items()}
    known = current.stored(
        {wanted.pool for asked in wishes.values() for wanted in asked},
        {person for persons in people.values() for person in persons},
    )
    return [
        pairing.Ticket(
            id=str(ticket),
            persons=people[ticket],
            wishes=tuple(_wish(wanted, people[ticket], known) for wanted in wishes[ticket]),
            since=rows[0].ticket.since / 1000,
        )
        for ticket, rows in found.items()
    ]


def _wish(wanted: Wanted, persons: Collection[str], known: dict[tuple[str, str], Rating]) -> Wish:
    mean = sum(known.get((wanted.pool, person), NEW).displayed for person in persons) / len(persons)
    return Wish(queue=wanted.queue, rating=mean, counts=wanted.counts, rated=wanted.rated)


def _seat_or_go_on(match: Match, wishes: dict[UUID, tuple[Wanted, ...]], now: int) -> NewTable | None:
    """`_seat`; one match that fails leaves its people waiting and the others their tables."""
    with others_go_on(logger, "no table could be opened for %s", ", ".join(match.tickets)):
        return _seat(match, wishes, now)
    return None


def _seat(match: Match, wishes: dict[UUID, tuple[Wanted, ...]], now: int) -> NewTable | None:
    """Open the table of a match and consume its tickets, in one transaction. None when a ticket is gone or held."""
    tickets = [UUID(ticket) for ticket in match.tickets]
    wanted = next(one for one in wishes[tickets[0]] if one.queue == match.queue)
    accept = max(match.why.waited) > ACCEPT_AFTER_S
    with transaction.atomic():
        if len(held(tickets)) != len(tickets):
            return None
        parties = _parties(tickets)
        # Asked again: a pass with many matches takes its time, and a block holds from the moment it is made.
        if blocks.are_apart([party["persons"] for party in parties]):
            return None
        Ticket.objects.filter(id__in=tickets).delete()
        made = open_table(
            wanted.game,
            {},
            None,
            preset=wanted.preset,
            players=len(match.persons),
            persons=match.persons,
            ready=not accept,
            accept_ms=ACCEPT_MS if accept else None,
            rated=wanted.rated,
            speed=wanted.speed,
        )
        Matched.objects.create(
            table_id=made.table_id,
            queue=match.queue,
            rated=wanted.rated,
            at=now,
            persons=list(match.persons),
            why=explanations.as_json(match.why),
            waited_ms=max(0, round(max(match.why.waited) * 1000)),
            parties=parties,
            settled=not accept and not wanted.rated,
        )
        announce_seated(match.persons, made.id)
    return made


def _parties(tickets: Collection[UUID]) -> list[dict[str, Any]]:
    """What stands on these tickets, for those who go back to the queue."""
    return [
        {"persons": [row.person for row in rows], "wishes": rows[0].ticket.wishes, "since": rows[0].ticket.since}
        for rows in waiting_people(tickets).values()
    ]

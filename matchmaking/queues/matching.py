"""One pass over everybody who waits: pair them, and open a table for each match.

A match is one transaction: its tickets are consumed, the reason is kept and the table is opened, or none of it. So a
pass may die anywhere, and any number may run at once: a ticket that another pass holds or has consumed makes this
pass's match void, and who was in it simply waits on.
"""

import logging
from collections.abc import Collection, Mapping
from dataclasses import asdict
from math import inf
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts import inbox
from accounts.relations import blocked_by
from games.table import alive
from games.table.aggregate import Refused
from games.table.clock import now_ms
from games.table.robust import others_go_on
from games.table.service import NewTable, open_table
from matchmaking.models import Matched, NoShow, PassAlive, Ticket, TicketPerson
from matchmaking.pairing import Match, Widening, Wish, paired
from matchmaking.pairing import Ticket as Waiting
from matchmaking.queues import blocks
from matchmaking.queues.announcing import announce_queues
from matchmaking.queues.requeue import settle_tables
from matchmaking.queues.tickets import SILENT_AFTER_MS
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
WIDENING = Widening()
PROGRAMS_AFTER_MS = 12_000
"""Waiting time after which programs are offered to those who wait casually."""
DOWN_MS = 10_000
"""Passes further apart than this tell of down-time."""


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
    one = paired(
        waiting,
        now / 1000,
        blocks=blocked_by([person for ticket in waiting for person in ticket.persons]),
        companies=companies(now),
        widening=WIDENING,
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
            held = Ticket.objects.select_for_update(skip_locked=True).filter(id__in=tickets)
            ids = list(held.values_list("id", flat=True))
            if ids:
                Ticket.objects.filter(id__in=ids).update(kept_apart=list(queues))
                announce_queues()


def companies(now: int) -> set[frozenset[str]]:
    """Who has met in rated play so lately that they should not meet again yet. At a table that somebody stayed away
    from they have not met. One question."""
    lately = Matched.objects.filter(rated=True, at__gt=now - COOL_DOWN_MS)
    met = lately.exclude(Exists(NoShow.objects.filter(table_id=OuterRef("table_id"))))
    return {frozenset(persons) for persons in met.values_list("persons", flat=True)}


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
    known = current.stored(
        {wanted.pool for asked in wishes.values() for wanted in asked},
        {person for persons in people.values() for person in persons},
    )
    return [
        Waiting(
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
        held = Ticket.objects.select_for_update(skip_locked=True).filter(id__in=tickets)
        if len(list(held.values_list("id", flat=True))) != len(tickets):
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
            why=explanation(match),
            waited_ms=max(0, round(max(match.why.waited) * 1000)),
            parties=parties,
            settled=not accept and not wanted.rated,
        )
        tell_seated(match.persons, made)
    return made


def begin_with_programs(person: str, policy: str, now: int | None = None) -> NewTable:
    """Wait no longer: open a casual table of the first casual queue of somebody's ticket, with programs on the chairs
    that the ticket's own people leave free. Consumes the ticket in the same transaction.

    Raises Refused: `not_waiting`; `not_casual` when the ticket names rated queues alone; `too_early` before programs
    are offered; `unreadable` for a policy that does not exist.
    """
    now = now_ms() if now is None else now
    with transaction.atomic():
        ticket = Ticket.objects.select_for_update(of=("self",)).filter(people__person=person).first()
        if ticket is None:
            raise Refused("not_waiting")
        wanted = next((one for one in stored(ticket.wishes) if not one.rated), None)
        if wanted is None:
            raise Refused("not_casual")
        if now - ticket.since < PROGRAMS_AFTER_MS:
            raise Refused("too_early", until=ticket.since + PROGRAMS_AFTER_MS)
        persons = list(ticket.people.order_by("place").values_list("person", flat=True))
        players = min((count for count in wanted.counts if count >= len(persons)), default=len(persons))
        ticket.delete()
        made = open_table(
            wanted.game,
            {},
            None,
            preset=wanted.preset,
            players=players,
            persons=persons,
            bots=(policy,) * (players - len(persons)),
            ready=True,
            speed=wanted.speed,
        )
        tell_seated(persons, made)
    return made


def tell_seated(persons: Collection[str], made: NewTable) -> None:
    """Let these people know of their table, and everybody that the queues are shorter; after the commit."""
    inbox.put_for_all(persons, "seated", {"table": made.id}, key=f"seated:{made.id}")
    announce_queues()


def drop_silent(now: int) -> None:
    """Take out the tickets of people who give no sign of life; those of a party as soon as one of it has gone.

    While the matchmaker was down, or nobody could reach us to give one, nobody is known to have gone: then the time
    begins anew.
    """
    if now - max(_up_since(now), alive.up_since(now)) < SILENT_AFTER_MS:
        return
    silent = TicketPerson.objects.filter(seen_at__lt=now - SILENT_AFTER_MS).values("ticket_id")
    with transaction.atomic():
        held = Ticket.objects.select_for_update(skip_locked=True).filter(id__in=silent)
        rows = TicketPerson.objects.filter(ticket__in=list(held.values_list("id", flat=True)))
        # Asked again under the lock: the sign may have come meanwhile.
        found = list(rows.filter(seen_at__lt=now - SILENT_AFTER_MS).values_list("ticket_id", flat=True))
        if found:
            Ticket.objects.filter(id__in=found).delete()
            announce_queues()


def _up_since(now: int) -> int:
    """Since when passes have gone on without a gap; stamps that one is alive now."""
    stamp = PassAlive.objects.first()
    if stamp is None:
        PassAlive.objects.bulk_create([PassAlive(alive_at=now, up_since=now)], ignore_conflicts=True)
        return now
    up_since = now if now - stamp.alive_at > DOWN_MS else stamp.up_since
    PassAlive.objects.filter(alive_at__lt=now).update(alive_at=now, up_since=up_since)
    return up_since


def _parties(tickets: Collection[UUID]) -> list[dict[str, Any]]:
    """What stands on these tickets, for those who go back to the queue."""
    people: dict[UUID, list[str]] = {}
    for row in TicketPerson.objects.filter(ticket__in=tickets).order_by("ticket_id", "place"):
        people.setdefault(row.ticket_id, []).append(row.person)
    rows = Ticket.objects.filter(id__in=tickets).order_by("since", "id")
    return [{"persons": people[ticket.id], "wishes": ticket.wishes, "since": ticket.since} for ticket in rows]


def explanation(match: Match) -> dict[str, object]:
    """Why these people were brought together, as JSON: an open window is null."""
    why = asdict(match.why)
    why["windows"] = [None if window == inf else window for window in match.why.windows]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in why.items()}

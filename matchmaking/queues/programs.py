"""Programs for those who wait casually: after a while they need wait no longer."""

from django.db import transaction

from games.table.aggregate import Refused
from games.table.clock import now_ms
from games.table.service import NewTable, open_table
from matchmaking.queues.announcing import announce_seated
from matchmaking.queues.tickets import locked, people_on
from matchmaking.queues.wishes import stored

PROGRAMS_AFTER_MS = 12_000
"""Waiting time after which programs are offered."""


def begin_with_programs(person: str, policy: str, now: int | None = None) -> NewTable:
    """Wait no longer: open a casual table of the first casual queue of somebody's ticket, with programs on the chairs
    that the ticket's own people leave free. Consumes the ticket in the same transaction.

    Raises Refused: `not_waiting`; `not_casual` when the ticket names rated queues alone; `too_early` before programs
    are offered; `unreadable` for a policy that does not exist.
    """
    now = now_ms() if now is None else now
    with transaction.atomic():
        ticket = locked(person)
        if ticket is None:
            raise Refused("not_waiting")
        wanted = next((one for one in stored(ticket.wishes) if not one.rated), None)
        if wanted is None:
            raise Refused("not_casual")
        if now - ticket.since < PROGRAMS_AFTER_MS:
            raise Refused("too_early", until=ticket.since + PROGRAMS_AFTER_MS)
        persons = people_on(ticket)
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
        announce_seated(persons, made.id)
    return made

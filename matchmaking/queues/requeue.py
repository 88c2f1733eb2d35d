"""What became of the tables that matchmaking opened, and who goes back to the queue when nothing came of one.

A table that is not accepted in time, or a rated one at which somebody never appeared, ends before it has begun. Then
those who were there wait again, on a ticket with their old wishes and their old waiting time, and who stayed away
pauses. Every pass looks; a table is settled in one transaction with the tickets it gives back, so nobody is lost and
nobody is put back twice, whichever process dies.
"""

import logging
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from games.table.aggregate import ABANDONED, CLOSED, PLAYING, WAITING
from games.table.held import load
from games.table.ids import format_id
from games.table.models import Head
from games.table.robust import others_go_on
from matchmaking.models import Matched
from matchmaking.queues import tickets
from matchmaking.queues.announcing import announce_unseated
from matchmaking.queues.pauses import note_no_shows

logger = logging.getLogger(__name__)

BEGUN_AFTER_MS = 90_000
"""A rated table that is still played so long after its opening has begun in earnest: everybody has come."""
_MOST = 200
"""Tables that one pass looks at."""


def settle_tables(now: int) -> None:
    """Look at every table of which it is not known yet what became of it."""
    rows = list(Matched.objects.filter(settled=False).order_by("at")[:_MOST])
    if not rows:
        return
    heads = Head.objects.filter(table_id__in=[row.table_id for row in rows])
    stands = {head.table_id: head for head in heads}
    begun: list[UUID] = []
    for row in rows:
        head = stands.get(row.table_id)
        lifecycle = head.lifecycle if head else CLOSED
        if lifecycle in WAITING or (lifecycle == PLAYING and row.rated and now - row.at < BEGUN_AFTER_MS):
            continue
        if head is not None and lifecycle in (CLOSED, ABANDONED):
            # A table that fails is looked at again by the next pass.
            with others_go_on(logger, "who sat at table %s was not put back", format_id(row.table_id)):
                _give_back(row, lifecycle, now)
        else:
            begun.append(row.table_id)
    if begun:
        Matched.objects.filter(table_id__in=begun).update(settled=True)


def _give_back(row: Matched, lifecycle: str, now: int) -> None:
    there, away = who_came(row, lifecycle)
    with transaction.atomic():
        if not Matched.objects.filter(table_id=row.table_id, settled=False).update(settled=True):
            return  # another pass was first
        if not away:
            return  # everybody had come: the table ended for another reason
        note_no_shows(row.table_id, away, now)
        tickets.drop(away)  # who was quicker than this to wait again pauses all the same
        busy = tickets.at_rated_tables(row.persons)
        for party in row.parties:
            persons = [person for person in party["persons"] if person in there - busy]
            if persons:
                _insert(persons, party, now)
        announce_unseated(row.persons, format_id(row.table_id))


def _insert(persons: list[str], party: dict[str, Any], now: int) -> None:
    """A ticket as it was; somebody who waits again already keeps the new one."""
    try:
        tickets.insert(persons, party["wishes"], since=party["since"], now=now)
    except IntegrityError:
        for person in persons if len(persons) > 1 else ():
            _insert([person], party, now)


def who_came(row: Matched, lifecycle: str) -> tuple[set[str], set[str]]:
    """Who was there at a table that ended before it began, and who was not.

    Before the start: those who said that they were ready, or who still could have; not who got up. After it: whoever
    is not among those whom the end of the table names as never having come. Who got up after it is neither.
    """
    persons = set(row.persons)
    table = load(row.table_id).table
    if lifecycle == ABANDONED:
        away = {person for person in (table.seats[seat].person for seat in table.absent) if person}
        up = {seat.owner for seat in table.seats if seat.away == "gave_up"}
        return persons - away - up, away & persons
    sitting = {seat.person: seat.ready for seat in table.seats if seat.person in persons}
    left = persons - set(sitting)
    if left:
        return persons - left, left
    there = {person for person, ready in sitting.items() if ready and person}
    return there, persons - there

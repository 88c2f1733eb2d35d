"""Nobody is seated with somebody who has gone: the tickets of people who give no sign of life are taken out."""

from django.db import transaction

from games.table import alive
from matchmaking.models import PassAlive, Ticket, TicketPerson
from matchmaking.queues.announcing import announce_queues
from matchmaking.queues.tickets import held

SILENT_AFTER_MS = 60_000
"""A ticket without a sign of life for so long is dropped."""
DOWN_MS = 10_000
"""Passes further apart than this tell of down-time."""


def drop_silent(now: int) -> None:
    """Take out the tickets of people who give no sign of life; those of a party as soon as one of it has gone.

    While the matchmaker was down, or nobody could reach us to give one, nobody is known to have gone: then the time
    begins anew.
    """
    if now - max(_up_since(now), alive.up_since(now)) < SILENT_AFTER_MS:
        return
    silent = TicketPerson.objects.filter(seen_at__lt=now - SILENT_AFTER_MS).values("ticket_id")
    with transaction.atomic():
        rows = TicketPerson.objects.filter(ticket__in=held(silent))
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

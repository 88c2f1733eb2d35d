"""Mail to whoever a slow table waits for: it may be a day until somebody looks at the page again.

A part of the sweep finds who has not been connected anywhere for a minute, claims the mail by a row and enqueues it; a
worker sends it and says so in the row. A claim that nobody has carried out is made again, so a mail is sent although a
worker dies: now and then twice, never not at all. It says whose turn it is and where, and nothing of the cards.
"""

import datetime as dt
import logging
from functools import partial
from typing import Final
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import addresses, mail
from games.kernel.cards import Seat
from games.table import alive
from games.table.aggregate import PLAYING, Refused, Table
from games.table.clock import now_ms
from games.table.held import load
from games.table.ids import format_id
from games.table.models import Connection, Head, TurnMail
from games.table.models import Seat as SeatRow
from games.table.presence import DEAD_MS, FRESH_MS
from games.table.slow_tables import EVERY_MS, seats_waited_for

logger = logging.getLogger(__name__)

AWAY_MS: Final = 60_000
EACH_MS: Final = 3_600_000
"""At most one mail per table and person in this time."""
CLAIMED_MS: Final = 600_000
"""A mail that was not sent so long after it was claimed is claimed again."""
_MOST: Final = 200
MAIL_TURN: Final = "games.table.tasks.mail_turn"


def tell_whose_turn(now: int) -> None:
    """Claim and enqueue the mails that are due. Looked for each quarter of a minute, by one sweep of several."""
    if not alive.is_time_for("notices", now, EVERY_MS):
        return
    for table_id, seat, person, seq in _waited_for(now):
        try:
            table = load(table_id).table
        except Refused:
            continue
        decision = _open_decision(table, seat, person)
        if decision is not None:
            claim(table_id, person, seq, decision, now)


def claim(table_id: UUID, person: str, seq: int, decision: int, now: int) -> bool:
    """Make the mail of this decision ours to send; False when it has been sent, or is another's to send now."""
    made = {"seq": seq, "decision": decision, "claimed_at": now}
    with transaction.atomic():
        found = TurnMail.objects.select_for_update().filter(table_id=table_id, person=person).first()
        if found is None:
            _, first = TurnMail.objects.get_or_create(table_id=table_id, person=person, defaults=made)
            if not first:
                return False
        elif found.decision == decision and (found.sent_at is not None or now - found.claimed_at < CLAIMED_MS):
            TurnMail.objects.filter(pk=found.pk).update(seq=max(seq, found.seq))
            return False
        elif found.decision != decision and now - found.claimed_at < EACH_MS:
            return False
        else:
            TurnMail.objects.filter(pk=found.pk).update(**made, sent_at=None)
        transaction.on_commit(partial(_enqueue, format_id(table_id), person, decision, now), robust=True)
    return True


def send(table_id: UUID, person: str, decision: int, claimed_at: int) -> bool:
    """Send the mail that was claimed, unless it has been sent or is needed no more. False: it could not be sent."""
    claimed = TurnMail.objects.filter(
        table_id=table_id, person=person, decision=decision, claimed_at=claimed_at, sent_at=None
    )
    if not claimed.exists():
        return True
    table = load(table_id).table
    seat, address = table.seat_of(person), addresses.address_of(person)
    waits = seat is not None and _open_decision(table, seat, person) == decision
    if seat is not None and address is not None and waits and not mail.send(message(table, seat, address)):
        return False
    claimed.update(sent_at=now_ms())
    return True


def message(table: Table, seat: Seat, address: addresses.Address) -> EmailMessage:
    """The mail, in the person's language."""
    with translation.override(address.language or settings.LANGUAGE_CODE):
        game = _(table.game.title)
        until = table.runs_until(seat)
        lines = [
            _("Hello %(name)s,") % {"name": address.name},
            "",
            _("a table of %(game)s waits for you: it is your turn.") % {"game": game},
        ]
        if until is not None:
            at = dt.datetime.fromtimestamp(until / 1000, tz=dt.UTC)
            when = date_format(timezone.localtime(at), "DATETIME_FORMAT")
            lines.append(_("You have time until %(when)s (UTC).") % {"when": when})
        lines += [
            "",
            settings.SITE_URL.rstrip("/") + reverse("table", args=[format_id(table.id)]),
            "",
            _("You get this mail because you sit at a table with a day for each move and were not there."),
        ]
        subject = _("Your turn at a table of %(game)s") % {"game": game}
        return EmailMessage(subject, "\n".join(lines), settings.DEFAULT_FROM_EMAIL, [address.email])


def _waited_for(now: int) -> list[tuple[UUID, Seat, str, int]]:
    """Persons whom slow tables wait for, who were nowhere for a minute, can be written to and were not told yet."""
    head = Head.objects.filter(table_id=OuterRef("table_id"))
    anywhere = SeatRow.objects.filter(person=OuterRef("person")).filter(
        Q(here=True, seen_at__gt=now - FRESH_MS) | Q(seen_at__gt=now - AWAY_MS)
    )
    connected = Connection.objects.filter(person=OuterRef("person"), seen_at__gt=now - DEAD_MS)
    told = TurnMail.objects.filter(table_id=OuterRef("table_id"), person=OuterRef("person"))
    found = (
        seats_waited_for()
        .annotate(
            seq=Subquery(head.values("seq")),
            told_seq=Subquery(told.values("seq")),
            claimed_at=Subquery(told.values("claimed_at")),
            sent_at=Subquery(told.values("sent_at")),
        )
        .filter(
            Q(told_seq=None)
            | Q(sent_at=None, claimed_at__lte=now - CLAIMED_MS)
            | Q(told_seq__lt=F("seq"), claimed_at__lte=now - EACH_MS)
        )
        .exclude(Exists(anywhere))
        .exclude(Exists(connected))
        .filter(Exists(addresses.confirmed(OuterRef("person"))))
        .order_by("table_id", "seat")
    )
    return list(found.values_list("table_id", "seat", "person", "seq")[:_MOST])


def _open_decision(table: Table, seat: Seat, person: str) -> int | None:
    """The number of the question that this person is asked now at this seat."""
    mine = table.lifecycle == PLAYING and seat in table.deciders and table.seats[seat].person == person
    return table.decisions[seat] if mine else None


def _enqueue(table: str, person: str, decision: int, claimed_at: int) -> None:
    try:
        current_app.send_task(MAIL_TURN, args=[table, person, decision, claimed_at])
    except Exception:  # the claim is made again when it has grown old
        logger.warning("a mail about table %s was not enqueued", table, exc_info=True)

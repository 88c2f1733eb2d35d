"""What tables do when somebody has had the account deleted, and what they tell him of himself before.

The log is not touched: it holds a pseudonym. His seats are given up as he could have done it himself.
"""

import logging
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts import members
from accounts.models import Person
from games.table import service
from games.table.aggregate import RUNNING, WAITING, Refused, actors
from games.table.aggregate.commands import CloseTable, Leave
from games.table.ids import format_id
from games.table.lobby import seats_of
from games.table.models import Connection, Head, Seat, TurnMail
from games.table.robust import others_go_on

logger = logging.getLogger(__name__)


def on_erased(*, public_id: str, **_: Any) -> None:
    """The seats are given up after the commit: a table that is busy must not undo the deletion. What fails there the
    sweep makes good: nobody comes back to such a seat."""
    Connection.objects.filter(person=public_id).delete()
    TurnMail.objects.filter(person=public_id).delete()
    transaction.on_commit(partial(leave_everything, public_id), robust=True)


def leave_everything(person: str) -> None:
    """Leave every table that has not ended; a table that waits for players and was opened by this person is closed."""
    seated = Seat.objects.filter(person=person).values("table_id")
    running = Head.objects.filter(lifecycle__in=RUNNING)
    own = running.filter(host=person, lifecycle__in=WAITING).values_list("table_id", flat=True)
    _say(list(own), CloseTable(), person, "close")
    _say(list(running.filter(table_id__in=seated).values_list("table_id", flat=True)), Leave(), person, "leave")


def _say(tables: list[UUID], command: CloseTable | Leave, person: str, word: str) -> None:
    for table_id in tables:
        table = format_id(table_id)
        with others_go_on(logger, "table %s kept the seat of a deleted account", table):
            try:
                service.submit(table_id, command, actor=actors.person(person), command_id=f"erased:{word}:{table}")
            except Refused as refused:
                logger.warning("table %s kept the seat of a deleted account: %s", table, refused.code)


def tables_about(person: Person) -> list[dict[str, Any]]:
    """Every table where this person sits, sat to the end or left the seat to a program, or that he opened: for the
    export."""
    ids = members.public_ids(person)
    seats: dict[UUID, int] = dict(seats_of(ids).values_list("table_id", "seat"))
    heads = Head.objects.filter(table_id__in=seats_of(ids).values("table_id"))
    heads = heads | Head.objects.filter(host__in=ids)
    return [
        {
            "table": format_id(head.table_id),
            "game": head.game,
            "seat": seats.get(head.table_id),
            "opened": head.opened_at,
            "ended": head.ended_at,
            "state": head.lifecycle,
            "record": f"/tables/{format_id(head.table_id)}/record",
        }
        for head in heads.order_by("table_id")
    ]

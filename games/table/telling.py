"""What follows a commit: the rooms are announced to, programs and ratings are woken. Nothing of it leaves before the
commit, and nothing that fails here touches the command.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from django.db import transaction

from games.table import announcing
from games.table.aggregate import Table
from games.table.ids import format_id
from games.table.signals import committed

logger = logging.getLogger(__name__)


def after_commit(table: Table) -> None:
    """Tell of the table as it is once it is so."""
    transaction.on_commit(partial(_tell, table), robust=True)


def _tell(table: Table) -> None:
    announcing.announce(table.id, table.seq)
    _signal(table)


def _signal(table: Table) -> None:
    for receiver, answer in committed.send_robust(sender=None, table_id=table.id, seq=table.seq, table=table):
        if isinstance(answer, Exception):
            logger.error("%r failed on table %s, event %s", receiver, format_id(table.id), table.seq, exc_info=answer)


def told_by(loop: asyncio.AbstractEventLoop) -> Callable[[Table], None]:
    """`after_commit` for a room, whose own people come first: its loop tells the others."""

    def tell(table: Table) -> None:
        loop.call_soon_threadsafe(tell_from_loop, table)

    return tell


def tell_from_loop(table: Table) -> None:
    """`_tell` without holding up the loop: receivers may talk to a broker, so they are called in a thread, and only
    when there is something for them to do: a program's turn, or an end."""
    announcing.announce_here(table.id, table.seq)
    if table.ended or any(table.seats[seat].policy for seat in table.deciders):
        asyncio.get_running_loop().run_in_executor(None, _signal, table)

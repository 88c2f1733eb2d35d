"""That something has moved among those who wait, told to every process: an address, never who or what."""

from django.db import transaction

from accounts.announcing import announce_stream
from games.table.clock import now_ms

QUEUE = "queue"
"""The stream, and the group, of everybody who looks at the queues: one page shows them all."""


def announce_queues() -> None:
    """Once the caller's transaction is committed. Never raises: who looks at the queues also looks by the clock."""
    transaction.on_commit(_send, robust=True)


def _send() -> None:
    announce_stream(QUEUE, now_ms())

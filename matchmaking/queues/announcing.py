"""What those who wait hear: that something has moved in the queues (an address, never who or what), and that they have
a seat. After the caller's transaction is committed."""

from collections.abc import Collection

from django.db import transaction

from accounts import inbox
from accounts.announcing import announce_stream
from games.table.clock import now_ms

QUEUE = "queue"
"""The stream, and the group, of everybody who looks at the queues: one page shows them all."""


def announce_queues() -> None:
    """To every process. Never raises: who looks at the queues also looks by the clock."""
    transaction.on_commit(_send, robust=True)


def announce_seated(persons: Collection[str], table: str) -> None:
    """Let these people know of their table, and everybody that the queues are shorter."""
    inbox.put_for_all(persons, "seated", {"table": table}, key=_seat(table))
    announce_queues()


def announce_unseated(persons: Collection[str], table: str) -> None:
    """Nothing came of the table: let these people, and everybody, look at the queues again."""
    inbox.settle(_seat(table))
    for person in persons:
        inbox.announce(person)
    announce_queues()


def _seat(table: str) -> str:
    return f"seated:{table}"


def _send() -> None:
    announce_stream(QUEUE, now_ms())

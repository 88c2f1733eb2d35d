"""What is news for one person, on the stream `person.<public id>`: an address and a number, never content.

Open sockets of that person listen to it and look again whether they may still be what they are (a revoked token, a
person locked out). An announcement that is lost costs little: whoever listens also looks again by the clock.
"""

import logging
import time
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

MESSAGE = "stream.moved"


def stream(public_id: str) -> str:
    """The stream, and the group, of a person."""
    return f"person.{public_id}"


def announce(public_id: str) -> None:
    """Tell this person's open sockets to look again, once the caller's transaction is committed. Never raises."""
    transaction.on_commit(partial(_send, public_id), robust=True)


def _send(public_id: str) -> None:
    layer: Any = get_channel_layer()
    message = {"type": MESSAGE, "stream": stream(public_id), "version": time.time_ns() // 1_000_000}
    try:
        async_to_sync(layer.group_send)(stream(public_id), message)
    except Exception:
        logger.warning("%s was not announced", stream(public_id), exc_info=True)

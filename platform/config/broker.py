"""Celery's way to Redis, which may lose the connection without losing the worker.

In kombu 5.7 a channel whose connection was closed still gives back the tasks it holds and acknowledges what has ended
meanwhile. It then asks the connection that is gone for its address and fails with AttributeError, which nobody
expects: the worker ends for good. Here that is what it is, an error of the connection, which is logged; the worker
connects again, and what was lost the sweep finds in the log.
"""

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError


class Channel(redis.Channel):
    def _connparams(self, *arguments: Any, **named: Any) -> Any:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("the connection to the broker was closed")
        return super()._connparams(*arguments, **named)  # type: ignore[misc]


class Transport(redis.Transport):
    Channel = Channel


def install() -> None:
    """Let every redis:// address lead here."""
    TRANSPORT_ALIASES.update(redis="config.broker:Transport", rediss="config.broker:Transport")

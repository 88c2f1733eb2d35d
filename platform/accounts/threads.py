"""From an event loop into a thread, where the database may be asked."""

from collections.abc import Awaitable, Callable

from channels.db import database_sync_to_async


def in_thread[**Given, Answer](ask: Callable[Given, Answer]) -> Callable[Given, Awaitable[Answer]]:
    """`ask`, as a call that is awaited, in a thread of its own: Channels' default would let one socket wait for
    another's."""
    return database_sync_to_async(ask, thread_sensitive=False)

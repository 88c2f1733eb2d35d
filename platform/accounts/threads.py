"""From an event loop into a thread, where the database may be asked, and waiting there for a reason to ask it again."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from channels.db import database_sync_to_async


def in_thread[**Given, Answer](ask: Callable[Given, Answer]) -> Callable[Given, Awaitable[Answer]]:
    """`ask`, as a call that is awaited, in a thread of its own: Channels' default would let one socket wait for
    another's."""
    return database_sync_to_async(ask, thread_sensitive=False)


async def news_or(seconds: float, news: asyncio.Event) -> None:
    """Until there is news, or for so many seconds: an announcement may have been lost. The news is taken by that."""
    with suppress(TimeoutError):
        await asyncio.wait_for(news.wait(), seconds)
    news.clear()

"""Appending on PostgreSQL without a thread: a pool of asynchronous connections for each event loop."""

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection, OperationalError
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from . import postgresql
from .rows import Batch, Row

Pool = AsyncConnectionPool[AsyncConnection[TupleRow]]

_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, Pool] = WeakKeyDictionary()
_DJANGOS = {"assume_role", "isolation_level", "pool", "server_side_binding"}
"""Options of Django's connections that libpq does not know; all others, such as `sslmode`, hold here too."""
_NAMES = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}


async def append(batch: Batch, rows: tuple[Row, ...]) -> tuple[int, int] | bool:
    """As `sqlite.append`: True, False, or the events of a command that was answered before.

    When the server has hung up meanwhile (a restart), it is asked once more on new connections. That is safe even if
    the first statement was carried out and only its answer got lost: then the command is found answered.
    """
    links = await _pool()
    try:
        return await _append(links, batch, rows)
    except OperationalError:
        await links.check()  # looks at every connection that is idle and replaces those that are dead
        return await _append(links, batch, rows)


async def _append(links: Pool, batch: Batch, rows: tuple[Row, ...]) -> tuple[int, int] | bool:
    async with links.connection() as link:
        answer = await (await link.execute(*postgresql.statement(batch, rows))).fetchone()
        if answer and answer[0]:
            return True
        done = await (await link.execute(*postgresql.look_up(batch))).fetchone()
        return (done[0], done[1]) if done else False


async def close() -> None:
    """Close the running loop's connections."""
    kept = _pools.pop(asyncio.get_running_loop(), None)
    if kept is not None:
        await kept.close()


async def _pool() -> Pool:
    loop = asyncio.get_running_loop()
    kept = _pools.get(loop)
    if kept is None:
        given: dict[str, Any] = connection.settings_dict  # the tests' own database while they run
        kwargs = {ours: given[theirs] for theirs, ours in _NAMES.items() if given.get(theirs)}
        kwargs |= {name: value for name, value in given["OPTIONS"].items() if name not in _DJANGOS}
        kept = _pools[loop] = AsyncConnectionPool(
            kwargs={**kwargs, "autocommit": True},
            min_size=1,
            max_size=settings.OPENTRICK_ASYNC_CONNECTIONS,
            timeout=10,
            open=False,
        )
    if kept.closed:  # nobody, or only somebody in this very moment, has opened it: a second call does nothing
        await kept.open()
    return kept

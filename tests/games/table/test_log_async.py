"""Appending from an event loop: through a thread on both databases, through asynchronous connections on PostgreSQL."""

import asyncio
from collections import Counter

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from games.table import log
from games.table.log import pool

from .logs import batch, entry, opened

WAYS = [("sqlite", False), ("postgresql", False), ("postgresql", True)]

every_way = pytest.mark.parametrize(
    ("each_database", "pooled"), WAYS, indirect=["each_database"], ids=["sqlite", "postgresql", "postgresql-pool"]
)


@pytest.fixture(autouse=True)
async def way(each_database, pooled, settings):
    settings.OPENTRICK_ASYNC_APPEND = pooled
    yield
    assert bool(pool._pools) == pooled, "the other way was taken"
    await pool.close()


in_a_thread = sync_to_async  # the connection of the fixture belongs to the main thread of asgiref


@every_way
async def test_a_batch_is_appended():
    table_id = await in_a_thread(opened)()
    given = await in_a_thread(batch)(table_id, entry(), entry(spent_ms=3), seats=(log.Seat(seat=0, person="alice"),))
    outcome = await log.append_async(given)
    assert isinstance(outcome, log.Appended)
    assert list(outcome.rows) == await in_a_thread(log.select)(table_id, 1)
    assert (await in_a_thread(log.verify)(table_id)).seq == 3


@every_way
async def test_the_other_two_answers():
    table_id = await in_a_thread(opened)()
    first = await in_a_thread(batch)(table_id, command_id="first")
    late = await in_a_thread(batch)(table_id, command_id="late")
    await log.append_async(first)
    assert await log.append_async(late) == log.Conflict()
    assert await log.append_async(first) == log.AlreadyDone(2, 2)
    assert len(await in_a_thread(log.select)(table_id)) == 2


@every_way
async def test_many_at_once_settle_it_among_themselves():
    tables = [await in_a_thread(opened)() for _ in range(6)]
    batches = [await in_a_thread(batch)(table, command_id=name) for table in tables for name in ("one", "two", "three")]
    answers = await asyncio.gather(*[log.append_async(given) for given in batches])
    assert Counter(type(answer) for answer in answers) == {log.Appended: 6, log.Conflict: 12}
    for table in tables:
        assert (await in_a_thread(log.verify)(table)).seq == 2


@pytest.mark.parametrize(("each_database", "pooled"), WAYS[2:], indirect=["each_database"], ids=["postgresql-pool"])
async def test_a_server_that_hung_up_is_asked_again():
    """As after a restart of PostgreSQL: all idle connections are dead, and those who append do not notice."""
    tables = [await in_a_thread(opened)() for _ in range(6)]
    first = [await in_a_thread(batch)(table, command_id="first") for table in tables]
    await asyncio.gather(*[log.append_async(given) for given in first])
    (links,) = pool._pools.values()
    async with links.connection(), links.connection():
        pass  # however slow the machine is, there are two now
    assert await in_a_thread(hang_up_on_the_others)() > 1, "several, so that a second attempt could meet another one"
    second = [await in_a_thread(batch)(table, command_id="second") for table in tables]
    outcomes = await asyncio.gather(*[log.append_async(given) for given in second])
    assert all(isinstance(outcome, log.Appended) for outcome in outcomes)


def hang_up_on_the_others() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        ended: int = cursor.fetchone()[0]
    return ended

"""Fixtures around the databases: the same test on SQLite and PostgreSQL, and emptying what refuses to be emptied."""

import inspect
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import unquote, urlsplit

import pytest
import pytest_asyncio
from asgiref.local import Local
from django.core.management import call_command
from django.core.management.commands import flush
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from config.settings.embedded import SQLITE_OPTIONS
from games.table.log import pool
from tests.services.postgres import Postgres

MADE_BY_MIGRATING = {"auth_permission", "django_content_type"}
"""What is in every database from the start, and in no test changes."""


@pytest.fixture(scope="session", autouse=True)
def flush_in_spite_of_the_triggers() -> Iterator[None]:
    """Let `flush` empty the log between tests. The triggers are in every database; only this steps round them.

    It takes a fraction of the time of Django's own, which empties every table, empty or not, and then makes all content
    types and permissions anew.
    """

    def handle(command: flush.Command, **options: Any) -> None:
        empty(connections[options["database"]])

    with mock.patch.object(flush.Command, "handle", handle):
        yield


def empty(database: BaseDatabaseWrapper) -> None:
    """Delete every row, with the triggers against it out of the way. One transaction: all of it or nothing."""
    filled = filled_tables(database)
    if not filled:
        return
    before, after = [], []
    if database.vendor == "postgresql":
        before, after = ["SET session_replication_role = replica"], ["SET session_replication_role = DEFAULT"]
    elif database.vendor == "sqlite":
        with database.cursor() as cursor:
            cursor.execute("SELECT name, sql, tbl_name FROM sqlite_master WHERE type = 'trigger'")
            for name, sql, table in cursor.fetchall():
                if table in filled:
                    before.append(f'DROP TRIGGER "{name}"')
                    after.append(sql)
    deletes = [f"DELETE FROM {database.ops.quote_name(table)}" for table in filled]
    database.ops.execute_sql_flush([*before, *deletes, *after])


def filled_tables(database: BaseDatabaseWrapper) -> list[str]:
    """The names of the tables that have rows of a test."""
    names = sorted({*database.introspection.django_table_names()} - MADE_BY_MIGRATING)
    has_a_row = "SELECT '{}' WHERE EXISTS (SELECT 1 FROM {})"
    with database.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(has_a_row.format(name, database.ops.quote_name(name)) for name in names))
        return [name for (name,) in cursor.fetchall()]


@pytest_asyncio.fixture
async def no_pool_outlives_its_loop() -> AsyncIterator[None]:
    """Close the asynchronous connections of a test's own loop. A loop that ends cancels what runs on it, and a pool
    that is just opening a connection swallows that: the test would never end."""
    yield
    await pool.close()


@pytest.fixture
def no_connection_outlives_its_thread() -> Iterator[None]:
    """Close what the threads of a test left open: asynchronous tests have threads of their own, which end with them."""
    opened: list[Any] = []  # whose thread is whose has no public name

    def note(connection: BaseDatabaseWrapper, **_: Any) -> None:
        opened.append(connection)

    connection_created.connect(note)
    yield
    connection_created.disconnect(note)
    for one in opened:
        if one._thread_ident != threading.get_ident():
            one.inc_thread_sharing()  # its thread is gone, or has nothing to do
            one.close()
            one.dec_thread_sharing()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function):
            # First, so that they are closed last: connections after the pool, and the pool after all else.
            if inspect.iscoroutinefunction(item.obj):
                item.fixturenames.insert(0, "no_pool_outlives_its_loop")
            item.fixturenames.insert(0, "no_connection_outlives_its_thread")


@contextmanager
def default_database(settings: dict[str, Any]) -> Iterator[None]:
    """Make this database the default one in every thread until the end."""
    handler: Any = connections  # its links have no public name
    kept, links = handler.settings["default"], handler._connections
    handler.settings["default"] = handler.configure_settings({"default": settings})["default"]
    handler._connections = Local(True)  # a thread that lives longer must not keep a link to the other database
    try:
        yield
    finally:
        handler.close_all()
        handler.settings["default"], handler._connections = kept, links


@pytest.fixture(scope="session")
def other_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Any]]:
    """A migrated database of the kind that is not the default one."""
    server = name = None
    if connection.vendor == "sqlite":
        server = Postgres(request.getfixturevalue("postgres_url"))
        name = f"log_{request.getfixturevalue('worker_name')}"
        other = postgresql_settings(server.create_database(name))
    else:
        other = sqlite_settings(tmp_path_factory.mktemp("sqlite") / "log.sqlite3")
    with request.getfixturevalue("django_db_blocker").unblock(), default_database(other):
        call_command("migrate", verbosity=0)
    yield other
    if server and name:
        server.drop_database(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def each_database(request: pytest.FixtureRequest, transactional_db: None) -> Iterator[str]:
    """Runs the test twice, on real connections of SQLite and of PostgreSQL; commits are commits, as in production.

    `transactional_db` has to stand in the signature: asked for by name while running, pytest-django would not have made
    its test database, and the test would write into the developer's own.
    """
    if connection.vendor == request.param:
        yield request.param
        return
    with default_database(request.getfixturevalue("other_database")):
        assert connection.vendor == request.param
        yield request.param
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=True)


def sqlite_settings(file: Path) -> dict[str, Any]:
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": file, "OPTIONS": SQLITE_OPTIONS}


def postgresql_settings(url: str) -> dict[str, Any]:
    """How Django reaches the database at `url`."""
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
    }

"""Nobody changes the log: not the application, not the owner of its tables, not by REPLACE, not by TRUNCATE."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction

from accounts.models import Person
from games.table import followers, log, models, presence
from games.table.log import postgresql
from tests.databases import default_database
from tests.services.postgres import with_user

from .logs import batch, opened
from .tables import against_bots, load, play_out

STATEMENTS = {
    "update": "UPDATE table_event SET body = '{}' WHERE seq = 1",
    "update of a key": "UPDATE table_event SET seq = 9 WHERE seq = 2",
    "update of everything": "UPDATE table_event SET actor = 'clock'",
    "delete": "DELETE FROM table_event WHERE seq = 2",
    "delete of everything": "DELETE FROM table_event",
}
COPY = (
    "INSERT {how} INTO table_event (table_id, seq, kind, version, at, actor, spent_ms, lag_ms, body, hash) "
    "SELECT table_id, seq, kind, version, at, actor, spent_ms, lag_ms, 'forged', hash FROM table_event WHERE seq = 2"
)
ON_CONFLICT = COPY.format(how="") + " ON CONFLICT (table_id, seq) DO UPDATE SET body = excluded.body"


ROLE = f"app_{os.getpid()}"  # roles belong to the whole server, which several workers may share

on_sqlite = pytest.mark.parametrize("each_database", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("each_database", ["postgresql"], indirect=True)


@pytest.fixture
def stored(each_database) -> Iterator[list[log.Row]]:
    """Two events of a table; whatever a test tries, they are there afterwards as they were."""
    table_id = opened()
    log.append(batch(table_id))
    before = log.select(table_id)
    yield before
    assert log.select(table_id) == before
    log.verify(table_id)


def refused(sql: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_plain_sql_is_refused(stored, statement):
    refused(STATEMENTS[statement])


def test_insert_or_update_is_refused(stored):
    refused(ON_CONFLICT)


def test_the_orm_is_refused(stored):
    event = models.Event.objects.get(seq=2)
    event.body = "forged"
    for attempt in (event.save, event.delete, models.Event.objects.all().delete):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            attempt()


@on_sqlite
def test_replace_is_refused(stored):
    refused(COPY.format(how="OR REPLACE"))
    refused(COPY.format(how="").replace("INSERT ", "REPLACE "))


@on_sqlite
def test_a_foreign_program_cannot_replace_either(stored):
    """A connection without our pragmas, such as that of the sqlite3 shell."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=5)) as link:
        assert link.execute("PRAGMA recursive_triggers").fetchone() == (0,)
        for sql in (COPY.format(how="OR REPLACE"), *STATEMENTS.values()):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                link.execute(sql)
            link.rollback()


@on_postgresql
def test_truncate_is_refused(stored):
    refused("TRUNCATE table_event")
    refused("TRUNCATE table_event, table_head, table_seat CASCADE")


def test_flush_empties_everything_between_tests_and_sets_the_triggers_again(each_database):
    opened()
    call_command("flush", verbosity=0, interactive=False)
    assert not models.Event.objects.exists()
    assert not models.Head.objects.exists()
    opened()
    refused(STATEMENTS["update"])
    refused(STATEMENTS["delete of everything"])


@pytest.fixture
def app(stored) -> Iterator[psycopg.Connection]:
    """A connection of the role the application runs as."""
    call_command("grant_app_role", ROLE, "--create", verbosity=0)
    given = connection.settings_dict
    owner = f"postgresql://{given['USER']}@{given['HOST']}:{given['PORT']}/{given['NAME']}"
    with closing(psycopg.connect(with_user(owner, ROLE), autocommit=True)) as link:
        yield link
    with connection.cursor() as cursor:
        cursor.execute(f"DROP OWNED BY {ROLE}")
        cursor.execute(f"DROP ROLE {ROLE}")


@on_postgresql
@pytest.mark.parametrize(
    "sql",
    [
        *STATEMENTS.values(),
        ON_CONFLICT,
        "TRUNCATE table_event",
        "ALTER TABLE table_event DISABLE TRIGGER ALL",
        "DROP TRIGGER table_event_append_only ON table_event",
        "DROP TABLE table_event",
        "SET session_replication_role = replica",
        "DELETE FROM table_command",
        "UPDATE table_command SET last = 9",
        "CREATE TABLE mine (x int)",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('a', 'b', now())",
    ],
)
def test_the_role_app_has_no_right_to_change_the_log(app, sql):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        app.execute(sql)
    assert app.execute("SELECT count(*) FROM table_event").fetchone() == (2,)


@on_postgresql
def test_the_role_app_can_do_its_work(app):
    table_id = models.Head.objects.get().table_id
    fold = log.Fold(seq=3, hash=bytes(32), version=1, body="{}")
    more = batch(
        table_id, command_id="2", seats=(log.Seat(seat=0, person="a"),), followers=("bots",), fold=fold, deadline_at=5
    )
    rows = log.chain(table_id, more.after, more.previous, more.entries)
    app.execute("BEGIN")
    assert app.execute(*postgresql.statement(more, rows)).fetchone() == (1,)
    app.execute("ROLLBACK")


@on_postgresql
def test_a_whole_table_is_played_as_the_role_app(app):
    """Guests, decks, seats, presence, followers and the log: none of it needs more than the role has."""
    with default_database({**connection.settings_dict, "USER": ROLE}):
        alice = Person.objects.create_guest("Alice")
        held = load(against_bots(host=alice.public_id).table_id)
        assert presence.come(held.table.id, [alice.public_id], "here")
        for follower in followers.names():
            followers.mark(follower, held.table.id, 1)
        held = play_out(held)
        for follower in followers.names():
            followers.mark(follower, held.table.id, held.seq)
        assert held.table.lifecycle == "finished"
        assert log.verify(held.table.id).seq == held.seq
        assert all(row.table_id != held.table.id for name in followers.names() for row in followers.behind(name))
        with pytest.raises(ProgrammingError, match="permission denied"):
            models.Event.objects.filter(table_id=held.table.id).delete()


@on_postgresql
def test_a_superuser_or_an_owner_is_no_role_for_the_application(stored):
    landlord = f"landlord_{os.getpid()}"
    with pytest.raises(CommandError, match="superuser"):
        call_command("grant_app_role", "postgres")
    with pytest.raises(CommandError, match="there is no role"):
        call_command("grant_app_role", "nobody_knows")
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {landlord} LOGIN")
        cursor.execute("CREATE TABLE hers (x int)")
        cursor.execute(f"ALTER TABLE hers OWNER TO {landlord}")
    try:
        with pytest.raises(CommandError, match="owns tables"):
            call_command("grant_app_role", landlord)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE hers")
            cursor.execute(f"DROP ROLE {landlord}")


@on_sqlite
def test_sqlite_has_no_roles(stored):
    with pytest.raises(CommandError, match="only PostgreSQL"):
        call_command("grant_app_role", "app")

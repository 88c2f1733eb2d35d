"""SQLite refuses to change or delete an entry of the rating ledger; also by REPLACE, also from a connection without
`PRAGMA recursive_triggers`."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GUARDS = {
    "matchmaking_ratingentry_no_update": """
        CREATE TRIGGER matchmaking_ratingentry_no_update BEFORE UPDATE ON matchmaking_ratingentry
        BEGIN SELECT RAISE(ABORT, 'matchmaking_ratingentry is append-only: UPDATE refused'); END""",
    "matchmaking_ratingentry_no_delete": """
        CREATE TRIGGER matchmaking_ratingentry_no_delete BEFORE DELETE ON matchmaking_ratingentry
        BEGIN SELECT RAISE(ABORT, 'matchmaking_ratingentry is append-only: DELETE refused'); END""",
    "matchmaking_ratingentry_no_replace": """
        CREATE TRIGGER matchmaking_ratingentry_no_replace BEFORE INSERT ON matchmaking_ratingentry
        WHEN EXISTS (
            SELECT 1 FROM matchmaking_ratingentry
            WHERE (pool = NEW.pool AND position = NEW.position) OR table_id = NEW.table_id
        )
        BEGIN SELECT RAISE(ABORT, 'matchmaking_ratingentry is append-only: this entry is there already'); END""",
}


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for trigger in GUARDS.values():
            schema_editor.execute(trigger, params=None)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name in GUARDS:
            schema_editor.execute(f"DROP TRIGGER {name}", params=None)


class Migration(migrations.Migration):
    dependencies = [("matchmaking", "0002_append_only_postgresql")]
    operations = [migrations.RunPython(guard, unguard)]

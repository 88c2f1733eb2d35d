"""SQLite refuses to change or delete an event.

REPLACE deletes the old row without firing a DELETE trigger unless `PRAGMA recursive_triggers` is on, which every
connection of ours sets; the INSERT trigger refuses it for any other program that opens the file too.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GUARDS = {
    "table_event_no_update": """
        CREATE TRIGGER table_event_no_update BEFORE UPDATE ON table_event
        BEGIN SELECT RAISE(ABORT, 'table_event is append-only: UPDATE refused'); END""",
    "table_event_no_delete": """
        CREATE TRIGGER table_event_no_delete BEFORE DELETE ON table_event
        BEGIN SELECT RAISE(ABORT, 'table_event is append-only: DELETE refused'); END""",
    "table_event_no_replace": """
        CREATE TRIGGER table_event_no_replace BEFORE INSERT ON table_event
        WHEN EXISTS (SELECT 1 FROM table_event WHERE table_id = NEW.table_id AND seq = NEW.seq)
        BEGIN SELECT RAISE(ABORT, 'table_event is append-only: this event is there already'); END""",
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
    dependencies = [("table", "0002_append_only_postgresql")]
    operations = [migrations.RunPython(guard, unguard)]

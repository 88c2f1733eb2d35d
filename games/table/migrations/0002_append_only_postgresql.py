"""PostgreSQL refuses to change or delete an event, whoever asks: the owner of the table too.

The row triggers are inherited by partitions, should the log be cut into some. TRUNCATE fires no row trigger.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GUARD = """
CREATE FUNCTION refuse_to_change_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER table_event_append_only BEFORE UPDATE OR DELETE ON table_event
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_the_log();
CREATE TRIGGER table_event_no_truncate BEFORE TRUNCATE ON table_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_the_log();
"""

UNGUARD = """
DROP TRIGGER table_event_append_only ON table_event;
DROP TRIGGER table_event_no_truncate ON table_event;
DROP FUNCTION refuse_to_change_the_log();
"""


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(GUARD, params=None)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(UNGUARD, params=None)


class Migration(migrations.Migration):
    dependencies = [("table", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard)]

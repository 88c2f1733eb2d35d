"""PostgreSQL refuses to change or delete an entry of the rating ledger, by the function that guards the log."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GUARD = """
CREATE TRIGGER matchmaking_ratingentry_append_only BEFORE UPDATE OR DELETE ON matchmaking_ratingentry
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_the_log();
CREATE TRIGGER matchmaking_ratingentry_no_truncate BEFORE TRUNCATE ON matchmaking_ratingentry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_the_log();
"""

UNGUARD = """
DROP TRIGGER matchmaking_ratingentry_append_only ON matchmaking_ratingentry;
DROP TRIGGER matchmaking_ratingentry_no_truncate ON matchmaking_ratingentry;
"""


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(GUARD, params=None)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(UNGUARD, params=None)


class Migration(migrations.Migration):
    dependencies = [("matchmaking", "0001_initial"), ("table", "0002_append_only_postgresql")]
    operations = [migrations.RunPython(guard, unguard)]

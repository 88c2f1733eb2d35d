"""`manage.py grant_app_role ROLE`: let the application do what it needs on PostgreSQL, and no more."""

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction


class Command(BaseCommand):
    help = (
        "PostgreSQL: give the role the application runs as what it needs and no more. On append-only tables, such as "
        "the log, that is SELECT and INSERT. Run it as the owner of the tables after every `migrate`."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role")
        parser.add_argument(
            "--create", action="store_true", help="create the role first if it is missing (no password)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        role: str = options["role"]
        if connection.vendor != "postgresql":
            raise CommandError("only PostgreSQL has roles; this is " + connection.vendor)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = %s", [role])
            found = cursor.fetchone()
            if found is None and not options["create"]:
                raise CommandError(f"there is no role {role}: create it with a password, or give --create")
            name = connection.ops.quote_name(role)
            if found is None:
                cursor.execute(f"CREATE ROLE {name} LOGIN")
            elif found[0]:
                raise CommandError(f"{role} is a superuser: no grant limits it")
            cursor.execute(
                "SELECT count(*) FROM pg_tables "
                "WHERE schemaname = current_schema() AND pg_has_role(%s, tableowner, 'USAGE')",
                [role],
            )
            if cursor.fetchone()[0]:
                raise CommandError(f"{role} owns tables, so it could take the guards off the log; use another role")
            self._grant(cursor, name)
        self.stdout.write(f"{role} may use this database; of {', '.join(append_only_tables())} only SELECT and INSERT")

    def _grant(self, cursor: Any, name: str) -> None:
        cursor.execute("SELECT current_database(), current_schema()")
        database, schema = (connection.ops.quote_name(part) for part in cursor.fetchone())
        cursor.execute(f"GRANT CONNECT ON DATABASE {database} TO {name}")
        cursor.execute(f"GRANT USAGE ON SCHEMA {schema} TO {name}")
        cursor.execute(f"REVOKE CREATE ON SCHEMA {schema} FROM {name}")
        cursor.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {name}")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {name}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {name}")
        for table in [*append_only_tables(), "django_migrations"]:
            cursor.execute(f"REVOKE UPDATE, DELETE ON {connection.ops.quote_name(table)} FROM {name}")
        cursor.execute(f"REVOKE INSERT ON django_migrations FROM {name}")


def append_only_tables() -> list[str]:
    """The tables of the models that say `append_only = True`."""
    return sorted(model._meta.db_table for model in apps.get_models() if getattr(model, "append_only", False))

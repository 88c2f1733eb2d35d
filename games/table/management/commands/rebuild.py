"""Fold tables again from their first event and compare every derived row and every hash: `manage.py rebuild --all`.

What is made of many tables is replayed by its name: `manage.py rebuild ratings`.
"""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.table.ids import format_id, parse_id
from games.table.management.progress import Progress
from games.table.models import Head
from games.table.rebuild import differences, projections, put_right


class Command(BaseCommand):
    help = "Folds tables again from their events and compares head, seats, commands, frozen fold and every hash."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tables", nargs="*", metavar="TABLE_ID", help=self._what())
        parser.add_argument("--all", action="store_true", help="every table there is")
        parser.add_argument("--write", action="store_true", help="write the derived rows anew where they differ")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["all"] and len(options["tables"]) == 1 and options["tables"][0] in projections:
            self._replay(options["tables"][0], write=options["write"])
            return
        tables = list(self._tables(options))
        wrong = 0
        with Progress("rebuild", len(tables)) as progress:
            for done, table_id in enumerate(tables):
                progress.at(done)
                found = differences(table_id)
                wrong += bool(found)
                for difference in found:
                    progress.clear()
                    self.stdout.write(f"{format_id(table_id)}: {difference}")
                if found and options["write"]:
                    self._write(table_id)
        self.stdout.write(f"tables={len(tables)} differing={wrong}")
        if wrong:
            raise SystemExit(1)

    def _what(self) -> str:
        return " or ".join(["only these tables", *sorted(projections)])

    def _replay(self, name: str, *, write: bool) -> None:
        wrong = 0
        for difference in projections[name](write):
            wrong += 1
            self.stdout.write(difference)
        self.stdout.write(f"{name} differing={wrong}")
        if wrong:
            raise SystemExit(1)

    def _tables(self, options: dict[str, Any]) -> list[UUID]:
        if options["all"] == bool(options["tables"]):
            raise CommandError("name some tables, or say --all")
        if options["all"]:
            return list(Head.objects.order_by("table_id").values_list("table_id", flat=True))
        try:
            return [parse_id(text) for text in options["tables"]]
        except ValueError as error:
            raise CommandError(str(error)) from None

    def _write(self, table_id: UUID) -> None:
        try:
            left = put_right(table_id)
        except Exception as error:  # the log itself is broken: say so and go on with the others
            self.stdout.write(f"{format_id(table_id)}: cannot be put right: {error}")
            return
        self.stdout.write(f"{format_id(table_id)}: " + ("; ".join(left) or "put right"))

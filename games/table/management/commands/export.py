"""`manage.py export TABLE_ID`: a table as a record."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.kernel.record import format_records
from games.table.aggregate import Refused
from games.table.ids import parse_id
from games.table.records import export_record


class Command(BaseCommand):
    help = (
        "Write tables as records (docs/notation.md) to the output. A table that is still played ends with the last "
        "deal whose cards everybody may see."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tables", nargs="+", metavar="TABLE_ID")

    def handle(self, *args: Any, **options: Any) -> None:
        records = []
        for text in options["tables"]:
            try:
                records.append(export_record(parse_id(text)))
            except ValueError as error:
                raise CommandError(f"{text}: {error}") from None
            except Refused:
                raise CommandError(f"there is no table {text}") from None
        self.stdout.write(format_records(records), ending="")

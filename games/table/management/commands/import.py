"""`manage.py import FILE`: keep the tables of a file of records."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.kernel.record import RecordError, parse_records
from games.table.ids import format_id
from games.table.management.progress import Progress
from games.table.records import import_record


class Command(BaseCommand):
    help = (
        "Import records (docs/notation.md) as tables that can be looked at and exported again, byte for byte if they "
        "were canonical. Prints one TABLE_ID per table, in the order of the file. A table with an error is not "
        "imported: it is named as by `verify`, on the error output, and the command ends with 1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        name: str = options["file"]
        try:
            source = Path(name).read_bytes()
        except OSError as error:
            raise CommandError(f"cannot read {name}: {error.strerror}") from None
        faults: list[RecordError] = []
        with Progress(f"import {name}", source.count(b"\n")) as progress:
            for table in parse_records(source):
                progress.at(table.line)
                if isinstance(table, RecordError):
                    faults.append(table)
                else:
                    self.stdout.write(format_id(import_record(table)))
        for fault in faults:
            self.stderr.write(f"{name}:{fault.line}: {fault.cls}: {fault.message}")
        if faults:
            raise SystemExit(1)

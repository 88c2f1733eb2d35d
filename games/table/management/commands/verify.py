"""`manage.py verify FILE...`: check records line by line against the rules."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.kernel.record import RecordError, parse_records
from games.table.management.progress import Progress


class Command(BaseCommand):
    help = (
        "Check records (docs/notation.md). Says `ok FILE tables=N deals=M` for a right file and "
        "`FILE:LINE: class: message` for each faulty table; ends with 1 if there is any."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        faulty = 0
        for name in options["files"]:
            faulty += self._verify(name)
        if faulty:
            raise SystemExit(1)

    def _verify(self, name: str) -> int:
        """The number of faults found in a file."""
        try:
            source = Path(name).read_bytes()
        except OSError as error:
            self.stderr.write(f"cannot read {name}: {error.strerror}")
            return 1
        tables = deals = 0
        faults: list[RecordError] = []
        with Progress(f"verify {name}", source.count(b"\n")) as progress:
            for table in parse_records(source):
                progress.at(table.line)
                if isinstance(table, RecordError):
                    faults.append(table)
                else:
                    tables += 1
                    deals += table.deals
        for fault in faults:
            self.stdout.write(f"{name}:{fault.line}: {fault.cls}: {fault.message}")
        if not faults:
            self.stdout.write(f"ok {name} tables={tables} deals={deals}")
        return len(faults)

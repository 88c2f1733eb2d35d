"""`manage.py dump_log TABLE_ID`: the stored events of a table, line by line."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.table import log, rawlog
from games.table.ids import parse_id


class Command(BaseCommand):
    help = "Write the stored events of a table to standard output, a line of JSON for each, after checking every hash."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("table", metavar="TABLE_ID", help="the 22 characters of its address")
        parser.add_argument(
            "--running", action="store_true", help="a table that has not ended, too: the lines hold everybody's cards"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            table_id = parse_id(options["table"])
            stands = log.verify(table_id)
        except (ValueError, log.BrokenChain) as error:
            raise CommandError(str(error)) from None
        if stands.ended_at is None and not options["running"]:
            raise CommandError(
                "this table has not ended: its events and their hashes tell what players may not know yet"
            )
        for line in rawlog.write(table_id, log.select(table_id, limit=stands.seq)):
            self.stdout.write(line, ending="")

"""`manage.py announce_restart SECONDS | --cancel`: tell everybody at the tables of a restart."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.table import restarts
from games.table.clock import now_ms

LONGEST_S = 24 * 3600


class Command(BaseCommand):
    help = "Tell everybody who is connected that the server restarts in so many seconds, or that it does not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("seconds", type=int, nargs="?", help="in how many seconds")
        parser.add_argument("--cancel", action="store_true", help="there will be no restart")

    def handle(self, *args: Any, **options: Any) -> None:
        seconds: int | None = options["seconds"]
        if options["cancel"]:
            if seconds is not None:
                raise CommandError("either SECONDS or --cancel")
            found = restarts.cancel()
            self.stdout.write("The restart is cancelled." if found else "No restart was announced.")
            return
        if seconds is None or not 0 < seconds <= LONGEST_S:
            raise CommandError(f"give the seconds until the restart, 1 to {LONGEST_S}, or --cancel")
        restarts.announce(now_ms() + seconds * 1000)
        self.stdout.write(f"Everybody who is connected is told: restart in {seconds} s.")

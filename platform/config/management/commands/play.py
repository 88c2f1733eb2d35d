"""`manage.py play`: the whole platform in one process, on files in `var/`."""

import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Serves the whole platform from this one process: pages, live tables, bots, clocks."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port to serve on (default 8000)")
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help="the address to serve on; 0.0.0.0 lets others in your network play (set ALLOWED_HOSTS too)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3":
            raise CommandError("play is for one machine. With DATABASE_URL set, run what docs/operations.md lists.")
        host, port = options["host"], options["port"]
        _check_free(host, port)
        # Twisted first: Daphne wants to choose its reactor before anybody imports another.
        from daphne.server import Server

        call_command("migrate", interactive=False, verbosity=0)

        from config.asgi import application
        from config.celery import app
        from config.embedded import EmbeddedCelery

        workers = EmbeddedCelery(app)
        workers.start()
        server = Server(
            application,
            endpoints=[f"tcp:port={port}:interface={host}"],
            signal_handlers=True,
            server_name="opentrick",
            application_close_timeout=1,
        )
        # Not Daphne's ready_callable: that comes before the signal handlers, and a quick Ctrl-C would be rude.
        from twisted.internet import reactor

        reactor.callWhenRunning(self._say_ready, port)
        try:
            server.run()
        finally:
            workers.stop()
        if not server.listening_addresses:
            raise CommandError(f"port {port} could not be opened")
        self.stdout.write("Opentrick has stopped.")
        sys.stdout.flush()
        # Worker threads that still hold a task must not keep the process: the log already holds all that counts.
        os._exit(0)

    def _say_ready(self, port: int) -> None:
        # localhost, not 127.0.0.1: browsers allow passkeys only on a name.
        self.stdout.write(f"Opentrick is ready: http://localhost:{port}\nStop it with Ctrl-C.")
        self.stdout.flush()


def _check_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"Port {port} is taken: try `make play PORT={port + 1}`.") from error

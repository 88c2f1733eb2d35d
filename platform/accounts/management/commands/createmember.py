"""`manage.py createmember NAME`: a member whose password the operator types."""

import getpass
import sys
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import members
from accounts.names import UnfitName


class Command(BaseCommand):
    help = "Makes a member, by the rules of the sign-up page; asks for the password, or reads it where no terminal is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--email", default="", help="an address; it counts as confirmed")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            name = members.fit(options["name"])
            password = self._asked() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
            person = members.create(name, password, options["email"])
        except UnfitName as problem:
            raise CommandError(str(problem)) from None
        except ValidationError as problem:
            raise CommandError(" ".join(problem.messages)) from None
        self.stdout.write(f"{person.name} is a member: {person.public_id}")

    def _asked(self) -> str:
        password = getpass.getpass("Password: ")
        if password != getpass.getpass("Again: "):
            raise CommandError("the two are not the same")
        return password

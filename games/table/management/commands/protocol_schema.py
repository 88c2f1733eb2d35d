"""`manage.py protocol_schema`: write the JSON Schema of every game to docs/protocol/."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.table import schema


class Command(BaseCommand):
    help = "Writes docs/protocol/<game>.schema.json for every game: what its events, commands and views look like."

    def handle(self, *args: Any, **options: Any) -> None:
        folder = settings.ROOT / "docs" / "protocol"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in schema.texts().items():
            (folder / name).write_text(text, encoding="utf-8")
            self.stdout.write(f"docs/protocol/{name}")

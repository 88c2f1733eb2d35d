"""`manage.py rotate_deck_key`: seal every deck secret under the first key."""

from typing import Any

from django.core.management.base import BaseCommand

from games.table import shuffle


class Command(BaseCommand):
    help = "Seal all deck secrets under the first key of OPENTRICK_DECK_KEY; run it before an old key is taken away."

    def handle(self, *args: Any, **options: Any) -> None:
        written = sum(1 for _ in shuffle.rotate())
        self.stdout.write(f"sealed anew: {written}")

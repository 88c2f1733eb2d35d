"""Whom slow tables wait for: what mail (`notices`) and the inbox (`turn_items`) have in common.

At a slow table nobody needs to be connected, so both tell people that it is their turn.
"""

from typing import Any, Final

from django.db.models import CharField, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Cast

from games.table.aggregate import PLAYING
from games.table.aggregate.grace import NO_HURRY
from games.table.models import Head, Seat

EVERY_MS: Final = 15_000
"""Between two looks for whom to tell of a turn."""


def seats_waited_for() -> "QuerySet[Seat, Any]":
    """The seats of persons whom slow tables wait for, wherever those are."""
    head = Head.objects.filter(table_id=OuterRef("table_id"))
    slow = Head.objects.filter(speed=NO_HURRY, lifecycle=PLAYING).exclude(due="").values("table_id")
    return (
        Seat.objects.filter(table_id__in=slow)
        .exclude(person="")
        .annotate(due=Subquery(head.values("due")))
        .filter(due__contains=Cast(F("seat"), CharField()))  # a digit for each seat
    )

"""Who did not come to a table that was opened for them waits a while before they may wait again.

The first time within a day two minutes, then twice as long each time. The rows are facts; the pause is worked out.
"""

from collections.abc import Collection, Iterable
from uuid import UUID

from matchmaking.models import NoShow

FIRST_MS = 2 * 60_000
LONGEST_MS = 60 * 60_000
REMEMBERED_MS = 24 * 3_600_000


def note_no_shows(table_id: UUID, persons: Iterable[str], at: int) -> None:
    """These people did not come. Noting it again changes nothing."""
    rows = [NoShow(table_id=table_id, person=person, at=at) for person in persons]
    NoShow.objects.bulk_create(rows, ignore_conflicts=True)


def paused_until(persons: Collection[str], now: int) -> int | None:
    """When the last of these people may wait again; None when all may now."""
    times: dict[str, list[int]] = {}
    rows = NoShow.objects.filter(person__in=persons, at__gt=now - REMEMBERED_MS).values_list("person", "at")
    for person, at in rows:
        times.setdefault(person, []).append(at)
    latest = max((max(seen) + pause_ms(len(seen)) for seen in times.values()), default=0)
    return latest if latest > now else None


def pause_ms(times: int) -> int:
    """How long somebody pauses who has stayed away so often within a day."""
    return int(min(LONGEST_MS, FIRST_MS * 2 ** (times - 1)))

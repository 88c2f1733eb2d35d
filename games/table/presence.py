"""Who is connected to a table: a stream beside the log, written to the seats' rows and forgotten as soon as it is old.

Every process writes for the sockets it holds: when one opens, when it closes, and each minute. What another process
wrote is read from the rows after an announcement on the stream `presence.<table>`. Nothing in the game depends on it.
"""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.kernel.cards import Seat
from games.table import announcing
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.models import Seat as SeatRow

STAMP_S = 60.0
FRESH_MS = 90_000
"""A stamp older than this is of a process that died."""
_LIMIT_S = 5.0


def stream(table_id: UUID) -> str:
    return f"presence.{format_id(table_id)}"


async def mark(table_id: UUID, persons: Sequence[str], *, here: bool) -> None:
    """Note on their seats that these persons are connected now, or that they have just gone."""
    await database_sync_to_async(write, thread_sensitive=False)(table_id, persons, here=here)


def write(table_id: UUID, persons: Sequence[str], *, here: bool, at: int | None = None) -> bool:
    """`mark` for a thread; False when no seat here is theirs. `seen_at` is what the sweep reads."""
    rows = SeatRow.objects.filter(table_id=table_id, person__in=persons)
    return bool(rows.update(seen_at=now_ms() if at is None else at, here=here))


async def seen(table_id: UUID) -> dict[Seat, int]:
    """By seat when the person there was last stamped; without those who have gone."""
    return await database_sync_to_async(seen_at, thread_sensitive=False)(table_id)


def seen_at(table_id: UUID) -> dict[Seat, int]:
    rows = SeatRow.objects.filter(table_id=table_id, here=True, seen_at__isnull=False)
    return {seat: at for seat, at in rows.values_list("seat", "seen_at") if at is not None}


async def announce(table_id: UUID) -> None:
    """Tell the other processes to look again."""
    layer: Any = get_channel_layer()
    message = {"type": announcing.MESSAGE, "stream": stream(table_id), "version": now_ms()}
    await asyncio.wait_for(layer.group_send(stream(table_id), message), _LIMIT_S)

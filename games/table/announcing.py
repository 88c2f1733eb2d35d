"""Telling other processes that a table has gone on. Whatever is lost on the way, rooms find by comparing heads."""

from uuid import UUID

from accounts.announcing import announce_stream, announce_stream_here
from games.table.ids import format_id


def stream(table_id: UUID) -> str:
    """The stream, and the group, of a table."""
    return f"table.{format_id(table_id)}"


def announce(table_id: UUID, seq: int) -> None:
    """Tell every process that this table's log has reached `seq`. Never raises, never waits."""
    announce_stream(stream(table_id), seq)


def announce_here(table_id: UUID, seq: int) -> None:
    """`announce` for a caller on an event loop that goes on running, such as a room's."""
    announce_stream_here(stream(table_id), seq)

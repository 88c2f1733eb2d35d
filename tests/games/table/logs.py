"""Short ways to say what is in a log. No game is needed: to the log an event is a kind and a text."""

from uuid import UUID

from games.table import log
from games.table.ids import uuid7

AT = 1_790_000_000_000


def entry(kind="hokm.card_played", body='{"seat":0,"card":"TC"}', **envelope):
    return log.Entry(**{"kind": kind, "version": 1, "at": AT, "actor": "p:alice0000000", "body": body, **envelope})


def opening(table_id=None, **given) -> log.Opening:
    given.setdefault("entries", (entry("table.opened", '{"game":"hokm"}', version=2),))
    given.setdefault("seats", tuple(log.Seat(seat=seat) for seat in range(3)))
    return log.Opening(
        **{
            "table_id": table_id or uuid7(),
            "game": "hokm",
            "preset": "default",
            "players": 3,
            "rated": False,
            "speed": "",
            "visibility": "public",
            "host": "alice0000000",
            "lifecycle": "open",
            "actor": "p:alice0000000",
            "command_id": "open",
            **given,
        }
    )


def opened(**given) -> UUID:
    """A table with one event."""
    table_id = uuid7()
    log.open_table(opening(table_id, **given))
    return table_id


def head(table_id) -> log.Head:
    """The head of a table that is there."""
    found = log.head(table_id)
    assert found is not None
    return found


def batch(table_id, *entries, after=None, previous=None, command_id="1", **given) -> log.Batch:
    """A batch decided on the table as it stands now, or as it stood `after` that event."""
    stands = head(table_id)
    if after is not None:
        previous = next((row.hash for row in log.select(table_id, after - 1, 1)), log.FIRST)
    return log.Batch(
        **{
            "table_id": table_id,
            "after": stands.seq if after is None else after,
            "previous": stands.hash if previous is None else previous,
            "entries": entries or (entry(),),
            "actor": "p:alice0000000",
            "command_id": command_id,
            "lifecycle": "playing",
            **given,
        }
    )

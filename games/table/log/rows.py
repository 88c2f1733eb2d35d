"""What goes into the log and what comes back: plain values, so that callers never see a database row."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from .hashing import FIRST, row_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An event with its envelope, not yet in the log."""

    kind: str
    """Our word, such as `preferans.card_played`; never an import path."""
    version: int
    at: int
    """Milliseconds since 1970, by the server's clock."""
    actor: str
    """Who caused it: `p:<public id>`, `bot:<policy>`, `mod:<id>`, `clock`, `chance` or `import`."""
    body: str
    """The fields as JSON text; stored, hashed and read back character by character."""
    spent_ms: int | None = None
    lag_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An event as it stands in the log."""

    seq: int
    kind: str
    version: int
    at: int
    actor: str
    spent_ms: int | None
    lag_ms: int | None
    body: str
    hash: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Where a table's log stands."""

    seq: int
    hash: bytes
    lifecycle: str
    deadline_at: int | None
    opened_at: int
    ended_at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """A table's whole aggregate as it was after `seq`, frozen; worth nothing but time saved."""

    seq: int
    hash: bytes
    version: int
    """Of the frozen form: a fold of another version is ignored and the events are folded again."""
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits on a seat after a batch: a person's public id, a bot's policy and for whom it plays on, or nobody (all
    empty)."""

    seat: int
    person: str = ""
    bot: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """All events one command caused, and what has to become true together with them."""

    table_id: UUID
    after: int
    """The head's seq that the command was decided on."""
    previous: bytes
    """The head's hash there."""
    entries: tuple[Entry, ...]
    actor: str
    command_id: str
    """With `actor` the name of the command: the same one sent twice is answered as before."""
    lifecycle: str
    deadline_at: int | None = None
    ended_at: int | None = None
    """When the table ended: the same in every batch after that (an annulment), None before."""
    due: str = ""
    """The seats the table waits for, as digits."""
    seats: tuple[Seat, ...] = ()
    """Only seats whose occupant changed."""
    fold: Fold | None = None
    followers: tuple[str, ...] = ()
    """Followers that have to look at this table again after they had seen its end (an annulment)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A table's first events and what its head says for as long as it lives."""

    table_id: UUID
    game: str
    preset: str
    players: int
    rated: bool
    speed: str
    visibility: str
    host: str
    """Public id of the person who opened it; empty for matchmaking and imports."""
    lifecycle: str
    entries: tuple[Entry, ...]
    actor: str
    command_id: str
    deadline_at: int | None = None
    ended_at: int | None = None
    due: str = ""
    seats: tuple[Seat, ...] = ()
    """Every seat, also the empty ones."""
    fold: Fold | None = None
    followers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Appended:
    """The batch stands in the log."""

    rows: tuple[Row, ...]

    @property
    def first(self) -> int:
        return self.rows[0].seq

    @property
    def last(self) -> int:
        return self.rows[-1].seq

    @property
    def hash(self) -> bytes:
        return self.rows[-1].hash


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another command was first: read what it did, then decide again."""


@dataclass(frozen=True, slots=True)
class AlreadyDone:
    """This very command stands in the log already, with these events."""

    first: int
    last: int


Outcome = Appended | Conflict | AlreadyDone


def chain(table_id: UUID, after: int, previous: bytes, entries: Iterable[Entry]) -> tuple[Row, ...]:
    """The entries as rows: numbered after `after`, each hash built upon the one before."""
    rows: list[Row] = []
    for entry in entries:
        after += 1
        previous = row_hash(
            previous,
            table_id,
            after,
            entry.kind,
            entry.version,
            entry.at,
            entry.actor,
            entry.spent_ms,
            entry.lag_ms,
            entry.body,
        )
        rows.append(
            Row(
                seq=after,
                kind=entry.kind,
                version=entry.version,
                at=entry.at,
                actor=entry.actor,
                spent_ms=entry.spent_ms,
                lag_ms=entry.lag_ms,
                body=entry.body,
                hash=previous,
            )
        )
    if not rows:
        raise ValueError("a batch has at least one event")
    return tuple(rows)


class BrokenChain(Exception):
    """A stored row is not the one that was appended, or one is missing. Names the first such row."""

    def __init__(self, table_id: UUID, seq: int, what: str) -> None:
        super().__init__(f"table {table_id}, event {seq}: {what}")
        self.table_id, self.seq, self.what = table_id, seq, what


def check_chain(table_id: UUID, rows: Iterable[Row], after: int = 0, previous: bytes = FIRST) -> tuple[int, bytes]:
    """The seq and hash of the last row, when every row follows from the one before it; BrokenChain if not."""
    for row in rows:
        if row.seq != after + 1:
            raise BrokenChain(table_id, after + 1, "is missing")
        expected = row_hash(
            previous, table_id, row.seq, row.kind, row.version, row.at, row.actor, row.spent_ms, row.lag_ms, row.body
        )
        if row.hash != expected:
            raise BrokenChain(table_id, row.seq, "does not fit its hash")
        after, previous = row.seq, expected
    return after, previous

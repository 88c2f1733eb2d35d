"""A table as its events have made it: what is kept of it, and what follows from that. `folding` says how the next event
changes it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.kernel.cards import Seat
from games.kernel.contract import Decision, Deck, Game, Wants
from games.kernel.copying import copier
from games.kernel.ruleset import Ruleset
from games.table.aggregate import events as e
from games.table.aggregate.clocks import Clock
from games.table.aggregate.parts import (
    ENDED,
    IMPORTED,
    NOBODY,
    OPEN,
    PLAYING,
    WAITING,
    Occupant,
    Recorded,
)

AnyGame = Game[Any, Any]


class Table:
    """Everything about one table after event `seq`. Lists hold immutable items, so that a copy is a few slices."""

    __slots__ = (
        "absent",
        "accept_since",
        "before_annulment",
        "clocks",
        "dealers_drawn",
        "deciders",
        "decisions",
        "decks_drawn",
        "ended_at",
        "game",
        "id",
        "joined",
        "lifecycle",
        "opened",
        "opened_at",
        "promised",
        "rest_since",
        "result",
        "salts",
        "seats",
        "seq",
        "since",
        "state",
        "stirred_at",
        "undo_points",
    )

    id: UUID
    seq: int
    game: AnyGame
    opened: e.Opened
    lifecycle: str
    state: Any
    """The game's own state."""
    seats: list[Occupant]
    salts: list[str | None]
    clocks: list[Clock]
    deciders: Mapping[Seat, Decision]
    """Whom the table waits for; nobody unless it is playing."""
    decisions: list[int]
    """By seat the number of its decision: the event after which its entry in `deciders` appeared or changed, or in
    which the seat itself decided. A command carries it, and is stale only if it has changed."""
    since: list[int | None]
    """By seat since when its open decision has been open, as far as that is counted."""
    decks_drawn: int
    dealers_drawn: int
    rest_since: int | None
    """Since when the next deck could be drawn, while the table waits between deals."""
    accept_since: int
    """When the time to accept began: at the opening, later if the server was down meanwhile."""
    undo_points: list[tuple[int, Any]]
    """The game states since the trick began: (seq, the state after it)."""
    promised: Mapping[Seat, str]
    """Where programs play, who sits down there when the deal is over. Replaced, never changed."""
    joined: bool
    """Whether somebody has sat down after the start."""
    stirred_at: int
    """When a person last did something here, or the table came back after down-time."""
    opened_at: int
    ended_at: int | None
    result: e.Finished | None
    absent: tuple[Seat, ...]
    """Whose persons never came, at a match that was called off for that."""
    before_annulment: str | None

    @property
    def players(self) -> int:
        return self.opened.players

    @property
    def host(self) -> str | None:
        return self.opened.host

    @property
    def people(self) -> set[str]:
        """Everybody who has a part in the table now: its host, who sits there or will, for whom a program plays."""
        seats = [name for one in self.seats for name in (one.person, one.owner)]
        return {name for name in (self.host, *seats, *self.promised.values()) if name}

    @property
    def ended(self) -> bool:
        return self.lifecycle in ENDED

    @property
    def pause_ends_at(self) -> int | None:
        """When the next deal begins by itself, or when the table is closed because not everybody has accepted."""
        if self.rest_since is not None:
            return self.rest_since + self.opened.between_ms
        accept_ms = self.opened.accept_ms
        return None if accept_ms is None or self.lifecycle not in WAITING else self.accept_since + accept_ms

    def runs_until(self, seat: Seat) -> int | None:
        """When the clock of this seat runs out; None while it does not run. A program's never does."""
        if self.opened.clock is None or seat not in self.deciders or self.seats[seat].person is None:
            return None
        return (self.since[seat] or 0) + self.clocks[seat].left_ms

    @property
    def deadline_at(self) -> int | None:
        """When the clock has to act next: the earliest of the running clocks, or the end of a pause."""
        first = self.pause_ends_at
        if self.opened.clock is not None:
            for seat in self.deciders:
                until = self.runs_until(seat)
                if until is not None and (first is None or until < first):
                    first = until
        return first

    @property
    def due(self) -> str:
        """The seats the table waits for, as digits: what "my tables" asks of the head row."""
        return "".join(map(str, sorted(self.deciders)))

    @property
    def wants(self) -> Wants:
        """What chance must supply now or as soon as everybody is ready."""
        return self.game.wants(self.state) if self.lifecycle == PLAYING and not self.deciders else None

    @property
    def everybody_ready(self) -> bool:
        return all(seat.ready for seat in self.seats)

    @property
    def can_freeze(self) -> bool:
        """Whether the table stands between two deals, so that little has to be kept of it."""
        if self.lifecycle == IMPORTED:
            return isinstance(self.game.wants(self.state), Deck)
        return self.rest_since is not None

    def seat_of(self, person: str) -> Seat | None:
        """The one seat of a person; a seat that a program plays on for him is not his until he takes it back."""
        return next((seat for seat, occupant in enumerate(self.seats) if occupant.person == person), None)

    def owned_seat(self, person: str) -> Seat | None:
        """The seat that a program plays on for this person."""
        return next((seat for seat, occupant in enumerate(self.seats) if occupant.owner == person), None)

    def decision(self, seat: Seat) -> int:
        return self.decisions[seat]

    def copy(self) -> "Table":
        new = _copy(self)
        new.state = self.game.copy(self.state)
        return new


_copy = copier(Table, mutable=("seats", "salts", "clocks", "decisions", "since", "undo_points"))


def ruleset_of(game: AnyGame, opened: e.Opened) -> Ruleset:
    """The house rules as the first event lists them."""
    return game.ruleset.build(opened.preset, opened.players, opened.options)


def table_of(table_id: UUID, game: AnyGame, first: Recorded) -> Table:
    """The table that its first event opens. An imported excerpt begins in mid-match, at the state its origin holds."""
    opened = first.event
    assert type(opened) is e.Opened
    assert opened.game == game.name
    table = Table.__new__(Table)
    table.id = table_id
    table.seq = first.seq
    table.game = game
    table.opened = opened
    table.lifecycle = IMPORTED if opened.origin.get("type") == "imported" else OPEN
    rules, start = ruleset_of(game, opened), opened.origin.get("start")
    table.state = game.new(rules) if start is None else game.thaw(rules, start)
    players = opened.players
    table.seats = [NOBODY] * players
    table.salts = [None] * players
    table.clocks = [Clock(left_ms=opened.clock.bank_ms) if opened.clock else Clock()] * players
    table.deciders = {}
    table.decisions = [0] * players
    table.since = [None] * players
    table.decks_drawn = table.dealers_drawn = 0
    table.rest_since = None
    table.accept_since = first.at
    table.undo_points = []
    table.promised = {}
    table.joined = False
    table.stirred_at = table.opened_at = first.at
    table.ended_at = first.at if table.lifecycle == IMPORTED else None
    table.result = None
    table.absent = ()
    table.before_annulment = None
    return table

"""A table as its events have made it, and how the next event changes it.

The log of a table holds table events and game events in one sequence; both are folded here, only the latter reach the
game. `fold` changes a table in place, for its sole owner; `evolve` is the same on a copy. Neither judges: an event
that does not fit is a bug of ours and raises.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from games.kernel.cards import Seat
from games.kernel.contract import Decision, Deck, Game, Wants
from games.kernel.copying import copier
from games.kernel.errors import UnknownEvent
from games.kernel.ruleset import Ruleset
from games.table.aggregate import events as e
from games.table.aggregate.clocks import Clock
from games.table.aggregate.parts import (
    ABANDONED,
    ANNULLED,
    CLOSED,
    ENDED,
    FINISHED,
    IMPORTED,
    NOBODY,
    OPEN,
    PLAYING,
    SEATED,
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
        "lifecycle",
        "opened",
        "opened_at",
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
    table.stirred_at = table.opened_at = first.at
    table.ended_at = first.at if table.lifecycle == IMPORTED else None
    table.result = None
    table.absent = ()
    table.before_annulment = None
    return table


def evolve(table: Table, recorded: Recorded) -> Table:
    """The table after one more event."""
    new = table.copy()
    fold(new, recorded)
    return new


def fold(table: Table, recorded: Recorded) -> None:
    """Change a table by its next event. Raises UnknownEvent for one that cannot be folded."""
    if recorded.seq != table.seq + 1:
        raise UnknownEvent(f"event {recorded.seq} cannot follow event {table.seq}")
    table.seq = recorded.seq
    event = recorded.event
    change = _FOLDS.get(type(event))
    if change is not None:
        change(table, event, recorded)
    else:
        _fold_game_event(table, event, recorded)
    if recorded.actor.startswith("p:"):
        table.stirred_at = recorded.at
    _settle_waiting(table, recorded.at)


def _fold_game_event(table: Table, event: Any, recorded: Recorded) -> None:
    game = table.game
    name = type(event).__name__
    if name == "CardPlayed":
        if table.lifecycle == PLAYING and (not table.opened.rated or table.opened.speed == "casual"):
            table.undo_points.append((recorded.seq - 1, game.copy(table.state)))
    elif table.undo_points:
        table.undo_points = []  # an ended trick, or anything but a play, ends the right to take cards back
    game.fold(table.state, event)
    by: Seat | None = getattr(event, "by", None)
    if by is not None:
        if recorded.spent_ms is not None:
            control = table.opened.clock if table.seats[by].person else None  # a program's bank stays as it is
            table.clocks[by] = table.clocks[by].decided(control, recorded.spent_ms, recorded.lag_ms or 0)
        else:
            _stop_clock(table, by, recorded.at)
        table.decisions[by] = recorded.seq
        table.since[by] = recorded.at
    if table.lifecycle == PLAYING:
        _open_decisions(table, recorded)


def _open_decisions(table: Table, recorded: Recorded, *, anew: bool = False) -> None:
    """Number the decisions that this event has opened or changed."""
    now = table.game.deciders(table.state)
    before = table.deciders
    if now is before and not anew:
        return
    for seat, decision in before.items():
        if anew or now.get(seat) != decision:
            _stop_clock(table, seat, recorded.at)
    for seat, decision in now.items():
        if anew or before.get(seat) != decision:
            table.decisions[seat] = recorded.seq
            table.since[seat] = recorded.at
    table.deciders = now


def _stop_clock(table: Table, seat: Seat, at: int) -> None:
    """Charge what has run of an open question that is not answered now, if it is a person's."""
    if table.runs_until(seat) is not None:
        table.clocks[seat] = table.clocks[seat].stopped(max(0, at - (table.since[seat] or at)))
        table.since[seat] = at


def _settle_waiting(table: Table, at: int) -> None:
    """Whether the table waits between deals, and since when."""
    if table.lifecycle != PLAYING or table.deciders or not isinstance(table.wants, Deck):
        if table.rest_since is not None:
            table.rest_since = None
            table.seats = [replace(one, ready=False) if one.person else one for one in table.seats]
    elif table.rest_since is None:
        table.rest_since = at


# --- table events ---


def _seat(table: Table, seat: Seat, occupant: Occupant, at: int) -> None:
    if table.seats[seat].person != occupant.person:
        table.salts[seat] = None  # a salt is its person's
        if seat in table.deciders:
            _stop_clock(table, seat, at)
            table.since[seat] = at
    table.seats[seat] = occupant
    if table.lifecycle in WAITING:
        table.lifecycle = SEATED if all(one.kind != "empty" for one in table.seats) else OPEN


def _opened(table: Table, event: e.Opened, recorded: Recorded) -> None:
    raise UnknownEvent("a table is opened once")


def _sat(table: Table, event: e.Sat, recorded: Recorded) -> None:
    _seat(table, event.seat, Occupant(person=event.person), recorded.at)


def _left(table: Table, event: e.Left, recorded: Recorded) -> None:
    _seat(table, event.seat, NOBODY if table.lifecycle in WAITING else Occupant(owner=event.person), recorded.at)


def _bot_seated(table: Table, event: e.BotSeated, recorded: Recorded) -> None:
    _seat(table, event.seat, Occupant(policy=event.policy, ready=True), recorded.at)


def _bot_took_over(table: Table, event: e.BotTookOver, recorded: Recorded) -> None:
    old = table.seats[event.seat]
    stands_in = Occupant(policy=event.policy, ready=True, owner=old.person or old.owner, away=event.reason)
    _seat(table, event.seat, stands_in, recorded.at)


def _seat_reclaimed(table: Table, event: e.SeatReclaimed, recorded: Recorded) -> None:
    seat, since = event.seat, table.since[event.seat]
    if table.opened.clock and since and table.seats[seat].away == "gave_up" and seat in table.deciders:
        table.clocks[seat] = table.clocks[seat].back_after(recorded.at - since)
    _seat(table, event.seat, Occupant(person=event.person), recorded.at)


def _guest_removed(table: Table, event: e.GuestRemoved, recorded: Recorded) -> None:
    _seat(table, event.seat, NOBODY, recorded.at)


def _readied(table: Table, event: e.Readied, recorded: Recorded) -> None:
    table.seats[event.seat] = replace(table.seats[event.seat], ready=True)


def _salt_given(table: Table, event: e.SaltGiven, recorded: Recorded) -> None:
    table.salts[event.seat] = event.salt


def _started(table: Table, event: e.Started, recorded: Recorded) -> None:
    table.lifecycle = PLAYING
    _open_decisions(table, recorded)


def _dealer_drawn(table: Table, event: e.DealerDrawn, recorded: Recorded) -> None:
    table.dealers_drawn = event.n


def _deck_drawn(table: Table, event: e.DeckDrawn, recorded: Recorded) -> None:
    table.decks_drawn = event.n
    control = table.opened.clock
    if control is not None:
        table.clocks = [clock.new_deal(control) for clock in table.clocks]


def _timed_out(table: Table, event: e.TimedOut, recorded: Recorded) -> None:
    seat, control, since = event.seat, table.opened.clock, table.since[event.seat]
    assert control is not None
    ran_ms = 0 if since is None else max(0, recorded.at - since)
    table.clocks[seat] = table.clocks[seat].timed_out(control, ran_ms, table.decisions[seat])
    table.since[seat] = recorded.at


def _clock_credited(table: Table, event: e.ClockCredited, recorded: Recorded) -> None:
    """The down-time is taken out of whatever is being waited for; what began after it keeps its own beginning."""
    if table.rest_since is not None:
        table.rest_since = min(table.rest_since + event.ms, recorded.at)
    table.accept_since = min(table.accept_since + event.ms, recorded.at)
    table.since = [
        None if since is None else min(since + event.ms, recorded.at) if seat in table.deciders else since
        for seat, since in enumerate(table.since)
    ]
    table.stirred_at = recorded.at


def _plays_undone(table: Table, event: e.PlaysUndone, recorded: Recorded) -> None:
    """Only the game goes back; every decision that is open then counts as a new one."""
    for index, (seq, state) in enumerate(table.undo_points):
        if seq == event.to_seq:
            table.state = table.game.copy(state)
            del table.undo_points[index:]
            break
    else:
        raise UnknownEvent(f"event {event.to_seq} does not belong to the current trick")
    _open_decisions(table, recorded, anew=True)


def _end(table: Table, lifecycle: str, recorded: Recorded) -> None:
    table.lifecycle = lifecycle
    table.ended_at = recorded.at
    table.deciders = {}
    table.undo_points = []


def _finished(table: Table, event: e.Finished, recorded: Recorded) -> None:
    table.result = event
    _end(table, FINISHED, recorded)


def _abandoned(table: Table, event: e.Abandoned, recorded: Recorded) -> None:
    table.absent = event.absent
    _end(table, ABANDONED, recorded)


def _closed(table: Table, event: e.Closed, recorded: Recorded) -> None:
    _end(table, CLOSED, recorded)


def _annulled(table: Table, event: e.Annulled, recorded: Recorded) -> None:
    table.before_annulment = table.lifecycle
    ended_at = table.ended_at
    _end(table, ANNULLED, recorded)
    table.ended_at = recorded.at if ended_at is None else ended_at


def _reinstated(table: Table, event: e.Reinstated, recorded: Recorded) -> None:
    assert table.before_annulment is not None
    table.lifecycle = table.before_annulment
    table.before_annulment = None


_FOLDS: dict[type, Callable[[Table, Any, Recorded], None]] = {
    e.Opened: _opened,
    e.Sat: _sat,
    e.Left: _left,
    e.BotSeated: _bot_seated,
    e.BotTookOver: _bot_took_over,
    e.SeatReclaimed: _seat_reclaimed,
    e.GuestRemoved: _guest_removed,
    e.Readied: _readied,
    e.SaltGiven: _salt_given,
    e.Started: _started,
    e.DealerDrawn: _dealer_drawn,
    e.DeckDrawn: _deck_drawn,
    e.TimedOut: _timed_out,
    e.ClockCredited: _clock_credited,
    e.PlaysUndone: _plays_undone,
    e.Finished: _finished,
    e.Abandoned: _abandoned,
    e.Closed: _closed,
    e.Annulled: _annulled,
    e.Reinstated: _reinstated,
}

"""From a command to its events, with everything that follows by itself, until the table waits for somebody again.

Pure: the time is handed in, and chance through `draw`, which is called only when the table wants a dealer or a deck.
Whoever calls keeps the table that was handed in; the new one comes back with the events.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.kernel.cards import Seat
from games.kernel.errors import BadOption, Rejected
from games.table.aggregate import actors, chairs
from games.table.aggregate import commands as c
from games.table.aggregate import events as e
from games.table.aggregate.batch import Batch, Resting
from games.table.aggregate.deadlines import pass_time, take_over
from games.table.aggregate.errors import Refused
from games.table.aggregate.parts import (
    ABANDONED,
    ENDED,
    FINISHED,
    PLAYING,
    RUNNING,
    WAITING,
    Drawing,
    Recorded,
)
from games.table.aggregate.table import AnyGame, Table, table_of
from games.table.chance import parse_salt


@dataclass(frozen=True, slots=True)
class Decided:
    """What a command causes."""

    table: Table
    """The table after all of it."""
    events: tuple[Recorded, ...]
    seats: tuple[Seat, ...]
    """Seats whose occupant changed."""
    resting: Resting | None
    """Set when the batch reached a point between deals."""


def decide(
    table: Table,
    command: Any,
    *,
    actor: str,
    at: int,
    draw: Drawing,
    decision: int | None = None,
    seat: Seat | None = None,
    lag_ms: int | None = None,
    stopped_at: int | None = None,
) -> Decided:
    """The events this command causes now. Raises Refused; the table that was handed in never changes.

    `actor` is `p:<public id>`, `bot:<policy>`, `clock` or `mod:<id>`. A program says which `seat` it plays; a person's
    is found. Game commands carry the `decision` they answer; `lag_ms` is what the server measured of the line.

    What should have come before now and has not, is made up for first, whoever speaks: so a late move is late even if
    nobody has swept. `stopped_at`: the clocks have stood still since then, because the server was away.
    """
    _check_lifecycle(table, command)
    batch = Batch(table.copy(), actor, at, draw, at if stopped_at is None else min(at, stopped_at))
    if type(command) not in _TIMELESS and pass_time(batch) and type(command) is not c.PassDeadline:
        _check_lifecycle(batch.table, command)
    handler = _HANDLERS.get(type(command))
    if handler is not None:
        handler(batch, command)
    else:
        _play(batch, command, decision, seat, lag_ms)
    batch.follow_up()
    seats = tuple(s for s, one in enumerate(batch.table.seats) if _who(one) != _who(table.seats[s]))
    return Decided(batch.table, tuple(batch.events), seats, batch.resting)


def open_table(
    table_id: UUID,
    game: AnyGame,
    opened: e.Opened,
    *,
    actor: str,
    at: int,
    draw: Drawing,
    persons: Sequence[str | None] = (),
    bots: Sequence[str] | Mapping[Seat, str] = (),
    ready: bool = False,
) -> Decided:
    """A new table: persons on the seats named, programs on theirs or on those left over, and with `ready` nobody to
    wait for.

    A table that is full and ready at once starts at once. Raises Refused for a policy that does not exist and BadOption
    for more people than seats.
    """
    first = Recorded(1, at, actor, opened)
    batch = Batch(table_of(table_id, game, first), actor, at, draw)
    batch.events.append(first)
    if len(persons) > opened.players or len([p for p in persons if p]) + len(bots) > opened.players:
        raise BadOption("players", "more people than seats")
    for seat, person in enumerate(persons):
        if person is not None:
            batch.record(e.Sat(seat, person))
    named = bots if isinstance(bots, Mapping) else dict(zip(_free_seats(batch.table), bots, strict=False))
    for seat, policy in named.items():
        _check_policy(game, policy)
        batch.record(e.BotSeated(seat, policy))
    if ready:
        for seat, occupant in enumerate(batch.table.seats):
            if occupant.person:
                batch.record(e.Readied(seat))
    batch.follow_up()
    return Decided(batch.table, tuple(batch.events), tuple(range(opened.players)), batch.resting)


def _who(occupant: Any) -> tuple[str | None, str | None]:
    return occupant.person, occupant.policy


# --- what must hold before anything is asked of the game ---


def _check_lifecycle(table: Table, command: Any) -> None:
    lifecycle = table.lifecycle
    if type(command) is c.Annul:
        if lifecycle not in (PLAYING, FINISHED, ABANDONED):
            raise Refused("not_open")
    elif type(command) is c.Reinstate:
        # A table annulled in the middle of a deal has shown its cards: it cannot go on.
        if table.before_annulment not in (FINISHED, ABANDONED):
            raise Refused("not_open")
    elif lifecycle in ENDED:
        raise Refused("finished")


def _person(batch: Batch) -> str:
    person = actors.person_of(batch.actor)
    if person is None:
        raise Refused("unauthorised")
    return person


def _own_seat(batch: Batch) -> Seat:
    seat = batch.table.seat_of(_person(batch))
    if seat is None:
        raise Refused("not_seated")
    return seat


def _check_waiting(table: Table) -> None:
    if table.lifecycle not in WAITING:
        raise Refused("not_open")


def _check_host(batch: Batch) -> None:
    if _person(batch) != batch.table.host:
        raise Refused("unauthorised")


def _check_clock(batch: Batch) -> None:
    if batch.actor != actors.CLOCK:
        raise Refused("unauthorised")


def _check_moderation(batch: Batch) -> None:
    if not actors.is_moderation(batch.actor):
        raise Refused("unauthorised")


def _check_policy(game: AnyGame, policy: str) -> None:
    if policy not in game.policy_names:
        raise Refused("unreadable", field="policy")


def _free_seats(table: Table) -> list[Seat]:
    return [seat for seat, occupant in enumerate(table.seats) if occupant.kind == "empty"]


# --- commands ---


def _sit(batch: Batch, command: c.Sit) -> None:
    table, person = batch.table, _person(batch)
    _check_waiting(table)
    if table.seat_of(person) is not None:
        raise Refused("already_seated")
    free = _free_seats(table)
    if command.seat is not None and command.seat >= table.players:
        raise Refused("unreadable", field="seat")
    if not free or (command.seat is not None and command.seat not in free):
        raise Refused("seat_taken")
    batch.record(e.Sat(free[0] if command.seat is None else command.seat, person))


def _leave(batch: Batch, command: c.Leave) -> None:
    """A table that was made for these people and has no host is closed when one of them goes before the start."""
    person = _person(batch)
    if chairs.give_back(batch, person):
        return
    seat = _own_seat(batch)
    batch.record(e.Left(seat, person))
    if batch.table.lifecycle == PLAYING:
        take_over(batch, seat, "gave_up")
    elif batch.table.host is None:
        batch.record(e.Closed())


def _take_over(batch: Batch, command: c.TakeOver) -> None:
    _check_clock(batch)
    if batch.table.lifecycle != PLAYING:
        raise Refused("not_open")
    if batch.table.seat_of(command.person) != command.seat:
        raise Refused("stale")
    take_over(batch, command.seat, command.reason)


def _reclaim_seat(batch: Batch, command: c.ReclaimSeat) -> None:
    person = _person(batch)
    seat = batch.table.owned_seat(person)
    if seat is None:
        raise Refused("already_seated" if batch.table.seat_of(person) is not None else "not_seated")
    batch.record(e.SeatReclaimed(seat, person))


def _ready(batch: Batch, command: c.Ready) -> None:
    """Asked for before the start and between deals; at any other time the question is no longer open."""
    table, seat = batch.table, _own_seat(batch)
    if (table.lifecycle not in WAITING and table.rest_since is None) or table.seats[seat].ready:
        raise Refused("stale")
    batch.record(e.Readied(seat))


def _give_salt(batch: Batch, command: c.GiveSalt) -> None:
    seat = _own_seat(batch)
    try:
        parse_salt(command.salt)
    except ValueError:
        raise Refused("unreadable", field="salt") from None
    batch.record(e.SaltGiven(seat, command.salt))


def _fill_with_bots(batch: Batch, command: c.FillWithBots) -> None:
    _check_host(batch)
    _check_waiting(batch.table)
    _check_policy(batch.table.game, command.policy)
    free = _free_seats(batch.table)
    if not free:
        raise Refused("seat_taken")
    for seat in free:
        batch.record(e.BotSeated(seat, command.policy))


def _remove_guest(batch: Batch, command: c.RemoveGuest) -> None:
    _check_host(batch)
    _check_waiting(batch.table)
    seats = batch.table.seats
    if command.seat >= len(seats):
        raise Refused("unreadable", field="seat")
    if seats[command.seat].kind == "empty":
        raise Refused("stale")
    batch.record(e.GuestRemoved(command.seat))


def _close_table(batch: Batch, command: c.CloseTable) -> None:
    _check_host(batch)
    _check_waiting(batch.table)
    batch.record(e.Closed())


def _pass_deadline(batch: Batch, command: c.PassDeadline) -> None:
    """Says nothing itself: what has come too late is made up for before every command, and a deck that is due drawn
    after it."""
    _check_clock(batch)
    pause_ends_at = batch.table.pause_ends_at
    if not batch.events and (pause_ends_at is None or batch.clock_at < pause_ends_at):
        raise Refused("stale")


def _abandon(batch: Batch, command: c.AbandonTable) -> None:
    if batch.actor != actors.CLOCK:
        _check_moderation(batch)
    elif batch.at - batch.table.stirred_at < command.after_ms or (command.absent and command.seen != batch.table.seq):
        raise Refused("stale")
    if batch.table.lifecycle not in RUNNING:
        raise Refused("not_open")
    batch.record(e.Abandoned(command.absent))


def _credit_clocks(batch: Batch, command: c.CreditClocks) -> None:
    _check_clock(batch)
    if batch.table.lifecycle not in RUNNING:
        raise Refused("not_open")
    if command.ms <= 0:
        raise Refused("unreadable", field="ms")
    batch.record(e.ClockCredited(command.ms))


def _credit_late_showing(batch: Batch, command: c.CreditLateShowing) -> None:
    _check_clock(batch)
    table, seat = batch.table, command.seat
    if command.ms <= 0:
        raise Refused("unreadable", field="ms")
    if table.decisions[seat] != command.decision or table.runs_until(seat) is None:
        raise Refused("stale", decision=table.decisions[seat])
    batch.record(e.ShownLate(seat, command.ms))


def _annul(batch: Batch, command: c.Annul) -> None:
    _check_moderation(batch)
    batch.record(e.Annulled())


def _reinstate(batch: Batch, command: c.Reinstate) -> None:
    _check_moderation(batch)
    batch.record(e.Reinstated())


def _play(batch: Batch, command: Any, decision: int | None, seat: Seat | None, lag_ms: int | None) -> None:
    """A command of the game, from the occupant of the seat and for the decision that is open there."""
    table = batch.table
    seat = _speaker(batch, seat)
    if table.lifecycle != PLAYING:
        raise Refused("not_open")
    if decision != table.decisions[seat] and (decision is not None or seat in table.deciders):
        if decision and decision == table.clocks[seat].lost:
            raise Refused("timed_out", decision=table.decisions[seat])
        raise Refused("stale", decision=table.decisions[seat])
    try:
        events = table.game.decide(table.state, command, by=seat)
    except Rejected as rejected:
        raise Refused(rejected.code) from None
    since = table.since[seat] if seat in table.deciders and not _is_offer(table, seat, command) else None
    spent = None if since is None else max(0, batch.clock_at - since)
    lag_ms = None if spent is None or lag_ms is None else table.clocks[seat].credit(lag_ms, spent)
    for index, event in enumerate(events):
        if index == 0:
            batch.record(event, spent_ms=spent, lag_ms=lag_ms)
        else:
            batch.record(event)


def _is_offer(table: Table, seat: Seat, command: Any) -> bool:
    """Whether this is said unasked, so that it answers nothing and earns no increment. Asked where clocks run only."""
    if table.opened.clock is None or seat not in table.game.offers(table.state):
        return False
    return any(choice.offer and command in choice for choice in table.game.legal(table.state, seat))


def _speaker(batch: Batch, seat: Seat | None) -> Seat:
    """The seat this actor plays now. A program's late command after its person is back finds it no longer his."""
    if actors.person_of(batch.actor) is not None:
        return _own_seat(batch)
    policy = actors.policy_of(batch.actor)
    if policy is None:
        raise Refused("unauthorised")
    if seat is None or not 0 <= seat < batch.table.players or batch.table.seats[seat].policy != policy:
        raise Refused("not_seated")
    return seat


_TIMELESS = (c.CreditClocks, c.CreditLateShowing, c.AbandonTable, c.Annul, c.Reinstate)
"""Commands that make up for nothing before they are obeyed: the first two because they say that it is not so late."""
_HANDLERS: dict[type, Callable[[Batch, Any], None]] = {
    c.Sit: _sit,
    c.TakeChair: lambda batch, command: chairs.take(batch, _person(batch), command.seat),
    c.Leave: _leave,
    c.ReclaimSeat: _reclaim_seat,
    c.Ready: _ready,
    c.GiveSalt: _give_salt,
    c.FillWithBots: _fill_with_bots,
    c.RemoveGuest: _remove_guest,
    c.CloseTable: _close_table,
    c.PassDeadline: _pass_deadline,
    c.TakeOver: _take_over,
    c.AbandonTable: _abandon,
    c.CreditClocks: _credit_clocks,
    c.CreditLateShowing: _credit_late_showing,
    c.Annul: _annul,
    c.Reinstate: _reinstate,
}

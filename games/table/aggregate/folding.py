"""How the next event changes a table.

The log of a table holds table events and game events in one sequence; both are folded here, only the latter reach the
game. `fold` changes a table in place, for its sole owner; `evolve` is the same on a copy. Neither judges: an event
that does not fit is a bug of ours and raises.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.kernel.cards import Seat
from games.kernel.contract import Deck
from games.kernel.errors import UnknownEvent
from games.table.aggregate import events as e
from games.table.aggregate.actors import person_of
from games.table.aggregate.parts import (
    ABANDONED,
    ANNULLED,
    CLOSED,
    FINISHED,
    NOBODY,
    OPEN,
    PLAYING,
    SEATED,
    WAITING,
    Occupant,
    Recorded,
)
from games.table.aggregate.speeds import CASUAL
from games.table.aggregate.table import Table


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
    if person_of(recorded.actor) is not None:
        table.stirred_at = recorded.at
    _settle_waiting(table, recorded.at)


def _fold_game_event(table: Table, event: Any, recorded: Recorded) -> None:
    game = table.game
    name = type(event).__name__
    if name == "CardPlayed":
        if table.lifecycle == PLAYING and (not table.opened.rated or table.opened.speed == CASUAL):
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
    if table.lifecycle == PLAYING:
        table.joined = True
        _keep_no_promise(table, event.seat)


def _chair_promised(table: Table, event: e.ChairPromised, recorded: Recorded) -> None:
    table.promised = {**table.promised, event.seat: event.person}


def _keep_no_promise(table: Table, seat: Seat) -> None:
    if seat in table.promised:
        table.promised = {other: person for other, person in table.promised.items() if other != seat}


def _left(table: Table, event: e.Left, recorded: Recorded) -> None:
    if table.promised.get(event.seat) == event.person:
        _keep_no_promise(table, event.seat)
        return
    _seat(table, event.seat, NOBODY if table.lifecycle in WAITING else Occupant(owner=event.person), recorded.at)


def _bot_seated(table: Table, event: e.BotSeated, recorded: Recorded) -> None:
    _seat(table, event.seat, Occupant(policy=event.policy, ready=True), recorded.at)


def _bot_took_over(table: Table, event: e.BotTookOver, recorded: Recorded) -> None:
    old = table.seats[event.seat]
    stands_in = Occupant(policy=event.policy, ready=True, owner=old.whose, away=event.reason)
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


def _shown_late(table: Table, event: e.ShownLate, recorded: Recorded) -> None:
    table.since[event.seat] = min((table.since[event.seat] or recorded.at) + event.ms, recorded.at)


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
    table.promised = {}


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
    e.ChairPromised: _chair_promised,
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
    e.ShownLate: _shown_late,
    e.PlaysUndone: _plays_undone,
    e.Finished: _finished,
    e.Abandoned: _abandoned,
    e.Closed: _closed,
    e.Annulled: _annulled,
    e.Reinstated: _reinstated,
}

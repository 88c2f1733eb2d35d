"""The one way into a table's log, for people, programs, the clock, moderation and the API alike.

    made = open_table("hokm", {"target": 200}, "Ab3...", bots=("simple", "simple"))
    accepted = submit(made.table_id, command, actor="p:Ab3...", command_id="7f", decision=41)

Both raise Refused with a stable code. A command is answered once: whoever sends it again under the same id gets the
same answer. `submit_held` and `submit_in_room` are for a caller who holds the table's fold already.
"""

import asyncio
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from accounts.threads import in_thread
from games.kernel import registry
from games.kernel.cards import Seat
from games.table import aggregate as agg
from games.table import alive, chance, company, followers, log, shuffle
from games.table.aggregate import (
    CASUAL,
    Decided,
    Draw,
    Drawing,
    Recorded,
    Refused,
    Table,
    TimeControl,
    actors,
    events,
)
from games.table.aggregate.table import AnyGame
from games.table.clock import now_ms, time_control
from games.table.held import Held, catch_up, entry_of, fold_row, load, opening, seat_rows
from games.table.ids import format_id, uuid7
from games.table.models import Command
from games.table.telling import after_commit, tell_from_loop, told_by

TRIES = 5
"""How often a command is decided when others are first every time."""
_JITTER_S = 0.01
LONGEST_ID = 100
"""Characters of a command id, as the log keeps it."""

__all__ = [
    "Accepted",
    "NewTable",
    "Submitted",
    "bot_command_id",
    "open_table",
    "submit",
    "submit_held",
    "submit_in_room",
]


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command stands in the log, with these events."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Submitted:
    """What came of a command, for a caller who holds the table."""

    accepted: Accepted
    held: Held
    """The table now."""
    events: tuple[Recorded, ...]
    """Every event between the table that was handed in and this one: the command's own, and what others did."""


@dataclass(frozen=True, slots=True)
class NewTable:
    table_id: UUID
    seq: int
    lifecycle: str

    @property
    def id(self) -> str:
        """The id as people see it."""
        return format_id(self.table_id)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A command with who sent it: what stays the same however often it is decided."""

    command: Any
    actor: str
    command_id: str
    decision: int | None
    seat: Seat | None
    lag_ms: int | None
    heard_at: int | None = None
    """When it came, if it has waited here since."""
    joined_at: int = 0
    """When somebody last came to this room."""


def open_table(
    game: str,
    options: Mapping[str, Any],
    host: str | None,
    *,
    preset: str = "default",
    players: int | None = None,
    persons: Sequence[str | None] | None = None,
    bots: Sequence[str] | Mapping[Seat, str] = (),
    ready: bool | None = None,
    visibility: str = "public",
    rated: bool = False,
    speed: str = CASUAL,
    origin: Mapping[str, Any] | None = None,
    between_ms: int | None = None,
    clock: TimeControl | None = None,
    accept_ms: int | None = None,
    table_id: UUID | None = None,
    secret: bytes | None = None,
) -> NewTable:
    """Open a table, in the caller's transaction if there is one. Raises BadOption, and Refused for an unknown game.

    The host sits on seat 0 unless `persons` names who sits where; `bots` take the seats left over, or those they are
    named for. With `ready` nobody is waited for: that is the default when the host and programs fill the table. With
    `accept_ms` the table is closed if it has not begun by then. `clock` is another time control than that of the speed,
    for tests. Only `simulate`, a rematch and a form (`games.table.once`) give a `table_id`, and `simulate` a `secret`,
    so that its decks are those of its seed.
    """
    found = _game(game)
    rules = found.ruleset.build(preset, players, options)
    if visibility not in ("public", "link"):
        raise Refused("unreadable", field="visibility")
    control = clock or time_control(speed)
    if rated and control is None:
        raise Refused("unreadable", field="speed")
    if persons is None:
        persons = (host,) if host else ()
        ready = ready if ready is not None else len(bots) + len(persons) == rules.players
    table_id, actor = table_id or uuid7(), actors.person(host) if host else actors.CLOCK
    with transaction.atomic():
        opened = events.Opened(
            game=found.name,
            rules_version=found.rules_version,
            preset=rules.preset,
            players=rules.players,
            options=rules.options(),
            rated=rated,
            speed=speed,
            visibility=visibility,  # type: ignore[arg-type]
            host=host,
            commitment=shuffle.new_secret(table_id, secret),
            origin=dict(origin or {"type": "played"}),
            between_ms=settings.BETWEEN_DEALS_MS if between_ms is None else between_ms,
            clock=control,
            accept_ms=accept_ms,
        )
        decided = agg.open_table(
            table_id,
            found,
            opened,
            actor=actor,
            at=now_ms(),
            draw=_drawing(table_id),
            persons=persons,
            bots=bots,
            ready=bool(ready),
        )
        log.open_table(
            opening(
                decided.table,
                decided.events,
                decided.resting,
                actor=actor,
                command_id="open",
                followers=followers.of_table(rated=rated),
            )
        )
        after_commit(decided.table)
    return NewTable(table_id, decided.table.seq, decided.table.lifecycle)


def submit(
    table_id: UUID,
    command: Any,
    *,
    actor: str,
    command_id: str,
    decision: int | None = None,
    seat: Seat | None = None,
    lag_ms: int | None = None,
) -> Accepted:
    """Let a command become true, or raise Refused and change nothing.

    `actor` is `p:<public id>`, `bot:<policy>` (who says which `seat` it plays), `clock` or `mod:<id>`. A game command
    carries the number of the `decision` it answers, as the menu shows it.
    """
    asked = _Asked(command, actor, command_id, decision, seat, lag_ms)
    return _submit(load(table_id), asked).accepted


def submit_held(
    held: Held,
    command: Any,
    *,
    actor: str,
    command_id: str,
    decision: int | None = None,
    seat: Seat | None = None,
    lag_ms: int | None = None,
) -> Submitted:
    """`submit` for a caller who holds the table, however old; says what has happened there since."""
    return _submit(held, _Asked(command, actor, command_id, decision, seat, lag_ms))


async def submit_in_room(
    held: Held,
    command: Any,
    *,
    actor: str,
    command_id: str,
    decision: int | None = None,
    seat: Seat | None = None,
    lag_ms: int | None = None,
    heard_at: int | None = None,
    joined_at: int = 0,
) -> Submitted:
    """`submit_held` for a room on its event loop, which is not held up: one crossing into a thread for each command.
    Whatever it has waited since `heard_at` is not the person's time. `joined_at`: when somebody last came here."""
    asked = _Asked(command, actor, command_id, decision, seat, lag_ms, heard_at, joined_at)
    if log.appends_on_loop():
        made = await _append_on_the_loop(held, asked)
        if made is not None:
            return made
    return await in_thread(_submit)(held, asked, told_by(asyncio.get_running_loop()))


def bot_command_id(table_id: UUID, decision: int, seat: Seat) -> str:
    """The id of a program's answer to a decision: the same however often it is worked out. Several seats may be asked
    by one event, so the seat belongs to it."""
    return f"bot:{format_id(table_id)}:{decision}:{seat}"


# --- deciding and appending ---


def _submit(held: Held, asked: _Asked, tell: Callable[[Table], None] | None = None) -> Submitted:
    """Decide and append; where others were first, read what they did and decide again, `TRIES` times in all.

    `tell` is given the table once the command stands in the log; it is `after_commit` if not said otherwise. Raises
    Refused, but never because the table handed in was old, nor for a command that was answered before.
    """
    if not _is_id(asked.command_id):
        raise Refused("unreadable", field="id")
    seen: tuple[Recorded, ...] = ()
    for attempt in range(TRIES):
        if attempt:
            # Caught up after the pause, not before: where programs play by themselves, much happens in it.
            time.sleep(random.uniform(0, _JITTER_S * 2**attempt))
            held, others = catch_up(held)
            seen += others
        try:
            decided = _decide(held, asked, _drawing(held.table.id), _stopped_at(held.table, asked))
        except Refused:
            newer, others = catch_up(held)
            if not others:
                done = _answered(held.table.id, asked)
                if done is None:
                    raise
                return Submitted(done, held, seen)
            held, seen = newer, seen + others
            continue
        batch = _batch(held, decided, asked)
        outcome = log.append(batch)
        if isinstance(outcome, log.Appended):
            (tell or after_commit)(decided.table)
            accepted = Accepted(outcome.first, outcome.last)
            return Submitted(accepted, Held(decided.table, outcome.hash), seen + decided.events)
        if isinstance(outcome, log.AlreadyDone):
            held, others = catch_up(held)
            return Submitted(Accepted(outcome.first, outcome.last), held, seen + others)
    done = _answered(held.table.id, asked)
    if done is None:
        raise Refused("busy")
    return Submitted(done, held, seen)


def _is_id(command_id: str) -> bool:
    """Whether every database can keep it as it is."""
    return 0 < len(command_id) <= LONGEST_ID and command_id.isprintable()


class _NeedsThread(Exception):
    """Only a thread may read the secret of the table's decks."""


async def _append_on_the_loop(held: Held, asked: _Asked) -> Submitted | None:
    """The usual case, without any thread before the answer; None for every other case."""
    if not _is_id(asked.command_id) or company.matters_to(asked.command):
        return None
    now = now_ms()
    if _has_waited(held.table, now) and not alive.all_well(now, asked.joined_at):
        return None  # whether we have been away has to be looked up
    try:
        decided = _decide(held, asked, _no_drawing, alive.stopped_here(now))
    except (Refused, _NeedsThread):
        return None  # perhaps refused only because this fold is old, or because the command was answered before
    outcome = await log.append_async(_batch(held, decided, asked))
    if not isinstance(outcome, log.Appended):
        return None
    tell_from_loop(decided.table)
    return Submitted(Accepted(outcome.first, outcome.last), Held(decided.table, outcome.hash), decided.events)


def _no_drawing(wanted: Draw) -> Any:
    raise _NeedsThread


def _has_waited(table: Table, now: int) -> bool:
    """Whether we may have been away since the table began to wait for what is asked now."""
    deadline_at = table.deadline_at
    if deadline_at is None:
        return False
    since = (table.since[seat] for seat in table.deciders if table.runs_until(seat) is not None)
    return deadline_at <= now or any(now - (at or now) > alive.LATE_MS for at in since)


def _stopped_at(table: Table, asked: _Asked) -> int | None:
    """Since when the clocks stand still because we were away; looked up only when somebody has been waited for: whoever
    answers before the sweep has credited our absence is not to pay for it. The clock speaks for the sweep, which has
    looked."""
    now = now_ms()
    if asked.actor != actors.CLOCK and _has_waited(table, now):
        return alive.stopped_at(table.id, now)
    return alive.stopped_here(now)


def _decide(held: Held, asked: _Asked, draw: Drawing, stopped_at: int | None) -> Decided:
    company.check(held.table, asked.command, asked.actor)
    return agg.decide(
        held.table,
        asked.command,
        actor=asked.actor,
        at=now_ms(),
        draw=draw,
        decision=asked.decision,
        seat=asked.seat,
        lag_ms=asked.lag_ms,
        stopped_at=asked.heard_at if stopped_at is None else min(stopped_at, asked.heard_at or stopped_at),
    )


def _batch(held: Held, decided: Decided, asked: _Asked) -> log.Batch:
    table = decided.table
    entries = tuple(entry_of(table.game, one) for one in decided.events)
    return log.Batch(
        table_id=table.id,
        after=held.seq,
        previous=held.hash,
        entries=entries,
        actor=asked.actor,
        command_id=asked.command_id,
        lifecycle=table.lifecycle,
        deadline_at=table.deadline_at,
        ended_at=table.ended_at,
        due=table.due,
        seats=seat_rows(table, decided.seats),
        fold=fold_row(table.id, held.seq, held.hash, entries, decided.resting),
        followers=_followers(table, decided.events),
    )


def _followers(table: Table, happened: Sequence[Recorded]) -> tuple[str, ...]:
    """Who has a reason to look again at a table that had ended, or for the first time at one that ends now."""
    kinds = {type(one.event) for one in happened}
    again = kinds & {events.Annulled, events.Reinstated}
    if not again and events.Finished not in kinds:
        return ()
    return (*(followers.of_table(rated=table.opened.rated) if again else ()), *followers.at_the_end(table))


def _answered(table_id: UUID, asked: _Asked) -> Accepted | None:
    """What this very command was answered before."""
    done = Command.objects.filter(table_id=table_id, actor=asked.actor, command_id=asked.command_id)
    found = done.values_list("first", "last").first()
    return None if found is None else Accepted(*found)


def _drawing(table_id: UUID) -> Drawing:
    """Chance for one command; the secret is read only when something is drawn."""

    def draw(wanted: Draw) -> Any:
        secret = shuffle.secret_of(table_id)
        drawn = chance.deck if wanted.what == "deck" else chance.first_dealer
        return drawn(table_id, secret, wanted.n, wanted.salts, wanted.size)

    return draw


def _game(name: str) -> AnyGame:
    try:
        return registry.game(name)
    except KeyError:
        raise Refused("unreadable", field="game") from None

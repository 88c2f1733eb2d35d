"""Tables that have ended: rated ones without playing every card of them, and a casual one that was played."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from games.table import log, service
from games.table.aggregate import Recorded, commands, events
from games.table.clock import now_ms
from games.table.held import entry_of, load
from tests.games.table.tables import play_out


def running(persons: Sequence[str | None], *, bots: Sequence[str] = (), **given: Any) -> UUID:
    """A rated table of Hokm in its first deal."""
    asked: dict[str, Any] = {"rated": True, "speed": "normal", **given}
    return service.open_table("hokm", {}, None, persons=persons, bots=bots, ready=True, **asked).table_id


def finish(table_id: UUID, ranks: Sequence[int], *, left: Sequence[int] = ()) -> UUID:
    """Write down that the table has ended like this; on the seats `left` a program has played to the end."""
    held = load(table_id)
    told: list[Any] = []
    seats: list[log.Seat] = []
    for seat in left:
        person = held.table.seats[seat].person
        assert person is not None
        told += [events.Left(seat, person), events.BotTookOver(seat, "simple", "gave_up")]
        seats.append(log.Seat(seat=seat, bot="simple", owner=person))
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    told.append(events.Finished(tuple(-rank for rank in ranks), tuple(ranks), winners))
    _write(table_id, told, lifecycle="finished", ended_at=now_ms(), seats=tuple(seats))
    return table_id


def take_over(table_id: UUID, seat: int, reason: str) -> None:
    """Write down that a program plays on for the person on this seat."""
    person = load(table_id).table.seats[seat].person or ""
    seats = (log.Seat(seat=seat, bot="simple", owner=person),)
    _write(table_id, [events.BotTookOver(seat, "simple", reason)], lifecycle="playing", seats=seats)  # type: ignore[arg-type]


def sit_down(table_id: UUID, seat: int, person: str) -> UUID:
    """Write down that this person has sat down between two deals where a program played."""
    _write(table_id, [events.Sat(seat, person)], lifecycle="playing")
    return table_id


def _write(table_id: UUID, told: Sequence[Any], **state: Any) -> None:
    held, at = load(table_id), state.get("ended_at") or now_ms()
    entries = [
        entry_of(held.table.game, Recorded(seq, at, "clock", event)) for seq, event in enumerate(told, held.seq + 1)
    ]
    outcome = log.append(
        log.Batch(
            table_id=table_id,
            after=held.seq,
            previous=held.hash,
            entries=tuple(entries),
            actor="clock",
            command_id=uuid4().hex,
            **state,
        )
    )
    assert isinstance(outcome, log.Appended)


def ended(persons: Sequence[str], ranks: Sequence[int] = (1, 2, 3), **given: Any) -> UUID:
    """A rated table of these people that has ended like this."""
    left = given.pop("left", ())
    return finish(running(persons, **given), ranks, left=left)


def played_out(*persons: str, bots: Sequence[str] = (), **given: Any) -> UUID:
    """A casual table of Hokm that has been played to its end."""
    rules = {"target": 200, "max_deals": 1}
    made = service.open_table("hokm", rules, None, persons=persons, bots=bots, ready=True, between_ms=0, **given)
    play_out(load(made.table_id))
    assert load(made.table_id).table.lifecycle == "finished"
    return made.table_id


def annul(table_id: UUID) -> None:
    service.submit(table_id, commands.Annul(), actor="mod:judge", command_id=uuid4().hex)


def reinstate(table_id: UUID) -> None:
    service.submit(table_id, commands.Reinstate(), actor="mod:judge", command_id=uuid4().hex)

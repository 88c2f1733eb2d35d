"""Folding a table again from its first event, and comparing everything that is derived with what the events say.

That is the head, the seats, the commands, the frozen fold, every hash, and every deck with the secret it came from.

Nothing here changes the log. What is wrong in a derived row can be put right from it; a broken chain cannot.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from django.db import transaction

from games.kernel.contract import Deck, FirstDealer
from games.table import chance, log, models, shuffle
from games.table.aggregate import FOLD_VERSION, IMPORTED, Table, events, fold, freeze
from games.table.held import opened_by, recorded_of

Row = dict[str, Any]


class Difference(str):
    """One thing that is not as the events say, in words."""


Projection = Callable[[bool], Iterator[str]]
"""Replays everything it is made of and tells the differences; with True it writes what is right."""

projections: dict[str, Projection] = {}
"""What `rebuild` knows by name beside the tables."""


def register(name: str, projection: Projection) -> None:
    """Called in `ready()` of an app that keeps a projection of many tables: `manage.py rebuild NAME` replays it."""
    projections[name] = projection


def differences(table_id: UUID) -> list[Difference]:
    """What is wrong with a table, nothing for most. Looks again when the table goes on meanwhile."""
    for _ in range(3):
        before = log.head(table_id)
        if before is None:
            return [Difference("there is no head")]
        found = list(_compare(table_id, before))
        after = log.head(table_id)
        if not found or after is None or after.seq == before.seq:
            return found
    return found


def put_right(table_id: UUID) -> list[Difference]:
    """Write the derived rows of a table anew from its events; says what still differs."""
    with transaction.atomic():
        head = models.Head.objects.select_for_update().get(table_id=table_id)
        rows = log.select(table_id)
        log.check_chain(table_id, rows)
        table = _fold(table_id, rows, None)[0]
        models.Head.objects.filter(table_id=head.table_id).update(
            seq=rows[-1].seq, hash=rows[-1].hash, **_head_facts(table)
        )
        models.Fold.objects.filter(table_id=table_id).delete()
        for seat, (person, bot, owner) in enumerate(_seat_facts(table)):
            who = {"person": person, "bot": bot, "owner": owner}
            models.Seat.objects.update_or_create(table_id=table_id, seat=seat, defaults=who)
        models.Seat.objects.filter(table_id=table_id, seat__gte=table.players).delete()
    return differences(table_id)


def _compare(table_id: UUID, head: log.Head) -> Iterator[Difference]:
    rows = log.select(table_id, 0, head.seq)
    try:
        seq, digest = log.check_chain(table_id, rows)
    except log.BrokenChain as broken:
        yield Difference(f"event {broken.seq} {broken.what}")
        return
    if (seq, digest) != (head.seq, head.hash):
        yield Difference(f"the head names event {head.seq} with another hash than event {seq} has")
        return
    kept = models.Fold.objects.filter(table_id=table_id).first()
    try:
        table, frozen = _fold(table_id, rows, kept.seq if kept else None)
    except Exception as error:  # whatever it is: the log cannot be folded, and the operator has to know where
        yield Difference(f"the events cannot be folded: {type(error).__name__}: {error}")
        return
    yield from _compare_chance(table_id, rows)
    yield from _compare_head(table)
    yield from _compare_seats(table)
    yield from _compare_commands(table_id, seq)
    if kept is not None and kept.version == FOLD_VERSION:
        if kept.seq > seq or bytes(kept.hash) != rows[kept.seq - 1].hash:
            yield Difference(f"the fold names event {kept.seq} with another hash than the log")
        elif frozen is None or json.loads(kept.body) != json.loads(json.dumps(frozen)):
            yield Difference(f"the fold at event {kept.seq} is not what the events make")


def _fold(table_id: UUID, rows: list[log.Row], freeze_at: int | None) -> tuple[Table, dict[str, Any] | None]:
    """The table, and what it froze to after event `freeze_at`."""
    table = opened_by(table_id, rows[0])
    frozen = None
    for row in rows[1:]:
        fold(table, recorded_of(table.game, row))
        if row.seq == freeze_at and table.can_freeze:
            frozen = freeze(table)
    return table, frozen


def _compare_chance(table_id: UUID, rows: list[log.Row]) -> Iterator[Difference]:
    """Every dealer and every deck is the one that the secret behind the commitment gives (docs/verifiable-deals.md)."""
    table = opened_by(table_id, rows[0])
    game = table.game
    if table.lifecycle == IMPORTED:
        return
    try:
        secret = shuffle.secret_of(table_id)
    except shuffle.SecretLost as lost:
        yield Difference(str(lost))
        return
    if chance.commitment(table_id, secret) != table.opened.commitment:
        yield Difference("the secret is not the one that was committed to")
        return
    expected: tuple[Any, ...] = ()
    for row in rows[1:]:
        recorded = recorded_of(game, row)
        if expected and recorded.event != expected[0]:
            yield Difference(f"event {row.seq} is not what the secret gives")
        expected = expected[1:]
        fold(table, recorded)
        event = recorded.event
        if type(event) in (events.DeckDrawn, events.DealerDrawn):
            expected = game.deal(table.state, _drawn(table, event, secret))


def _drawn(table: Table, event: events.DeckDrawn | events.DealerDrawn, secret: bytes) -> Any:
    wanted, salts = table.game.wants(table.state), event.salts or ()
    if isinstance(wanted, Deck):
        return chance.deck(table.id, secret, event.n, salts, wanted.size)
    assert isinstance(wanted, FirstDealer)
    return chance.first_dealer(table.id, secret, event.n, salts, wanted.seats)


def _head_facts(table: Table) -> Row:
    opened = table.opened
    return {
        "game": opened.game,
        "preset": opened.preset,
        "players": opened.players,
        "rated": opened.rated,
        "speed": opened.speed,
        "visibility": opened.visibility,
        "host": opened.host or "",
        "lifecycle": table.lifecycle,
        "deadline_at": table.deadline_at,
        "opened_at": table.opened_at,
        "ended_at": table.ended_at,
        "due": table.due,
    }


def _seat_facts(table: Table) -> list[tuple[str, str, str]]:
    return [(one.person or "", one.policy or "", one.owner or "") for one in table.seats]


def _compare_head(table: Table) -> Iterator[Difference]:
    facts = _head_facts(table)
    stored = models.Head.objects.filter(table_id=table.id).values(*facts).get()
    for name, value in facts.items():
        if stored[name] != value:
            yield Difference(f"the head's {name} is {stored[name]!r} and should be {value!r}")


def _compare_seats(table: Table) -> Iterator[Difference]:
    rows = models.Seat.objects.filter(table_id=table.id).values_list("seat", "person", "bot", "owner")
    stored = {seat: tuple(who) for seat, *who in rows}
    expected = dict(enumerate(_seat_facts(table)))
    for seat in sorted(stored.keys() | expected.keys()):
        if stored.get(seat) != expected.get(seat):
            yield Difference(f"seat {seat} is {stored.get(seat)} and should be {expected.get(seat)}")


def _compare_commands(table_id: UUID, seq: int) -> Iterator[Difference]:
    """Every event was caused by exactly one command."""
    ranges = models.Command.objects.filter(table_id=table_id, first__lte=seq).order_by("first")
    reached = 0
    for first, last in ranges.values_list("first", "last"):
        if first != reached + 1:
            yield Difference(f"the commands do not account for event {reached + 1}")
            return
        reached = last
    if reached != seq:
        yield Difference(f"the commands do not account for event {reached + 1}")

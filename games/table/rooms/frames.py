"""What a room says, as text: each view and each event list encoded once for all who see the same.

docs/protocol.md describes the messages; docs/protocol.schema.json is what every one of them is tested against.
"""

import json
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.kernel.cards import Seat
from games.kernel.contract import Viewer
from games.table.aggregate import Recorded, Table, events, redact, view
from games.table.feed import facts

People = Mapping[str, Mapping[str, Any]]
"""By public id: {id: {"name": ..., "kind": ..., "rating": {...} where there is one}}."""

MOST_REPLAYED = 64
"""A frame lists at most so many events; after a longer gap the whole view alone says what is."""


encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class Moment:
    """A table after one commit: the views of all its viewers, each built and encoded at most once."""

    __slots__ = ("_here", "_table", "_views")

    def __init__(self, table: Table, here: Collection[Seat]) -> None:
        self._table = table
        self._here = here
        self._views: dict[Viewer, str] = {}

    def view(self, viewer: Viewer) -> str:
        text = self._views.get(viewer)
        if text is None:
            text = self._views[viewer] = encode(view(self._table, viewer, self._here))
        return text

    def frame(self, viewer: Viewer, recorded: Iterable[Recorded]) -> str:
        """The frame that brings these events, as this viewer may see them now, and the whole view."""
        shown = [{"seq": one.seq, "event": redact(self._table, one, viewer)} for one in recorded]
        return f'{{"type":"frame","v":{self._table.seq},"events":{encode(shown)},"view":{self.view(viewer)}}}'


class Tail:
    """The events that a connection taken up again may be shown: those of the trick on the table.

    Anything older is left to the view, because what was visible then need not be visible now. A play that was taken
    back is a wall as well: nothing is shown again across it.
    """

    __slots__ = ("_events", "since")

    def __init__(self, seq: int) -> None:
        self.since = seq
        """Events after this number are here."""
        self._events: deque[Recorded] = deque()

    def add(self, table: Table, recorded: Recorded) -> None:
        """`table` is the one that `recorded` has led to."""
        event = recorded.event
        own = isinstance(event, events.EVENTS)
        wall = type(event) is events.PlaysUndone or table.ended if own else type(event).__name__ != "CardPlayed"
        if wall:
            self._events.clear()
            self.since = recorded.seq
            return
        self._events.append(recorded)
        if len(self._events) > MOST_REPLAYED:
            self.since = self._events.popleft().seq

    def after(self, v: int | None) -> list[Recorded]:
        """The events after `v`; none when `v` is older than the trick or unknown here."""
        if v is None or v < self.since:
            return []
        return [one for one in self._events if one.seq > v]


def replayable(recorded: Sequence[Recorded]) -> Sequence[Recorded]:
    """Of the events of a gap those that a frame may list: nothing from before an undo, and not too many."""
    for index in range(len(recorded) - 1, 0, -1):
        if type(recorded[index].event) is events.PlaysUndone:
            recorded = recorded[index:]
            break
    return recorded if len(recorded) <= MOST_REPLAYED else ()


# --- messages without a number of their own ---


def welcome(table: Table, person: str | None, people: People, now: int) -> str:
    named = people.get(person) if person else None
    return encode(
        {
            "type": "welcome",
            "you": {
                "person": person,
                "name": named["name"] if named else "",
                "seat": table.seat_of(person) if person else None,
            },
            "table": facts(table),
            "people": people_seen(table, people),
            "now": now,
        }
    )


def people_seen(table: Table, people: People) -> People:
    return {name: people[name] for name in sorted(table.people) if name in people}


def names(people: People) -> str:
    return encode({"type": "people", "people": people})


def heartbeat(v: int, now: int) -> str:
    return f'{{"type":"heartbeat","v":{v},"now":{now}}}'


def presence(n: int, seats: list[bool], watching: int, gone: list[dict[str, Any]]) -> str:
    return encode({"type": "presence", "n": n, "seats": seats, "watching": watching, "gone": gone})


def accepted(command_id: str, first: int, last: int) -> str:
    return encode({"type": "accepted", "id": command_id, "first": first, "last": last})


def refused(command_id: str, code: str, **facts: Any) -> str:
    return encode({**facts, "type": "refused", "id": command_id, "code": code})

"""The table as a value: what happened to it, what may be asked of it, who may know what. Pure.

decided = decide(table, Sit(), actor="p:...", at=now, draw=draw)      Decided, or Refused
table = evolve(table, recorded)                                      fold(table, recorded) does it in place
view(table, audience(table, person))                                 the `view` of a frame
"""

from games.table.aggregate import actors, commands, events
from games.table.aggregate.batch import Resting
from games.table.aggregate.decide import Decided, decide, open_table
from games.table.aggregate.errors import Code, Refused
from games.table.aggregate.folding import evolve, fold
from games.table.aggregate.freezing import FOLD_VERSION, freeze, thaw
from games.table.aggregate.parts import (
    ABANDONED,
    ANNULLED,
    CLOSED,
    ENDED,
    FINISHED,
    IMPORTED,
    OPEN,
    PLAYING,
    RUNNING,
    SEATED,
    WAITING,
    Draw,
    Drawing,
    Occupant,
    Recorded,
)
from games.table.aggregate.speeds import CASUAL, SLOW, SPEEDS, TimeControl
from games.table.aggregate.table import Table, ruleset_of, table_of
from games.table.aggregate.view import audience, redact, view
from games.table.aggregate.wire import (
    command_from_json,
    command_json,
    event_fields,
    event_from_fields,
    event_json,
    kind_of,
)

__all__ = [
    "ABANDONED",
    "ANNULLED",
    "CASUAL",
    "CLOSED",
    "ENDED",
    "FINISHED",
    "FOLD_VERSION",
    "IMPORTED",
    "OPEN",
    "PLAYING",
    "RUNNING",
    "SEATED",
    "SLOW",
    "SPEEDS",
    "WAITING",
    "Code",
    "Decided",
    "Draw",
    "Drawing",
    "Occupant",
    "Recorded",
    "Refused",
    "Resting",
    "Table",
    "TimeControl",
    "actors",
    "audience",
    "command_from_json",
    "command_json",
    "commands",
    "decide",
    "event_fields",
    "event_from_fields",
    "event_json",
    "events",
    "evolve",
    "fold",
    "freeze",
    "kind_of",
    "open_table",
    "redact",
    "ruleset_of",
    "table_of",
    "thaw",
    "view",
]

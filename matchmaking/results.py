"""From a table's end to rating changes. What a table did is a fold of its log; what it does to ratings is a fold of the
results of its pool, in the order of the ledger."""

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Final

from games.table.aggregate import ABANDONED, ANNULLED, Table
from matchmaking.rating import Change, Rating, rate, with_leavers_last

ANNULLED_BY_MODERATION: Final = "annulled"
NO_RESULT: Final = "abandoned"
PROGRAM_PLAYED: Final = "program_played"
"""A program sat there from the start: programs are not rated among people."""
EVERYBODY_LEFT: Final = "everybody_left"


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended, as far as ratings care. By seat."""

    persons: tuple[str, ...]
    """Public ids, also of those for whom a program finished; empty for a program that sat there from the start."""
    ranks: tuple[int | None, ...]
    """Leavers last."""
    left: tuple[bool, ...]
    at: int
    unrated_reason: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's rating in a pool, and what made it."""

    rating: Rating
    games: int = 0
    position: int = 0
    """The last entry that counted."""


NEW: Final = Standing(Rating())
Standings = MutableMapping[str, Standing]


@dataclass(frozen=True, slots=True)
class Changed:
    """What an entry did to the rating of whoever sits on `seat`."""

    seat: int
    person: str
    rank: int | None
    left: bool
    before: Rating
    after: Rating
    change: Change | None
    """None when the table did not count."""


def result_of(table: Table) -> Result:
    """The result of a table that has ended."""
    persons = tuple(seat.person or seat.owner or "" for seat in table.seats)
    left = tuple(seat.person is None and seat.owner is not None for seat in table.seats)
    ranks: tuple[int | None, ...] = (None,) * len(persons)
    if table.result is not None:
        ranks = with_leavers_last(table.result.ranks, left)
    reason = ""
    if table.lifecycle == ANNULLED:
        reason = ANNULLED_BY_MODERATION
    elif table.lifecycle == ABANDONED or table.result is None:
        reason = NO_RESULT
    elif not all(persons):
        reason = PROGRAM_PLAYED
    elif all(left):
        reason = EVERYBODY_LEFT
    return Result(persons, ranks, left, table.ended_at or 0, reason)


def apply(standings: Standings, position: int, result: Result) -> tuple[Changed, ...]:
    """Let one entry change the standings; says what it did to whom."""
    before = [standings.get(person, NEW) for person in result.persons]
    changes: tuple[Change | None, ...] = (None,) * len(before)
    ranks = [rank for rank in result.ranks if rank is not None]
    if not result.unrated_reason:
        changes = rate([standing.rating for standing in before], ranks)
    made = []
    for seat, (person, standing, change) in enumerate(zip(result.persons, before, changes, strict=True)):
        if not person:
            continue
        after = standing.rating if change is None else change.after
        if change is not None:
            standings[person] = Standing(after, standing.games + 1, position)
        made.append(Changed(seat, person, result.ranks[seat], result.left[seat], standing.rating, after, change))
    return tuple(made)

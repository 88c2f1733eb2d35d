"""From a table's end to rating changes. What a table did is a fold of its log; what it does to ratings is a fold of the
results of its pool, in the order of the ledger."""

from collections import defaultdict
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.table.aggregate import ABANDONED, ANNULLED, FINISHED, Occupant, Table
from games.table.aggregate.actors import policy_of, program
from matchmaking.ratings.arithmetic import Change, Rating, rate, with_leavers_last
from matchmaking.ratings.pools import pool_of, programs_pool_of

ANNULLED_BY_MODERATION: Final = "annulled"
NO_RESULT: Final = "abandoned"
PROGRAM_PLAYED: Final = "program_played"
"""A program sat there from the start: programs are not rated among people."""
EVERYBODY_LEFT: Final = "everybody_left"

_NOT_PLAYED_HERE: Final = ("imported", "practice")
"""Origins of tables that tell nothing of how strong anybody is."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended, as far as ratings care. By seat."""

    persons: tuple[str, ...]
    """Public ids, also of those for whom a program finished. A program that sat there from the start is empty at a
    rated table, and `actors.program(policy)` where programs are rated."""
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


_NONE_YET: Final = Standing(Rating())
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


def pool_of_table(table: Table) -> str | None:
    """The ratings in which the table counts or could: those of people for a rated one, those of programs for a casual
    one that programs have played from the start, against somebody else, to its end by the rules. Else None."""
    opened = table.opened
    if opened.rated:
        return pool_of(opened.game, opened.speed)
    if table.lifecycle not in (FINISHED, ANNULLED) or table.result is None or table.joined:
        return None
    players = {_player(seat, programs=True) for seat in table.seats}
    if opened.origin.get("type") in _NOT_PLAYED_HERE or len(players) < 2 or not any(map(policy_of, players)):
        return None
    return programs_pool_of(opened.game)


def _player(seat: Occupant, *, programs: bool) -> str:
    return seat.whose or (program(seat.policy) if programs and seat.policy else "")


def result_of(table: Table) -> Result:
    """The result of a table that has ended."""
    persons = tuple(_player(seat, programs=not table.opened.rated) for seat in table.seats)
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
    before = [standings.get(person, _NONE_YET) for person in result.persons]
    changes: tuple[Change | None, ...] = (None,) * len(before)
    ranks = [rank for rank in result.ranks if rank is not None]
    if not result.unrated_reason:
        changes = rate([standing.rating for standing in before], ranks)
    after = _after(result.persons, changes)
    made = []
    for seat, (person, standing, change) in enumerate(zip(result.persons, before, changes, strict=True)):
        if not person:
            continue
        rating = after.get(person, standing.rating)
        if change is not None:
            standings[person] = Standing(rating, standing.games + 1, position)
        made.append(Changed(seat, person, result.ranks[seat], result.left[seat], standing.rating, rating, change))
    return tuple(made)


def _after(persons: Sequence[str], changes: Sequence[Change | None]) -> dict[str, Rating]:
    """The new rating of each player: one that has played on several seats, as a program may, gets the mean of them."""
    by_player: dict[str, list[Rating]] = defaultdict(list)
    for person, change in zip(persons, changes, strict=True):
        if change is not None:
            by_player[person].append(change.after)
    return {
        player: ratings[0]
        if len(ratings) == 1
        else Rating(
            sum(rating.mu for rating in ratings) / len(ratings), sum(rating.sigma for rating in ratings) / len(ratings)
        )
        for player, ratings in by_player.items()
    }

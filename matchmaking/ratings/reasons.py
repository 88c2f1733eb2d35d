"""Why ratings moved at a table: what the ledger keeps of it, for pages and programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from games.table.aggregate import ENDED, Refused
from games.table.models import Head
from matchmaking.models import RatingChange
from matchmaking.ratings.arithmetic import Rating, in_whole_points
from matchmaking.ratings.current import shown
from matchmaking.ratings.ledger import COUNTED
from matchmaking.ratings.pools import pool_of, programs_pool_of

CASUAL: Final = "casual"
NOT_STARTED: Final = "not_started"


@dataclass(frozen=True, slots=True)
class Moved:
    """What a table did to the rating of one player."""

    seat: int
    person: str
    rank: int | None
    left: bool
    before: Rating
    after: Rating
    expected: float | None
    got: float | None
    weights: tuple[float, ...]
    """By seat, in displayed points; empty when the table did not count."""

    @property
    def points(self) -> int:
        return self.after.displayed - self.before.displayed

    @property
    def parts(self) -> tuple[int, ...]:
        """The weights in whole points, adding up to `points`."""
        return in_whole_points(self.weights, self.points)


@dataclass(frozen=True, slots=True)
class RatingsOfTable:
    """What a table did to ratings."""

    table_id: UUID
    game: str
    speed: str
    pool: str | None
    """None for a casual table."""
    unrated_reason: str
    """Empty when the table counted: else a word of `matchmaking.ratings.results`, `casual` or `not_started`."""
    changes: tuple[Moved, ...]

    @property
    def rated(self) -> bool:
        return self.pool is not None and not self.unrated_reason

    def as_json(self) -> dict[str, Any]:
        return {
            "pool": self.pool,
            "rated": self.rated,
            "unrated_reason": self.unrated_reason,
            "changes": [
                {
                    "seat": one.seat,
                    "person": one.person,
                    "rank": one.rank,
                    "left": one.left,
                    "before": shown(one.before),
                    "after": shown(one.after),
                    "expected": one.expected,
                    "got": one.got,
                    "weights": list(one.parts),
                }
                for one in self.changes
            ],
        }


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the rating of one player moved, whether on one seat or, as a program may, on several."""

    player: str
    ranks: tuple[int | None, ...]
    left: bool
    before: Rating
    after: Rating
    expected: float | None
    """The chance to win, on any of the seats."""
    got: float | None
    parts: tuple[tuple[str, int], ...]
    """What each other player gave or took, in whole points; together the whole change."""

    @property
    def points(self) -> int:
        return self.after.displayed - self.before.displayed


def reasons(changes: Sequence[Moved]) -> tuple[Reason, ...]:
    """The changes of a table by player, the best first."""
    by_player: dict[str, list[Moved]] = {}
    for change in changes:
        by_player.setdefault(change.person, []).append(change)
    players = {change.seat: change.person for change in changes}
    made = [_reason(player, seats, players) for player, seats in by_player.items()]
    return tuple(sorted(made, key=lambda reason: min(rank or 0 for rank in reason.ranks)))


def _reason(player: str, seats: Sequence[Moved], players: Mapping[int, str]) -> Reason:
    weights = {other: 0.0 for other in players.values() if other != player}
    counted = [one for one in seats if one.weights]
    for one in counted:
        for seat, weight in enumerate(one.weights):
            other = players.get(seat)
            if other in weights:
                weights[other] += weight / len(counted)
    before, after = seats[0].before, seats[0].after
    parts = in_whole_points(tuple(weights.values()), after.displayed - before.displayed) if counted else ()
    return Reason(
        player=player,
        ranks=tuple(one.rank for one in seats),
        left=any(one.left for one in seats),
        before=before,
        after=after,
        expected=sum(one.expected or 0.0 for one in counted) if counted else None,
        got=sum(one.got or 0.0 for one in counted) if counted else None,
        parts=tuple(zip(weights, parts, strict=True)) if counted else (),
    )


def among_programs(table_id: UUID, game: str) -> tuple[Moved, ...]:
    """What a casual table did to the ratings of its programs and their opponents, if it did anything: one query."""
    rows = RatingChange.objects.filter(table_id=table_id, pool=programs_pool_of(game), unrated_reason="")
    return tuple(_moved(row) for row in rows.order_by("seat"))


def of_table(table_id: UUID) -> RatingsOfTable:
    """What the table did to ratings: two queries. Raises Refused, with `not_rated_yet` while that is not known."""
    head = Head.objects.filter(table_id=table_id).values_list("game", "speed", "rated", "lifecycle").first()
    if head is None:
        raise Refused("no_such_table")
    game, speed, rated, lifecycle = head
    if not rated:
        return RatingsOfTable(table_id, game, speed, None, CASUAL, ())
    pool = pool_of(game, speed)
    if lifecycle in ENDED and lifecycle not in COUNTED:
        return RatingsOfTable(table_id, game, speed, pool, NOT_STARTED, ())
    rows = list(RatingChange.objects.filter(table_id=table_id, pool=pool).order_by("seat"))
    if not rows:
        raise Refused("not_rated_yet")
    return RatingsOfTable(table_id, game, speed, pool, rows[0].unrated_reason, tuple(_moved(row) for row in rows))


def _moved(row: RatingChange) -> Moved:
    return Moved(
        seat=row.seat,
        person=row.person,
        rank=row.rank,
        left=row.left,
        before=Rating(row.mu_before, row.sigma_before),
        after=Rating(row.mu, row.sigma),
        expected=row.expected,
        got=row.got,
        weights=tuple(row.weights or ()),
    )

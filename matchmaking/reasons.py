"""Why ratings moved at a table: what the ledger keeps of it, for pages and programs."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from games.table.aggregate import ENDED, Refused
from games.table.models import Head
from matchmaking.ledger import COUNTED
from matchmaking.models import RatingChange
from matchmaking.rating import Rating, in_whole_points
from matchmaking.ratings import shown
from matchmaking.wishes import pool_of

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
class Told:
    """What a table did to ratings."""

    table_id: UUID
    game: str
    speed: str
    pool: str | None
    """None for a casual table."""
    unrated_reason: str
    """Empty when the table counted: else a word of `matchmaking.results`, `casual` or `not_started`."""
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


def of_table(table_id: UUID) -> Told:
    """What the table did to ratings: two queries. Raises Refused, with `not_rated_yet` while that is not known."""
    head = Head.objects.filter(table_id=table_id).values_list("game", "speed", "rated", "lifecycle").first()
    if head is None:
        raise Refused("no_such_table")
    game, speed, rated, lifecycle = head
    if not rated:
        return Told(table_id, game, speed, None, CASUAL, ())
    pool = pool_of(game, speed)
    if lifecycle in ENDED and lifecycle not in COUNTED:
        return Told(table_id, game, speed, pool, NOT_STARTED, ())
    rows = list(RatingChange.objects.filter(table_id=table_id, pool=pool).order_by("seat"))
    if not rows:
        raise Refused("not_rated_yet")
    return Told(table_id, game, speed, pool, rows[0].unrated_reason, tuple(_moved(row) for row in rows))


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

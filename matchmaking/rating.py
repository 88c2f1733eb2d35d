"""Ratings: Plackett-Luce over final ranks, one per game and speed (openskill does the arithmetic).

What is stored is mu and sigma; what people see is `displayed`, with a question mark while sigma is large. A rating is a
fold of the finished tables of its pool in their recorded order: the same results in the same order give the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MU = 25.0
SIGMA = 25.0 / 3
BETA = 25.0 / 6
TAU = 0.05
"""A little doubt comes back with every game, so that who improves after a thousand games is still seen to."""
UNSURE_ABOVE = 2.5
"""Sigma above which a rating is shown with a question mark and stands on no leaderboard."""
POINTS_PER_MU = 60
CENTRE = 1500

_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float = MU
    sigma: float = SIGMA

    @property
    def displayed(self) -> int:
        """Points as people see them: 1500 at the start."""
        return round(CENTRE + POINTS_PER_MU * (self.mu - MU))

    @property
    def is_sure(self) -> bool:
        return self.sigma <= UNSURE_ABOVE


@dataclass(frozen=True, slots=True)
class Change:
    """What one table did to one player's rating, and why."""

    before: Rating
    after: Rating
    rank: int
    expected: float
    """The chance to win that the ratings gave him."""
    got: float
    """His share of the win: 1, a part of it when it is shared, or 0."""
    weights: tuple[float, ...]
    """How strongly each other player pulled, by seat; 0 for himself. Positive: he stood behind him and gained on it."""

    @property
    def points(self) -> int:
        """The difference in displayed points."""
        return self.after.displayed - self.before.displayed


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> tuple[Change, ...]:
    """The changes after one table: ratings and final ranks by seat (1 is best, equal ranks are ties)."""
    if len(ratings) != len(ranks) or len(ratings) < 2:
        raise ValueError("a rating and a rank for each of two or more seats")
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    chances = _MODEL.predict_win(teams)
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    winners = sum(rank == min(ranks) for rank in ranks)
    return tuple(
        Change(
            before=ratings[seat],
            after=Rating(rated[seat][0].mu, rated[seat][0].sigma),
            rank=ranks[seat],
            expected=chances[seat],
            got=1 / winners if ranks[seat] == min(ranks) else 0.0,
            weights=_weights(seat, ratings, ranks),
        )
        for seat in range(len(ratings))
    )


def _weights(seat: int, ratings: Sequence[Rating], ranks: Sequence[int]) -> tuple[float, ...]:
    """How each opponent alone would have moved this player, in displayed points: the reason for each of them."""
    own = _MODEL.rating(mu=ratings[seat].mu, sigma=ratings[seat].sigma)
    weights = []
    for other, rating in enumerate(ratings):
        if other == seat:
            weights.append(0.0)
            continue
        teams = [[own], [_MODEL.rating(mu=rating.mu, sigma=rating.sigma)]]
        duel = _MODEL.rate(teams, ranks=[float(ranks[seat]), float(ranks[other])])
        weights.append(POINTS_PER_MU * (duel[0][0].mu - ratings[seat].mu))
    return tuple(weights)


def with_leavers_last(ranks: Sequence[int], leavers: Sequence[bool]) -> tuple[int, ...]:
    """Final ranks with leavers behind everybody, sharing the last place; the others among themselves as they stand.

    >>> with_leavers_last((1, 2, 3), (True, False, False))
    (3, 1, 2)
    """
    stayed = [rank for rank, left in zip(ranks, leavers, strict=True) if not left]
    return tuple(
        len(stayed) + 1 if left else 1 + sum(other < rank for other in stayed)
        for rank, left in zip(ranks, leavers, strict=True)
    )

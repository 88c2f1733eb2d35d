"""Ratings: Plackett-Luce over final ranks, one per game and speed (openskill does the arithmetic).

What is stored is mu and sigma; what people see is `displayed`, with a question mark while sigma is large. A rating is a
fold of the finished tables of its pool in their recorded order: the same results in the same order give the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, floor, sqrt
from typing import Final

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


NEW: Final = Rating()
"""Of somebody who has not played yet."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one table did to one player's rating, and why."""

    before: Rating
    after: Rating
    rank: int
    expected: float
    """The chance to win that the ratings gave."""
    got: float
    """The share of the win: 1, a part of it when it is shared, or 0."""
    weights: tuple[float, ...]
    """What each other player gave or took, by seat, in displayed points: together the whole change."""

    @property
    def points(self) -> int:
        """The difference in displayed points."""
        return self.after.displayed - self.before.displayed


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> tuple[Change, ...]:
    """The changes after one table: ratings and final ranks by seat (1 is best, equal ranks are ties)."""
    if len(ratings) != len(ranks) or len(ratings) < 2:
        raise ValueError("a rating and a rank for each of two or more seats")
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    chances, pulls = _chances(ratings), _pulls(ratings, ranks)
    winners = sum(rank == min(ranks) for rank in ranks)
    return tuple(
        Change(
            before=ratings[seat],
            after=Rating(rated[seat][0].mu, rated[seat][0].sigma),
            rank=ranks[seat],
            expected=chances[seat],
            got=1 / winners if ranks[seat] == min(ranks) else 0.0,
            weights=pulls[seat],
        )
        for seat in range(len(ratings))
    )


def _strengths(ratings: Sequence[Rating]) -> tuple[float, list[float]]:
    """The scale of a table, and how strong each seat is on it: one comes before another in the ratio of their strengths
    (Weng and Lin, "A Bayesian Approximation Method for Online Ranking", 2011, algorithm 4)."""
    scale = sqrt(sum(rating.sigma**2 + TAU**2 + BETA**2 for rating in ratings))
    return scale, [exp(rating.mu / scale) for rating in ratings]


def _chances(ratings: Sequence[Rating]) -> list[float]:
    """The chance of each seat to win. Not openskill's `predict_win`, which averages over pairs: with six at a table it
    gives nobody more than a third. This is what the update itself compares the result with."""
    _, strengths = _strengths(ratings)
    return [strength / sum(strengths) for strength in strengths]


def _pulls(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[tuple[float, ...]]:
    """By seat, what it gained from each other or lost to them, in displayed points: together its whole change.

    A place is won against everybody who did not come before it: the winner of the place takes from each of them the
    chance they had of it. Each counts it by how unsure the own rating is.
    """
    scale, strengths = _strengths(ratings)
    seats = range(len(ratings))
    taken = [[0.0 for _ in seats] for _ in seats]
    for winner in seats:
        rivals = [seat for seat in seats if ranks[seat] >= ranks[winner]]
        among = sum(strengths[seat] for seat in rivals) * ranks.count(ranks[winner])
        for rival in rivals:
            if rival != winner:
                taken[winner][rival] += strengths[rival] / among
                taken[rival][winner] -= strengths[rival] / among
    steps = [POINTS_PER_MU * (rating.sigma**2 + TAU**2) / scale for rating in ratings]
    return [tuple(steps[seat] * share for share in taken[seat]) for seat in seats]


def in_whole_points(weights: Sequence[float], total: int) -> tuple[int, ...]:
    """Weights as whole points that add up to the change people see; zero weights stay out of it.

    >>> in_whole_points((0.0, 4.6, -2.6), 2)
    (0, 5, -3)
    """
    whole = [floor(weight) for weight in weights]
    by_rest = sorted(
        (seat for seat in range(len(weights)) if weights[seat]), key=lambda seat: whole[seat] - weights[seat]
    )
    missing = total - sum(whole)
    for step in range(abs(missing) if by_rest else 0):
        seat = by_rest[step % len(by_rest)] if missing > 0 else by_rest[-1 - step % len(by_rest)]
        whole[seat] += 1 if missing > 0 else -1
    return tuple(whole)


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

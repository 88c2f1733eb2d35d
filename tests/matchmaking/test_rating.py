"""Ratings are openskill's to the last digit, and steady: no inflation, no wandering."""

import random
from itertools import permutations

import pytest
from openskill.models import PlackettLuce

from matchmaking import rating as rating_module
from matchmaking.rating import CENTRE, POINTS_PER_MU, Rating, rate, with_leavers_last

MODEL = PlackettLuce(tau=rating_module.TAU)


def some_ratings(rng: random.Random, players: int) -> list[Rating]:
    return [Rating(rng.gauss(25, 6), rng.uniform(0.8, 8.3)) for _ in range(players)]


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_they_agree_with_openskill(players: int) -> None:
    rng = random.Random(players)
    for _ in range(200):
        ratings = some_ratings(rng, players)
        ranks = [rng.randrange(1, players + 1) for _ in range(players)]
        theirs = MODEL.rate([[MODEL.rating(mu=r.mu, sigma=r.sigma)] for r in ratings], ranks=[float(r) for r in ranks])
        for change, (other,) in zip(rate(ratings, ranks), theirs, strict=True):
            assert change.after.mu == pytest.approx(other.mu, abs=1e-9)
            assert change.after.sigma == pytest.approx(other.sigma, abs=1e-9)


def test_everybody_starts_at_fifteen_hundred_with_a_question_mark() -> None:
    assert Rating().displayed == 1500
    assert not Rating().is_sure


def test_the_winner_gains_and_the_last_loses_and_the_reason_is_told() -> None:
    first, second, third = rate([Rating(), Rating(), Rating()], [1, 2, 3])
    assert first.points > second.points > third.points
    assert first.points > 0 > third.points
    assert first.got == 1
    assert first.expected == pytest.approx(1 / 3, abs=0.01)
    assert first.weights[0] == 0
    assert first.weights[1] > 0
    assert third.weights[0] < 0


def test_a_shared_win_is_shared() -> None:
    changes = rate([Rating(), Rating(), Rating()], [1, 1, 3])
    assert [change.got for change in changes] == [0.5, 0.5, 0]
    assert changes[0].points == changes[1].points


def test_who_left_is_last_and_the_others_are_ranked_among_themselves() -> None:
    assert with_leavers_last((1, 2, 3), (True, False, False)) == (3, 1, 2)
    assert with_leavers_last((2, 1, 3), (False, False, True)) == (2, 1, 3)
    assert with_leavers_last((1, 2, 3), (True, True, False)) == (2, 2, 1)
    assert with_leavers_last((1, 1, 3), (False, False, False)) == (1, 1, 3)


def test_a_rating_for_each_seat_is_needed() -> None:
    with pytest.raises(ValueError, match="rating and a rank"):
        rate([Rating()], [1])


def coin_games(ratings: list[Rating], games: int, rng: random.Random) -> None:
    for _ in range(games):
        table = rng.sample(range(len(ratings)), 3)
        ranks = rng.sample([1, 2, 3], 3)
        teams = [[rating_module._MODEL.rating(mu=ratings[i].mu, sigma=ratings[i].sigma)] for i in table]
        for i, (after,) in zip(table, rating_module._MODEL.rate(teams, ranks=[float(r) for r in ranks]), strict=True):
            ratings[i] = Rating(after.mu, after.sigma)


@pytest.mark.parametrize("seed", range(20))
def test_the_mean_of_a_pool_stays(seed: int) -> None:
    """Thirty players and fair coins: after 3,000 games the mean moves by less than 5 points in 1,000 games."""
    rng = random.Random(seed)
    ratings = [Rating() for _ in range(30)]
    coin_games(ratings, 3000, rng)
    before = sum(r.mu for r in ratings) / 30
    coin_games(ratings, 1000, rng)
    assert abs(sum(r.mu for r in ratings) / 30 - before) * POINTS_PER_MU < 5


def test_playing_evenly_leaves_the_expected_display_where_it_was() -> None:
    """Five hundred games among settled players, every order of finish equally often: less than 10 points on average."""
    rng = random.Random(77)
    orders = list(permutations([1, 2, 3]))
    moved = 0.0
    for _ in range(20):
        ratings = [Rating(25, 1.4) for _ in range(3)]
        for _ in range(84):
            for ranks in rng.sample(orders, 6):
                ratings = [change.after for change in rate(ratings, ranks)]
        moved += ratings[0].mu - 25
    assert abs(moved / 20) * POINTS_PER_MU < 10


def test_points_are_sixty_a_unit_around_the_centre() -> None:
    assert Rating(26, 1).displayed - CENTRE == 60

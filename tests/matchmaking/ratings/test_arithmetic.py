"""Ratings are openskill's to the last digit, and steady: no inflation, no wandering."""

import math
import random
from itertools import permutations

import pytest
from openskill.models import PlackettLuce

from matchmaking.ratings import arithmetic as rating_module
from matchmaking.ratings.arithmetic import CENTRE, POINTS_PER_MU, Rating, in_whole_points, rate, with_leavers_last

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


def by_the_paper(ratings: list[Rating], ranks: list[int]) -> list[tuple[float, float]]:
    """Weng and Lin 2011, algorithm 4, written down a second time and without openskill."""
    squares = [r.sigma**2 + rating_module.TAU**2 for r in ratings]
    c = math.sqrt(sum(square + (25 / 6) ** 2 for square in squares))
    theta = [math.exp(r.mu / c) for r in ratings]
    after = []
    for i, own in enumerate(ratings):
        omega = delta = 0.0
        for q in range(len(ratings)):
            if ranks[q] > ranks[i]:
                continue
            share = theta[i] / sum(theta[s] for s in range(len(ratings)) if ranks[s] >= ranks[q])
            omega += ((q == i) - share) / ranks.count(ranks[q])
            delta += share * (1 - share) / ranks.count(ranks[q])
        gamma = math.sqrt(squares[i]) / c
        shrunk = max(1 - squares[i] / c**2 * gamma * delta, 0.0001)
        after.append((own.mu + squares[i] / c * omega, math.sqrt(squares[i] * shrunk)))
    return after


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_they_agree_with_the_paper(players: int) -> None:
    rng = random.Random(10 + players)
    for _ in range(200):
        ratings = some_ratings(rng, players)
        ranks = [rng.randrange(1, players + 1) for _ in range(players)]
        for change, (mu, sigma) in zip(rate(ratings, ranks), by_the_paper(ratings, ranks), strict=True):
            assert change.after.mu == pytest.approx(mu, abs=1e-9)
            assert change.after.sigma == pytest.approx(sigma, abs=1e-9)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_what_each_opponent_gave_or_took_is_the_whole_change(players: int) -> None:
    rng = random.Random(20 + players)
    for _ in range(200):
        ratings = some_ratings(rng, players)
        ranks = [rng.randrange(1, players + 1) for _ in range(players)]
        for seat, change in enumerate(rate(ratings, ranks)):
            moved = POINTS_PER_MU * (change.after.mu - change.before.mu)
            assert sum(change.weights) == pytest.approx(moved, abs=1e-9)
            assert change.weights[seat] == 0
            parts = in_whole_points(change.weights, change.points)
            assert sum(parts) == change.points
            assert parts[seat] == 0
            assert all(abs(part - weight) < 2 for part, weight in zip(parts, change.weights, strict=True))
            for other, weight in enumerate(change.weights):
                assert ranks[other] <= ranks[seat] or weight > 0, "nobody loses to who came behind"
                assert ranks[other] >= ranks[seat] or weight < 0, "nobody gains from who came before"


def test_equals_take_from_each_other_what_they_lose() -> None:
    first, second, third = (change.weights for change in rate([Rating(25, 1.2)] * 3, [1, 2, 3]))
    assert first[1] == pytest.approx(-second[0])
    assert first[2] == pytest.approx(-third[0])
    assert second[2] == pytest.approx(-third[1])


def test_the_chances_are_those_of_a_win_and_add_up() -> None:
    """Six at a table and one who is far better: openskill's `predict_win` could not say more than a third."""
    changes = rate([Rating(45, 1), *[Rating(25, 1)] * 5], [1, 2, 3, 4, 5, 6])
    assert sum(change.expected for change in changes) == pytest.approx(1)
    assert changes[0].expected > 0.5


def test_the_chances_come_true() -> None:
    """In a pool where strength is known, whoever is given a chance near p wins about p of such tables."""
    rng = random.Random(5)
    strengths = [rng.gauss(0, 0.5) for _ in range(30)]
    ratings = [Rating() for _ in range(30)]
    bins: dict[int, list[tuple[float, float]]] = {}
    for game in range(6_000):
        table = rng.sample(range(30), 3)
        finish = sorted(range(3), key=lambda seat: -strengths[table[seat]] + math.log(rng.expovariate(1.0)))
        ranks = [finish.index(seat) + 1 for seat in range(3)]
        if game < 2_000:
            teams = [[MODEL.rating(mu=ratings[i].mu, sigma=ratings[i].sigma)] for i in table]
            rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
            for i, (after,) in zip(table, rated, strict=True):
                ratings[i] = Rating(after.mu, after.sigma)
        else:
            for chance, rank in zip(rating_module._chances([ratings[i] for i in table]), ranks, strict=True):
                bins.setdefault(int(chance * 10), []).append((chance, float(rank == 1)))
    told = [seen for seen in bins.values() if len(seen) > 500]
    assert len(told) >= 4
    for seen in told:
        assert sum(p for p, _ in seen) / len(seen) == pytest.approx(sum(won for _, won in seen) / len(seen), abs=0.05)


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

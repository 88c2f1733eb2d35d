"""What the ledger tells of somebody, and how his rating is drawn."""

import re
from uuid import UUID

import pytest

from accounts.models import Person
from games.table.clock import now_ms
from matchmaking.models import Rating as RatingRow
from matchmaking.models import RatingChange
from matchmaking.ratings import ledger, profiles
from matchmaking.ratings.arithmetic import Rating
from matchmaking.ratings.profiles import HALF_A_YEAR_MS, Course, Point
from tests.matchmaking.ended import annul, ended
from web.graph import BOTTOM, LEFT, MOST_POINTS, RIGHT, TOP, graph, thinned

DAY = 24 * 3600 * 1000


@pytest.fixture
def three(each_database: str) -> list[str]:
    return [Person.objects.create_member(name, "correct horse").public_id for name in ("Alice", "Bob", "Carol")]


def rated(persons: list[str], ranks: tuple[int, ...] = (1, 2, 3), **given: object) -> UUID:
    table = ended(persons, ranks, **given)
    ledger.record(table)
    return table


def test_records_are_counted_from_the_changes(three):
    rated(three, (1, 2, 3))
    rated(three, (1, 2, 3))
    rated(three, (2, 1, 3))
    rated(three, (1, 3, 2))
    rated(three, (1, 2, 3), left=(0,))
    rated(three, (1, 2, 3), speed="blitz")
    found = profiles.profile_of(three[0])
    records = found.records
    assert (records.tables, records.finished, records.wins, records.streak) == (6, 5, 4, 2)
    outcomes = profiles.outcomes(three[0], list(RatingChange.objects.values_list("table_id", flat=True)))
    gains = {table: outcome.gain for table, outcome in outcomes.items()}
    assert [outcome.rank for _, outcome in sorted(outcomes.items())] == [1, 1, 2, 1, 3, 1]
    assert records.best_table is not None
    assert gains[records.best_table] == records.best_gain == max(gains.values())
    assert records.strongest_beaten is None
    assert [(course.game, course.speed, course.games) for course in found.courses] == [
        ("hokm", "normal", 5),
        ("hokm", "blitz", 1),
    ]


def test_a_course_ends_where_the_rating_stands_and_begins_before_the_first_table(three):
    for _ in range(3):
        rated(three)
    (course,) = profiles.profile_of(three[0]).courses
    row = RatingRow.objects.get(person=three[0])
    assert course.points[0].rating == Rating()
    assert course.points[-1].rating == course.now == Rating(row.mu, row.sigma)
    assert course.change == course.now.displayed - 1500
    assert course.recent == 3


def test_only_the_last_six_months_are_drawn(three):
    rated(three)
    RatingChange.objects.update(at=now_ms() - HALF_A_YEAR_MS - DAY)
    rated(three)
    (course,) = profiles.profile_of(three[0]).courses
    assert (course.games, course.recent, len(course.points)) == (2, 1, 2)
    assert profiles.profile_of(three[0]).records.tables == 2


def test_the_highest_rating_counts_only_while_sure(three):
    for _ in range(2):
        rated(three)
    assert profiles.profile_of(three[0]).courses[0].highest is None
    RatingChange.objects.filter(position=1, person=three[0]).update(mu=40.0, sigma=2.4)
    RatingChange.objects.filter(position=2, person=three[0]).update(mu=60.0, sigma=2.6)
    assert profiles.profile_of(three[0]).courses[0].highest == 2400


def test_the_strongest_beaten_was_sure_and_stood_behind(three):
    first, second = rated(three, (1, 2, 3)), rated(three, (3, 1, 2))
    RatingChange.objects.filter(table_id=first, person=three[1]).update(mu_before=30.0, sigma_before=2.0)
    RatingChange.objects.filter(table_id=first, person=three[2]).update(mu_before=50.0, sigma_before=7.0)
    RatingChange.objects.filter(table_id=second, person=three[1]).update(mu_before=45.0, sigma_before=2.0)
    assert profiles.profile_of(three[0]).records.strongest_beaten == 1800


def test_an_annulled_table_counts_for_nothing(three):
    table = rated(three)
    annul(table)
    ledger.record(table)
    found = profiles.profile_of(three[0])
    assert found.records.tables == 0
    assert profiles.outcomes(three[0], [table]) == {}
    assert profiles.against(three[0], three[1]) == profiles.Against(0, 0)


def test_against_somebody_counts_tables_both_played_to_the_end(three):
    rated(three, (1, 2, 3))
    rated(three, (3, 1, 2))
    rated(three, (1, 2, 3), left=(0,))
    assert profiles.against(three[0], three[1]) == profiles.Against(ahead=1, behind=1)
    assert profiles.against(three[1], three[0]) == profiles.Against(ahead=1, behind=1)


def test_tables_against_programs_are_no_rated_tables_of_people(three):
    RatingRow.objects.create(pool="hokm.programs", person=three[0], mu=25, sigma=8, games=4, position=4)
    assert profiles.profile_of(three[0]).courses == ()


@pytest.mark.django_db
def test_the_queries_do_not_grow(django_assert_num_queries):
    three = [Person.objects.create_member(name, "correct horse").public_id for name in ("Alice", "Bob", "Carol")]
    for count in (1, 4):
        for _ in range(count):
            rated(three)
        with django_assert_num_queries(5):
            profiles.profile_of(three[0])
        with django_assert_num_queries(2):
            profiles.against(three[0], three[1])


def test_the_longest_run():
    assert profiles.longest([]) == 0
    assert profiles.longest([True, True, False, True]) == 2
    assert profiles.longest([False]) == 0


# --- the drawing ---


def course(*ratings: Rating, now: int = 1_790_000_000_000) -> Course:
    points = tuple(Point(now - (len(ratings) - n) * DAY, rating) for n, rating in enumerate(ratings))
    return Course("hokm.normal", "hokm", "normal", ratings[-1], len(ratings), None, len(ratings), points)


def places(svg: str, name: str) -> list[tuple[float, float]]:
    path = re.search(rf'class="{name}" d="M([^"]*?)Z?"', svg)
    assert path
    return [(float(x), float(y)) for x, y in (place.split() for place in path[1].split("L"))]


@pytest.mark.parametrize(
    "ratings",
    [
        [Rating()],
        [Rating(), Rating(25.1, 8)],
        [Rating(), Rating(5, 6), Rating(48, 2)],
        [Rating(20 + n % 9, 2.0) for n in range(500)],
    ],
)
def test_everything_stays_on_the_paper(ratings):
    svg = graph(course(*ratings), "label", 1_790_000_000_000)
    for name in ("rating-line", "rating-band"):
        for x, y in places(svg, name):
            assert LEFT <= x <= RIGHT
            assert TOP <= y <= BOTTOM
    assert "style" not in svg
    assert len(places(svg, "rating-line")) <= MOST_POINTS + 1
    assert 2 <= svg.count('class="grid"') <= 5


def test_a_higher_rating_stands_higher_and_the_band_around_it():
    svg = graph(course(Rating(20, 1), Rating(30, 1)), "label", 1_790_000_000_000)
    line = places(svg, "rating-line")
    assert line[0][1] > line[-1][1]
    band = places(svg, "rating-band")
    upper, lower = band[: len(line)], band[len(line) :][::-1]
    for (_, high), (_, here), (_, low) in zip(upper, line, lower, strict=True):
        assert high < here < low


def test_a_label_cannot_break_out():
    assert '"><script' not in graph(course(Rating()), '"><script', 1_790_000_000_000)


def test_thinning_keeps_the_ends():
    points = [Point(n, Rating()) for n in range(1000)]
    kept = thinned(points)
    assert len(kept) == MOST_POINTS
    assert (kept[0], kept[-1]) == (points[0], points[-1])

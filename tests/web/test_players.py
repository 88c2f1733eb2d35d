"""The pages about ratings, in words and without a script."""

import re
from dataclasses import replace

import pytest
from django.core.cache import cache

from accounts.models import Person
from games.table.clock import now_ms
from games.table.ids import format_id
from matchmaking.models import Matched
from matchmaking.queues.matching import pair_waiting
from matchmaking.queues.tickets import enter
from matchmaking.ratings import ledger
from matchmaking.ratings.seasons import Season
from tests.matchmaking.ended import annul, ended, finish, running
from tests.matchmaking.people import CASUAL, RATED, member, members
from tests.matchmaking.ratings.standing import counted, rated, stands, stood

pytestmark = pytest.mark.django_db(transaction=True)

ARABIC = {"accept-language": "ar"}


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()
    yield
    cache.clear()


def page(client, address, **headers):
    answer = client.get(address, headers=headers or None)
    assert answer.status_code == 200
    return answer.content.decode().replace("\u00a0", " ")


def rows(html):
    return [re.sub(r"<[^>]+>|\s+", " ", row).split() for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL)]


# --- leaderboards ---


def test_an_empty_leaderboard_says_so_and_offers_every_game_and_speed(client):
    html = page(client, "/players")
    assert "Nobody stands here yet." in html
    for pool in ("hokm.blitz", "preferans.normal", "tong.slow", "tong.programs"):
        assert f'href="/players?pool={pool}"' in html
    assert html.count('aria-current="true"') == 3  # the pool, "now", and the language in the foot


def test_the_bar_leads_there(client):
    assert 'href="/players"' in page(client, "/")


def test_members_stand_by_rating_and_the_reader_is_marked(client, django_assert_max_num_queries):
    alice, bob = rated("Alice", 1842, games=57), rated("Bob", 1700)
    client.force_login(bob)
    with django_assert_max_num_queries(12):
        html = page(client, "/players?pool=hokm.normal")
    assert rows(html)[1:] == [["1", "Alice", "1842", "57"], ["2", "Bob", "you", "1700", "40"]]
    assert f'<tr class="mine" aria-current="true"><td class="r">2</td><th scope="row">' in html  # noqa: F541
    assert alice.name in html


def test_whoever_is_further_down_is_told_where(client, monkeypatch):
    monkeypatch.setattr("matchmaking.ratings.leaderboard.ON_A_PAGE", 2)
    for number in range(3):
        rated(f"P{number}", 2000 - number)
    reader = rated("Reader", 1500)
    client.force_login(reader)
    html = page(client, "/players?pool=hokm.normal")
    assert "You stand at place <b>4</b> with <b>1500</b>." in html
    further = re.search(r'rel="next" href="([^"]+)"', html)
    assert further is not None
    html = page(client, further[1].replace("&amp;", "&"))
    assert [row[0] for row in rows(html)[1:]] == ["3", "4"]
    assert "You stand at place" not in html
    assert "From the top" in html


def test_an_unsure_reader_is_told_why_he_is_not_there(client):
    client.force_login(rated("Reader", 1520, sigma=5))
    assert "Your rating is <b>1520?</b>" in page(client, "/players?pool=hokm.normal")


def test_a_reader_comes_to_the_pool_he_plays_most(client):
    reader = rated("Reader", 1520, games=3)
    stands(reader, 1600, games=30, pool="tong.blitz")
    client.force_login(reader)
    assert '<h2 id="board">Tong, blitz</h2>' in page(client, "/players")


def test_names_that_could_be_markup_are_shown_as_they_are(client):
    rated("<b>Eve", 1800)
    html = page(client, "/players?pool=hokm.normal")
    assert "&lt;b&gt;Eve" in html
    assert "<b>Eve" not in html


def test_a_past_season_can_be_looked_at(client):
    alice = rated("Alice", 1500)
    spring = Season.read("2026-2")
    stood(alice, spring, 1900, games=12)
    html = page(client, "/players?pool=hokm.normal")
    assert 'href="/players?pool=hokm.normal&amp;season=2026-2"' in html
    assert "April – June 2026" in html
    html = page(client, "/players?pool=hokm.normal&season=2026-2")
    assert rows(html)[1:] == [["1", "Alice", "1900", "12"]]
    assert "at least 10 rated tables" in html
    assert "still runs" not in html


@pytest.mark.parametrize(
    "query", ["pool=hokm", "pool=hokm.casual", "pool=poker.normal", "pool=hokm.normal&season=x", "season=9999-1"]
)
def test_other_addresses_lead_nowhere(client, query):
    assert client.get(f"/players?{query}").status_code == 404


def test_in_arabic_figures_follow_the_language_and_each_keeps_to_itself(client):
    rated("Alice", 1842, games=57)
    html = page(client, "/players?pool=hokm.normal", **ARABIC)
    assert 'dir="rtl"' in html
    assert "<bdi>١٨٤٢</bdi>" in html
    assert "<bdi>Alice</bdi>" in html
    assert "pool=hokm.normal" in html


def test_programs_stand_apart(client):
    ledger.record(finish(running([member("Alice")], bots=["simple", "random"], rated=False, speed="casual"), (2, 1, 3)))
    html = page(client, "/players?pool=hokm.programs")
    assert [row[:2] for row in rows(html)[1:]] == [["1", "Simple"], ["2", "Random"]]
    assert "Alice" not in html


def test_a_program_that_has_been_rated_has_a_page(client):
    ledger.record(finish(running([member("Alice")], bots=["simple", "random"], rated=False, speed="casual"), (2, 1, 3)))
    simple = Person.objects.get(policy="simple")
    assert f'<a href="/people/{simple.public_id}"><bdi>Simple</bdi></a>' in page(client, "/players?pool=hokm.programs")
    assert client.get(f"/people/{simple.public_id}").status_code == 200


# --- a pool ---


def test_a_pool_tells_its_spread_and_whether_it_foretells(client, django_assert_max_num_queries):
    for number in range(5):
        rated(f"P{number}", 1480 + 20 * number)
    for position in range(1, 11):
        counted(position, (0.6, 0.3, 0.1), winner=0 if position <= 6 else 1 if position <= 9 else 2)
    with django_assert_max_num_queries(6):
        html = page(client, "/players/hokm.normal")
    assert "<dd>1520</dd>" in html
    assert '<svg class="bars"' in html
    assert html.count('class="dot"') == 3
    assert '<td class="r">60 %</td><td class="r">60 %</td>' in html
    assert "0.222" in html  # the Brier score of giving everybody the same
    assert "style=" not in html.split("<main")[1].split("</main>")[0]
    with django_assert_max_num_queries(1):
        page(client, "/players/hokm.normal")


def test_an_empty_pool_explains_itself_all_the_same(client):
    html = page(client, "/players/tong.slow")
    assert "No table has counted yet." in html
    assert "Everybody begins at 1500 with a question mark." in html


def test_a_pool_in_arabic(client):
    rated("Alice", 1500)
    counted(1, (0.6, 0.3, 0.1), winner=0)
    html = page(client, "/players/hokm.normal", **ARABIC)
    assert "٦٠٪" in html
    assert "يبدأ الجميع من ١٥٠٠" in html
    assert '<svg class="bars"' in html


def test_programs_have_such_a_page_of_their_own(client, django_assert_max_num_queries):
    assert "No program's rating is sure yet." in page(client, "/players/tong.programs")
    for points, policy in ((1400, "random"), (1500, "simple")):
        stands(Person(public_id=f"bot:{policy}"), points, pool="hokm.programs")
    rated("Alice", 2000, pool="hokm.programs")
    counted(1, (0.6, 0.3, 0.1), winner=0, pool="hokm.programs")
    assert 'href="/players/hokm.programs"' in page(client, "/players?pool=hokm.programs")
    with django_assert_max_num_queries(6):
        html = page(client, "/players/hokm.programs")
    figures = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html)
    assert [figure for _, figure in figures] == ["2", "2", "1450", "50", "1"]
    assert figures[-1][0] == "People who have played against them"
    assert '<td class="r">60 %</td><td class="r">100 %</td>' in html
    assert "2000" not in html


@pytest.mark.parametrize("pool", ["hokm", "hokm.casual", "x.normal"])
def test_what_is_no_pool_is_not_found(client, pool):
    assert client.get(f"/players/{pool}").status_code == 404


# --- a table ---


def address(table_id):
    return f"/t/{format_id(table_id)}/ratings"


def plain(html):
    return re.sub("[\u2066\u2068\u2069]", "", html)


def test_a_table_says_whom_it_moved_and_what_each_opponent_gave_or_took(client, django_assert_max_num_queries):
    huda, salem, vera = member("Huda"), member("Salem"), member("Vera")
    table_id = ended([huda, salem, vera], (2, 1, 3))
    ledger.record(table_id)
    with django_assert_max_num_queries(5):
        html = plain(page(client, address(table_id)))
    assert "against Huda +86, against Vera +86; expected to win: 33 %, got 100 %" in html
    assert "against Salem −86, against Vera +129; expected to win: 33 %, got 0 %" in html
    assert html.index("Salem</bdi>") < html.index("Huda</bdi>") < html.index("Vera</bdi>")
    assert "<bdi>1672?</bdi>" in html


def test_a_table_of_the_queue_says_why_these_people_sit_together(client, django_assert_max_num_queries):
    now = now_ms()
    vera = member("Vera")
    stands(Person.objects.get(public_id=vera), 1560)
    enter([vera], [RATED, replace(RATED, speed="blitz")], now=now - 30_000)
    for name in ("Huda", "Salem"):
        enter([member(name)], [RATED], now=now - 4_000)
    (made,) = pair_waiting(now)
    with django_assert_max_num_queries(5):
        html = plain(page(client, address(made.table_id)))
    assert "Hokm, 3 players. Rated: " in html
    assert "<li>Vera: waited 30 s, stood at 1560, would meet 1220 to 1900</li>" in html
    assert "<li>Huda: waited 4 s, stood at 1500, would meet 1368 to 1632</li>" in html
    assert "The ratings lay 60 points apart." in html
    assert "met again" not in html
    Matched.objects.update(why={**Matched.objects.get().why, "company_again": True, "windows": [None, 132, 132]})
    html = plain(page(client, address(made.table_id)))
    assert "They had just played together." in html
    assert "would meet any rating" in html
    Person.objects.filter(public_id=vera).update(name="")
    assert "deleted account: waited 30 s" in plain(page(client, address(made.table_id)))
    assert "لعبوا معًا" in page(client, address(made.table_id), **ARABIC)


def test_a_party_stands_in_one_line(client):
    alice, bob = members(2)
    enter([alice, bob], [CASUAL])
    enter([member("Carol")], [CASUAL])
    (made,) = pair_waiting(now_ms() + 3_000)
    html = plain(page(client, address(made.table_id)))
    assert "<li>Member 0, Member 1: waited 3 s</li>" in html
    assert "stood at" not in html


def test_who_left_is_told_apart(client):
    table_id = ended(members(3), (1, 2, 3), left=[0])
    ledger.record(table_id)
    assert "left: ranked last" in page(client, address(table_id))


@pytest.mark.parametrize(
    ("sort", "words"),
    [
        ("running", "still played"),
        ("casual", "A casual table"),
        ("annulled", "Moderation has annulled"),
        ("program", "A program played from the start"),
    ],
)
def test_a_table_that_moved_nobody_says_why(client, sort, words):
    three = members(3)
    if sort == "running":
        table_id = running(three)
    elif sort == "casual":
        table_id = running(three, rated=False, speed="casual")
    elif sort == "program":
        table_id = finish(running(three[:2], bots=["simple"]), (1, 2, 3))
        ledger.record(table_id)
    else:
        table_id = ended(three)
        ledger.record(table_id)
        annul(table_id)
        ledger.record(table_id)
    html = page(client, address(table_id))
    assert words in html
    assert "expected to win" not in html


def test_a_casual_table_with_programs_says_what_it_did_among_them(client):
    table_id = finish(running([member("Huda")], bots=["simple", "simple"], rated=False, speed="casual"), (2, 1, 3))
    ledger.record(table_id)
    html = plain(page(client, address(table_id)))
    assert "A casual table" in html
    assert "Among programs" in html
    assert "the program Simple" in html
    assert "against the program Simple" in html
    assert "against Huda" in html
    assert '<span class="place">1, 3</span>' in html


def test_the_words_in_arabic(client):
    table_id = ended([member("Huda"), member("Salem"), member("Vera")], (2, 1, 3))
    ledger.record(table_id)
    html = page(client, address(table_id), **ARABIC)
    assert "أمام \u2068Huda\u2069 \u2066+٨٦\u2069، أمام" in html
    assert "احتمال الفوز المتوقَّع: ٣٣٪" in html


def test_after_an_annulment_every_page_tells_what_is_left(client):
    three = [member("Huda"), member("Salem"), member("Vera")]
    first, second = ended(three, (1, 2, 3)), ended(three, (3, 2, 1))
    for table_id in (first, second):
        ledger.record(table_id)
    before = page(client, address(second))
    assert "1672?" in before
    assert "(2)" in page(client, "/players/hokm.normal")
    annul(first)
    ledger.record(first)
    after = page(client, address(second))
    assert "<bdi>1500?</bdi>" in after
    assert after != before
    cache.clear()  # what is kept for a minute
    assert "(1)" in page(client, "/players/hokm.normal")


def test_no_table_no_page(client):
    assert client.get("/t/0000000000000000000000/ratings").status_code == 404

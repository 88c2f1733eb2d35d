"""Profiles: what everybody may read of somebody, what only he may, and what can be done from there."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from accounts import inbox, members, relations, services
from accounts.models import InboxItem, Person
from games.table import played, service
from games.table.clock import now_ms
from games.table.held import load
from games.table.ids import format_id, parse_id, uuid7
from games.table.models import Played, Seat
from matchmaking.ratings import ledger
from tests.games.table.tables import play_out
from tests.matchmaking.ended import annul, ended
from web.isolates import isolated_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def three() -> list[Person]:
    return [Person.objects.create_member(name, "correct horse") for name in ("Alice", "Bob", "Carol")]


def as_(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def page(client: Client, person: Person, **query: str) -> str:
    answer = client.get(f"/people/{person.public_id}", query)
    assert answer.status_code == 200
    return answer.content.decode()


def rated(persons: list[Person], ranks: tuple[int, ...] = (1, 2, 3), **given: object) -> str:
    table = ended([person.public_id for person in persons], ranks, **given)
    ledger.record(table)
    played.record(table)
    return format_id(table)


def text(html: str) -> str:
    return " ".join(html.replace("<bdi>", "").replace("</bdi>", "").split())


def test_a_member_has_a_page_with_ratings_records_and_tables(client, three):
    alice = three[0]
    tables = [rated(three), rated(three, (1, 2, 3)), rated(three, (3, 1, 2))]
    seen = page(client, alice)
    assert "3 tables" in seen
    assert "finished 3 of the last 3" in seen
    assert "<dt>Played to the end</dt><dd>3</dd>" in seen
    assert "<dt>Won</dt><dd>2</dd>" in seen
    assert "<dt>Most won in a row</dt><dd>2</dd>" in seen
    assert seen.count('class="rating-line"') == 1
    for table in tables:
        assert f'href="/t/{table}"' in seen
    assert f'href="/people/{three[1].public_id}"' in seen
    assert "first: " in seen
    assert "third: " in seen


def test_the_pages_allow_no_inline_style(client, three):
    rated(three)
    seen = page(client, three[0])
    assert "style=" not in seen
    assert "<style" not in seen


def test_leaving_counts_as_not_finished(client, three):
    rated(three, (1, 2, 3), left=(0,))
    seen = text(page(client, three[0]))
    assert "finished 0 of the last 1" in seen
    assert "<td>left the table</td>" in seen


def test_who_stays_stands_before_who_has_left_and_both_are_named(client, three):
    rated(three, (1, 2, 3), left=(0,))
    seen = text(page(client, three[1]))
    assert "first: " in seen
    assert f'<a href="/people/{three[0].public_id}">{isolated_name(three[0].name)}</a>' in seen


def test_the_usual_time_for_a_decision_stands_there_by_game_and_speed(client, three):
    rows = [
        Played(
            table_id=uuid7(), seat=0, person=three[0].public_id, game="hokm", speed=speed, at=1, left=False, decisions=9
        )
        for speed in ("blitz", "slow")
        for _ in range(5)
    ]
    for one in rows:
        one.usual_ms = 2_340 if one.speed == "blitz" else 5 * 3_600_000
    Played.objects.bulk_create(rows)
    seen = text(page(client, three[0]))
    assert 'Hokm <span class="muted">blitz</span></dt><dd>2 s</dd>' in seen
    assert 'Hokm <span class="muted">slow</span></dt><dd>5 h</dd>' in seen


def test_a_table_that_was_annulled_has_no_result(client, three):
    table = parse_id(rated(three))
    annul(table)
    ledger.record(table)
    seen = page(client, three[0])
    assert "annulled" in seen
    assert "Rated tables" not in seen


def test_the_queries_do_not_grow_with_the_tables(three, django_assert_num_queries):
    alice, bob = as_(three[0]), three[1]
    rated(three)
    page(alice, bob)
    with django_assert_num_queries(QUERIES):
        page(alice, bob)
    for _ in range(6):
        rated(three)
        service.open_table("hokm", {}, None, persons=[one.public_id for one in three], ready=True)
    with django_assert_num_queries(QUERIES):
        page(alice, bob)


QUERIES = 23


def test_earlier_tables_are_a_page_away_each_once(client, three, monkeypatch):
    monkeypatch.setattr("games.table.histories.MOST", 3)
    tables = [rated(three) for _ in range(7)]
    seen: list[str] = []
    before = ""
    for _ in range(3):
        html = page(client, three[0], before=before)
        seen += [table for table in reversed(tables) if f'<td><a class="under" href="/t/{table}"' in html]
        if 'href="?before=' not in html:
            break
        before = html.split('href="?before=')[1].split('"')[0]
    assert len(seen) == 7
    assert set(seen) == set(tables)


def test_a_wrong_place_to_go_on_from_begins_anew(client, three):
    rated(three)
    assert "Recent tables" in page(client, three[0], before="nowhere")


def test_against_you_counts_the_tables_of_both(three):
    alice, bob, _ = three
    rated(three, (1, 2, 3))
    rated(three, (2, 1, 3))
    rated(three, (1, 3, 2))
    seen = text(page(as_(bob), alice))
    assert "<dt>Tables together</dt><dd>3</dd>" in seen
    assert "Alice\u2069 finished ahead, rated</dt><dd>2</dd>" in seen
    assert "<dt>You finished ahead, rated</dt><dd>1</dd>" in seen
    assert "Against you" not in page(Client(), alice)
    assert "Against you" not in page(as_(alice), alice)


def test_a_table_for_people_with_its_link_is_told_of_to_those_who_sat_there(client, three):
    alice, bob, carol = three
    made = service.open_table(
        "hokm",
        {"target": 200},
        alice.public_id,
        persons=[alice.public_id, bob.public_id],
        bots=("simple",),
        ready=True,
        visibility="link",
    )
    play_out(load(made.table_id))
    assert made.id in page(as_(bob), alice)
    assert made.id in page(as_(alice), alice)
    assert made.id not in page(as_(carol), alice)
    assert made.id not in page(client, alice)


def test_a_guest_and_a_program_have_pages(client, three):
    guest = services.create_guest(name="Dave")
    assert "A guest" in page(client, guest)
    seen = page(as_(three[0]), services.bot_person("simple"))
    assert "A program of this server" in seen
    assert "Invite" not in seen
    assert "Block" not in seen


def test_the_page_of_a_guest_who_became_somebody_leads_to_him(client, three):
    guest = services.create_guest(name="Dave")
    table = rated([guest, *three[1:]])
    members.recognise(three[0], guest)
    assert client.get(f"/people/{guest.public_id}").headers["Location"] == f"/people/{three[0].public_id}"
    assert table in page(client, three[0])


@pytest.mark.parametrize("public_id", ["NobodyNobody", "0", "x" * 200, "%00", "a%00b", "../x", "é"])
def test_nobody_has_no_page(client, public_id):
    assert client.get(f"/people/{public_id}").status_code == 404


def test_whoever_was_erased_has_a_page_that_says_so(client, three):
    alice = three[0]
    Person.objects.filter(pk=alice.pk).update(erased_at=timezone.now(), name="", is_active=False)
    answer = client.get(f"/people/{alice.public_id}")
    assert answer.status_code == 410
    assert "A deleted account" in answer.content.decode()


def test_the_name_of_the_erased_is_gone_from_the_tables_of_others(client, three):
    rated(three)
    Person.objects.filter(pk=three[0].pk).update(erased_at=timezone.now(), name="", is_active=False)
    assert "deleted account" in page(client, three[1])


# --- friends and blocks ---


def test_friendship_needs_both(three):
    alice, bob, _ = three
    as_(alice).post(f"/people/{bob.public_id}/befriend")
    assert "You have asked to be friends." in page(as_(alice), bob)
    assert "Be friends" in page(as_(bob), alice)
    as_(bob).post(f"/people/{alice.public_id}/befriend")
    assert "You are friends." in page(as_(alice), bob)
    as_(bob).post(f"/people/{alice.public_id}/unfriend")
    assert "Add as a friend" in page(as_(alice), bob)


def test_a_block_is_seen_by_whoever_blocks_alone(three):
    alice, bob, _ = three
    before = page(as_(bob), alice)
    as_(alice).post(f"/people/{bob.public_id}/block")
    assert "You have blocked this person" in page(as_(alice), bob)
    strip = lambda html: html.split('id="inbox"')[0].split('name="csrfmiddlewaretoken"')[-1].split(">", 1)[1]  # noqa: E731
    assert strip(page(as_(bob), alice)) == strip(before)
    as_(bob).post(f"/people/{alice.public_id}/befriend")
    assert inbox.items(alice.public_id) == []
    assert "You have asked to be friends." in page(as_(bob), alice)


def test_a_stranger_is_asked_to_sign_in_first(client, three):
    answer = client.post(f"/people/{three[0].public_id}/befriend")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/account/login")


@pytest.mark.parametrize(("what", "status"), [("praise", 404), ("befriend", 302)])
def test_only_what_there_is_can_be_done(three, what, status):
    assert as_(three[0]).post(f"/people/{three[1].public_id}/{what}").status_code == status
    assert as_(three[0]).get(f"/people/{three[1].public_id}/{what}").status_code == 405


def test_asking_has_a_limit(three, settings):
    settings.FRIEND_LIMITS = [(1, 3600)]
    alice = as_(three[0])
    assert alice.post(f"/people/{three[1].public_id}/befriend").status_code == 302
    assert alice.post(f"/people/{three[2].public_id}/befriend").status_code == 429


# --- invitations ---

FORM = {"game": "hokm", "preset": "default", "speed": "casual", "players": "3"}


def test_an_invitation_opens_a_table_and_waits_for_the_other(three):
    alice, bob, _ = three
    answer = as_(alice).post(f"/people/{bob.public_id}/challenge", FORM)
    assert answer.status_code == 302
    table = answer.headers["Location"].removeprefix("/t/")
    (item,) = inbox.items(bob.public_id)
    assert item["body"] == {"table": table, "from": alice.public_id, "game": "hokm"}
    as_(bob).get(f"/t/{table}")
    assert inbox.items(bob.public_id) == []


@pytest.mark.parametrize(
    "change", [{"game": "chess"}, {"players": "9"}, {"players": ""}, {"speed": "warp"}, {"preset": "none"}]
)
def test_a_form_that_cannot_be_opens_nothing(three, change):
    answer = as_(three[0]).post(f"/people/{three[1].public_id}/challenge", {**FORM, **change})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not InboxItem.objects.exists()


def test_every_game_has_its_form(three):
    for game in ("hokm", "preferans", "tong", "nonsense"):
        answer = as_(three[0]).get(f"/people/{three[1].public_id}/challenge", {"game": game})
        assert answer.status_code == 200


def test_not_now_tells_the_challenger(three):
    alice, bob, carol = three
    as_(alice).post(f"/people/{bob.public_id}/challenge", FORM)
    item = InboxItem.objects.get()
    assert as_(carol).post(f"/inbox/{item.pk}/away", headers={"accept": "application/json"}).status_code == 204
    assert len(inbox.items(bob.public_id)) == 1
    assert as_(bob).post(f"/inbox/{item.pk}/away", headers={"accept": "application/json"}).status_code == 204
    assert inbox.items(bob.public_id) == []
    assert [one["kind"] for one in inbox.items(alice.public_id)] == ["declined"]


def test_a_visitor_invites_as_a_guest(client, three):
    assert client.post(f"/people/{three[0].public_id}/challenge", FORM).status_code == 302
    assert len(inbox.items(three[0].public_id)) == 1


# --- the bar ---


def test_the_places_of_the_inbox_are_on_the_pages_of_people_with_a_session_only(client, three):
    assert 'id="inbox"' not in client.get("/").content.decode()
    alice = as_(three[0])
    table = service.open_table("hokm", {}, three[0].public_id)
    for address in ("/", "/settings", f"/t/{table.id}", "/friends"):
        assert 'id="inbox"' in alice.get(address).content.decode()


# --- the page of friends ---


def test_the_page_of_friends_tells_who_is_where(three, django_assert_num_queries):
    alice, bob, carol = three
    for one, other in ((alice, bob), (bob, alice), (alice, carol), (carol, alice)):
        relations.befriend(one.public_id, other.public_id)
    open_table = service.open_table("tong", {}, bob.public_id)
    hidden = service.open_table("hokm", {}, carol.public_id, visibility="link")
    Seat.objects.filter(table_id__in=(open_table.table_id, hidden.table_id)).update(here=True, seen_at=now_ms())
    client = as_(alice)
    client.get("/friends")
    with django_assert_num_queries(10):
        seen = client.get("/friends").content.decode()
    assert f'href="/t/{open_table.id}"' in seen
    assert hidden.id not in seen
    assert "at a table" in seen


def test_nobody_reads_the_friends_of_somebody_else(client, three):
    relations.befriend(three[0].public_id, three[1].public_id)
    assert client.get("/friends").status_code == 302
    assert "Alice" not in as_(three[2]).get("/friends").content.decode()
    assert "Alice" in as_(three[1]).get("/friends").content.decode()


def test_a_member_is_found_by_the_exact_name_however_it_is_written(three):
    client = as_(three[1])
    assert three[0].public_id in client.get("/friends", {"name": "ALICE"}).content.decode()
    assert three[0].public_id not in client.get("/friends", {"name": "Ali"}).content.decode()
    services.create_guest(name="Dave")
    assert "No member has this name." in client.get("/friends", {"name": "Dave"}).content.decode()


def test_nonsense_is_no_name(each_database):
    client = as_(services.create_guest(name="Dave"))
    for name in ("\u202e", "%", "'"):
        assert "No member has this name." in client.get("/friends", {"name": name}).content.decode()
    for name in ("\0", "a\0b"):
        assert client.get("/friends", {"name": name}).status_code == 400


def test_looking_for_names_has_a_limit(three, settings):
    settings.FIND_LIMITS = [(1, 600)]
    client = as_(three[0])
    assert client.get("/friends", {"name": "Bob"}).status_code == 200
    assert client.get("/friends", {"name": "Bob"}).status_code == 429


def test_old_items_are_not_kept_for_ever(three):
    alice = three[0].public_id
    inbox.put(alice, "seated", {"table": "T1"}, key="one")
    InboxItem.objects.update(until=timezone.now() - dt.timedelta(days=1))
    inbox.put(alice, "seated", {"table": "T2"}, key="two")
    assert InboxItem.objects.count() == 1

"""Waiting for a table on the pages: enter, ask for more, stop, begin with programs; every key a plain form."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts import relations
from accounts.models import Person
from games.table import restarts
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.models import Head, Seat
from games.table.service import open_table
from matchmaking.models import Rating, Ticket, TicketPerson
from matchmaking.queues.matching import pair_waiting
from matchmaking.queues.pauses import note_no_shows
from matchmaking.queues.tickets import enter
from matchmaking.queues.wishes import Wanted
from tests.accounts.people import PASSWORD, sign_up
from tests.matchmaking.people import CASUAL, RATED, member, members

pytestmark = pytest.mark.django_db


def as_member(client: Client, person: str) -> Client:
    client.force_login(Person.objects.get(public_id=person))
    return client


def page_of(client: Client, **given: Any) -> str:
    return client.get("/wait", **given).content.decode()


def wishes() -> list[dict[str, Any]]:
    return list(Ticket.objects.get().wishes)


def test_play_makes_a_guest_who_waits(client: Client) -> None:
    answer = client.post("/wait", {"game": "hokm", "speed": "casual"})
    assert (answer.status_code, answer["Location"]) == (302, "/wait")
    assert Person.objects.get().kind == "guest"
    assert wishes() == [Wanted("hokm", speed="casual").as_json()]
    page = page_of(client)
    assert "<h1>Hokm, 3 players</h1>" in page
    assert "2 chairs are free." in page
    assert "Casual: no clock." in page
    assert 'http-equiv="refresh"' in page
    assert 'class="range"' not in page


def test_whoever_waits_says_by_which_rules(client: Client) -> None:
    front = client.get("/").content.decode()
    choice = front.split('<select name="preset.preferans" aria-label="Rules, Preferans">')[1].split("</select>")[0]
    assert re.findall('value="([a-z]+)"', choice) == ["sochi", "leningrad", "rostov"]
    assert "preset.hokm" not in front
    client.post(
        "/wait", {"game": "preferans", "speed": "casual", "preset.preferans": "rostov", "players.preferans": "4"}
    )
    assert wishes() == [Wanted("preferans", "rostov", "casual", counts=(4,)).as_json()]
    client.post("/wait", {"game": "preferans", "speed": "casual", "preset.preferans": "leningrad"})
    assert [wish["preset"] for wish in wishes()] == ["rostov", "leningrad"]
    assert "Leningrad" in page_of(client)


def test_rules_that_do_not_exist_are_the_usual_ones(client: Client) -> None:
    client.post("/wait", {"game": "preferans", "speed": "casual", "preset.preferans": "none"})
    assert [wish["preset"] for wish in wishes()] == ["sochi"]


def test_looking_makes_nobody(client: Client) -> None:
    assert "Sit here" in page_of(client)
    assert "sessionid" not in client.cookies
    assert not Person.objects.exists()


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> int:
    """A moment at which the page is asked for."""
    moment = now_ms()
    monkeypatch.setattr("web.waiting.now_ms", lambda: moment)
    return moment


def test_a_member_sees_chairs_the_window_and_who_else_waits(client: Client, now: int) -> None:
    alice, bob, carol = members(3)
    for person, mu in ((alice, 30), (bob, 31), (carol, 40)):
        Rating.objects.create(pool="hokm.normal", person=person, mu=mu, sigma=1, games=9, position=1)
        enter([person], [RATED], now=now)
    page = page_of(as_member(client, alice))
    chairs = re.findall(r'<li class="(\w+)">', page[page.index('id="chairs"') :])
    assert chairs == ["you", "in", "free"]
    assert "You meet ratings from 1700 to 1900." in page
    assert "In ten seconds 80 more on both sides." in page
    assert 'class="in"' in page
    assert 'class="out"' in page
    assert " style=" not in page
    assert "Member 1" in page
    assert "2400" in page


def test_pressing_again_for_another_game_asks_for_both_and_keeps_the_time(client: Client) -> None:
    alice = member()
    enter([alice], [CASUAL], now=now_ms() - 30_000)
    since = Ticket.objects.get().since
    as_member(client, alice).post("/wait", {"game": "tong", "players.tong": ["3", "4"], "speed": "blitz", "rated": "1"})
    ticket = Ticket.objects.get()
    assert ticket.since == since
    assert [(wish["game"], wish["counts"], wish["rated"]) for wish in ticket.wishes] == [
        ("hokm", [3], False),
        ("tong", [3, 4], True),
    ]
    page = page_of(client)
    assert "You also wait for:" in page
    assert page.count("Not here") == 3


def test_a_line_of_the_board_adds_and_takes_away(client: Client) -> None:
    alice = as_member(client, member())
    alice.post("/wait/also", {"queue": "hokm.default.casual.casual", "players": "3"})
    alice.post("/wait/also", {"queue": "tong.default.casual.casual", "players": "4"})
    alice.post("/wait/also", {"queue": "tong.default.casual.casual", "players": "6"})
    assert [(wish["game"], wish["counts"]) for wish in wishes()] == [("hokm", [3]), ("tong", [4, 6])]
    alice.post("/wait/not", {"queue": "tong.default.casual.casual", "players": "4"})
    alice.post("/wait/not", {"queue": "hokm.default.casual.casual", "players": "3"})
    assert [(wish["game"], wish["counts"]) for wish in wishes()] == [("tong", [6])]
    answer = alice.post("/wait/stop")
    assert (answer["Location"], Ticket.objects.count()) == ("/", 0)


@pytest.mark.parametrize(
    "form",
    [
        {"queue": "hokm", "players": "3"},
        {"queue": "hokm.default.casual.maybe", "players": "3"},
        {"queue": "chess.default.casual.casual", "players": "2"},
        {"queue": "hokm.default.casual.casual", "players": "7"},
        {"queue": "hokm.default.casual.casual", "players": "x"},
        {},
    ],
)
def test_nonsense_is_told(client: Client, form: dict[str, str]) -> None:
    answer = client.post("/wait/also", form, follow=True)
    assert "That could not be read." in answer.content.decode()
    assert not Ticket.objects.exists()


@pytest.mark.parametrize("who", ["a visitor", "a guest", "a member elsewhere"])
def test_who_wants_a_rated_table_signs_up_on_the_way_and_waits_for_just_that(client: Client, who: str) -> None:
    if who == "a guest":
        client.post("/wait", {"game": "tong", "speed": "casual"})
        client.post("/wait/stop")
    if who == "a member elsewhere":
        sign_up(Client(), "Alice")
    answer = client.post("/wait", {"game": "hokm", "speed": "normal", "rated": "1"})
    address = urlsplit(answer["Location"])
    assert address.path == reverse("account_signup")
    assert parse_qs(address.query) == {"next": ["/wait"]}
    assert not Ticket.objects.exists()
    page = client.get(answer["Location"])
    assert 'name="next" value="/wait"' in page.content.decode()
    if who == "a member elsewhere":
        done = client.post("/account/login/", {"login": "Alice", "password": PASSWORD, "next": "/wait"})
    else:
        done = client.post("/account/signup/", {"username": "Alice", "password1": PASSWORD, "next": "/wait"})
    assert done["Location"] == "/wait"
    assert "Rated: 2 minutes a deal" in page_of(client)
    assert wishes() == [RATED.as_json()]
    client.post("/wait/stop")
    page_of(client)
    assert not Ticket.objects.exists()


def test_a_wish_that_nobody_here_has_signed_is_none(client: Client) -> None:
    client.cookies["wish"] = '{"game": "hokm"}'
    page_of(as_member(client, member()))
    assert not Ticket.objects.exists()


def test_seated_people_are_led_to_their_table(client: Client) -> None:
    alice, bob, carol = members(3)
    for person in (alice, bob, carol):
        enter([person], [CASUAL])
    (made,) = pair_waiting()
    as_member(client, alice)
    assert client.get("/wait")["Location"] == f"/t/{made.id}"
    assert client.post("/wait", {"game": "hokm", "speed": "casual"})["Location"] == f"/t/{made.id}"
    assert client.post("/wait/stop", follow=True).redirect_chain[-1][0] == f"/t/{made.id}"
    assert not Ticket.objects.exists()


def test_who_has_a_rated_table_to_finish_is_led_back_to_it(client: Client) -> None:
    alice, *others = members(3)
    table = format_id(
        open_table("hokm", {}, None, persons=(alice, *others), ready=True, rated=True, speed="normal").table_id
    )
    as_member(client, alice)
    page = client.post("/wait", {"game": "tong", "speed": "normal", "rated": "on"}, follow=True).content.decode()
    assert "Finish it first." in page
    assert f'<a class="under" href="/t/{table}">Back to the table</a>' in page
    assert table not in page_of(client)


def test_a_program_that_has_played_is_offered_with_its_strength(client: Client) -> None:
    alice = member()
    enter([alice], [CASUAL], now=now_ms() - 20_000)
    as_member(client, alice)
    assert "<span>Simple <span" in page_of(client)
    Rating.objects.create(pool="hokm.programs", person="bot:simple", mu=26.5, sigma=5.0, games=3, position=3)
    assert "<span>Simple \u20681590?\u2069 <span" in page_of(client)


def test_what_else_is_waited_for_and_what_programs_play_is_told_apart(client: Client) -> None:
    alice = member()
    wishes = [RATED, Wanted("preferans", "sochi", "casual"), Wanted("preferans", "leningrad", "casual", counts=(3, 4))]
    enter([alice], wishes, now=now_ms() - 20_000)
    page = page_of(as_member(client, alice))
    assert "<p>Preferans, 3 players (Sochi, No clock, casual)</p>" in page
    assert "Preferans, 3 or 4 players (Leningrad, No clock, casual)" in page
    assert "\u2068you, 1500?\u2069" in page


def test_programs_are_offered_after_twelve_seconds(client: Client) -> None:
    alice = member()
    enter([alice], [CASUAL], now=now_ms() - 5_000)
    as_member(client, alice)
    assert "offer not-yet" in page_of(client)
    assert "after twelve seconds" in client.post("/wait/programs", {"policy": "simple"}, follow=True).content.decode()
    Ticket.objects.update(since=now_ms() - 12_500)
    assert "offer not-yet" not in page_of(client)
    answer = client.post("/wait/programs", {"policy": "simple"})
    assert answer["Location"] == f"/t/{format_id(Head.objects.get().table_id)}"
    assert list(Seat.objects.order_by("seat").values_list("person", "bot")) == [
        (alice, ""),
        ("", "simple"),
        ("", "simple"),
    ]
    assert not Ticket.objects.exists()


def test_rated_waiting_is_offered_no_programs_and_told_of_the_same_company(client: Client) -> None:
    alice = member()
    enter([alice], [RATED], now=now_ms() - 61_000)
    TicketPerson.objects.update(seen_at=now_ms())
    page = page_of(as_member(client, alice))
    assert "Begin with programs" not in page
    assert "just played" not in page
    Ticket.objects.update(kept_apart=[RATED.queue])
    assert "you have just played with them" in page_of(client)


def test_a_restart_is_told_on_the_page(client: Client) -> None:
    restarts.announce(now_ms() + 61_500)
    page = client.get("/wait").content.decode()
    assert re.search(r"The server restarts in <b data-until=\"\d+\">1:0\d</b>\.", page)
    restarts.cancel()
    assert "restarts" not in client.get("/wait").content.decode()


def test_a_pause_is_told_with_its_end(client: Client) -> None:
    alice = member()
    note_no_shows(UUID(int=1), [alice], now_ms())
    answer = as_member(client, alice).post("/wait", {"game": "hokm", "speed": "casual"}, follow=True)
    assert "You may wait again in 2 min." in answer.content.decode()
    assert not Ticket.objects.exists()


def test_against_programs_opens_a_table_at_once(client: Client) -> None:
    answer = client.post("/play", {"game": "tong", "players.tong": ["4"], "speed": "casual"})
    head = Head.objects.get()
    assert answer["Location"] == f"/t/{format_id(head.table_id)}"
    assert (head.game, head.players, head.lifecycle, head.rated) == ("tong", 4, "playing", False)


def test_looking_at_the_page_is_a_sign_of_life(client: Client) -> None:
    alice = member()
    enter([alice], [CASUAL], now=1_000)
    page_of(as_member(client, alice))
    assert TicketPerson.objects.get().seen_at > 1_000


def test_it_asks_for_the_token_of_the_form_and_counts(client: Client, settings: Any) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/wait", {"game": "hokm"}).status_code == 403
    assert client.get("/wait/stop").status_code == 405
    settings.WAIT_LIMITS = [(1, 60)]
    client.post("/wait", {"game": "hokm", "speed": "casual"})
    assert client.post("/wait", {"game": "hokm", "speed": "casual"}).status_code == 429


def test_a_name_cannot_break_the_page(client: Client) -> None:
    alice = Person.objects.get(public_id=member())
    alice.name = "<b>x&</b>"
    alice.save()
    enter([alice.public_id], [CASUAL])
    assert "&lt;b&gt;x&amp;&lt;/b&gt;" in page_of(as_member(client, alice.public_id))


@pytest.mark.parametrize("waiters", [1, 9])
def test_however_many_wait_it_takes_as_many_queries(
    client: Client, waiters: int, django_assert_num_queries: Any
) -> None:
    persons = members(waiters)
    for person in persons:
        enter([person], [Wanted("hokm", rated=True, speed="normal"), CASUAL])
    as_member(client, persons[0])
    client.get("/wait")
    # Session and person; the sign of life; who waits, ratings, names, times.
    with django_assert_num_queries(9):
        client.get("/wait")


def test_in_arabic_with_its_figures(client: Client, now: int) -> None:
    alice = member()
    enter([alice], [RATED], now=now)
    page = page_of(as_member(client, alice), headers={"accept-language": "ar"})
    assert "١٦٠٠" in page
    assert "كرسيان شاغران" in page


# --- a party ---


def test_a_party_gathers_by_its_link_and_waits_as_one() -> None:
    alice, bob, stranger = Client(), Client(), Client()
    room = alice.post("/wait/party")["Location"]
    assert "send them this link" in alice.get(room).content.decode()
    assert f'value="http://testserver{room}"' in alice.get(room).content.decode()
    page = bob.get(room).content.decode()
    assert "gathers friends" in page
    assert "sessionid" not in bob.cookies
    assert bob.post(f"{room}/join")["Location"] == room
    assert "chooses the game; then this page goes to the table" in bob.get(room).content.decode()
    assert alice.get(room).content.decode().count("<bdi>") >= 2
    assert "presses Play" in bob.post(f"{room}/play", {"game": "hokm"}, follow=True).content.decode()
    answer = alice.post(f"{room}/play", {"game": "tong", "players.tong": ["3"], "speed": "casual"})
    assert answer["Location"] == "/wait"
    assert Ticket.objects.get().people.count() == 2
    assert bob.get(room)["Location"] == "/wait"
    assert "1 chair is free." in page_of(bob)
    assert "gathers friends" in stranger.get(room).content.decode()


def test_a_party_ends_with_its_leader_and_a_wrong_link_leads_nowhere(client: Client) -> None:
    room = client.post("/wait/party")["Location"]
    assert client.post(f"{room}/leave")["Location"] == "/"
    assert client.get(room).status_code == 404
    assert client.post(f"{room}/join")["Location"] == "/wait?error=no_such_party"
    assert "This party is over" in client.get("/wait?error=no_such_party").content.decode()


def test_a_friend_is_invited_from_the_list_and_from_the_room_and_one_press_joins() -> None:
    alice, bob, carol = (Person.objects.create_member(name, "correct horse") for name in ("Alice", "Bob", "Carol"))
    for other in (bob, carol):
        relations.befriend(alice.public_id, other.public_id)
        relations.befriend(other.public_id, alice.public_id)
    hers, his, carols = Client(), Client(), Client()
    for client, person in ((hers, alice), (his, bob), (carols, carol)):
        client.force_login(person)
    assert 'action="/wait/party"' in hers.get("/friends").content.decode()
    room = hers.post("/wait/party", {"person": bob.public_id})["Location"]
    page = hers.get(room).content.decode()
    assert "invited" in page
    assert f'action="{room}/invite"' in hers.get("/friends").content.decode()
    assert hers.post(f"{room}/invite", {"person": carol.public_id})["Location"] == room
    assert f'action="{room}/join"' in his.get("/friends").content.decode()
    assert his.post(f"{room}/join")["Location"] == room
    page = carols.get("/friends").content.decode()
    away = re.search(r'action="(/inbox/\d+/away)"', page)
    assert away is not None
    carols.post(away[1])
    page = hers.get(room).content.decode()
    assert "cannot come now" in page
    assert f'value="{carol.public_id}"' not in page
    assert his.post(f"{room}/invite", {"person": carol.public_id})["Location"] == f"{room}?error=not_friends"
    stranger = Client().post(f"{room}/invite", {"person": carol.public_id})
    assert stranger["Location"] == f"{room}?error=no_such_party"
    hers.post(f"{room}/leave")
    assert hers.post(f"{room}/invite", {"person": carol.public_id})["Location"] == "/wait?error=no_such_party"

import datetime as dt
import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from accounts import services
from accounts.models import Person
from games.kernel import registry
from games.kernel.contract import Public
from games.table import catalogue, service
from games.table.aggregate import view
from games.table.held import load
from games.table.models import Head
from matchmaking.models import Ticket, TicketPerson
from matchmaking.queues.tickets import enter
from tests.games.table.tables import play_out
from tests.matchmaking.people import CASUAL, RATED, member, members

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return services.create_guest(name="Alice")


@pytest.fixture
def bob():
    return services.create_guest(name="Bob")


def test_an_empty_house_invites_to_play(client):
    page = client.get("/").content.decode()
    assert "Nobody is playing at this moment" in page
    assert 'action="/wait"' in page
    assert 'formaction="/play"' in page
    assert page.count("Nobody is waiting") == len(catalogue.known())


def test_who_waits_is_counted_beside_each_game(client):
    for person in members(2):
        enter([person], [CASUAL, RATED])
    page = client.get("/").content.decode()
    assert "2 people are waiting" in page
    assert page.count("Nobody is waiting") == len(catalogue.known()) - 1


def test_who_waits_finds_the_way_back_and_has_not_gone(client):
    vera = member()
    assert "You wait for a table" not in client.get("/").content.decode()
    enter([vera], [RATED, CASUAL], now=1_000)
    client.force_login(Person.objects.get(public_id=vera))
    page = client.get("/").content.decode()
    assert '<h2 id="waits-title">You wait for a table</h2>' in page
    assert '<li class="asks"><a href="/wait">' in page
    assert "and for 1 more" in page
    assert TicketPerson.objects.get().seen_at > 1_000
    Ticket.objects.update(wishes=[{**RATED.as_json(), "game": "bridge"}])
    assert "You wait for a table" not in client.get("/").content.decode()
    assert client.get("/wait").status_code == 200


def test_rated_is_what_a_member_plays_and_a_guest_asks_for(client, alice):
    assert 'value="casual" checked' in client.get("/").content.decode()
    client.force_login(Person.objects.get(public_id=member()))
    page = client.get("/").content.decode()
    assert 'value="normal" checked' in page
    assert 'name="rated" value="1" checked' in page


def test_looking_makes_nobody(client):
    client.get("/")
    assert "sessionid" not in client.cookies


def test_a_guest_who_comes_back_keeps_his_cookie_for_another_year(client, alice, monkeypatch):
    client.force_login(alice)
    assert "sessionid" in client.get("/").cookies
    assert "sessionid" not in client.get("/").cookies
    later = timezone.now() + dt.timedelta(days=40)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert client.get("/").cookies["sessionid"]["max-age"] == 365 * 24 * 3600


def test_a_table_that_waits_can_be_joined(client, alice):
    table = service.open_table("hokm", {}, alice.public_id)
    page = client.get("/").content.decode()
    assert f'href="/t/{table.id}"' in page
    assert "2 chairs are free" in page
    assert "Alice" in page


def test_a_table_that_waits_tells_the_house_rules_that_differ(client, alice):
    service.open_table("hokm", {}, alice.public_id)
    service.open_table("hokm", {"target": 200}, alice.public_id)
    service.open_table("preferans", {}, alice.public_id, preset="rostov")
    page = client.get("/").content.decode()
    (target,) = (option for option in registry.game("hokm").ruleset.OPTIONS if option.name == "target")
    assert page.count(f"{target.title}: 200") == 1
    assert "Rostov" in page
    options = [table["options"] for table in client.get("/api/lobby").json()["open"]]
    assert sorted(one.get("target", 0) for one in options) == [0, 200, 500]


def test_a_table_that_is_played_can_be_watched(client, alice):
    table = service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    page = client.get("/").content.decode()
    assert f'href="/t/{table.id}"' in page
    assert "a program, a program" in page
    assert "1 table is being played." in page


def test_how_the_score_stands_after_a_deal(client, alice):
    table = service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    assert "The first deal" in client.get("/").content.decode()
    play_out(load(table.table_id), until=lambda now: now.state.deal == 2)
    totals = client.get(f"/api/tables/{table.id}/sheet").json()["totals"]
    assert any(totals)
    listed = client.get("/api/lobby").json()["running"][0]
    assert (listed["deals"], listed["totals"]) == (1, totals)
    text = ", ".join(f"\u2066{total}\u2069" for total in totals).replace("-", "−")
    assert f"After 1 deal: {text}" in client.get("/").content.decode()
    assert client.get(f"/api/tables/{table.id}/sheet").json()["sheet"]


def test_where_a_chair_of_a_program_can_be_had_is_told(client, alice, bob):
    service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    told = "You may sit down where a program plays."
    assert told not in client.get("/").content.decode()  # Alice plays alone, because she wants to
    both: dict[str, Any] = {"persons": (alice.public_id, bob.public_id), "bots": ("simple",), "ready": True}
    service.open_table("hokm", {}, alice.public_id, **both)
    service.open_table("hokm", {}, alice.public_id, **both, rated=True, speed="normal")
    assert client.get("/").content.decode().count(told) == 1


def test_the_window_shows_a_running_table_as_watchers_see_it(client, alice):
    table = service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    held = play_out(load(table.table_id), until=lambda now: now.state.trick and len(now.state.trick) == 2)
    window = client.get("/").context["lobby"].window
    assert window.id == table.id
    assert [plate.place for plate in window.plates] == ["s", "r", "l"]
    assert [plate.name for plate in window.plates] == ["Alice", "program", "program"]
    assert sum(plate.on for plate in window.plates) == 1
    seen = view(held.table, Public())["game"]
    assert [one.card for one in window.cards] == [card for _, card in seen["trick"]["cards"]]
    assert len(window.cards) == 2
    assert window.line.startswith("Deal 1, ")
    assert "Alice" in window.spoken
    assert " of " in window.spoken


def test_the_window_shows_the_table_with_most_people(client, alice, bob):
    both = service.open_table(
        "hokm", {}, alice.public_id, persons=(alice.public_id, bob.public_id), bots=("simple",), ready=True
    )
    service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    assert client.get("/").context["lobby"].window.id == both.id


def test_without_a_running_table_the_window_teaches(client):
    assert "The nine takes it" in client.get("/").content.decode()


def test_a_table_for_people_with_the_link_is_not_listed(client, alice):
    service.open_table("hokm", {}, alice.public_id, visibility="link")
    service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"), visibility="link")
    page = client.get("/").content.decode()
    assert 'href="/t/' not in page
    assert client.get("/api/lobby").json() == {"open": [], "running": [], "running_count": 0}


def test_a_name_cannot_break_the_page(client, alice):
    alice.name = "<b>x&</b>"
    alice.save()
    service.open_table("hokm", {}, alice.public_id)
    assert "&lt;b&gt;x&amp;&lt;/b&gt;" in client.get("/").content.decode()


@pytest.mark.parametrize("tables", [1, 6])
def test_however_many_tables_it_takes_as_many_queries(client, alice, bob, tables, django_assert_num_queries):
    for _ in range(tables):
        service.open_table("hokm", {}, alice.public_id)
        service.open_table("hokm", {}, bob.public_id, bots=("simple", "simple"))
    with django_assert_num_queries(9):  # two of them for the table in the window, one for who waits
        client.get("/")
    with django_assert_num_queries(6):
        client.get("/api/lobby")


def test_at_most_twenty_of_a_kind_are_listed_and_all_are_counted(client, alice):
    for _ in range(22):
        service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    now = client.get("/api/lobby").json()
    assert len(now["running"]) == 20
    assert now["running_count"] == 22


def test_in_arabic_with_its_figures(client, alice):
    service.open_table("hokm", {}, alice.public_id)
    for _ in range(3):
        service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    page = client.get("/", headers={"accept-language": "ar"}).content.decode()
    assert "تُلعب ٣ طاولات." in page
    assert "كرسيان شاغران" in page


def test_the_table_page_carries_what_the_client_must_know(client, alice, monkeypatch):
    table = service.open_table("hokm", {}, alice.public_id)
    monkeypatch.setattr("web.views.stylesheets", lambda _: "")
    monkeypatch.setattr("web.views.script", lambda _: "")
    page = client.get(f"/t/{table.id}", headers={"accept-language": "ar"}).content.decode()
    assert f'data-table="{table.id}"' in page
    assert 'data-ranks="arabic" data-figures="arab"' in page
    assert 'data-catalogue="/texts/ar.json?v=' in page
    assert "<noscript>" in page


@pytest.mark.parametrize("wrong", ["x", "0" * 22, "z" * 22])
def test_a_table_that_is_not_there(client, wrong):
    assert client.get(f"/t/{wrong}").status_code == 404


def as_it_stands(page: str) -> dict[str, str]:
    """What a browser sends for the form of a new table that nobody touched."""
    form = page[page.index('class="sheet-form"') : page.index("</main>")]
    inputs = re.findall(r'<input type="(\w+)" name="([\w.]+)" value="([^"]*)"([^>]*)>', form)
    return {name: value for kind, name, value, rest in inputs if kind != "radio" or "checked" in rest}


@pytest.mark.parametrize("game", [game.name for game in registry.games()])
def test_every_game_has_a_form_that_opens_it_as_it_stands(client, game):
    page = client.get(f"/tables/new?game={game}").content.decode()
    fields = as_it_stands(page)
    assert client.post("/tables", {**fields, "game": game}).status_code == 303


@pytest.mark.parametrize(("words", "chosen"), [((), 10), (("none",), "none"), (("none",), 7)])
def test_a_free_number_has_a_field_of_its_own(words, chosen):
    values = [{"value": word, "text": word} for word in words]
    option = {"name": "cap", "title": "Cap", "values": values, "least": 1, "usual": 9, "chosen": chosen}
    field = render_to_string("web/option.html", {"option": {**option, "is_number": chosen not in words}})
    filled = "" if chosen == "none" else str(chosen)
    assert f'type="number" name="number.cap" value="{filled}"' in field
    assert (" checked" in field) == (chosen == "none")


def test_ready_made_rules_stand_on_the_form_and_are_kept(client):
    address = "/tables/new?game=preferans&rules=Federation+tournament"
    page = client.get(address).content.decode()
    assert 'aria-current="page">Federation tournament</a>' in page
    fields = as_it_stands(page)
    assert (fields["preset"], fields["players"]) == ("leningrad", "4")
    assert client.post("/tables", fields).status_code == 303
    head = Head.objects.get()
    opened = load(head.table_id).table.opened
    assert (opened.preset, opened.players, opened.options["ten"]) == ("leningrad", 4, "whisted")
    assert opened.options["paid_talon"] == "on"


def test_a_table_for_friends_may_have_a_clock(client):
    page = client.get("/tables/new?game=tong").content.decode()
    assert as_it_stands(page)["speed"] == "casual"
    assert client.post("/tables", {**as_it_stands(page), "speed": "blitz"}).status_code == 303
    opened = load(Head.objects.get().table_id).table.opened
    assert (opened.speed, opened.clock is not None, opened.rated) == ("blitz", True, False)
    answer = client.post("/tables", {**as_it_stands(page), "speed": "bullet"})
    assert "error=" in answer["Location"]
    assert Head.objects.count() == 1


def test_a_form_for_a_game_that_is_not_played_here(client):
    assert client.get("/tables/new?game=chess").status_code == 404


def test_the_texts_of_the_client(client):
    answer = client.get("/texts/ar.json")
    assert set(answer.json()) == {"catalog", "plural"}
    assert "max-age" in answer["Cache-Control"]
    assert client.get("/texts/xx.json").status_code == 404


def test_a_person_finds_the_tables_where_he_sits_even_those_with_a_link_only(client, alice, bob):
    table = service.open_table("hokm", {}, alice.public_id, visibility="link", bots=("simple", "simple"))
    assert f'href="/t/{table.id}"' not in client.get("/").content.decode()
    client.force_login(bob)
    assert 'id="mine"' not in client.get("/").content.decode()
    client.force_login(alice)
    page = client.get("/").content.decode()
    mine = page[page.index('id="mine"') : page.index('class="play"')]
    assert f'href="/t/{table.id}"' in mine
    assert "Go back" in mine or "Your turn" in mine  # whichever the deal made of it
    play_out(load(table.table_id))
    assert 'id="mine"' not in client.get("/").content.decode()


def test_who_plays_is_not_told_that_nobody_plays(client, alice):
    service.open_table("hokm", {}, alice.public_id, bots=("simple", "simple"))
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert "1 table is being played." in page
    assert "Nobody is playing" not in page


def test_an_own_table_stands_once_on_the_page(client, alice):
    table = service.open_table("hokm", {}, alice.public_id)
    client.force_login(alice)
    assert client.get("/").content.decode().count(f'href="/t/{table.id}"') == 1


def test_the_foot_of_a_page_leads_to_all_that_a_narrow_bar_has_no_room_for(client, alice):
    def leads_to() -> list[str]:
        foot = client.get("/settings").content.decode().split('<footer class="foot">')[1]
        return re.findall(r'<a href="([^"]*)"', foot)

    assert leads_to() == ["/#now", "/players", "/privacy", "/terms"]
    client.force_login(alice)
    assert leads_to() == ["/#now", "/my-tables", "/friends", "/players", "/privacy", "/terms"]

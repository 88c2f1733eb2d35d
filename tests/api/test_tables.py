"""`POST /tables` and what can be read of a table."""

import pytest
from django.test import Client

from accounts import services
from accounts.models import Person
from games.kernel.contract import Everything
from games.table import service
from games.table.held import load
from games.table.ids import format_id, parse_id, uuid7
from games.table.models import Head, Seat
from tests.games.table.tables import play_out

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def alice():
    return services.create_guest(name="Alice")


@pytest.fixture
def program(alice):
    """Alice's program: no cookie, a token."""
    return Client(enforce_csrf_checks=True, headers={"authorization": f"Bearer {services.issue_token(alice)}"})


def opened(answer) -> Head:
    return Head.objects.get(table_id=parse_id(answer.json()["id"]))


def people_at(head: Head) -> list[str]:
    rows = Seat.objects.filter(table_id=head.table_id).order_by("seat")
    return [row.person or row.bot or "-" for row in rows]


# --- by program ---


def test_a_program_opens_a_table_and_sits_down(program, alice):
    answer = program.post("/tables", {"game": "hokm"}, content_type=JSON)
    assert answer.status_code == 201
    head = opened(answer)
    assert (head.game, head.host, head.lifecycle, head.visibility) == ("hokm", alice.public_id, "open", "public")
    assert people_at(head)[0] == alice.public_id
    assert answer.json()["url"] == answer["Location"] == f"/t/{format_id(head.table_id)}"
    assert not answer.cookies


def test_with_programs_in_the_other_seats_it_begins_at_once(program, alice):
    head = opened(program.post("/tables", {"game": "hokm", "bots": "rest"}, content_type=JSON))
    assert people_at(head) == [alice.public_id, "simple", "simple"]
    assert head.lifecycle == "playing"


def test_it_may_be_played_on_the_clock(program):
    assert opened(program.post("/tables", {"game": "hokm"}, content_type=JSON)).speed == "casual"
    assert opened(program.post("/tables", {"game": "hokm", "speed": "blitz"}, content_type=JSON)).speed == "blitz"


def test_the_programs_may_be_named(program, alice):
    head = opened(program.post("/tables", {"game": "hokm", "bots": ["random", "simple"]}, content_type=JSON))
    assert people_at(head) == [alice.public_id, "random", "simple"]


def test_house_rules_are_kept(program):
    body = {"game": "hokm", "options": {"target": 200, "void_play": "baloot"}, "visibility": "link"}
    head = opened(program.post("/tables", body, content_type=JSON))
    table = load(head.table_id).table
    assert (table.opened.options["target"], table.opened.options["void_play"]) == (200, "baloot")
    assert head.visibility == "link"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "hokm", "speed": "light"}, "unreadable"),
        ({"game": "hokm", "speed": 5}, "unreadable"),
        ("{", "unreadable"),
        ("[]", "unreadable"),
        ('"hokm"', "unreadable"),
        ("{}", "unknown_game"),
        ('{"game": "chess"}', "unknown_game"),
        ('{"game": 5}', "unreadable"),
        ('{"game": "hokm", "colour": "red"}', "unreadable"),
        ('{"game": "hokm", "players": 4}', "bad_option"),
        ('{"game": "hokm", "players": "3"}', "unreadable"),
        ('{"game": "hokm", "players": true}', "unreadable"),
        ('{"game": "hokm", "preset": "sochi"}', "bad_option"),
        ('{"game": "hokm", "options": {"target": 501}}', "bad_option"),
        ('{"game": "hokm", "options": {"colour": "red"}}', "bad_option"),
        ('{"game": "hokm", "options": {"target": [500]}}', "unreadable"),
        ('{"game": "hokm", "options": [["target", 500]]}', "unreadable"),
        ('{"game": "hokm", "bots": 3}', "unreadable"),
        ('{"game": "hokm", "bots": -1}', "unreadable"),
        ('{"game": "hokm", "bots": true}', "unreadable"),
        ('{"game": "hokm", "bots": ["cheater"]}', "unreadable"),
        ('{"game": "hokm", "visibility": "secret"}', "unreadable"),
        ('{"game": "' + "h" * 10_000 + '"}', "unreadable"),
    ],
)
def test_what_cannot_be_opened_is_refused_and_opens_nothing(program, body, code):
    answer = program.post("/tables", body, content_type=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code
    assert not Head.objects.exists()


def test_one_address_opens_only_so_many_tables(program, settings):
    settings.TABLE_LIMITS = [(1, 600)]
    assert program.post("/tables", {"game": "hokm"}, content_type=JSON).status_code == 201
    answer = program.post("/tables", {"game": "hokm"}, content_type=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")


@pytest.mark.parametrize("forged", ["Bearer ot_forged", "Bearer "])
def test_a_forged_token_opens_nothing(forged):
    stranger = Client(headers={"authorization": forged})
    answer = stranger.post("/tables", {"game": "hokm"}, content_type=JSON)
    assert answer.status_code == 401
    assert not Head.objects.exists()
    assert not Person.objects.exists()


def test_a_program_without_a_token_is_told_to_send_one():
    answer = Client(enforce_csrf_checks=True).post("/tables", {"game": "hokm"}, content_type=JSON)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "csrf_failed"
    assert not Person.objects.exists()


# --- by page ---


def form_of(client, **fields):
    """The form of the front page, with the token it carries."""
    client.get("/")
    return {"game": "hokm", "preset": "default", "csrfmiddlewaretoken": client.cookies["csrftoken"].value, **fields}


def test_one_touch_makes_a_guest_and_leads_to_a_running_table():
    visitor = Client(enforce_csrf_checks=True)
    answer = visitor.post("/tables", form_of(visitor, bots="rest"))
    assert answer.status_code == 303
    head = Head.objects.get()
    assert answer["Location"] == f"/t/{format_id(head.table_id)}"
    guest = Person.objects.get(kind=Person.Kind.GUEST)
    assert head.host == guest.public_id
    assert head.lifecycle == "playing"
    assert visitor.cookies["sessionid"]["httponly"]
    assert visitor.get("/settings").context["page"].person == guest


def test_the_second_touch_is_the_same_guest():
    visitor = Client(enforce_csrf_checks=True)
    for _ in range(2):
        assert visitor.post("/tables", form_of(visitor, bots="rest")).status_code == 303
    assert Person.objects.filter(kind=Person.Kind.GUEST).count() == 1
    assert Head.objects.count() == 2


def test_the_form_of_house_rules():
    visitor = Client(enforce_csrf_checks=True)
    fields = {
        "bots": "1",
        "visibility": "link",
        "option.target": "300",
        "number.max_deals": "7",
        "usual.max_deals": "200",
    }
    assert visitor.post("/tables", form_of(visitor, **fields)).status_code == 303
    head = Head.objects.get()
    options = load(head.table_id).table.opened.options
    assert (options["target"], options["max_deals"], head.visibility) == (300, 7, "link")
    assert people_at(head)[1:] == ["simple", "-"]


def test_options_left_as_they_stood_on_the_form_say_nothing():
    visitor = Client(enforce_csrf_checks=True)
    fields = {"option.target": "300", "usual.target": "500", "option.broken": "nonsense", "usual.broken": "nonsense"}
    assert visitor.post("/tables", form_of(visitor, **fields)).status_code == 303
    options = load(Head.objects.get().table_id).table.opened.options
    assert (options["target"], options["broken"]) == (300, "bid")


@pytest.mark.parametrize(
    ("word", "number", "expected"), [("", "0", 0), ("", "200", 200), ("0", "200", 0), ("", "", 200), ("0", "9", 9)]
)
def test_a_free_number_and_a_word_for_one_option(word, number, expected):
    visitor = Client(enforce_csrf_checks=True)
    fields = {"option.max_deals": word, "number.max_deals": number, "usual.max_deals": "200"}
    given = {name: value for name, value in fields.items() if value or name.startswith("number")}
    assert visitor.post("/tables", form_of(visitor, **given)).status_code == 303
    assert load(Head.objects.get().table_id).table.opened.options["max_deals"] == expected


def test_more_programs_than_chairs_means_one_on_each_but_only_on_the_form(program):
    visitor = Client(enforce_csrf_checks=True)
    assert visitor.post("/tables", form_of(visitor, bots="5")).status_code == 303
    assert people_at(Head.objects.get())[1:] == ["simple", "simple"]
    assert program.post("/tables", {"game": "hokm", "bots": 5}, content_type=JSON).status_code == 400


def test_a_form_that_cannot_be_read_leads_back_to_the_form_with_a_word():
    visitor = Client(enforce_csrf_checks=True)
    answer = visitor.post("/tables", form_of(visitor, **{"option.target": "501"}))
    assert answer.status_code == 303
    assert answer["Location"] == "/tables/new?game=hokm&error=bad_option"
    assert "do not go together" in visitor.get(answer["Location"]).content.decode()
    assert not Head.objects.exists()


def test_a_form_of_another_site_opens_nothing_and_makes_nobody():
    visitor = Client(enforce_csrf_checks=True)
    answer = visitor.post("/tables", {"game": "hokm", "bots": "rest"}, headers={"accept": "text/html"})
    assert answer.status_code == 403
    assert "open for too long" in answer.content.decode()
    assert not Head.objects.exists()
    assert not Person.objects.exists()


def test_a_page_of_ours_may_send_json_with_its_token(alice):
    page = Client(enforce_csrf_checks=True)
    page.force_login(alice)
    page.get("/")
    headers = {"x-csrftoken": page.cookies["csrftoken"].value}
    assert page.post("/tables", {"game": "hokm"}, content_type=JSON, headers=headers).status_code == 201
    assert page.post("/tables", {"game": "hokm"}, content_type=JSON).status_code == 403
    assert Head.objects.count() == 1


def test_it_rejects_get(client):
    assert client.get("/tables").status_code == 405


# --- what can be read ---


@pytest.fixture
def table(alice):
    return service.open_table("hokm", {"target": 200}, alice.public_id, bots=("simple", "simple"))


def test_everybody_may_read_the_facts_of_a_table(client, table, alice):
    facts = client.get(f"/api/tables/{table.id}").json()
    assert (facts["id"], facts["game"], facts["host"]) == (table.id, "hokm", alice.public_id)
    assert facts["options"]["target"] == 200
    assert facts["people"][alice.public_id]["name"] == "Alice"
    assert [seat["bot"] for seat in facts["seats"]] == [None, "simple", "simple"]
    assert facts["secret"] is None
    assert len(facts["commitment"]) == 64


def test_no_card_is_among_them(client, table):
    held = load(table.table_id)
    game, state = held.table.game, held.table.state
    hands = game.codec.view(game.view(state, Everything()))["hands"]
    cards = {card for hand in hands for card in hand["cards"]}
    assert len(cards) == 30
    for address in (f"/api/tables/{table.id}", f"/api/tables/{table.id}/sheet", f"/t/{table.id}"):
        text = client.get(address).content.decode()
        assert not [card for card in cards if f'"{card}"' in text]


def test_the_sheet_says_how_it_stands(client, table):
    sheet = client.get(f"/api/tables/{table.id}/sheet").json()
    assert sheet["totals"] == [0, 0, 0]
    assert sheet["sheet"] == []
    assert sheet["result"] is None


def test_a_long_sheet_is_told_from_the_first_deal(client, alice):
    opened = service.open_table("hokm", {"target": 500, "max_deals": 16}, alice.public_id, bots=("simple", "simple"))
    held = play_out(load(opened.table_id))
    deals = [line["deal"] for line in client.get(f"/api/tables/{opened.id}/sheet").json()["sheet"]]
    assert deals == list(range(1, held.table.decks_drawn + 1))
    assert len(deals) > 14


@pytest.mark.parametrize("part", ["", "/sheet"])
@pytest.mark.parametrize("wrong", ["x", "0" * 22, "z" * 22, "é" * 22, "a" * 2000])
def test_an_address_that_is_no_table(client, wrong, part):
    answer = client.get(f"/api/tables/{wrong}{part}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


def test_a_table_that_never_was_and_one_that_cannot_be_look_alike(client):
    never, cannot = client.get(f"/api/tables/{format_id(uuid7())}"), client.get("/api/tables/!")
    assert (never.status_code, never.content) == (cannot.status_code, cannot.content)

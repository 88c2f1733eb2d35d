"""`/api/wait` and rematches for programs."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts import services
from accounts.models import Person
from games.table.clock import now_ms
from games.table.ids import format_id
from games.table.models import Head
from games.table.service import open_table
from matchmaking.models import Ticket, TicketPerson
from matchmaking.queues.matching import pair_waiting
from matchmaking.queues.pauses import FIRST_MS, note_no_shows
from tests.matchmaking.ended import played_out
from tests.matchmaking.people import member

pytestmark = pytest.mark.django_db
HOKM = {"game": "hokm"}
RATED = {"game": "hokm", "speed": "normal", "rated": True}


def program(person: Person) -> Client:
    return Client(enforce_csrf_checks=True, headers={"authorization": f"Bearer {services.issue_token(person)}"})


@pytest.fixture
def guest() -> Person:
    return services.create_guest(name="Alice")


@pytest.fixture
def client(guest: Person) -> Client:
    return program(guest)


def a_member() -> tuple[str, Client]:
    person = Person.objects.get(public_id=member())
    return person.public_id, program(person)


def post(client: Client, *wishes: Any, address: str = "/api/wait") -> Any:
    return client.post(address, {"wishes": list(wishes)}, content_type="application/json")


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_guest_waits_casually_and_leaves(client: Client, guest: Person) -> None:
    answer = post(client, HOKM)
    assert answer.status_code == 201
    told = answer.json()
    (queue,) = told["ticket"]["queues"]
    assert (queue["queue"], queue["counts"], told["table"]) == ("hokm.default.casual.casual", [3], None)
    assert told["board"][0]["people"][0]["person"] == guest.public_id
    assert client.get("/api/wait").json()["ticket"]["since"] == told["ticket"]["since"]
    assert client.delete("/api/wait").json()["ticket"] is None
    assert not Ticket.objects.exists()


def test_several_wishes_at_once_and_others_later_with_the_same_waiting_time(client: Client) -> None:
    post(client, HOKM, {"game": "preferans", "counts": [4, 3]}, {"game": "tong", "speed": "blitz", "counts": [2]})
    Ticket.objects.update(since=1_000)
    answer = client.put("/api/wait", {"wishes": [HOKM]}, content_type="application/json")
    assert answer.json()["ticket"]["since"] == 1_000
    assert [wish["game"] for wish in Ticket.objects.get().wishes] == ["hokm"]


def test_three_programs_meet_at_a_table() -> None:
    three = [a_member() for _ in range(3)]
    for _, one in three:
        assert post(one, RATED).status_code == 201
    (made,) = pair_waiting()
    for _, one in three:
        assert one.get("/api/wait").json()["table"] == made.id
    assert refused(post(three[0][1], RATED)) == (409, "still_playing")
    assert refused(three[0][1].put("/api/wait", {"wishes": [HOKM]}, content_type="application/json")) == (
        409,
        "not_waiting",
    )


def test_what_cannot_be_is_told_by_its_code(client: Client) -> None:
    assert refused(post(client, RATED)) == (409, "members_only")
    post(client, HOKM)
    assert refused(post(client, {"game": "tong"})) == (409, "already_waiting")
    person, paused = a_member()
    note_no_shows(UUID(int=1), [person], now_ms())
    answer = post(paused, HOKM)
    assert refused(answer) == (409, "paused")
    assert 0 < answer.json()["error"]["until"] - now_ms() <= FIRST_MS
    assert paused.get("/api/wait").json()["paused_until"] == answer.json()["error"]["until"]
    assert "You may wait again" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "wishes",
    [
        None,
        [],
        "hokm",
        [{}],
        ["hokm"],
        [{"game": "chess"}],
        [{"game": 5}],
        [{"game": "hokm", "more": 1}],
        [{"game": "hokm", "preset": "x"}],
        [{"game": "hokm", "speed": "warp"}],
        [{"game": "hokm", "rated": 1}],
        [{"game": "hokm", "counts": [4]}],
        [{"game": "hokm", "counts": []}],
        [{"game": "hokm", "counts": [True]}],
        [{"game": "hokm", "counts": "3"}],
        [HOKM, HOKM],
        [HOKM] * 21,
    ],
)
def test_nonsense_is_unreadable(client: Client, wishes: Any) -> None:
    answer = client.post("/api/wait", {"wishes": wishes}, content_type="application/json")
    assert refused(answer) == (400, "unreadable")
    assert not Ticket.objects.exists()


def test_strangers_wait_for_nothing() -> None:
    stranger = Client(enforce_csrf_checks=True)
    for answer in (stranger.get("/api/wait"), post(stranger, HOKM), stranger.delete("/api/wait")):
        assert answer.status_code in (401, 403)


def test_asking_is_a_sign_of_life(client: Client) -> None:
    post(client, HOKM)
    TicketPerson.objects.update(seen_at=1)
    client.get("/api/wait")
    assert TicketPerson.objects.get().seen_at > 1


def test_entering_is_counted(client: Client, settings: Any) -> None:
    settings.WAIT_LIMITS = [(1, 60)]
    post(client, HOKM)
    assert client.delete("/api/wait").status_code == 429
    assert client.get("/api/wait").status_code == 200


def test_begin_with_programs(client: Client) -> None:
    begin = "/api/wait/programs"
    assert refused(client.post(begin, {}, content_type="application/json")) == (409, "not_waiting")
    post(client, HOKM)
    assert refused(client.post(begin, {}, content_type="application/json")) == (409, "too_early")
    Ticket.objects.update(since=now_ms() - 12_001)
    assert refused(client.post(begin, {"policy": "genius"}, content_type="application/json")) == (400, "unreadable")
    answer = client.post(begin, {"policy": "simple"}, content_type="application/json")
    assert answer.status_code == 201
    assert answer.json()["table"] == format_id(Head.objects.get().table_id)


def test_a_rematch_is_one_table_for_all(client: Client) -> None:
    three = [a_member() for _ in range(3)]
    old = played_out(*(person for person, _ in three))
    address = f"/api/tables/{format_id(old)}/rematch"
    answers = [one.post(address) for _, one in three]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.json()["table"] for answer in answers}) == 1
    assert refused(client.post(address)) == (409, "not_seated")
    running = open_table("hokm", {}, three[0][0], bots=("simple", "simple"))
    assert refused(three[0][1].post(f"/api/tables/{running.id}/rematch")) == (409, "not_over")
    assert three[0][1].post("/api/tables/x/rematch").status_code == 404
    assert three[0][1].post(f"/api/tables/{format_id(UUID(int=1))}/rematch").status_code == 404

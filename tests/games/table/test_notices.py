"""Mail at slow tables: to whom, when, how often, in which language, and what is not in it."""

import re
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from celery import current_app
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import addresses
from accounts.models import Person
from games.table import models, notices, presence, service, tasks
from games.table.clock import now_ms
from games.table.held import Held, load
from games.table.ids import format_id
from games.table.presence import Absence
from tests.games.table.tables import next_move, play_out
from tests.games.table.test_log_races import at_once

pytestmark = pytest.mark.usefixtures("each_database")

MINUTE = 60_000
HOUR = 60 * MINUTE


class Post:
    """Three members at a slow table, and the clock of the sweep."""

    def __init__(self, **given: Any) -> None:
        self.people = [
            Person.objects.create_member(name, "correct horse", f"{name.lower()}@example.org", confirmed=True)
            for name in ("Alice", "Bob", "Carol")
        ]
        ids = [person.public_id for person in self.people]
        made = service.open_table(
            "hokm", {"target": 200}, None, **{"persons": ids, "ready": True, "speed": "slow", **given}
        )
        self.table_id = made.table_id
        self.now = now_ms()
        self.look(0)

    def look(self, after_ms: int) -> list[mail.EmailMessage]:
        """So much later a sweep looks, and a worker sends what it enqueued; the new mails."""
        self.now += after_ms
        before = len(mail.outbox)
        notices.tell_whose_turn(self.now)
        return list(mail.outbox[before:])

    @property
    def held(self) -> Held:
        return load(self.table_id)

    @property
    def due(self) -> Person:
        return self.people[next(iter(self.held.table.deciders))]

    def move(self) -> None:
        service.submit_held(self.held, **next_move(self.held))


@pytest.fixture
def worker() -> Iterator[list[tuple[Any, ...]]]:
    """Runs what is enqueued at once, as a worker does."""
    sent: list[tuple[Any, ...]] = []

    def send_task(name: str, args: list[Any]) -> None:
        assert name == tasks.mail_turn.name
        sent.append(tuple(args))
        tasks.mail_turn(*args)

    with mock.patch.object(current_app, "send_task", send_task):
        yield sent


@pytest.fixture
def post(worker: list[tuple[Any, ...]]) -> Post:
    return Post()


def test_whoever_is_waited_for_and_not_there_is_told_once(post: Post) -> None:
    (one,) = post.look(MINUTE)
    assert one.to == [post.due.email]
    assert one.subject == "Your turn at a table of Hokm"
    assert f"http://localhost:8000/t/{format_id(post.table_id)}" in str(one.body)
    assert f"Hello {post.due.name}," in str(one.body)
    assert re.search(r"You have time until .*\d{4}.* \(UTC\)", str(one.body))
    for _ in range(10):
        assert post.look(20 * MINUTE) == []


def test_the_next_one_is_told_when_it_is_his_turn(post: Post) -> None:
    first = post.due
    (one,) = post.look(MINUTE)
    post.move()
    (two,) = post.look(MINUTE)
    assert (one.to, two.to) == ([first.email], [post.due.email])


def test_a_table_writes_to_a_person_once_an_hour(post: Post) -> None:
    first = post.due
    assert len(post.look(MINUTE)) == 1
    post.move()
    while post.due != first:
        post.move()
    assert first.email not in [one.to[0] for one in post.look(30 * MINUTE)]
    assert [first.email] in [one.to for one in post.look(30 * MINUTE)]


def test_who_is_connected_anywhere_is_not_written_to(post: Post) -> None:
    other = service.open_table("hokm", {}, post.due.public_id)
    presence.come(other.table_id, [post.due.public_id], "here", post.now + MINUTE)
    assert post.look(MINUTE) == []
    presence.go(other.table_id, post.due.public_id, "here", Absence("left", 0, False), post.now)
    assert post.look(59_000) == []
    assert len(post.look(16_000)) == 1


def test_without_a_confirmed_address_nothing_is_sent(post: Post) -> None:
    EmailAddress.objects.update(verified=False)
    assert post.look(MINUTE) == []
    EmailAddress.objects.all().delete()
    assert post.look(MINUTE) == []


@pytest.mark.parametrize("given", [{"speed": "normal"}, {"speed": "casual"}], ids=["normal", "casual"])
def test_other_speeds_write_no_mail(worker: list[tuple[Any, ...]], given: dict[str, Any]) -> None:
    post = Post(**given)
    assert post.look(MINUTE) == []


def test_an_ended_table_writes_no_mail(worker: list[tuple[Any, ...]]) -> None:
    post = Post()
    play_out(post.held)
    assert post.look(MINUTE) == []


def test_it_is_in_the_language_of_the_person(post: Post) -> None:
    Person.objects.update(language="de")
    (one,) = post.look(MINUTE)
    assert one.subject == "Sie sind am Zug: Hokm"
    Person.objects.update(language="ar")
    post.move()
    (two,) = post.look(MINUTE)
    assert "دورك" in two.subject


def test_nothing_hidden_is_in_it(post: Post) -> None:
    """The same mail whatever the cards are: it is made of the table's name, the game's, and a time."""
    held = post.held
    seat = next(iter(held.table.deciders))
    address = addresses.address_of(post.due.public_id)
    assert address is not None
    text = str(notices.message(held.table, seat, address).body)
    for card in held.table.game.pack.cards:
        assert not re.search(rf"\b{held.table.game.pack.name(card)}\b", text)
    other = held.table.copy()
    other.state.hands = tuple(reversed(other.state.hands))
    assert str(notices.message(other, seat, address).body) == text


# --- at least once, and as a rule once ---


def test_many_sweeps_at_once_send_one_mail(post: Post, worker: list[tuple[Any, ...]]) -> None:
    post.now += MINUTE
    at_once(*[lambda: notices.tell_whose_turn(post.now)] * 3)
    assert len(mail.outbox) == len(worker) == 1


def test_a_claim_is_had_by_one(post: Post, worker: list[tuple[Any, ...]]) -> None:
    had: list[bool] = []
    at_once(*[lambda: had.append(notices.claim(post.table_id, post.due.public_id, 9, 9, post.now))] * 3)
    assert sorted(had) == [False, False, True]


def test_a_mail_is_sent_although_the_worker_died(post: Post) -> None:
    with mock.patch.object(current_app, "send_task"):
        assert post.look(MINUTE) == []
    assert post.look(9 * MINUTE) == []
    assert len(post.look(MINUTE)) == 1
    assert post.look(20 * MINUTE) == []


def test_a_task_that_comes_twice_sends_one(post: Post, worker: list[tuple[Any, ...]]) -> None:
    post.look(MINUTE)
    tasks.mail_turn(*worker[0])
    assert len(mail.outbox) == 1


def test_a_mail_server_that_refuses_is_asked_again(post: Post) -> None:
    with mock.patch("django.core.mail.EmailMessage.send", side_effect=ConnectionRefusedError):
        assert post.look(MINUTE) == []
    assert models.TurnMail.objects.get().sent_at is None
    assert len(post.look(10 * MINUTE)) == 1


def test_who_has_moved_meanwhile_is_not_bothered(post: Post, worker: list[tuple[Any, ...]]) -> None:
    with mock.patch.object(current_app, "send_task") as enqueued:
        post.look(MINUTE)
    post.move()
    tasks.mail_turn(*enqueued.call_args.kwargs["args"])
    assert mail.outbox == []
    assert models.TurnMail.objects.get().sent_at is not None


def test_looking_costs_no_more_with_many_tables(post: Post) -> None:
    post.look(MINUTE)
    post.now += MINUTE
    with CaptureQueriesContext(connection) as few:
        notices.tell_whose_turn(post.now)
    ids = [person.public_id for person in post.people]
    for _ in range(5):
        service.open_table("hokm", {}, None, persons=ids, ready=True, speed="slow")
    EmailAddress.objects.update(verified=False)
    post.now += MINUTE
    with CaptureQueriesContext(connection) as many:
        notices.tell_whose_turn(post.now)
    assert len(many) == len(few) <= 4

"""What awaits a person: put once, taken back from all, gone when its time is over."""

import datetime as dt

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import inbox, services
from accounts.models import InboxItem

ALICE, BOB = "AliceAliceAl", "BobBobBobBob"


def kinds(person: str) -> list[str]:
    return [item["kind"] for item in inbox.items(person)]


def test_an_item_awaits_its_person_and_nobody_else(each_database):
    inbox.put(ALICE, "seated", {"table": "T1"}, key="seated:T1")
    (item,) = inbox.items(ALICE)
    assert (item["kind"], item["body"]) == ("seated", {"table": "T1"})
    assert item["until"] - item["at"] == 120_000
    assert inbox.items(BOB) == []


def test_the_same_key_is_put_once(each_database):
    for _ in range(3):
        inbox.put(ALICE, "your_turn", {"table": "T1"}, key="turn:T1:41")
    inbox.put(ALICE, "your_turn", {"table": "T2"}, key="turn:T2:9")
    assert kinds(ALICE) == ["your_turn", "your_turn"]


def test_settling_takes_an_item_back_from_everybody(each_database):
    inbox.put_for_all([ALICE, BOB], "rematch", {"table": "T1", "from": BOB}, key="rematch:T1")
    inbox.put(ALICE, "your_turn", {"table": "T2"}, key="turn")
    inbox.settle("rematch:T1")
    inbox.settle("nothing of the kind")
    assert kinds(ALICE) == ["your_turn"]
    assert kinds(BOB) == []


def test_an_item_goes_with_the_transaction_that_put_it(each_database):
    with transaction.atomic():
        inbox.put(ALICE, "seated", {"table": "T1"}, key="seated:T1")
        transaction.set_rollback(True)
    assert inbox.items(ALICE) == []


def test_opening_a_table_settles_what_spoke_of_it_for_that_person_only(each_database):
    inbox.put_for_all([ALICE, BOB], "seated", {"table": "T1"}, key="seated:T1")
    inbox.put(ALICE, "friend", {"from": BOB}, key="friend")
    inbox.opened(ALICE, "T1")
    assert kinds(ALICE) == ["friend"]
    assert kinds(BOB) == ["seated"]


@pytest.mark.parametrize(
    ("kind", "minutes"), [("seated", 2), ("challenge", 10), ("rematch", 10), ("friend", None), ("your_turn", None)]
)
@pytest.mark.django_db
def test_what_is_old_is_not_shown_and_can_be_put_again(kind, minutes):
    inbox.put(ALICE, kind, {"from": BOB}, key="k")
    if minutes is None:
        assert InboxItem.objects.get().until is None
        return
    before = InboxItem.objects.get()
    assert before.until is not None
    assert before.until - before.at == dt.timedelta(minutes=minutes)
    InboxItem.objects.update(until=timezone.now() - dt.timedelta(seconds=1))
    assert inbox.items(ALICE) == []
    inbox.put(ALICE, kind, {"from": BOB}, key="k")
    assert kinds(ALICE) == [kind]


@pytest.mark.django_db
def test_nobody_puts_away_an_item_of_somebody_else():
    inbox.put(ALICE, "friend", {"from": BOB}, key="k")
    item = InboxItem.objects.get()
    assert inbox.dismissed(BOB, item.pk) is None
    assert kinds(ALICE) == ["friend"]
    assert inbox.dismissed(ALICE, item.pk) == item
    assert inbox.dismissed(ALICE, item.pk) is None
    assert kinds(ALICE) == []


@pytest.mark.django_db
def test_a_message_names_the_senders_in_one_query(django_assert_num_queries):
    people = [services.create_guest(name=f"Guest {letter}") for letter in "ABCDE"]
    for person in people:
        inbox.put(ALICE, "friend", {"from": person.public_id}, key=person.public_id)
    with django_assert_num_queries(2):
        message = inbox.message(ALICE)
    assert [item["body"]["from"] for item in message["items"]] == [one.public_id for one in reversed(people)]
    assert message["people"] == {one.public_id: {"name": one.name, "kind": "guest"} for one in people}


@pytest.mark.django_db
def test_putting_to_many_takes_the_queries_of_one(django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        inbox.put_for_all([f"Person{n:06}" for n in range(50)], "seated", {"table": "T1"}, key="seated:T1")

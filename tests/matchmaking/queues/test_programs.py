"""Who waits casually is offered programs after a while, and waits no longer."""

import pytest

from accounts import inbox
from games.table.aggregate import Refused
from games.table.models import Head, Seat
from matchmaking.models import Ticket
from matchmaking.queues.programs import begin_with_programs
from matchmaking.queues.tickets import enter
from tests.matchmaking.people import CASUAL, members, waiting

pytestmark = pytest.mark.usefixtures("each_database")

NOW = 1_800_000_000_000


def test_programs_are_offered_after_twelve_seconds_and_consume_the_ticket() -> None:
    alice, bob = members(2)
    with pytest.raises(Refused, match="not_waiting"):
        begin_with_programs(alice, "simple", NOW)
    enter([alice, bob], [CASUAL], now=NOW)
    with pytest.raises(Refused, match="too_early"):
        begin_with_programs(alice, "simple", NOW + 11_999)
    with pytest.raises(Refused, match="unreadable"):
        begin_with_programs(alice, "genius", NOW + 12_000)
    assert Ticket.objects.count() == 1
    made = begin_with_programs(bob, "simple", NOW + 12_000)
    assert (made.lifecycle, Ticket.objects.count()) == ("playing", 0)
    rows = Seat.objects.filter(table_id=made.table_id).order_by("seat").values_list("person", "bot")
    assert list(rows) == [(alice, ""), (bob, ""), ("", "simple")]
    head = Head.objects.get()
    assert (head.rated, head.visibility, head.host) == (False, "public", "")
    assert [item["kind"] for item in inbox.items(alice)] == ["seated"]


def test_programs_are_for_casual_play_only() -> None:
    (alice,) = waiting(1, now=NOW)
    with pytest.raises(Refused, match="not_casual"):
        begin_with_programs(alice, "simple", NOW + 30_000)

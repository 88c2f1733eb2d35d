"""Who did not come to a table waits a while before waiting again, and friends with him."""

from uuid import UUID

import pytest

from games.table.aggregate import Refused
from matchmaking.queues.pauses import FIRST_MS, LONGEST_MS, note_no_shows, pause_ms, paused_until
from matchmaking.queues.tickets import enter
from tests.matchmaking.people import CASUAL, member, members

pytestmark = pytest.mark.usefixtures("each_database")

NOW = 1_800_000_000_000


def test_a_pause_doubles_within_a_day_and_has_an_end() -> None:
    alice = member()
    assert [pause_ms(times) // 60_000 for times in (1, 2, 3, 4, 9)] == [2, 4, 8, 16, LONGEST_MS // 60_000]
    for number in range(3):
        note_no_shows(UUID(int=number), [alice], NOW + number)
        note_no_shows(UUID(int=number), [alice], NOW + 999_999)
    assert paused_until([alice, member()], NOW + 2) == NOW + 2 + pause_ms(3)
    assert paused_until([alice], NOW + 2 + pause_ms(3)) is None
    note_no_shows(UUID(int=9), [alice], NOW + 25 * 3_600_000)
    assert paused_until([alice], NOW + 25 * 3_600_000 + 1) == NOW + 25 * 3_600_000 + FIRST_MS


def test_nobody_waits_with_a_friend_who_pauses() -> None:
    alice, bob = members(2)
    note_no_shows(UUID(int=1), [alice], NOW)
    with pytest.raises(Refused) as refused:
        enter([bob, alice], [CASUAL], now=NOW + 1)
    assert refused.value.code == "paused"

"""Who is ranked last because a program played to the end for him, and who is not."""

import pytest

from games.table.aggregate import commands
from games.table.held import load
from games.table.service import submit
from matchmaking.ratings.ledger import record
from tests.matchmaking.ended import ended, finish, running, take_over
from tests.matchmaking.ratings.test_ledger import ALICE, BOB, CAROL, TRIO, changes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("reason", ["gave_up", "left", "lost", "time"])
@pytest.mark.parametrize("back", [False, True])
def test_for_whom_a_program_played_to_the_end_is_last_whatever_the_reason_and_who_came_back_is_not(
    reason: str, back: bool
) -> None:
    table_id = running(TRIO)
    if reason == "gave_up":
        submit(table_id, commands.Leave(), actor=f"p:{ALICE}", command_id="go")
    else:
        take_over(table_id, 0, reason)
    assert load(table_id).table.seats[0].away == reason
    if back:
        submit(table_id, commands.ReclaimSeat(), actor=f"p:{ALICE}", command_id="back")
    record(finish(table_id, (1, 2, 3)))
    told = [(row.person, row.rank, row.left) for row in changes(table_id)]
    if back:
        assert told == [(ALICE, 1, False), (BOB, 2, False), (CAROL, 3, False)]
    else:
        assert told == [(ALICE, 3, True), (BOB, 1, False), (CAROL, 2, False)]


def test_when_two_leave_they_share_the_last_place_behind_the_one_who_stayed() -> None:
    table_id = ended(TRIO, (1, 2, 3), left=[0, 1])
    record(table_id)
    assert [(row.rank, row.left) for row in changes(table_id)] == [(2, True), (2, True), (1, False)]


def test_when_all_leave_nobody_is_rated() -> None:
    table_id = ended(TRIO, (1, 2, 3), left=[0, 1, 2])
    record(table_id)
    assert {row.unrated_reason for row in changes(table_id)} == {"everybody_left"}

"""The write path from end to end on both databases: a table is played through it, cold and warm, and stays whole."""

import json
from collections.abc import Iterator
from typing import Any
from unittest import mock
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Block
from games.hokm.cards import PACK
from games.kernel.errors import BadOption
from games.table import chance, followers, log, models, service, shuffle
from games.table import held as holding
from games.table.aggregate import FOLD_VERSION, Refused, commands
from games.table.signals import committed
from tests.games.table.tables import ALICE, BOB, CAROL, against_bots, load, move, next_move, of_three, play_out, views

pytestmark = pytest.mark.usefixtures("each_database")


@pytest.fixture
def heard() -> Iterator[list[int]]:
    """The numbers that `committed` has told."""
    told: list[int] = []

    def receiver(seq: int, **_: Any) -> None:
        told.append(seq)

    committed.connect(receiver)
    yield told
    committed.disconnect(receiver)


def refused(code: str, table_id: UUID, command: Any, **given: Any) -> None:
    before = models.Event.objects.filter(table_id=table_id).count()
    with pytest.raises(Refused) as answer:
        service.submit(table_id, command, **{"command_id": "1", **given})
    assert answer.value.code == code
    assert models.Event.objects.filter(table_id=table_id).count() == before
    assert not models.Command.objects.filter(table_id=table_id, command_id=given.get("command_id", "1")).exists()


# --- opening ---


def test_a_table_is_opened_with_everything_resolved() -> None:
    made = service.open_table("hokm", {"target": 200}, ALICE, visibility="link", speed="casual")
    head = models.Head.objects.get(table_id=made.table_id)
    assert (head.game, head.players, head.lifecycle, head.host, head.visibility) == ("hokm", 3, "open", ALICE, "link")
    opened = json.loads(log.select(made.table_id)[0].body)
    assert opened["options"]["target"] == 200
    assert opened["options"]["auction"] == "once_free"
    assert opened["commitment"] == _commitment(made.table_id)
    assert opened["origin"] == {"type": "played"}
    seats = models.Seat.objects.filter(table_id=made.table_id).order_by("seat").values_list("person", "bot")
    assert list(seats) == [(ALICE, ""), ("", ""), ("", "")]


def _commitment(table_id: UUID) -> str:
    return chance.commitment(table_id, shuffle.secret_of(table_id))


def test_against_programs_it_runs_at_once() -> None:
    made = against_bots()
    assert made.lifecycle == "playing"
    assert load(made.table_id).table.deciders


def test_opening_is_undone_with_the_callers_transaction(heard: list[int]) -> None:
    """Matchmaking consumes its tickets in the same one."""
    with transaction.atomic():
        made = of_three(host=None)
        transaction.set_rollback(True)
    assert log.head(made.table_id) is None
    assert heard == []
    with pytest.raises(shuffle.SecretLost):
        shuffle.secret_of(made.table_id)


def test_nothing_is_told_before_the_callers_commit(heard: list[int]) -> None:
    with transaction.atomic():
        made = of_three(host=None)
        assert heard == []
    assert heard == [made.seq]


@pytest.mark.parametrize(
    "wrong",
    [{"options": {"target": 7}}, {"options": {"nothing": 1}}, {"players": 4}, {"bots": ("simple",) * 3}],
    ids=["value", "option", "players", "too many"],
)
def test_house_rules_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        against_bots(**wrong)
    assert not models.Head.objects.exists()
    assert not models.DeckSecret.objects.exists()


@pytest.mark.parametrize("wrong", [{"game": "whist"}, {"visibility": "secret"}, {"bots": ("genius",)}])
def test_what_does_not_exist_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="unreadable"):
        against_bots(**wrong)
    assert not models.Head.objects.exists()


def test_followers_follow_a_new_table() -> None:
    with mock.patch.object(followers, "_names", ["bots", "clock"]):
        made = against_bots()
    assert {row.follower for row in models.Follow.objects.filter(table_id=made.table_id, seen=0)} == {"bots", "clock"}


# --- playing ---


def test_a_table_is_played_to_its_end_and_every_hash_fits() -> None:
    made = against_bots()
    end = play_out(load(made.table_id))
    assert end.table.lifecycle == "finished"
    assert log.verify(made.table_id).seq == end.seq
    head = models.Head.objects.get(table_id=made.table_id)
    assert (head.lifecycle, head.deadline_at, head.ended_at) == ("finished", None, end.table.ended_at)


def test_decks_are_those_the_secret_gives() -> None:
    made = against_bots()
    service.submit(made.table_id, commands.GiveSalt("ab" * 16), actor=f"p:{ALICE}", command_id="salt")
    play_out(load(made.table_id), until=lambda table: table.decks_drawn == 2)
    secret, decks = shuffle.secret_of(made.table_id), []
    for row in log.select(made.table_id):
        if row.kind == "hokm.deal_started":
            decks.append(json.loads(row.body)["deck"])
    for n, salts in ((1, (None, None, None)), (2, ("ab" * 16, None, None))):
        drawn = chance.deck(made.table_id, secret, n, salts, PACK.size)
        assert decks[n - 1] == [PACK.names[PACK.cards[k]] for k in drawn]


def test_the_deadline_stands_with_the_head(settings: Any) -> None:
    settings.BETWEEN_DEALS_MS = 12_000
    held = play_out(load(of_three().table_id), until=lambda table: table.rest_since is not None)
    assert models.Head.objects.get(table_id=held.table.id).deadline_at == held.table.deadline_at is not None
    for person in (ALICE, BOB, CAROL):
        service.submit(held.table.id, commands.Ready(), actor=f"p:{person}", command_id="ready")
    assert models.Head.objects.get(table_id=held.table.id).deadline_at is None
    assert load(held.table.id).table.decks_drawn == 2


def test_who_sits_where_stands_in_the_seats() -> None:
    table_id = of_three().table_id
    service.submit(table_id, commands.Leave(), actor=f"p:{BOB}", command_id="leave")
    assert models.Seat.objects.filter(table_id=table_id, seat=1).values_list("person", "bot").get() == ("", "simple")
    service.submit(table_id, commands.ReclaimSeat(), actor=f"p:{BOB}", command_id="back")
    assert models.Seat.objects.filter(table_id=table_id, seat=1).values_list("person", "bot").get() == (BOB, "")


def test_every_commit_is_told_once(heard: list[int]) -> None:
    held = load(against_bots().table_id)
    heard.clear()
    expected = []
    for _ in range(4):
        held = move(held)
        expected.append(held.seq)
    assert heard == expected


# --- refusing ---


@pytest.mark.parametrize(("blocker", "blocked"), [(ALICE, BOB), (BOB, ALICE)])
def test_nobody_sits_down_with_somebody_who_is_blocked(blocker: str, blocked: str) -> None:
    table_id = service.open_table("hokm", {}, ALICE).table_id
    running = service.open_table("hokm", {}, ALICE, bots=("simple",) * 2, visibility="link").table_id
    Block.objects.create(person=blocker, other=blocked)
    for where, command in ((table_id, commands.Sit()), (running, commands.TakeChair())):
        with pytest.raises(Refused) as refused:
            service.submit(where, command, actor=f"p:{BOB}", command_id="sit")
        assert (refused.value.code, refused.value.facts) == ("seat_taken", {})
        service.submit(where, command, actor=f"p:{CAROL}", command_id="sit")
    Block.objects.create(person=ALICE, other=CAROL)
    again = service.submit(table_id, commands.Sit(), actor=f"p:{CAROL}", command_id="sit")
    assert load(table_id).table.seat_of(CAROL) == 1
    assert again.first == again.last == load(table_id).seq


def test_refusals_change_nothing() -> None:
    table_id = of_three().table_id
    held = load(table_id)
    said = next_move(held)
    refused("no_such_table", UUID(int=1), commands.Ready(), actor=f"p:{ALICE}")
    refused("not_seated", table_id, said["command"], actor="p:dave00000000", decision=said["decision"])
    refused("stale", table_id, said["command"], actor=said["actor"], decision=said["decision"] - 1)
    refused("unauthorised", table_id, commands.CloseTable(), actor=f"p:{BOB}")
    refused("not_open", table_id, commands.Sit(), actor="p:dave00000000")


@pytest.mark.parametrize("command_id", ["", "x" * 101, "a\0b", "a\nb", "\ud800"])
def test_an_id_that_no_database_keeps_is_refused(command_id: str) -> None:
    held = load(of_three().table_id)
    with pytest.raises(Refused, match="unreadable"):
        service.submit(held.table.id, **{**next_move(held), "command_id": command_id})
    assert load(held.table.id).seq == held.seq


def test_any_other_id_is_kept() -> None:
    table_id = of_three().table_id
    for command_id in ("x" * 100, "ده", "1 2", "🂡"):
        said: dict[str, Any] = {"actor": f"p:{ALICE}", "command_id": command_id}
        first = service.submit(table_id, commands.GiveSalt("a" * 32), **said)
        assert service.submit(table_id, commands.GiveSalt("a" * 32), **said) == first


# --- the same command again ---


def test_a_command_sent_again_is_answered_as_before() -> None:
    """Its answer was lost, and the table has gone on: what was accepted stays accepted, and happens once."""
    held = load(of_three().table_id)
    said = next_move(held)
    first = service.submit(held.table.id, **said)
    moved = load(held.table.id)
    for _ in range(3):
        moved = move(moved)
    assert service.submit(held.table.id, **said) == first
    assert load(held.table.id).seq == moved.seq


def test_a_command_that_would_be_right_again_happens_once() -> None:
    """The guard in the log decides, not the rules: giving the same salt twice is no error."""
    table_id = of_three().table_id
    said: dict[str, Any] = {"command": commands.GiveSalt("ab" * 16), "actor": f"p:{BOB}", "command_id": "s"}
    assert service.submit(table_id, **said) == service.submit(table_id, **said)
    assert sum(row.kind == "table.salt_given" for row in log.select(table_id)) == 1


def test_another_persons_command_may_have_the_same_id() -> None:
    table_id = of_three().table_id
    answers = {
        service.submit(table_id, commands.GiveSalt("ab" * 16), actor=f"p:{person}", command_id="1").first
        for person in (ALICE, BOB)
    }
    assert len(answers) == 2


# --- holding an old fold ---


def test_an_old_fold_learns_what_others_did() -> None:
    old = load(of_three().table_id)
    now = move(move(old))
    made = service.submit_held(old, **next_move(now))
    assert [one.seq for one in made.events] == list(range(old.seq + 1, made.held.seq + 1))
    assert views(made.held) == views(load(old.table.id))
    assert made.held.hash == load(old.table.id).hash


def test_an_old_fold_does_not_refuse_what_is_right_by_now() -> None:
    """The seat was a program's when this fold was made."""
    table_id = of_three().table_id
    service.submit(table_id, commands.Leave(), actor=f"p:{BOB}", command_id="leave")
    old = load(table_id)
    service.submit(table_id, commands.ReclaimSeat(), actor=f"p:{BOB}", command_id="back")
    made = service.submit_held(old, commands.GiveSalt("cd" * 16), actor=f"p:{BOB}", command_id="salt")
    assert [type(one.event).__name__ for one in made.events] == ["SeatReclaimed", "SaltGiven"]


def test_a_retry_on_an_old_fold_brings_the_events_along() -> None:
    old = load(of_three().table_id)
    said = next_move(old)
    service.submit_held(old, **said)
    again = service.submit_held(old, **said)
    assert [one.seq for one in again.events] == list(range(again.accepted.first, again.accepted.last + 1))
    assert again.held.seq == load(old.table.id).seq


# --- cold starts and their cost ---


def test_cold_warm_and_refolded_tables_are_the_same() -> None:
    made = against_bots()
    warm = play_out(load(made.table_id), until=lambda table: table.decks_drawn == 3)
    for _ in range(5):
        warm = move(warm)
    cold, first = load(made.table_id), holding.refold(made.table_id)
    assert models.Fold.objects.get(table_id=made.table_id).seq > 40
    assert views(warm) == views(cold) == views(first)
    assert warm.hash == cold.hash == first.hash


@pytest.mark.parametrize("harm", ["version", "body", "nothing left"])
def test_a_fold_that_cannot_be_used_costs_time_and_nothing_else(harm: str) -> None:
    warm = move(play_out(load(against_bots().table_id), until=lambda table: table.decks_drawn == 2))
    row = models.Fold.objects.filter(table_id=warm.table.id)
    if harm == "version":
        row.update(version=FOLD_VERSION + 1, body="{}")
    elif harm == "body":
        row.update(body='{"opened":{"game":"whist"}}')
    else:
        row.delete()
    assert views(load(warm.table.id)) == views(warm)
    assert move(load(warm.table.id)).seq > warm.seq


def queries(act: Any) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        act()
    # A savepoint or the start of a transaction is no question to the database.
    return [one["sql"] for one in captured if not one["sql"].startswith(("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT"))]


def test_a_card_costs_the_same_however_old_the_table_is() -> None:
    table_id = against_bots(options={"target": 500}).table_id
    costs, read = [], []
    for deals in (2, 8):
        held = move(play_out(load(table_id), until=lambda table, deals=deals: table.decks_drawn == deals))
        said = next_move(held)
        with mock.patch.object(log, "select", wraps=log.select) as selected:
            costs.append(len(queries(lambda said=said: service.submit(table_id, **said))))
            assert all(call.args[1] > 0 for call in selected.mock_calls if call.args)
            read.append(held.seq - selected.call_args.args[1])
    # The fold row, the events after it, then the append: one statement on PostgreSQL, an update and four inserts else.
    assert costs == [3, 3] if connection.vendor == "postgresql" else costs[0] == costs[1] <= 7
    assert max(read) <= 8, "only the events since the last point between deals are read"


def test_a_card_in_a_room_costs_the_append_alone() -> None:
    held = move(load(against_bots().table_id))
    found = queries(lambda: service.submit_held(held, **next_move(held)))
    assert not [sql for sql in found if sql.lstrip().startswith("SELECT")]
    assert len(found) == 1 if connection.vendor == "postgresql" else len(found) <= 4

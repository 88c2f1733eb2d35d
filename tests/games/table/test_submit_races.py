"""Commands at the same time, answers that are lost, announcements that fail: nothing lost, nothing doubled."""

import logging
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any
from unittest import mock
from uuid import UUID

import pytest

from accounts.announcing import wait
from games.table import announcing, log, models, service
from games.table.aggregate import Refused, commands
from games.table.rebuild import differences
from games.table.signals import committed
from tests.games.table.tables import ALICE, BOB, CAROL, against_bots, load, move, next_move, of_three, play_out, views
from tests.games.table.test_log_races import at_once

pytestmark = pytest.mark.usefixtures("each_database")


def tried(table_id: UUID, **said: Any) -> Any:
    """The answer, or the code of the refusal."""
    try:
        return service.submit(table_id, **said)
    except Refused as refused:
        return refused.code


def whole(table_id: UUID) -> None:
    """The chain fits, every command stands for its events, and refolding gives what a cold start gives."""
    log.verify(table_id)
    assert differences(table_id) == []


def test_of_two_answers_to_one_decision_one_is_accepted() -> None:
    table_id = of_three().table_id
    for turn in range(10):
        said = next_move(load(table_id))
        first, second = ({**said, "command_id": f"{turn}:{name}"} for name in ("one", "two"))
        answers = at_once(partial(tried, table_id, **first), partial(tried, table_id, **second))
        assert Counter(type(answer) for answer in answers) == {service.Accepted: 1, str: 1}
        assert "stale" in answers
    whole(table_id)


def test_who_gives_way_comes_through_while_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where programs play by themselves there is a move in every pause that a person's command makes."""
    table_id = of_three().table_id
    old = load(table_id)

    def go_on(*_: Any) -> None:
        move(load(table_id))

    monkeypatch.setattr(service, "time", mock.Mock(sleep=go_on))
    go_on()
    made = service.submit_held(old, commands.Leave(), actor=f"p:{CAROL}", command_id="leave")
    assert made.accepted.first == old.seq + 3
    assert [event.seq for event in made.events] == list(range(old.seq + 1, load(table_id).seq + 1))
    whole(table_id)


def test_the_same_command_at_once_is_answered_twice_and_happens_once() -> None:
    table_id = of_three().table_id
    for _ in range(20):
        before = load(table_id)
        said = next_move(before)
        one, two = at_once(*[partial(tried, table_id, **said)] * 2)
        assert one == two
        assert isinstance(one, service.Accepted)
        assert (one.first, one.last) == (before.seq + 1, load(table_id).seq)
        if load(table_id).table.rest_since is not None:
            break
    whole(table_id)


def test_commands_that_do_not_exclude_each_other_are_all_accepted() -> None:
    """Whoever comes second decides again on what the first has done."""
    for round_ in range(8):
        table_id = of_three().table_id
        held = load(table_id)
        salts = [
            {"command": commands.GiveSalt(f"{seat}" * 32), "actor": f"p:{person}", "command_id": f"{round_}"}
            for seat, person in enumerate((ALICE, BOB, CAROL))
        ]
        answers = at_once(*[partial(tried, table_id, **said) for said in (*salts, next_move(held))])
        assert {type(answer) for answer in answers} == {service.Accepted}
        assert len({answer.first for answer in answers}) == 4  # type: ignore[attr-defined]
        assert load(table_id).table.salts == ["0" * 32, "1" * 32, "2" * 32]
        whole(table_id)


def test_readiness_from_everybody_at_once_draws_one_deck() -> None:
    for _ in range(4):
        table_id = service.open_table("hokm", {}, ALICE, persons=(ALICE, BOB, CAROL), ready=False).table_id
        ready = [
            partial(tried, table_id, command=commands.Ready(), actor=f"p:{person}", command_id="r")
            for person in (ALICE, BOB, CAROL)
        ]
        assert {type(answer) for answer in at_once(*ready)} == {service.Accepted}
        assert sum(row.kind == "table.deck_drawn" for row in log.select(table_id)) == 1
        whole(table_id)


def test_the_last_free_seat_is_given_once() -> None:
    for _ in range(4):
        table_id = service.open_table("hokm", {}, ALICE, persons=(ALICE, BOB)).table_id
        sit = [
            partial(tried, table_id, command=commands.Sit(), actor=f"p:{name}00000000", command_id="sit")
            for name in ("dave", "erin")
        ]
        answers = at_once(*sit)
        assert Counter(type(answer) for answer in answers) == {service.Accepted: 1, str: 1}
        assert "seat_taken" in answers
        whole(table_id)


def test_who_is_always_late_is_told_so_after_five_tries() -> None:
    table_id = of_three().table_id
    with mock.patch.object(log, "append", return_value=log.Conflict()) as append, pytest.raises(Refused) as refused:
        service.submit(table_id, commands.GiveSalt("a" * 32), actor=f"p:{ALICE}", command_id="1")
    assert (refused.value.code, append.call_count) == ("busy", 5)


# --- killed, or cut off, after the commit ---


@pytest.fixture
def warned(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.WARNING):
        yield caplog


class Unreachable:
    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("no Redis")


class Dropping:
    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        pass


def test_a_command_does_not_fail_because_nobody_can_be_told(warned: pytest.LogCaptureFixture) -> None:
    table_id = of_three().table_id
    held = load(table_id)
    with mock.patch("accounts.announcing.get_channel_layer", return_value=Unreachable()):
        made = service.submit(table_id, **next_move(held))
        wait()
    assert load(table_id).seq == made.last
    assert "was not announced" in warned.text


def test_a_table_is_played_with_every_announcement_dropped() -> None:
    with mock.patch("accounts.announcing.get_channel_layer", return_value=Dropping()):
        held = load(against_bots().table_id)
        end = play_out(held)
    assert views(end) == views(load(held.table.id))
    whole(held.table.id)


def test_a_command_does_not_fail_because_a_receiver_does(warned: pytest.LogCaptureFixture) -> None:
    def receiver(**_: Any) -> None:
        raise RuntimeError("the broker is away")

    committed.connect(receiver)
    try:
        held = load(of_three().table_id)
        made = service.submit(held.table.id, **next_move(held))
    finally:
        committed.disconnect(receiver)
    assert load(held.table.id).seq == made.last
    assert "the broker is away" in warned.text


class Killed(BaseException):
    """The process is gone: nothing after this runs."""


def test_a_process_killed_between_commit_and_announcement_has_lost_nothing() -> None:
    held = load(of_three().table_id)
    said = next_move(held)
    with mock.patch.object(service, "after_commit", side_effect=Killed), pytest.raises(Killed):
        service.submit(held.table.id, **said)
    assert log.heads_moved({held.table.id: held.seq}) == {held.table.id: load(held.table.id).seq}
    again = service.submit(held.table.id, **said)
    assert (again.first, again.last) == (held.seq + 1, load(held.table.id).seq)
    assert models.Command.objects.filter(table_id=held.table.id, command_id=said["command_id"]).count() == 1
    play_out(move(load(held.table.id)))
    whole(held.table.id)


def test_a_process_killed_before_the_commit_has_done_nothing() -> None:
    held = load(of_three().table_id)
    said = next_move(held)
    with mock.patch.object(log, "append", side_effect=Killed), pytest.raises(Killed):
        service.submit(held.table.id, **said)
    assert load(held.table.id).seq == held.seq
    assert service.submit(held.table.id, **said).first == held.seq + 1


def test_an_announcement_is_an_address_and_a_number() -> None:
    sent: list[tuple[str, dict[str, Any]]] = []

    class Listening:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            sent.append((group, message))

    with mock.patch("accounts.announcing.get_channel_layer", return_value=Listening()):
        held = move(load(of_three().table_id))
        wait()
    name = announcing.stream(held.table.id)
    assert sent[-1] == (name, {"type": "stream.moved", "stream": name, "version": held.seq})
    assert {frozenset(message) for _, message in sent} == {frozenset(("type", "stream", "version"))}

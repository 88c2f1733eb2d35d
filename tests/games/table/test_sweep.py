"""What time does: the pause between deals ends, down-time is nobody's, followers are woken, empty tables end."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from unittest import mock

import pytest
from django.conf import settings as configured
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games.table import alive, downtime, followers, log, models, presence, service, sweep
from games.table.aggregate import commands
from games.table.clock import now_ms
from games.table.held import Held
from games.table.ids import format_id
from games.table.rebuild import differences
from games.table.signals import behind
from games.table.tasks import sweep as task
from tests.games.table.tables import ALICE, BOB, against_bots, load, move, of_three, play_out
from tests.games.table.test_log_races import at_once

pytestmark = pytest.mark.usefixtures("each_database")

MINUTE = 60_000
SEEN = 30 * MINUTE


class Time:
    """The server's clock, moved by hand: what commands and sweeps read."""

    def __init__(self) -> None:
        self.now = now_ms()

    def __call__(self) -> int:
        return self.now

    def sweep(self, after_ms: int = 1_000) -> None:
        self.now += after_ms
        sweep.sweep(self.now)

    def sweep_for(self, ms: int) -> None:
        """So much time passes while the server is up; then it sweeps."""
        self.now += ms - min(ms, 1_000)
        models.SweepAlive.objects.filter(name="sweep").update(alive_at=self.now)
        self.sweep(min(ms, 1_000))


@pytest.fixture
def time(settings: Any) -> Iterator[Time]:
    settings.BETWEEN_DEALS_MS = 12_000
    clock = Time()
    sweep._lagging.clear()
    with ExitStack() as patched:
        for module in (service, sweep, downtime, alive):
            patched.enter_context(mock.patch.object(module, "now_ms", clock))
        clock.sweep(0)
        yield clock


def resting(**given: Any) -> Held:
    """A table between its first two deals."""
    return play_out(load(of_three(**given).table_id), until=lambda table: table.rest_since is not None)


def kinds(held: Held) -> list[str]:
    return [row.kind for row in log.select(held.table.id, held.seq)]


# --- deadlines ---


def test_the_next_deal_begins_when_the_pause_is_over(time: Time) -> None:
    held = resting()
    time.sweep_for(11_999)
    assert kinds(held) == []
    time.sweep(1)
    assert kinds(held) == ["table.deck_drawn", "hokm.deal_started"]
    assert load(held.table.id).table.decks_drawn == 2


def test_a_second_sweep_at_the_same_time_changes_nothing(time: Time) -> None:
    held = resting()
    time.sweep_for(11_000)
    time.now += 1_000
    at_once(*[lambda: sweep.sweep(time.now)] * 3)
    assert kinds(held) == ["table.deck_drawn", "hokm.deal_started"]
    assert models.Command.objects.filter(table_id=held.table.id, actor="clock").count() == 1
    assert differences(held.table.id) == []


def test_a_sweep_without_work_costs_a_few_small_queries(time: Time) -> None:
    move(load(of_three().table_id))
    with CaptureQueriesContext(connection) as captured:
        time.sweep()
    assert len([one for one in captured if one["sql"].startswith(("SELECT", "UPDATE"))]) <= 10 + len(followers.names())


def test_one_broken_table_stops_no_other(time: Time, caplog: pytest.LogCaptureFixture) -> None:
    broken, held = resting(), resting()
    models.DeckSecret.objects.filter(table_id=broken.table.id).delete()
    time.sweep_for(12_000)
    assert kinds(broken) == []
    assert "hokm.deal_started" in kinds(held)
    assert format_id(broken.table.id) in caplog.text


def test_a_database_that_is_away_ends_the_sweep_at_once(time: Time) -> None:
    """Not after trying every table in turn over the connection that is gone; the next sweep has a new one."""
    resting(), resting()
    away = mock.patch.object(sweep, "submit", side_effect=OperationalError("server closed the connection"))
    time.now += 12_000
    with away as submit, mock.patch.object(connection, "is_usable", return_value=False):
        with pytest.raises(OperationalError):
            sweep.pass_deadlines(time.now)
        assert submit.call_count == 1
    with away as submit, mock.patch.object(connection, "is_usable", return_value=True):
        sweep.pass_deadlines(time.now)
        assert submit.call_count == 2


# --- down-time ---


def test_down_time_is_credited_to_running_tables(time: Time) -> None:
    held, waiting = resting(), load(service.open_table("hokm", {}, ALICE).table_id)
    ended = play_out(load(against_bots(options={"target": 200, "max_deals": 1}).table_id))
    time.sweep_for(5_000)
    time.sweep(3_600_000)
    assert kinds(held) == ["table.clock_credited"]
    assert kinds(waiting) == kinds(ended) == []
    assert load(held.table.id).table.deadline_at == (held.table.deadline_at or 0) + 3_600_000
    time.sweep_for(6_000)
    assert kinds(held) == ["table.clock_credited"]
    time.sweep_for(1_000)
    assert kinds(held)[1:] == ["table.deck_drawn", "hokm.deal_started"]


def test_five_seconds_are_no_down_time(time: Time) -> None:
    held = resting()
    time.sweep(5_000)
    assert kinds(held) == []


def test_down_time_is_credited_once_however_many_sweep(time: Time) -> None:
    held = resting()
    time.now += 100_000
    at_once(*[lambda: sweep.credit_down_time(time.now)] * 3)
    assert kinds(held) == ["table.clock_credited"]


def test_a_sweep_killed_while_crediting_is_made_good_by_the_next(time: Time) -> None:
    one, other = resting(), resting()
    time.now += 100_000

    class Killed(BaseException):
        pass

    submit = service.submit
    done: list[Any] = []

    def killed_at_the_second(*args: Any, **kwargs: Any) -> Any:
        if done:
            raise Killed
        done.append(args)
        return submit(*args, **kwargs)

    with mock.patch.object(sweep, "submit", killed_at_the_second), pytest.raises(Killed):
        sweep.sweep(time.now)
    time.sweep(1_000)
    assert kinds(one) == kinds(other) == ["table.clock_credited"]


def test_long_work_is_no_down_time(time: Time) -> None:
    """Crediting a thousand tables, or dealing at a thousand, takes longer than the five seconds."""
    tables = [resting() for _ in range(3)]
    submit = service.submit

    def slow(*args: Any, **kwargs: Any) -> Any:
        time.now += 4_000
        return submit(*args, **kwargs)

    with mock.patch.object(sweep, "submit", slow):
        time.sweep(60_000)
        time.sweep(1_000)
        time.sweep_for(12_000)
        time.sweep(1_000)
    dealt = ("table.clock_credited", "table.deck_drawn", "hokm.deal_started")
    assert {tuple(kinds(held)) for held in tables} == {dealt}


# --- followers ---


@pytest.fixture
def woken() -> Iterator[list[tuple[str, int, int]]]:
    told: list[tuple[str, int, int]] = []

    def receiver(follower: str, seen: int, seq: int, **_: Any) -> None:
        told.append((follower, seen, seq))

    behind.connect(receiver)
    with mock.patch.object(followers, "_names", ["bots"]):
        yield told
    behind.disconnect(receiver)


def test_a_follower_that_does_not_move_is_woken(time: Time, woken: list[tuple[str, int, int]]) -> None:
    made = of_three()
    time.sweep()
    assert woken == []  # perhaps it is at work
    time.sweep()
    assert woken == [("bots", 0, made.seq)]
    followers.mark("bots", made.table_id, made.seq)
    time.sweep()
    assert len(woken) == 1


def test_one_that_moves_is_left_alone(time: Time, woken: list[tuple[str, int, int]]) -> None:
    held = load(of_three().table_id)
    for _ in range(4):
        time.sweep()
        followers.mark("bots", held.table.id, held.seq)
        held = move(held)
    assert woken == []


def test_nobody_follows_an_ended_table_until_moderation_speaks(time: Time, woken: list[tuple[str, int, int]]) -> None:
    held = play_out(load(against_bots(options={"target": 200, "max_deals": 1}).table_id))
    followers.mark("bots", held.table.id, held.seq)
    assert not models.Follow.objects.filter(follower="bots").exists()
    service.submit(held.table.id, commands.Annul(), actor="mod:1", command_id="annul")
    time.sweep()
    time.sweep()
    assert woken == [("bots", held.seq, held.seq + 1)]


# --- empty tables ---


def test_a_table_where_nobody_was_for_half_an_hour_ends(time: Time) -> None:
    running, waiting = load(of_three().table_id), load(service.open_table("hokm", {}, ALICE).table_id)
    time.sweep_for(SEEN - MINUTE)
    assert kinds(running) == kinds(waiting) == []
    time.sweep_for(2 * MINUTE + 5_000)
    assert kinds(running) == kinds(waiting) == ["table.abandoned"]
    assert models.Head.objects.get(table_id=running.table.id).lifecycle == "abandoned"


def test_one_person_present_keeps_it(time: Time) -> None:
    held = load(of_three().table_id)
    time.sweep_for(SEEN - MINUTE)
    assert presence.come(held.table.id, [BOB], "here", at=time.now)
    time.sweep_for(SEEN - MINUTE)
    assert kinds(held) == []
    time.sweep_for(3 * MINUTE)
    assert kinds(held) == ["table.abandoned"]


def test_so_does_a_person_who_plays_without_a_socket(time: Time) -> None:
    held = load(of_three().table_id)
    time.sweep_for(SEEN - MINUTE)
    held = move(held)
    time.sweep_for(SEEN - MINUTE)
    assert kinds(held) == []


def test_and_the_servers_own_absence_is_nobodys(time: Time) -> None:
    held, waiting = load(of_three().table_id), load(service.open_table("hokm", {}, ALICE).table_id)
    time.sweep(10 * SEEN)
    time.sweep_for(2 * MINUTE)
    assert kinds(held) == ["table.clock_credited"]
    assert kinds(waiting) == []


def test_beat_asks_for_a_sweep_each_second_on_a_queue_of_its_own() -> None:
    (entry,) = [one for one in configured.CELERY_BEAT_SCHEDULE.values() if one["task"] == task.name]
    assert entry["schedule"] == 1.0
    assert configured.CELERY_TASK_ROUTES[task.name] == {"queue": "clock"}

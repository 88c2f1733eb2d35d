"""What finished tables tell of those who played them: who stayed, and how long a decision usually takes."""

import itertools
from statistics import median

import pytest

from games.table import followers, log, played, service, tasks
from games.table.aggregate import commands
from games.table.held import load
from games.table.ids import format_id
from games.table.models import Follow, Played
from tests.games.table.tables import ALICE, BOB, CAROL, of_three, play_out
from tests.matchmaking.ended import annul, ended, reinstate

pytestmark = pytest.mark.django_db


def test_the_usual_time_is_the_median_of_what_the_log_holds_for_each_person(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = itertools.accumulate(itertools.cycle((700, 1_100, 2_300) * 12 + (90_000,)), initial=1_900_000_000_000)
    monkeypatch.setattr(service, "now_ms", lambda: next(steps))
    made = of_three(options={"target": 200, "max_deals": 1}, between_ms=0)
    play_out(load(made.table_id))
    assert played.record(made.table_id) == log.head(made.table_id).seq  # type: ignore[union-attr]
    rows = {row.person: row for row in Played.objects.filter(table_id=made.table_id)}
    assert rows.keys() == {ALICE, BOB, CAROL}
    for person, row in rows.items():
        spent = [e.spent_ms for e in log.select(made.table_id) if e.actor == f"p:{person}" and e.spent_ms is not None]
        assert (row.decisions, row.usual_ms) == (len(spent), round(median(spent)))
        assert len(set(spent)) > 1


def test_whoever_left_is_known_by_it_and_programs_are_nobody() -> None:
    table = ended([ALICE, BOB, CAROL], left=(1,))
    tasks.record_played(format_id(table))
    assert dict(Played.objects.values_list("person", "left")) == {ALICE: False, BOB: True, CAROL: False}
    alone = service.open_table("hokm", {"target": 200, "max_deals": 1}, ALICE, bots=("simple", "simple"), between_ms=0)
    play_out(load(alone.table_id))
    assert Follow.objects.filter(follower=played.FOLLOWER, table_id=alone.table_id).exists()
    tasks.record_played(format_id(alone.table_id))
    assert Played.objects.get(table_id=alone.table_id).person == ALICE
    assert not Follow.objects.filter(follower=played.FOLLOWER).exists()


def test_a_table_that_was_annulled_or_never_ended_tells_nothing() -> None:
    table, running = ended([ALICE, BOB, CAROL]), of_three().table_id
    played.record(table)
    annul(table)
    assert [one.table_id for one in followers.behind(played.FOLLOWER)] == [table]
    assert played.record(table) is not None
    assert played.record(running) is None
    service.submit(of_three(ready=False).table_id, commands.CloseTable(), actor=f"p:{ALICE}", command_id="close")
    assert not Played.objects.exists()
    reinstate(table)
    played.record(table)
    assert Played.objects.count() == 3


def row(number: int, **given: object) -> Played:
    usual = {"seat": 0, "person": ALICE, "game": "hokm", "speed": "blitz", "left": False, "decisions": 30}
    return Played(**{**usual, "table_id": format(number, "032x"), "at": number, "usual_ms": 3_000, **given})


def test_habits_are_of_the_newest_tables_and_say_what_is_usual_where_there_are_enough() -> None:
    rows = [row(n, usual_ms=ms) for n, ms in enumerate((2_000, 90_000, 3_000, 4_000, 5_000))]
    rows += [row(10 + n, speed="normal", usual_ms=9_000) for n in range(6)]
    rows += [row(20, game="tong", left=True), row(21, usual_ms=None, decisions=0, left=True), row(22, person=BOB)]
    Played.objects.bulk_create(rows)
    known = played.habits([ALICE, CAROL])
    assert (known.tables, known.finished) == (13, 11)
    assert [(pace.game, pace.speed, pace.tables, pace.usual_ms) for pace in known.paces] == [
        ("hokm", "normal", 6, 9_000),
        ("hokm", "blitz", 5, 4_000),
    ]
    assert played.habits([CAROL]) == played.Habits()


def test_it_can_be_made_again_from_the_logs() -> None:
    table, other = ended([ALICE, BOB, CAROL]), ended([ALICE, BOB, CAROL], left=(0,))
    played.record(table)
    Played.objects.filter(seat=0).update(left=True)
    Played.objects.bulk_create([row(7)])
    assert len(list(played.rebuild())) == 3
    list(played.rebuild(write=True))
    assert list(played.rebuild()) == []
    assert Played.objects.filter(left=True).get().table_id == other

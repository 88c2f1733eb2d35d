"""Followers find their work by asking the database, never by being told."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.table import followers, log, models

from .logs import AT, batch, entry, opened

pytestmark = pytest.mark.usefixtures("each_database")


def rows(follower):
    return [(row.table_id, row.seen, row.seq) for row in followers.behind(follower)]


def test_a_new_table_is_work_for_everybody_who_follows():
    table_id = opened(followers=("bots", "clock"))
    assert rows("bots") == rows("clock") == [(table_id, 0, 1)]
    assert rows("statistics") == []


def test_who_has_seen_the_head_is_not_behind_until_it_moves():
    table_id = opened(followers=("bots",))
    followers.mark("bots", table_id, 1)
    assert rows("bots") == []
    log.append(batch(table_id, entry(), entry()))
    assert rows("bots") == [(table_id, 1, 3)]


def test_a_mark_never_goes_back():
    table_id = opened(followers=("bots",))
    log.append(batch(table_id, entry(), entry()))
    followers.mark("bots", table_id, 2)
    followers.mark("bots", table_id, 1)
    assert rows("bots") == [(table_id, 2, 3)]


def test_the_row_goes_when_the_end_was_seen_and_not_before():
    table_id = opened(followers=("bots", "clock"))
    log.append(batch(table_id, entry(), entry(), lifecycle="finished", ended_at=AT))
    followers.mark("bots", table_id, 2)
    assert rows("bots") == [(table_id, 2, 3)]
    followers.mark("bots", table_id, 3)
    assert not models.Follow.objects.filter(follower="bots").exists()
    assert rows("clock") == [(table_id, 0, 3)]


def test_seeing_all_of_a_running_table_keeps_the_row():
    table_id = opened(followers=("bots",))
    log.append(batch(table_id))
    followers.mark("bots", table_id, 2)
    assert models.Follow.objects.get().seen == 2


def test_an_annulled_table_is_work_again():
    table_id = opened(followers=("clock",))
    log.append(batch(table_id, command_id="end", lifecycle="finished", ended_at=AT))
    followers.mark("clock", table_id, 2)
    assert rows("clock") == []
    log.append(
        batch(table_id, command_id="annul", lifecycle="finished", ended_at=AT, followers=("clock", "statistics"))
    )
    assert rows("clock") == rows("statistics") == [(table_id, 2, 3)]


def test_however_many_tables_it_is_one_question():
    for _ in range(20):
        opened(followers=("bots",))
    with CaptureQueriesContext(connection) as queries:
        assert len(followers.behind("bots")) == 20
        assert len(followers.behind("bots", limit=5)) == 5
    assert len(queries) == 2


def test_names_are_registered_once():
    before = followers.names()
    followers.register("a-follower")
    followers.register("a-follower")
    try:
        assert followers.names() == (*before, "a-follower")
    finally:
        followers._names.remove("a-follower")


def test_a_follower_of_results_follows_rated_tables_and_is_behind_when_they_have_ended():
    before = followers.names()
    followers.register("results", results_only=True)
    try:
        assert "results" in followers.names()
        assert "results" in followers.of_table(rated=True)
        assert "results" not in followers.of_table(rated=False)
        assert "bots" in followers.of_table(rated=False)
        table_id = opened(followers=("bots", "results"))
        log.append(batch(table_id))
        assert rows("results") == []
        assert rows("bots") == [(table_id, 0, 2)]
        log.append(batch(table_id, command_id="end", lifecycle="finished", ended_at=AT))
        assert rows("results") == [(table_id, 0, 3)]
    finally:
        followers._names.remove("results")
        followers._of_results.pop("results")
    assert followers.names() == before

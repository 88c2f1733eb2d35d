"""The write path from end to end on both databases: a table is played through it, cold and warm, and stays whole."""

import pytest

from games.table import held as holding
from games.table import log, models
from tests.games.table.tables import against_bots, load, move, play_out, views

pytestmark = pytest.mark.usefixtures("each_database")


def test_a_table_is_played_to_its_end_and_every_hash_fits() -> None:
    made = against_bots()
    end = play_out(load(made.table_id))
    assert end.table.lifecycle == "finished"
    assert log.verify(made.table_id).seq == end.seq
    head = models.Head.objects.get(table_id=made.table_id)
    assert (head.lifecycle, head.deadline_at, head.ended_at) == ("finished", None, end.table.ended_at)


def test_cold_warm_and_refolded_tables_are_the_same() -> None:
    made = against_bots()
    warm = play_out(load(made.table_id), until=lambda table: table.decks_drawn == 3)
    for _ in range(5):
        warm = move(warm)
    cold, first = load(made.table_id), holding.refold(made.table_id)
    assert models.Fold.objects.get(table_id=made.table_id).seq > 40
    assert views(warm) == views(cold) == views(first)
    assert warm.hash == cold.hash == first.hash

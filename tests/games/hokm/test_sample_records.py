"""The samples of Hokm, which another program wrote: their numbers (`tests/games/test_sample_records.py` reads all)."""

from games.kernel.record import Record
from tests.games.record_texts import read, sample


def test_numbers_are_those_of_the_other_program():
    (table,) = read(sample("hokm-two-deals.opentrick"))
    assert isinstance(table, Record)
    scored = [event for event in table.events if type(event).__name__ == "DealScored"]
    assert [event.score for event in scored] == [(-30, 30, 30), (30, -30, -20)]
    assert [event.tricks for event in scored] == [(0, 4, 6), (7, 2, 1)]
    assert table.header.names == ("x y z", "B", "Zoë")

"""The samples of Preferans, which another program wrote: their sums (`tests/games/test_sample_records.py` reads them
all)."""

import pytest

from games.kernel.record import Record
from games.preferans.events import DealScored
from tests.games.record_texts import SAMPLES, read, sample

RIGHT = sorted(path.name for path in SAMPLES.glob("preferans-*.opentrick"))


@pytest.mark.parametrize("name", RIGHT)
def test_the_standing_of_every_deal_sums_to_zero(name: str):
    scored = 0
    for table in read(sample(name)):
        assert isinstance(table, Record)
        for event in table.events:
            if isinstance(event, DealScored):
                assert sum(event.standing) == 0
                scored += 1
    assert scored == sample(name).count("\nstanding: ") > 2

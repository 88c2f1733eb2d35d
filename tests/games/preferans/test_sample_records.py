"""Records written by another program: right ones come back byte for byte, each false one is named by line and class."""

import pytest

from games.kernel.record import Record, RecordError, parse_records
from games.preferans.events import DealScored
from tests.games.record_texts import SAMPLES, read, rewritten, sample

RIGHT = sorted(path.name for path in SAMPLES.glob("preferans-*.opentrick"))
REFUSED = SAMPLES / "refused" / "preferans"
EXPECTED = [line.split(":", 3)[:3] for line in (REFUSED / "expected.txt").read_text().splitlines()]


def test_the_samples_are_there():
    assert len(RIGHT) >= 6
    assert len(EXPECTED) == len(list(REFUSED.glob("mutant-*.opentrick"))) > 60


@pytest.mark.parametrize("name", RIGHT)
def test_right_tables_come_back_byte_for_byte(name: str):
    assert rewritten(sample(name)) == sample(name)


@pytest.mark.parametrize(("name", "line", "cls"), EXPECTED)
def test_each_false_detail_is_named(name: str, line: str, cls: str):
    (found,) = parse_records((REFUSED / name).read_bytes())
    assert isinstance(found, RecordError)
    assert (found.line, found.cls) == (int(line), cls.strip())


def test_the_table_they_were_made_from_is_right():
    text = (REFUSED / "original.opentrick").read_text()
    assert rewritten(text) == text


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

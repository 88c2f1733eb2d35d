"""Records written by another program: right ones come back byte for byte, each false one is named by line and class."""

import pytest

from games.kernel.record import Record, RecordError, parse_records
from tests.games.record_texts import SAMPLES, read, rewritten, sample

RIGHT = sorted(path.name for path in SAMPLES.glob("hokm-*.opentrick"))
REFUSED = SAMPLES / "refused" / "hokm"
EXPECTED = [line.split(":", 3)[:3] for line in (REFUSED / "expected.txt").read_text().splitlines()]


def test_the_samples_are_there():
    assert len(RIGHT) >= 3
    assert len(EXPECTED) == len(list(REFUSED.glob("mutant-*.opentrick"))) > 50


@pytest.mark.parametrize("name", RIGHT)
def test_right_tables_come_back_byte_for_byte(name):
    assert rewritten(sample(name)) == sample(name)


@pytest.mark.parametrize(("name", "line", "cls"), EXPECTED)
def test_each_false_detail_is_named(name, line, cls):
    (found,) = parse_records((REFUSED / name).read_bytes())
    assert isinstance(found, RecordError)
    assert (found.line, found.cls) == (int(line), cls.strip())


def test_the_table_they_were_made_from_is_right():
    text = (REFUSED / "original.opentrick").read_text()
    assert rewritten(text) == text


def test_numbers_are_those_of_the_other_program():
    (table,) = read(sample("hokm-two-deals.opentrick"))
    assert isinstance(table, Record)
    scored = [event for event in table.events if type(event).__name__ == "DealScored"]
    assert [event.score for event in scored] == [(-30, 30, 30), (30, -30, -20)]
    assert [event.tricks for event in scored] == [(0, 4, 6), (7, 2, 1)]
    assert table.header.names == ("x y z", "B", "Zoë")

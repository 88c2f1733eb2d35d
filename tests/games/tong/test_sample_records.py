"""Records written by another program: right ones come back byte for byte, each false one is named by line and class."""

import pytest

from games.kernel.record import RecordError, parse_records
from tests.games.record_texts import SAMPLES, rewritten, sample

RIGHT = sorted(path.name for path in SAMPLES.glob("tong-*.opentrick"))
REFUSED = SAMPLES / "refused" / "tong"
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

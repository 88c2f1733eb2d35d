"""Records written by another program: right ones come back byte for byte, each false one is named by line and class."""

import pytest

from games.kernel.record import RecordError, parse_records
from tests.games.record_texts import SAMPLES, rewritten, sample

LEAST = {"hokm": (3, 50), "preferans": (6, 60), "tong": (3, 50)}
"""By game: how many right records there are at least, and more than how many false ones."""
RIGHT = [path.name for game in LEAST for path in sorted(SAMPLES.glob(f"{game}-*.opentrick"))]
FALSE = [
    (f"{game}/{name}", int(line), cls.strip())
    for game in LEAST
    for name, line, cls, *_ in (
        row.split(":", 3) for row in (SAMPLES / "refused" / game / "expected.txt").read_text().splitlines()
    )
]


@pytest.mark.parametrize("game", LEAST)
def test_the_samples_are_there(game: str) -> None:
    right, refused = LEAST[game]
    mutants = list((SAMPLES / "refused" / game).glob("mutant-*.opentrick"))
    assert sum(name.startswith(f"{game}-") for name in RIGHT) >= right
    assert sum(name.startswith(f"{game}/") for name, _, _ in FALSE) == len(mutants) > refused


@pytest.mark.parametrize("name", RIGHT)
def test_right_tables_come_back_byte_for_byte(name: str) -> None:
    assert rewritten(sample(name)) == sample(name)


@pytest.mark.parametrize(("name", "line", "cls"), FALSE)
def test_each_false_detail_is_named(name: str, line: int, cls: str) -> None:
    (found,) = parse_records((SAMPLES / "refused" / name).read_bytes())
    assert isinstance(found, RecordError)
    assert (found.line, found.cls) == (line, cls)


@pytest.mark.parametrize("game", LEAST)
def test_the_table_the_false_ones_were_made_from_is_right(game: str) -> None:
    text = (SAMPLES / "refused" / game / "original.opentrick").read_text()
    assert rewritten(text) == text

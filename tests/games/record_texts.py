"""Helpers for tests about records: the sample files, and small edits that must be refused."""

from pathlib import Path

from games.kernel.record import Record, RecordError, format_records, parse_records

SAMPLES = Path(__file__).parents[1] / "records"


def sample(name: str) -> str:
    return (SAMPLES / name).read_bytes().decode()


def refusals(source: str | bytes) -> list[tuple[int, str]]:
    """Line and class of each faulty table."""
    return [(table.line, table.cls) for table in parse_records(source) if isinstance(table, RecordError)]


def read(source: str | bytes) -> list[Record]:
    """The tables of a right file."""
    tables = list(parse_records(source))
    assert not refusals(source), refusals(source)
    return [table for table in tables if isinstance(table, Record)]


def rewritten(source: str | bytes) -> str:
    return format_records(read(source))


def line_of(text: str, line: str) -> int:
    """The number of the first line that reads exactly so."""
    return text.split("\n").index(line) + 1


def edited(text: str, old: str, *new: str, nth: int = 1) -> str:
    """The text with the nth line `old` replaced by any number of lines."""
    lines = text.split("\n")
    places = [at for at, line in enumerate(lines) if line == old]
    at = places[nth - 1]
    return "\n".join(lines[:at] + list(new) + lines[at + 1 :])


def until(text: str, line: str) -> str:
    """The text up to and including the first line that reads exactly so."""
    lines = text.split("\n")
    return "\n".join(lines[: lines.index(line) + 1]) + "\n"

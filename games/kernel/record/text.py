"""A file of records as bytes, lines and tables (docs/notation.md 1). Knows nothing of cards."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.kernel.record.errors import RecordError

VERSION_LINE = "%opentrick 1"

_BYTE_ORDER_MARK = "\ufeff"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_KEYED = re.compile(r"([a-z][A-Za-z0-9 >_-]*):(?: (.+))?", re.DOTALL)
_KEY_NUMBER = re.compile(r"(?<![A-Za-z0-9_-])(?:0|[1-9][0-9]{0,14})(?![A-Za-z0-9_-])")
_DEAL = re.compile(r"deal (0|[1-9][0-9]{0,14})")


@dataclass(slots=True)
class TableText:
    """The lines of one table that mean something: the number of its version line, then (number, text) of the others."""

    start: int
    lines: list[tuple[int, str]] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The number of the table's last line; comments and empty lines are not the table's."""
        return self.lines[-1][0] if self.lines else self.start


def split_tables(source: bytes | str) -> Iterator[TableText | RecordError]:
    """The tables of a file in order; in place of a table without a right version line, what is wrong with it.

    An encoding error concerns the whole file and is its only result.
    """
    try:
        text = source.decode("utf-8") if isinstance(source, bytes) else source
    except UnicodeDecodeError:
        yield RecordError(1, "bad-encoding", "not UTF-8")
        return
    if text.startswith(_BYTE_ORDER_MARK):
        yield RecordError(1, "bad-encoding", "a byte order mark")
        return
    table: TableText | None = None
    refused = found = False
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if line.endswith("\r") and number < len(lines):
            line = line[:-1]
        line = line.rstrip(" \t")
        if not line or _is_comment(line):
            continue
        if line[0] == "%":
            if table is not None:
                yield table
            found, refused, table = True, False, None
            if line == VERSION_LINE:
                table = TableText(number)
            else:
                refused = True
                yield RecordError(number, "bad-version", f"version: {line:.60}")
        elif table is not None:
            table.lines.append((number, line))
        elif not refused:
            found = refused = True
            yield RecordError(number, "bad-version", "no %opentrick line before this one")
    if table is not None:
        yield table
    elif not found:
        yield RecordError(max(1, len(lines) - (not lines[-1])), "bad-version", "no %opentrick line")


def _is_comment(line: str) -> bool:
    """A comment with a control character in it is none: no line may hold one."""
    body = line.lstrip(" \t")
    return body[:1] == "#" and not _CONTROL.search(body)


def keyed(line: str) -> tuple[str, str] | None:
    """Key and value of a `key: value` line, the value empty if there is none; None for any other line.

    >>> keyed("bid 1: pass"), keyed("name:"), keyed("deal 4"), keyed("deck:AS")
    (('bid 1', 'pass'), ('name', ''), None, None)
    """
    match = _KEYED.fullmatch(line)
    if match is None or _CONTROL.search(line):
        return None
    return match[1], match[2] or ""


def deal_number(line: str) -> int | None:
    """The N of a `deal N` line.

    >>> deal_number("deal 12"), deal_number("deal 012"), deal_number("dealer: 1")
    (12, None, None)
    """
    match = _DEAL.fullmatch(line)
    return int(match[1]) if match else None


def form_of(key: str) -> tuple[str, tuple[int, ...]]:
    """A key with `#` for its numbers, and the numbers.

    >>> form_of("hand 1 now"), form_of("write whists 0>2"), form_of("bid 01")
    (('hand # now', (1,)), ('write whists #>#', (0, 2)), ('bid 01', ()))
    """
    numbers = tuple(int(number) for number in _KEY_NUMBER.findall(key))
    return (_KEY_NUMBER.sub("#", key), numbers) if numbers else (key, numbers)

"""Ids of tables: UUIDv7 in six own lines (48 bits of milliseconds, then chance), shown as 22 base-62 characters.

Python 3.13 has no ``uuid7`` and the databases' own are too new; a time-ordered id lets the log be partitioned by ranges
of it (docs/event-log.md).
"""

import secrets
import time
from uuid import UUID

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH = 22
_VALUE = {digit: value for value, digit in enumerate(DIGITS)}


def uuid7(at_ms: int | None = None, chance: int | None = None) -> UUID:
    """A new id; `at_ms` and 74 bits of `chance` may be given: `simulate` makes the same ids from the same seed."""
    at_ms = time.time_ns() // 1_000_000 if at_ms is None else at_ms
    chance = secrets.randbits(74) if chance is None else chance
    value = (at_ms & 0xFFFF_FFFF_FFFF) << 80 | 0x7 << 76 | 0x2 << 62
    value |= (chance >> 62 & 0xFFF) << 64 | chance & 0x3FFF_FFFF_FFFF_FFFF
    return UUID(int=value)


def format_id(table_id: UUID) -> str:
    """The id as people see it: 22 characters whose order is the order of the ids."""
    value, text = table_id.int, ""
    for _ in range(LENGTH):
        value, digit = divmod(value, 62)
        text = DIGITS[digit] + text
    return text


def parse_id(text: str) -> UUID:
    """The id that `format_id` writes as `text`; ValueError for every other text (one table has one address)."""
    if len(text) != LENGTH:
        raise ValueError("a table id has 22 characters")
    value = 0
    for digit in text:
        if digit not in _VALUE:
            raise ValueError("a table id has only the characters 0-9, A-Z, a-z")
        value = value * 62 + _VALUE[digit]
    if value >> 128:
        raise ValueError("this table id is too large")
    return UUID(int=value)

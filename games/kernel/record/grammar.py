r"""The values of lines as docs/notation.md 10 spells them: does this text fit, for a table of n seats?

A `Grammar` only says whether a value can be read; whether it is true comes later. Numbers have no leading zeros, no
`+0` or `-0`, and at most 15 digits (no table counts that far, and no machine runs out of them).
"""

import re
from collections.abc import Callable
from functools import cache

Grammar = Callable[[str, int], bool]
"""`fits(value, seats)`"""

NUM = r"(?:0|[1-9][0-9]{0,14})"
INT = r"(?:0|-?[1-9][0-9]{0,14})"
SIGNED = r"(?:0|[+-][1-9][0-9]{0,14})"
DASH_NUM = r"(?:-|0|[1-9][0-9]{0,14})"
FRACTION = r"(?:0|-?[1-9][0-9]{0,14}(?:/[1-9][0-9]{0,14})?)"
CARD = "[AKQJT9876][SCDH]"
STRAIN = "(?:[SCDH]|NT)"

_NUMBER = re.compile(NUM)
_CARD = re.compile(CARD)
_CARD_WORD = re.compile(rf"(?<![^ :]){CARD}(?![^ ])")
_CARDS = re.compile(f"{CARD}(?: {CARD})*")


def words(*allowed: str) -> Grammar:
    """One of some listed words."""
    return lambda value, seats: value in allowed


def pattern(regex: str) -> Grammar:
    """Whatever a regular expression matches as a whole; `{seat}` in it stands for a seat of the table."""
    if "{seat}" not in regex:
        compiled = re.compile(regex)
        return lambda value, seats: compiled.fullmatch(value) is not None

    @cache
    def made(seats: int) -> re.Pattern[str]:
        return re.compile(regex.replace("{seat}", f"[0-{seats - 1}]"))

    return lambda value, seats: made(seats).fullmatch(value) is not None


def by_seat(item: str) -> Grammar:
    """One value for each seat, seat 0 first."""

    @cache
    def made(seats: int) -> re.Pattern[str]:
        return re.compile(item + f" {item}" * (seats - 1))

    return lambda value, seats: made(seats).fullmatch(value) is not None


def text(value: str, seats: int) -> bool:
    """Any text of at least one character."""
    return value != ""


def cards(value: str, seats: int) -> bool:
    """One or more cards; how many is not a question of grammar."""
    return _CARDS.fullmatch(value) is not None


number = pattern(NUM)
card = pattern(CARD)
seat = pattern("{seat}")
suit = words("S", "C", "D", "H")


def cards_in(value: str) -> list[str]:
    """Every card named in a value, whatever stands around it.

    >>> cards_in("buy keep AC discard 6H 8C"), cards_in("1:JC 2:TC -> 1")
    (['AC', '6H', '8C'], ['JC', 'TC'])
    """
    return _CARD_WORD.findall(value)


def split_trick(value: str) -> tuple[list[tuple[int | None, str]], int | None] | None:
    """The (seat, card) pairs of a trick and its winner; `*` gives seat None. None if it cannot be read.

    Seats may be any number here: one that does not exist is not unreadable but `wrong-turn` or `wrong-winner`.

    >>> split_trick("1:JC 2:TC 0:9C -> 1"), split_trick("*:9S 0:7S"), split_trick("1:JC ->")
    (([(1, 'JC'), (2, 'TC'), (0, '9C')], 1), ([(None, '9S'), (0, '7S')], None), None)
    """
    body, arrow, taker = value.partition(" -> ") if not value.startswith("-> ") else ("", "-> ", value[3:])
    if arrow and not _NUMBER.fullmatch(taker):
        return None
    plays: list[tuple[int | None, str]] = []
    for token in body.split(" ") if body else ():
        place, _, name = token.partition(":")
        if not _CARD.fullmatch(name) or not (place == "*" or _NUMBER.fullmatch(place)):
            return None
        plays.append((None if place == "*" else int(place), name))
    return plays, int(taker) if arrow else None


_RESULTS = [
    re.compile(result)
    for result in (
        r"none()()",
        rf"({INT}(?: {INT})*) winner ({NUM}(?: {NUM})*)",
        rf"({SIGNED}(?: {SIGNED})*)(?: winner ({NUM}))?",
    )
]
_END = re.compile(r"(finished|agreed|abandoned)|(abandoned) (.+)")


def result(value: str, seats: int) -> bool:
    """The value of `result`: `none`, or one number for each seat and then perhaps who won."""
    for one in _RESULTS:
        match = one.fullmatch(value)
        if match:
            numbers, winners = match[1], match[2]
            return (not numbers or len(numbers.split(" ")) == seats) and all(
                int(seat) < seats for seat in (winners or "0").split(" ")
            )
    return False


def split_end(value: str) -> tuple[str, str | None] | None:
    """How a table ended, and the reason if one is given; None if it cannot be read.

    >>> split_end("finished"), split_end("abandoned seat 1 left"), split_end("finished at last")
    (('finished', None), ('abandoned', 'seat 1 left'), None)
    """
    match = _END.fullmatch(value)
    return None if match is None else (match[1] or match[2], match[3])

"""The header of a table (docs/notation.md 2): who plays what by which rules, read against the game's ruleset."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.kernel.cards import MOST_SEATS
from games.kernel.contract import Game
from games.kernel.errors import BadOption
from games.kernel.record import grammar
from games.kernel.record.errors import Fault, RecordError, unreadable
from games.kernel.record.text import TableText, deal_number, keyed
from games.kernel.ruleset import Ruleset

FindGame = Callable[[str], Game[Any, Any]]
"""The game of a name; raises KeyError."""

FIRST_KEYS = ("game", "preset", "players")
NOT_TAGS = frozenset({"deal", "dealer", "deck", "aborted", "result", "end"})
LONGEST_NAME = 64

_TAG = re.compile(r"[a-z][a-z0-9_-]*")
_OPTION = re.compile(r"option ([A-Za-z0-9_-]+)")
_SEAT = re.compile(r"seat (0|[1-9][0-9]{0,14})")
_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
_WORD = r"[^ ]+"

_GRAMMARS: dict[str, grammar.Grammar] = {
    "game": grammar.pattern(_WORD),
    "preset": grammar.pattern(_WORD),
    "players": grammar.number,
    "rated": grammar.words("yes", "no"),
    "started": grammar.pattern(_TIME),
    "site": grammar.text,
    "excerpt": grammar.words("yes"),
}
_OPTION_VALUE = grammar.pattern(_WORD)


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the first deal. `rules` holds preset, players and every option, whether written or not."""

    game: str
    rules: Ruleset
    names: tuple[str, ...]
    """The players' names by seat."""
    rated: bool | None = None
    started: str | None = None
    """`YYYY-MM-DDThh:mm:ssZ`, UTC."""
    site: str | None = None
    excerpt: bool = False
    """The record does not begin at the start of the match (docs/notation.md 8)."""
    tags: tuple[tuple[str, str], ...] = ()
    """Keys that no reader knows, kept in the order in which they were read."""

    @property
    def players(self) -> int:
        return self.rules.players


def format_header(header: Header) -> list[str]:
    """The canonical lines of a header (docs/notation.md 9)."""
    lines = [f"game: {header.game}", f"preset: {header.rules.preset}", f"players: {header.players}"]
    lines += [f"option {name}: {value}" for name, value in sorted(header.rules.changes().items())]
    lines += [f"seat {seat}: {name}" for seat, name in enumerate(header.names)]
    if header.rated is not None:
        lines.append(f"rated: {'yes' if header.rated else 'no'}")
    if header.started is not None:
        lines.append(f"started: {header.started}")
    if header.site is not None:
        lines.append(f"site: {header.site}")
    if header.excerpt:
        lines.append("excerpt: yes")
    lines += [f"{key}: {value}" if value else f"{key}:" for key, value in header.tags]
    return lines


def parse_header(table: TableText, find_game: FindGame) -> tuple[Header, Game[Any, Any], Sequence[tuple[int, str]]]:
    """The header of a table, its game, and the lines after the header. Raises RecordError."""
    draft = _Draft(find_game)
    for at, (number, line) in enumerate(table.lines):
        try:
            if draft.ends_before(line):
                return (*draft.finished(), table.lines[at:])
            draft.read(line)
        except Fault as fault:
            raise RecordError(number, fault.cls, fault.message) from None
    try:
        return (*draft.finished(), ())
    except Fault as fault:
        raise RecordError(table.last, fault.cls, fault.message) from None


def _ever_was(time: str) -> bool:
    """Whether the calendar and the clock know this time.

    >>> _ever_was("2024-02-29T23:59:59Z"), _ever_was("2023-02-29T00:00:00Z"), _ever_was("2024-01-01T24:00:00Z")
    (True, False, False)
    """
    year, month, day, hour, minute, second = (int(part) for part in re.findall(r"[0-9]+", time))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= days[month - 1] and hour < 24 and minute < 60 and second < 60


class _Draft:
    """A header being read, line by line."""

    def __init__(self, find_game: FindGame) -> None:
        self.find_game = find_game
        self.given: dict[str, str] = {}
        self.tags: list[tuple[str, str]] = []
        self.game: Game[Any, Any] | None = None
        self.players = 0

    def ends_before(self, line: str) -> bool:
        """Whether this line is the first after the header."""
        if deal_number(line) is not None:
            return True
        pair = keyed(line)
        return pair is not None and pair[0] in ("result", "end")

    def read(self, line: str) -> None:
        pair = keyed(line)
        if pair is None:
            raise unreadable(line)
        key, value = pair
        is_tag = self._check_readable(key, value, line)
        place = len(self.given)
        if key in self.given:
            raise Fault("bad-header", f"header: {key} stands twice")
        if (place < len(FIRST_KEYS)) != (key in FIRST_KEYS) or (place < len(FIRST_KEYS) and key != FIRST_KEYS[place]):
            raise Fault("bad-header", f"header: {key} stands in the wrong place")
        self._check_possible(key, value)
        self.given[key] = value
        if is_tag:
            self.tags.append((key, value))

    def _check_readable(self, key: str, value: str, line: str) -> bool:
        """Refuses what is no header line at all; says whether the line is an unknown tag."""
        if key in _GRAMMARS:
            fits = _GRAMMARS[key](value, self.players)
        elif _OPTION.fullmatch(key):
            fits = _OPTION_VALUE(value, self.players)
        elif seat := _SEAT.fullmatch(key):
            fits = int(seat[1]) < (self.players or MOST_SEATS) and value != ""
        elif _TAG.fullmatch(key) and key not in NOT_TAGS:
            return True
        else:
            fits = False
        if not fits:
            raise unreadable(line)
        return False

    def _check_possible(self, key: str, value: str) -> None:
        """Refuses values that the game, or the world, does not have."""
        fault = Fault("bad-header", f"header: {key}: {value:.60}")
        if key == "game":
            try:
                self.game = self.find_game(value)
            except KeyError:
                raise fault from None
        elif key == "preset":
            assert self.game is not None
            if value not in self.game.ruleset.PRESETS:
                raise fault
        elif key == "players":
            assert self.game is not None
            if int(value) not in self.game.ruleset.PLAYERS:
                raise fault
            self.players = int(value)
        elif key == "started":
            if not _ever_was(value):
                raise fault
        elif key.startswith("seat "):
            if len(value) > LONGEST_NAME or value.startswith(" "):
                raise fault
        elif option := _OPTION.fullmatch(key):
            self._check_option(option[1], value)

    def _check_option(self, name: str, value: str) -> None:
        assert self.game is not None
        known = {option.name: option for option in self.game.ruleset.OPTIONS}
        try:
            known[name].parse(value)
        except (KeyError, BadOption):
            raise Fault("bad-option", f"option: {name}: {value:.60}") from None

    def finished(self) -> tuple[Header, Game[Any, Any]]:
        """The whole header: nothing required is missing, and no options forbid each other."""
        for key in FIRST_KEYS:
            if key not in self.given:
                raise Fault("bad-header", f"header: {key} is missing")
        assert self.game is not None
        for seat in range(self.players):
            if f"seat {seat}" not in self.given:
                raise Fault("bad-header", f"header: seat {seat} is missing")
        changes = {key[7:]: value for key, value in self.given.items() if key.startswith("option ")}
        try:
            rules = self.game.ruleset.build(self.given["preset"], self.players, changes)
        except BadOption as bad:
            raise Fault("bad-option", f"option: {bad}") from None
        rated = self.given.get("rated")
        header = Header(
            game=self.given["game"],
            rules=rules,
            names=tuple(self.given[f"seat {seat}"] for seat in range(self.players)),
            rated=None if rated is None else rated == "yes",
            started=self.given.get("started"),
            site=self.given.get("site"),
            excerpt="excerpt" in self.given,
            tags=tuple(self.tags),
        )
        return header, self.game

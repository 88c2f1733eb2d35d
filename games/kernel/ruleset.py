"""House rules: a frozen, validated value. A preset names them all, a table may differ in some, the log holds all."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from games.kernel.errors import BadOption

Value = str | int


def N_(text: str) -> str:
    """Marks a text for translation; whoever shows it translates it."""
    return text


@dataclass(frozen=True, slots=True)
class Option:
    """One row of section 11 of a rule file: its name there, and the values that exist.

    `words` are listed values; `least` makes every whole number from there on a value as well (None: no free numbers).
    """

    name: str
    title: str
    words: tuple[Value, ...] = ()
    least: int | None = None
    labels: Mapping[Value, str] | None = None
    warnings: Mapping[Value, str] | None = None
    """What somebody should know before he chooses a value."""

    def parse(self, given: object) -> Value:
        """The value meant by a text or number. Raises BadOption."""
        for word in self.words:
            if given == str(word) or (given == word and type(given) is type(word)):
                return word
        if self.least is not None:
            if isinstance(given, str) and re.fullmatch(r"0|[1-9][0-9]{0,5}", given):
                given = int(given)
            if type(given) is int and self.least <= given <= 999_999:
                return given
        raise BadOption(self.name, f"no such value: {given!r:.30}")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a table plays by. Games add one field for each option, named as in section 11 of their rule file."""

    preset: str
    players: int

    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    PRESETS: ClassVar[tuple[str, ...]] = ("default",)
    PRESET_TITLES: ClassVar[Mapping[str, str]] = {"default": N_("Usual rules")}
    PLAYERS: ClassVar[tuple[int, ...]] = ()
    NOTE: ClassVar[str] = ""
    """What everybody should know who opens a table of it."""
    SETS: ClassVar[Mapping[str, tuple[str, int | None, Mapping[str, Value]]]] = {}
    """Ready-made sets: name -> (preset, players or any, options that differ)."""

    @classmethod
    def defaults(cls, preset: str, players: int) -> dict[str, Value]:
        """The value of every option under a preset, for a number of players."""
        raise NotImplementedError

    def check(self) -> None:
        """Raises BadOption where options forbid each other."""

    @classmethod
    def build(
        cls, preset: str = "default", players: int | None = None, changes: Mapping[str, object] | None = None
    ) -> Self:
        """The rules of a table: a preset and what differs from it. Raises BadOption."""
        if preset not in cls.PRESETS:
            raise BadOption("preset", f"no such preset: {preset!r:.30}")
        if players is None:
            players = cls.PLAYERS[0]
        if type(players) is not int or players not in cls.PLAYERS:
            raise BadOption("players", f"not for {players!r:.10} players")
        values: dict[str, Any] = cls.defaults(preset, players)
        by_name = {option.name: option for option in cls.OPTIONS}
        for name, given in (changes or {}).items():
            if name not in by_name:
                raise BadOption(str(name)[:40], "no such option")
            values[name] = by_name[name].parse(given)
        made = cls(preset=preset, players=players, **{cls.field_of(name): value for name, value in values.items()})
        made.check()
        return made

    @staticmethod
    def field_of(name: str) -> str:
        """The attribute that holds an option."""
        return name

    def options(self) -> dict[str, Value]:
        """Every option with its value, in the order of section 11."""
        return {option.name: getattr(self, self.field_of(option.name)) for option in self.OPTIONS}

    def changes(self) -> dict[str, Value]:
        """The options in which this table differs from its preset."""
        usual = self.defaults(self.preset, self.players)
        return {name: value for name, value in self.options().items() if value != usual[name]}

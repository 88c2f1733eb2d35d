"""What a game adds to the notation: its kinds of lines, and how its events are written.

Every line of a deal exists once, in the game's `Scribe`, which writes the events of a table as canonical lines. The
reader runs the record through the rules, lets the scribe write what happened, and compares: so a check is stated where
it is written and nowhere else, and legality is stated in the rules and nowhere else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from games.kernel.cards import Card, Seat
from games.kernel.contract import Command, Event
from games.kernel.record.grammar import Grammar
from games.kernel.ruleset import Ruleset


class Role(Enum):
    """Where a kind of line stands in a deal (docs/notation.md 3)."""

    BEFORE = "before"
    """In the preamble, with what was true before the deal."""
    DERIVED = "derived"
    """After the deck, in any order: what the deck deals."""
    ACTION = "action"
    """What somebody did."""
    CHECK = "check"
    """What follows from the lines before it."""


Numbers = tuple[int, ...]
"""The numbers in a key: the 1 of `bid 1`, the 0 and 2 of `write whists 0>2`."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of line. `form` is its key with `#` for each seat in it: `bid #`, `hand # now`, `write whists #>#`."""

    form: str
    role: Role
    fits: Grammar
    """Whether a value can be read; else the line is `unreadable-line`."""
    differs: str = ""
    """The class of a check whose value is false."""
    has_cards: bool = False
    """Card words in the value must belong to the pack, else `bad-card`."""
    any_order: bool = False
    """The reader accepts the value's words in any order."""
    written: bool = True
    """False for a line that a reader checks and a writer leaves out."""
    seat_is_checked: bool = False
    """A line of this kind whose key names another seat than the due one is false, not misplaced."""
    group: bool = False
    """Lines that are written all or none, the `write` lines of Preferans (docs/notation.md 11, end)."""
    command: Callable[[Any, Numbers, str], tuple[Seat, Command]] | None = None
    """For an action: `command(state, numbers, value)` gives who did it, and what. May raise Fault."""
    events: Callable[[Any, Numbers, str], Sequence[Event]] | None = None
    """For an action that is only a part of a command: the events it stands for. May raise Fault."""
    then: Callable[[Any, Numbers, str], tuple[Seat, Command]] | None = None
    """For an action line that tells of two commands: the second one, asked for when the first has happened."""
    echo: Callable[[str, str], None] | None = None
    """For an action that holds a check: `echo(read, written)` compares the two values. Raises Fault."""


@dataclass(slots=True, eq=False)
class Written:
    """A line as the scribe writes it. The value may still change until the deal is over."""

    key: str
    value: str | None

    @property
    def text(self) -> str:
        return self.key if self.value is None else f"{self.key}: {self.value}" if self.value else f"{self.key}:"


@dataclass(slots=True)
class Given:
    """A `... before` line as it was read: line number and value."""

    line: int
    value: str


class Scribe(ABC):
    """Writes the events of one table as canonical lines, each at the earliest place where it is determined.

    Subclasses turn their events into calls of `write`, `card` and `taken`.
    """

    def __init__(self, rules: Ruleset, *, excerpt: bool) -> None:
        self.rules = rules
        self.excerpt = excerpt
        """The first deal of an excerpt says what was true before it."""
        self.lines: list[Written] = []
        self.tricks = 0
        """Tricks of this deal that have a line."""
        self.open_trick: Written | None = None
        """The line of a trick that is not complete."""
        self.taker: Seat | None = None
        """Who took the last complete trick."""
        self.talon_card: tuple[str, str] | None = None
        """Place (`*` or a seat) and name of a card that stands first in the next trick (docs/notation.md 6.3)."""

    @abstractmethod
    def event(self, event: Event, state: Any) -> None:
        """Writes what happened; `state` is the state after the event."""

    def write(self, key: str, value: str | None) -> Written:
        line = Written(key, value)
        self.lines.append(line)
        return line

    def deal(self, number: int, dealer: Seat, deck: str, before: Sequence[tuple[str, str]] = ()) -> None:
        """The lines of a new deal down to the deck."""
        self.tricks = 0
        self.open_trick = self.talon_card = None
        self.write(f"deal {number}", None)
        self.write("dealer", str(dealer))
        for key, value in before:
            self.write(key, value)
        self.write("deck", deck)

    def card(self, seat: Seat, name: str) -> None:
        """A card of this seat's hand is played."""
        if self.open_trick is None:
            self.tricks += 1
            value = f"{seat}:{name}"
            if self.talon_card is not None:
                value = f"{self.talon_card[0]}:{self.talon_card[1]} {value}"
                self.talon_card = None
            self.open_trick = self.write(f"trick {self.tricks}", value)
        else:
            self.open_trick.value = f"{self.open_trick.value} {seat}:{name}"

    def taken(self, seat: Seat) -> None:
        """The trick is complete and this seat has it."""
        assert self.open_trick is not None
        self.open_trick.value = f"{self.open_trick.value} -> {seat}"
        self.open_trick = None
        self.taker = seat


class Notation(ABC):
    """What the reader and the writer of records ask a game."""

    kinds: tuple[Kind, ...] = ()
    """Every kind of line inside a deal but `dealer`, `deck`, `trick #`, `aborted`, in the order of the tables."""

    @abstractmethod
    def play(self, card: Card) -> Command:
        """The command that plays a card."""

    @abstractmethod
    def scribe(self, rules: Ruleset, *, excerpt: bool) -> Scribe: ...

    @abstractmethod
    def stands(self, state: Any) -> Collection[str]:
        """The forms of the action lines that may stand now, whoever's turn it is; `trick #` is one of them."""

    def unwritten(self, state: Any) -> Sequence[tuple[Seat, Command]]:
        """What was said before this trick although a record does not write it, such as a trust that was not given."""
        return ()

    @abstractmethod
    def next_dealer(self, state: Any) -> Seat | None:
        """Who deals the next deal; None when chance decides."""

    def preamble(self, state: Any) -> Mapping[str, str]:
        """The `before` lines that may stand in the next deal, key to value; those of an excerpt's first deal aside."""
        return {}

    @abstractmethod
    def start(self, rules: Ruleset, deal: int, dealer: Seat, given: Mapping[str, Given]) -> Any:
        """What `new` needs as `before` for an excerpt that begins with this deal; missing lines mean the start of a
        match. Raises Fault with the line of the `before` line that cannot be."""

    @abstractmethod
    def result(self, state: Any) -> str:
        """The value of `result` for a match that the rules ended, or (if `agreed`) for the sheet as it stands."""

    def agreed(self, state: Any) -> tuple[tuple[Seat, Command], ...]:
        """Who says what so that all stop now, between two deals; nothing where a game has no such end."""
        return ()

    def end(self, state: Any) -> str:
        """How a match with an outcome ended: `finished`, or `agreed` where a game has such an end."""
        return "finished"


@dataclass(frozen=True, slots=True)
class Ending:
    """The `end` line: `finished`, `agreed` or `abandoned`, with a reason or none."""

    end: str
    reason: str | None = None

    @property
    def text(self) -> str:
        return self.end if self.reason is None else f"{self.end} {self.reason}"


@dataclass(frozen=True, slots=True)
class Record:
    """A table as a record holds it: the header, and all that happened, as the game's own events."""

    header: Any
    events: tuple[Event, ...] = ()
    start: dict[str, Any] | None = None
    """For an excerpt that has begun: the frozen state before its first deal."""
    aborted: str | None = None
    """Why the last deal was broken off."""
    ending: Ending | None = None
    opening: tuple[str, ...] = ()
    """The lines of a last deal that has begun but has no deck yet."""
    deals: int = field(default=0, compare=False)
    """How many deals the record has, the last one included if it is not complete."""
    line: int = field(default=1, compare=False)
    """Where the table begins in its file."""

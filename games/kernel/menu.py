"""The menu of a seat: what it may say or play now, as one choice a kind of command with a domain for each field.

A command is legal exactly when a choice of the menu contains it; check, buttons and bots read the same menu.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import comb
from typing import Any, Protocol

from games.kernel.cards import CardSet, Pack


class Rng(Protocol):
    """All the chance that pure code ever sees. `random.Random` fits, and gives the same numbers on every machine."""

    def random(self) -> float:
        """A number in [0, 1)."""


def below(rng: Rng, n: int) -> int:
    """A whole number from 0 to n - 1, all with equal chances."""
    return int(rng.random() * n)


class Domain(Protocol):
    """The values one field of a command may take, whatever the other fields are."""

    def __contains__(self, value: object) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def pick(self, rng: Rng) -> Any: ...


class OneOf:
    """One of some listed values."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values

    def __contains__(self, value: object) -> bool:
        return any(value == other and type(value) is type(other) for other in self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def pick(self, rng: Rng) -> Any:
        return self.values[below(rng, len(self.values))]


class CardFrom:
    """One card of a set."""

    __slots__ = ("of", "pack")

    def __init__(self, pack: Pack, of: CardSet) -> None:
        self.pack = pack
        self.of = of

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value >= 0 and bool(self.of >> value & 1)

    def __iter__(self) -> Iterator[int]:
        return iter(self.pack.cards_in(self.of))

    def __len__(self) -> int:
        return self.of.bit_count()

    def pick(self, rng: Rng) -> int:
        cards = self.pack.cards_in(self.of)
        return cards[below(rng, len(cards))]


class CardsFrom:
    """`k` different cards of a set, as a set."""

    __slots__ = ("k", "of", "pack")

    def __init__(self, pack: Pack, k: int, of: CardSet) -> None:
        self.pack = pack
        self.k = k
        self.of = of

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value >= 0 and value & ~self.of == 0 and value.bit_count() == self.k

    def __iter__(self) -> Iterator[int]:
        for cards in combinations(self.pack.cards_in(self.of), self.k):
            yield sum(1 << card for card in cards)

    def __len__(self) -> int:
        return comb(self.of.bit_count(), self.k)

    def pick(self, rng: Rng) -> int:
        cards = list(self.pack.cards_in(self.of))
        chosen = 0
        for _ in range(self.k):
            chosen |= 1 << cards.pop(below(rng, len(cards)))
        return chosen


class Split:
    """A total shared out among seats, none below its floor; None stands at a seat that has no part in it."""

    __slots__ = ("floors", "total")

    def __init__(self, total: int, floors: tuple[int | None, ...]) -> None:
        self.total = total
        self.floors = floors

    @property
    def spare(self) -> int:
        return self.total - sum(floor for floor in self.floors if floor is not None)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) != len(self.floors):
            return False
        total = 0
        for part, floor in zip(value, self.floors, strict=True):
            if floor is None:
                if part is not None:
                    return False
            elif type(part) is not int or part < floor:
                return False
            else:
                total += part
        return total == self.total

    def __iter__(self) -> Iterator[tuple[int | None, ...]]:
        seats = [seat for seat, floor in enumerate(self.floors) if floor is not None]
        for extra in product(range(self.spare + 1), repeat=len(seats)):
            if sum(extra) == self.spare:
                more = dict(zip(seats, extra, strict=True))
                yield tuple(None if f is None else f + more[seat] for seat, f in enumerate(self.floors))

    def __len__(self) -> int:
        seats = sum(floor is not None for floor in self.floors)
        return comb(self.spare + seats - 1, seats - 1) if seats and self.spare >= 0 else 0

    def pick(self, rng: Rng) -> tuple[int | None, ...]:
        parts = list(self.floors)
        seats = [seat for seat, floor in enumerate(parts) if floor is not None]
        for _ in range(self.spare):
            seat = seats[below(rng, len(seats))]
            parts[seat] += 1  # type: ignore[operator]
        return tuple(parts)


class Choice:
    """One kind of command and the values each of its fields may take. An offer is made unasked: no clock runs."""

    __slots__ = ("command", "fields", "offer")

    def __init__(
        self, command: Callable[..., Any], fields: dict[str, Domain] | None = None, *, offer: bool = False
    ) -> None:
        self.command = command
        self.fields: dict[str, Domain] = fields or {}
        self.offer = offer

    def __contains__(self, command: object) -> bool:
        if type(command) is not self.command:
            return False
        return all(getattr(command, name) in domain for name, domain in self.fields.items())

    def __iter__(self) -> Iterator[Any]:
        for values in product(*self.fields.values()):
            yield self.command(**dict(zip(self.fields, values, strict=True)))

    def __len__(self) -> int:
        size = 1
        for domain in self.fields.values():
            size *= len(domain)
        return size

    def pick(self, rng: Rng) -> Any:
        return self.command(**{name: domain.pick(rng) for name, domain in self.fields.items()})


class CardChoice(Choice):
    """Playing one card: the choice of every second, so its commands are made once, `commands[card]`."""

    __slots__ = ("commands", "of", "pack")

    def __init__(self, pack: Pack, of: CardSet, commands: tuple[Any, ...]) -> None:
        self.pack = pack
        self.of = of
        self.commands = commands
        self.offer = False

    @property
    def command(self) -> Callable[..., Any]:  # type: ignore[override]
        return type(self.commands[0])

    @property
    def fields(self) -> dict[str, Domain]:  # type: ignore[override]
        return {"card": CardFrom(self.pack, self.of)}

    def __contains__(self, command: object) -> bool:
        return type(command) is type(self.commands[0]) and command.card in CardFrom(self.pack, self.of)  # type: ignore[attr-defined]

    def __iter__(self) -> Iterator[Any]:
        return (self.commands[card] for card in self.pack.cards_in(self.of))

    def __len__(self) -> int:
        return self.of.bit_count()

    def pick(self, rng: Rng) -> Any:
        cards = self.pack.cards_in(self.of)
        return self.commands[cards[below(rng, len(cards))]]


Menu = tuple[Choice, ...]


def contains(menu: Menu, command: object) -> bool:
    return any(command in choice for choice in menu)


def offered(menu: Menu, command_type: type) -> bool:
    """Whether the menu has a choice of this type at all."""
    return any(choice.command is command_type for choice in menu)


def due(menu: Menu) -> Menu:
    """The choices that answer a decision: all but the offers."""
    return tuple(choice for choice in menu if not choice.offer)

"""Events, commands and views to JSON and back, derived from the types of their fields.

A card is its notation outside the rules (`TC`), a set of cards a list in the order of the pack, a suit its letter, a
dataclass an object; `type` names the class in snake case. Reading is strict: a field too many, too few or of another
type is Unreadable, whoever wrote it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from games.kernel.cards import MOST_SEATS, SUITS, Pack
from games.kernel.errors import Unreadable
from games.kernel.menu import CardFrom, CardsFrom, Choice, Domain, Menu, OneOf, Split

Encode = Callable[[Any], Any]
Decode = Callable[[Any], Any]
Marks = Mapping[str, tuple[Encode, Decode]]


def snake(name: str) -> str:
    """
    >>> snake("CardPlayed")
    'card_played'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _as_is(value: Any) -> Any:
    return value


def _exactly(wanted: type) -> Decode:
    def decode(value: Any) -> Any:
        if type(value) is not wanted:
            raise Unreadable(f"{wanted.__name__} expected")
        return value

    return decode


def _number(value: Any) -> int:
    if type(value) is not int or not -(2**53) < value < 2**53:
        raise Unreadable("whole number expected")
    return value


class Codec:
    """The JSON of one game. `marks` adds annotations of the game's own, as name -> (encode, decode)."""

    def __init__(
        self, pack: Pack, *, events: Iterable[type] = (), commands: Iterable[type] = (), marks: Marks | None = None
    ) -> None:
        self.pack = pack
        self._marks: dict[str, tuple[Encode, Decode]] = {
            "card": (pack.names.__getitem__, pack.number),
            "cards": (self._set_out, self._set_in),
            "suit": (SUITS.__getitem__, self._suit_in),
            "seat": (_as_is, self._seat_in),
            **(marks or {}),
        }
        self._makers: dict[type, tuple[Encode, Decode]] = {}
        self._encoders: dict[type, dict[str, Encode]] = {}
        self.event_types = {snake(cls.__name__): cls for cls in events}
        self.command_types = {snake(cls.__name__): cls for cls in commands}
        self._names = {cls: name for name, cls in (self.event_types | self.command_types).items()}

    # --- the four things a game exchanges ---

    def kind(self, event: Any) -> str:
        """The event's own word in the log, without the game's name: `card_played`."""
        return self._names[type(event)]

    def event_body(self, event: Any) -> dict[str, Any]:
        """The fields of an event, without its type."""
        body: dict[str, Any] = self._of(type(event))[0](event)
        return body

    def event(self, kind: str, body: Any) -> Any:
        """The event of a kind and a body. Raises Unreadable."""
        cls = self.event_types.get(kind)
        if cls is None:
            raise Unreadable(f"no such event: {kind:.40}")
        return self._of(cls)[1](body)

    def event_json(self, event: Any) -> dict[str, Any]:
        return {"type": self.kind(event), **self.event_body(event)}

    def command_json(self, command: Any) -> dict[str, Any]:
        return {"type": self._names[type(command)], **self._of(type(command))[0](command)}

    def command(self, data: Any) -> Any:
        """The command meant by an object with `type`. Raises Unreadable, KeyError for a type that is none of ours."""
        if not isinstance(data, dict) or not isinstance(data.get("type"), str):
            raise Unreadable("an object with a type expected")
        cls = self.command_types[data["type"]]
        return self._of(cls)[1]({name: value for name, value in data.items() if name != "type"})

    def view(self, view: Any) -> dict[str, Any]:
        """A view without its menu and its memory: what goes out."""
        out: dict[str, Any] = self._of(type(view))[0](view)
        return out

    def menu(self, menu: Menu) -> list[dict[str, Any]]:
        return [self._choice(choice) for choice in menu]

    # --- how ---

    def _choice(self, choice: Choice) -> dict[str, Any]:
        cls = choice.command
        assert isinstance(cls, type)
        encoders = self._field_encoders(cls)
        out: dict[str, Any] = {"type": self._names[cls]}
        if choice.offer:
            out["offer"] = True
        out["fields"] = {name: self._domain(domain, encoders[name]) for name, domain in choice.fields.items()}
        return out

    def _field_encoders(self, cls: type) -> dict[str, Encode]:
        """How each field of a command is written, found out at first use."""
        made = self._encoders.get(cls)
        if made is None:
            hints = get_type_hints(cls, include_extras=True)
            made = self._encoders[cls] = {field.name: self._pair(hints[field.name])[0] for field in fields(cls)}
        return made

    def _domain(self, domain: Domain, encode: Encode) -> dict[str, Any]:
        if isinstance(domain, CardFrom):
            return {"card": self._set_out(domain.of)}
        if isinstance(domain, CardsFrom):
            return {"cards": domain.k, "of": self._set_out(domain.of)}
        if isinstance(domain, Split):
            return {"split": domain.total, "floors": list(domain.floors)}
        assert isinstance(domain, OneOf)
        return {"one_of": [encode(value) for value in domain.values]}

    def _set_out(self, cards: int) -> list[str]:
        names = self.pack.names
        return [names[card] for card in self.pack.cards_in(cards)]

    def _set_in(self, value: Any) -> int:
        if not isinstance(value, list):
            raise Unreadable("a list of cards expected")
        cards = 0
        for name in value:
            bit = 1 << self.pack.number(name)
            if cards & bit:
                raise Unreadable("the same card twice")
            cards |= bit
        return cards

    def _suit_in(self, value: Any) -> int:
        if not isinstance(value, str) or len(value) != 1 or value not in SUITS:
            raise Unreadable("a suit expected")
        return SUITS.index(value)

    def _seat_in(self, value: Any) -> int:
        if type(value) is not int or not 0 <= value < MOST_SEATS:
            raise Unreadable("a seat expected")
        return value

    def _of(self, cls: type) -> tuple[Encode, Decode]:
        """Encoder and decoder of a dataclass, made at first use."""
        made = self._makers.get(cls)
        if made is None:
            made = self._makers[cls] = self._dataclass(cls)
        return made

    def _dataclass(self, cls: type) -> tuple[Encode, Decode]:
        hints = get_type_hints(cls, include_extras=True)
        parts = [
            (field.name, *self._pair(hints[field.name]), field.default is MISSING and field.default_factory is MISSING)
            for field in fields(cls)
            if not field.metadata.get("inside")
        ]
        names = {name for name, *_ in parts}
        make = getattr(cls, "of", cls)  # interned classes offer `of`

        def encode(value: Any) -> dict[str, Any]:
            return {name: out(getattr(value, name)) for name, out, _, _ in parts}

        def decode(data: Any) -> Any:
            if not isinstance(data, dict) or not names.issuperset(data):
                raise Unreadable(f"not the fields of {snake(cls.__name__)}")
            try:
                given = {name: into(data[name]) for name, _, into, needed in parts if needed or name in data}
            except KeyError as missing:
                raise Unreadable(f"{missing.args[0]} is missing") from None
            return make(**given)

        return encode, decode

    def _pair(self, hint: Any) -> tuple[Encode, Decode]:
        """Encoder and decoder for a type hint."""
        origin = get_origin(hint)
        if origin is Annotated:
            base, *notes = get_args(hint)
            for note in notes:
                if note in self._marks:
                    return self._marks[note]
            return self._pair(base)
        if origin in (Union, UnionType):
            return self._optional(hint)
        if origin is tuple:
            return self._tuple(get_args(hint))
        if origin is Literal:
            return _as_is, self._literal(get_args(hint))
        if hint is int:
            return _as_is, _number
        if hint in (str, bool):
            return _as_is, _exactly(hint)
        if hint is Any:
            return _as_is, _as_is
        if isinstance(hint, type) and is_dataclass(hint):
            return (lambda value: self._of(hint)[0](value)), (lambda value: self._of(hint)[1](value))
        raise TypeError(f"the codec has no way to write {hint}")

    def _optional(self, hint: Any) -> tuple[Encode, Decode]:
        inner = [arg for arg in get_args(hint) if arg is not NoneType]
        if len(inner) != 1:
            raise TypeError(f"the codec writes one type or None, not {hint}")
        out, into = self._pair(inner[0])
        return (lambda value: None if value is None else out(value)), (
            lambda value: None if value is None else into(value)
        )

    def _tuple(self, args: tuple[Any, ...]) -> tuple[Encode, Decode]:
        if len(args) == 2 and args[1] is Ellipsis:
            out, into = self._pair(args[0])

            def decode_any(value: Any) -> tuple[Any, ...]:
                if not isinstance(value, list):
                    raise Unreadable("a list expected")
                return tuple(into(item) for item in value)

            return (lambda value: [out(item) for item in value]), decode_any
        pairs = [self._pair(arg) for arg in args]

        def decode(value: Any) -> tuple[Any, ...]:
            if not isinstance(value, list) or len(value) != len(pairs):
                raise Unreadable(f"a list of {len(pairs)} expected")
            return tuple(into(item) for (_, into), item in zip(pairs, value, strict=True))

        return (lambda value: [out(item) for (out, _), item in zip(pairs, value, strict=True)]), decode

    @staticmethod
    def _literal(values: tuple[Any, ...]) -> Decode:
        def decode(value: Any) -> Any:
            for one in values:
                if value == one and type(value) is type(one):
                    return one
            raise Unreadable("no such value")

        return decode

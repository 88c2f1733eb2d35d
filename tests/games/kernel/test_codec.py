"""Reading is strict: what a stranger sends is either exactly a command or unreadable."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from games.kernel.cards import Card, CardSet, Pack, Seat, Suit
from games.kernel.codec import Codec, snake
from games.kernel.errors import Unreadable

PACK = Pack("789TJQKA")


@dataclass(frozen=True, slots=True)
class Declare:
    discard: CardSet
    trump: Suit | None
    word: Literal["open", "closed"]
    counts: tuple[int | None, ...]
    pairs: tuple[tuple[Seat, Card], ...]


CODEC = Codec(PACK, commands=(Declare,))
GOOD: dict[str, Any] = {
    "type": "declare",
    "discard": ["7S", "AH"],
    "trump": None,
    "word": "open",
    "counts": [1, None, 9],
    "pairs": [[0, "AS"]],
}


def test_a_command_survives_the_way_there_and_back() -> None:
    command = CODEC.command(GOOD)
    assert command == Declare(PACK.set_of(["7S", "AH"]), None, "open", (1, None, 9), ((0, PACK.number("AS")),))
    assert CODEC.command_json(command) == GOOD


@pytest.mark.parametrize(
    "change",
    [
        {"discard": "7S AH"},
        {"discard": ["7S", "7S"]},
        {"discard": ["7S", "6H"]},
        {"discard": None},
        {"trump": "spades"},
        {"trump": ""},
        {"trump": 0},
        {"word": "ajar"},
        {"word": 1},
        {"counts": [True]},
        {"counts": [1.5]},
        {"counts": [2**60]},
        {"counts": "1"},
        {"pairs": [[0]]},
        {"pairs": [[9, "AS"]]},
        {"pairs": [[False, "AS"]]},
        {"extra": 1},
    ],
    ids=str,
)
def test_anything_else_is_unreadable(change: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        CODEC.command(GOOD | change)


@pytest.mark.parametrize("missing", sorted(set(GOOD) - {"type"}))
def test_a_missing_field_is_unreadable(missing: str) -> None:
    with pytest.raises(Unreadable):
        CODEC.command({name: value for name, value in GOOD.items() if name != missing})


@pytest.mark.parametrize("data", [None, [], "declare", 3, {}, {"type": 3}])
def test_what_is_no_object_with_a_type_is_unreadable(data: object) -> None:
    with pytest.raises(Unreadable):
        CODEC.command(data)


def test_a_type_that_is_none_of_the_games_is_told_apart() -> None:
    with pytest.raises(KeyError):
        CODEC.command({"type": "resign"})


def test_an_event_kind_that_does_not_exist_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        CODEC.event("declared", {})


def test_class_names_become_words() -> None:
    assert [snake(name) for name in ("CardPlayed", "Whist", "MatchEnded")] == ["card_played", "whist", "match_ended"]

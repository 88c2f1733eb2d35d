"""Domains contain exactly the values they iterate over."""

import random
from dataclasses import dataclass

import pytest

from games.kernel.cards import Pack
from games.kernel.menu import CardChoice, CardFrom, CardsFrom, Choice, Domain, OneOf, Split

PACK = Pack("789TJQKA")
HAND = PACK.set_of(["7S", "AS", "TC", "8H"])


@dataclass(frozen=True, slots=True)
class Say:
    value: int


@dataclass(frozen=True, slots=True)
class Throw:
    card: int


@pytest.mark.parametrize(
    "domain",
    [OneOf((2, 3, 9)), CardFrom(PACK, HAND), CardsFrom(PACK, 2, HAND), Split(10, (1, None, 2, 4))],
    ids=["one", "card", "cards", "split"],
)
def test_a_domain_contains_iterates_counts_and_picks_the_same_values(domain: Domain) -> None:
    values = list(domain)
    assert len(values) == len(set(values)) == len(domain)
    assert all(value in domain for value in values)
    rng = random.Random(1)
    assert {domain.pick(rng) for _ in range(400)} == set(values)


def test_a_domain_refuses_look_alikes() -> None:
    assert True not in OneOf((1, 2))
    assert 1.0 not in OneOf((1, 2))
    assert -1 not in CardFrom(PACK, HAND)
    assert "7S" not in CardFrom(PACK, HAND)
    assert PACK.set_of(["7S"]) not in CardsFrom(PACK, 2, HAND)
    assert PACK.set_of(["7S", "KS"]) not in CardsFrom(PACK, 2, HAND)
    assert (1, 0, 2, 7) not in Split(10, (1, None, 2, 4))
    assert (1, None, 1, 8) not in Split(10, (1, None, 2, 4))
    assert (2, None, 2, 5) not in Split(10, (1, None, 2, 4))
    assert [3, None, 3, 4] not in Split(10, (1, None, 2, 4))


def test_a_choice_contains_a_command_of_its_type_with_legal_fields() -> None:
    choice = Choice(Say, {"value": OneOf((2, 3))})
    assert Say(2) in choice
    assert Say(4) not in choice
    assert Throw(2) not in choice
    assert list(choice) == [Say(2), Say(3)]


def test_plays_are_chosen_from_commands_made_once() -> None:
    throws = tuple(Throw(card) for card in range(32))
    choice = CardChoice(PACK, HAND, throws)
    assert choice.command is Throw
    assert all(command is throws[command.card] for command in choice)
    assert len(choice) == 4
    assert Throw(PACK.number("AS")) in choice
    assert Throw(PACK.number("KS")) not in choice
    assert Say(PACK.number("AS")) not in choice

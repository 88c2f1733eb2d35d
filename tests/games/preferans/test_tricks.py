"""Tricks: the vectors of rules/preferans.md 14.4, and what must be played."""

import pytest

from games.preferans.cards import NO_TRUMP, PACK, beats
from games.preferans.legality import legal_cards
from tests.games.preferans.tables import Table, cards, deck_of

TRUMPS = {"S": 0, "C": 1, "D": 2, "H": 3, "NT": NO_TRUMP}


@pytest.mark.parametrize(
    ("trump", "played", "winner"),
    [
        ("S", "KH AH 7S", 2),
        ("NT", "KH AH 7S", 1),
        ("S", "KH 8S 7S", 1),
        ("C", "TD JD 9D", 1),
        ("NT", "7C AD AS", 0),
    ],
)
def test_the_highest_trump_or_the_highest_card_of_the_suit_led_wins(trump: str, played: str, winner: int):
    best = 0
    numbers = [PACK.number(name) for name in played.split()]
    for at in (1, 2):
        if beats(numbers[at], numbers[best], TRUMPS[trump]):
            best = at
    assert best == winner


@pytest.mark.parametrize(
    ("hand", "led", "trump", "legal"),
    [
        ("AS 7S KH", "S", "H", "AS 7S"),
        ("KH 7H AC", "S", "H", "KH 7H"),
        ("AC 7D", "S", "H", "AC 7D"),
        ("KH AC", "S", "NT", "KH AC"),
    ],
)
def test_follow_suit_else_trump_else_anything(hand: str, led: str, trump: str, legal: str):
    assert legal_cards(cards(hand), TRUMPS[led], TRUMPS[trump]) == cards(legal)


def raspasy(players: int, talon: str, *hands: str, **options: object) -> Table:
    return Table(players=players, **options).deal(deck_of(*hands, talon=talon)).bid("pass", "pass", "pass")  # type: ignore[arg-type]


SPADES = ("7S 7H 8H 9H TH JH QH 7C 8C 9C", "AD KD QD JD TD 9D 8D 7D TC JC", "8S KH AH QC KC AC AS KS QS TS")


def test_a_talon_card_that_only_names_the_suit_wins_nothing():
    table = raspasy(3, "9S JS", *SPADES).play("7S", "AD", "8S")
    assert table.state.tricks[0][2] == 2
    assert table.state.taken == [0, 0, 1]


def test_the_dealers_talon_card_wins_when_it_is_the_highest():
    table = raspasy(4, "9S JS", *SPADES).play("7S", "AD", "8S")
    assert table.state.tricks[0][2] == 3
    assert table.state.taken == [0, 0, 0, 1]
    assert table.state.turn == 0


def test_the_cards_are_dealt_in_packets_of_two_with_the_talon_after_the_first_round():
    table = Table(players=4, dealer="B").deal(tuple(range(32)))
    state = table.state
    assert state.active == (2, 3, 0)
    assert state.talon == (6, 7)
    assert state.dealt[2] == sum(1 << n for n in (0, 1, 8, 9, 14, 15, 20, 21, 26, 27))
    assert state.dealt[3] == sum(1 << n for n in (2, 3, 10, 11, 16, 17, 22, 23, 28, 29))
    assert state.dealt[0] == sum(1 << n for n in (4, 5, 12, 13, 18, 19, 24, 25, 30, 31))
    assert state.dealt[1] == 0


def test_the_rank_order_puts_the_ten_below_the_jack():
    assert PACK.ranks == "789TJQKA"
    assert PACK.number("TH") < PACK.number("JH")

import pytest

from games.kernel.cards import Pack
from games.kernel.errors import Unreadable

TONG = Pack("6789TJQKA")


def test_a_pack_counts_its_cards_suit_by_suit_low_to_high() -> None:
    assert TONG.size == 36
    assert [TONG.name(card) for card in TONG.cards[:3]] == ["6S", "7S", "8S"]
    assert TONG.name(TONG.cards[-1]) == "AH"


def test_a_set_is_walked_in_the_order_of_the_pack() -> None:
    names = ["6S", "AS", "TC", "8H"]
    assert [TONG.name(card) for card in TONG.cards_in(TONG.set_of(reversed(names)))] == names
    assert TONG.cards_in(TONG.all) == TONG.cards


@pytest.mark.parametrize("name", ["", "1S", "AX", "as", "10S", None, 7, ["AS"]])
def test_what_is_no_card_is_unreadable(name: object) -> None:
    with pytest.raises(Unreadable):
        TONG.number(name)


def test_cards_left_out_of_the_pack_are_unreadable() -> None:
    with pytest.raises(Unreadable):
        Pack("789TJQKA", missing=("7H",)).number("7H")

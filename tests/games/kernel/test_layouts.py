import random

from games.kernel.contract import Place
from games.kernel.layouts import place_again


def test_a_layout_is_found_even_where_one_card_fits_one_place_only() -> None:
    places = (Place("a", 2, 0b1111), Place("b", 1, 0b0001), Place("c", 1, 0b0011))
    for seed in range(50):
        layout = place_again(places, random.Random(seed))
        assert layout is not None
        assert layout["b"] == 0b0001
        assert layout["c"] == 0b0010
        assert layout["a"] == 0b1100


def test_there_is_no_layout_where_cards_fit_nowhere() -> None:
    assert place_again((Place("a", 1, 0b01), Place("b", 1, 0b01)), random.Random(0)) is None


def test_every_layout_can_come_up() -> None:
    places = (Place("a", 2, 0b1111), Place("b", 2, 0b1111))
    rng = random.Random(3)
    found = {tuple(sorted((place_again(places, rng) or {}).items())) for _ in range(300)}
    assert len(found) == 6

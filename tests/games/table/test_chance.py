"""Verifiable deals: the vectors of docs/verifiable-deals.md, and the checker that was written from that page."""

import hashlib
import re
from collections import Counter
from pathlib import Path

import pytest

from games.table import chance
from games.table.ids import format_id, parse_id, uuid7

from . import deal_checker

PAGE = (Path(__file__).parents[3] / "docs" / "verifiable-deals.md").read_text(encoding="utf-8")
VECTORS = {
    what: value.strip("`")
    for what, value in re.findall(r"^\| (\S[^|]*) \| ([^|]+) \|$", PAGE.split("## Test vectors")[1], re.M)
}
ADDRESS = "02y8wh9T3wWbcI39EIjn91"
TABLE = parse_id(ADDRESS)
SECRET = bytes(range(32))
A = "00112233445566778899aabbccddeeff"
NOBODY = [None, None, None]


def numbers(text):
    return tuple(int(number) for number in text.split())


def test_commitment_and_seat_salts_of_the_page():
    assert chance.commitment(TABLE, SECRET) == VECTORS["commitment"] == deal_checker.commitment(ADDRESS, SECRET)
    for seat in range(3):
        assert chance.seat_salt(TABLE, SECRET, seat).hex() == VECTORS[f"salt of seat {seat} without a player's"]


def test_block_of_the_page():
    prefix = bytes.fromhex(VECTORS["prefix, deck 1, salts `null null null`"])
    assert deal_checker.mac(SECRET, prefix + bytes(4)).hex() == VECTORS["its block 0"]


@pytest.mark.parametrize(
    ("what", "number", "salts", "size"),
    [
        ("deck 1 of 30, salts `null null null`", 1, NOBODY, 30),
        ("deck 2 of 30, salts A `null null`", 2, [A, None, None], 30),
        ("deck 1 of 32, salts `null` A `null null`", 1, [None, A, None, None], 32),
    ],
)
def test_decks_of_the_page(what, number, salts, size):
    assert chance.deck(TABLE, SECRET, number, salts, size) == numbers(VECTORS[what])
    assert deal_checker.deck(ADDRESS, SECRET, number, salts, size) == list(numbers(VECTORS[what]))


def test_first_dealer_of_the_page():
    assert chance.first_dealer(TABLE, SECRET, 1, NOBODY, 3) == int(
        VECTORS["first dealer of 3, n 1, salts `null null null`"]
    )
    assert deal_checker.first_dealer(ADDRESS, SECRET, 1, NOBODY) == 1


def test_the_checker_agrees_on_other_tables_too():
    for index in range(200):
        table, secret = uuid7(at_ms=index, chance=index * 7919), chance.simulated_secret("agree", index)
        seats = 2 + index % 5
        salts = [hashlib.md5(bytes([index, seat])).hexdigest() if (index + seat) % 3 else None for seat in range(seats)]
        address = format_id(table)
        assert chance.commitment(table, secret) == deal_checker.commitment(address, secret)
        assert list(chance.deck(table, secret, index + 1, salts, 36)) == deal_checker.deck(
            address, secret, index + 1, salts, 36
        )
        assert chance.first_dealer(table, secret, 1, salts, seats) == deal_checker.first_dealer(
            address, secret, 1, salts
        )


def test_every_input_changes_the_deck():
    table, secret = uuid7(at_ms=1, chance=1), chance.simulated_secret("inputs", 0)
    decks = {
        chance.deck(TABLE, SECRET, 1, NOBODY, 30),
        chance.deck(table, SECRET, 1, NOBODY, 30),
        chance.deck(TABLE, secret, 1, NOBODY, 30),
        chance.deck(TABLE, SECRET, 2, NOBODY, 30),
        chance.deck(TABLE, SECRET, 1, [A, None, None], 30),
        chance.deck(TABLE, SECRET, 1, [None, A, None], 30),
        chance.deck(TABLE, SECRET, 1, [None, None], 30),
    }
    assert len(decks) == 7


def test_every_card_is_as_likely_in_every_place():
    """4,000 decks of six cards: a biased shuffle (say, a swap with any place) is off by far more than this allows."""
    seen: Counter[tuple[int, int]] = Counter()
    for index in range(4000):
        cards = chance.deck(TABLE, chance.simulated_secret("even", index), 1, NOBODY, 6)
        assert sorted(cards) == list(range(6))
        seen.update(enumerate(cards))
    expected = 4000 / 6
    assert sum((seen[place, card] - expected) ** 2 / expected for place in range(6) for card in range(6)) < 60


def test_words_that_would_favour_small_numbers_are_thrown_away():
    """Below 3 * 2**30 a quarter of all words is refused; else a third of the numbers would come up twice as often."""
    draw = chance._draws(b"test\0", TABLE, SECRET, 1, NOBODY)
    third = 1 << 30
    drawn = Counter(draw(3 * third) // third for _ in range(6000))
    assert all(1850 < drawn[part] < 2150 for part in range(3))


@pytest.mark.parametrize("salt", ["", A[:-1], A + "0", A.upper(), A[:-1] + "g", A[:-2] + " 0"])
def test_a_salt_is_32_hexadecimal_characters(salt):
    with pytest.raises(ValueError, match="salt"):
        chance.parse_salt(salt)


def test_a_secret_has_32_bytes():
    with pytest.raises(ValueError, match="32 bytes"):
        chance.commitment(TABLE, SECRET[:-1])

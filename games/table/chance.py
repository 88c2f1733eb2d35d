"""Chance that can be checked afterwards: how a secret and the players' salts become decks and the first dealer.

Pure: no clock, no random source, no database. Where secrets come from and how they are kept is `shuffle`'s business;
`simulate` puts in secrets made from its seed. `docs/verifiable-deals.md` says the same byte by byte, and
`tests/games/table/deal_checker.py` was written from that page alone: the three have to agree.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from uuid import UUID

SECRET_BYTES = 32
SALT_BYTES = 16

_COMMIT = b"opentrick/commit/1\0"
_DECK = b"opentrick/deck/1\0"
_DEALER = b"opentrick/dealer/1\0"
_SEAT = b"opentrick/seat/1\0"
_SIMULATED = b"opentrick/simulate/1\0"
_WORD = 1 << 32


def commitment(table_id: UUID, secret: bytes) -> str:
    """What `table.opened` publishes about the secret before anybody sits down, as 64 hexadecimal characters."""
    return hashlib.sha256(_COMMIT + table_id.bytes + _checked_secret(secret)).hexdigest()


def parse_salt(text: str) -> bytes:
    """The 16 bytes of a player's salt, written as 32 lower-case hexadecimal characters; else ValueError."""
    if len(text) != 2 * SALT_BYTES or set(text) - set("0123456789abcdef"):
        raise ValueError("a salt is 32 characters of 0-9 and a-f")
    return bytes.fromhex(text)


def seat_salt(table_id: UUID, secret: bytes, seat: int) -> bytes:
    """The salt of a seat whose player gave none: fixed by the commitment, so that nobody can try one after another."""
    return hmac.digest(_checked_secret(secret), _SEAT + table_id.bytes + bytes([seat]), "sha256")[:SALT_BYTES]


def deck(table_id: UUID, secret: bytes, number: int, recorded: Sequence[str | None], size: int) -> tuple[int, ...]:
    """The table's `number`-th deck (from 1): a permutation of 0 to `size` - 1, first card dealt first.

    `recorded` has for each seat the salt its player gave before this deck was drawn, or None.
    """
    draw = _draws(_DECK, table_id, secret, number, recorded)
    cards = list(range(size))
    for last in range(size - 1, 0, -1):  # Fisher-Yates, from the end
        other = draw(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def first_dealer(table_id: UUID, secret: bytes, number: int, recorded: Sequence[str | None], seats: int) -> int:
    """The seat that deals first; `number` counts such draws of the table from 1 and is nearly always 1."""
    return _draws(_DEALER, table_id, secret, number, recorded)(seats)


def simulated_secret(seed: str, index: int) -> bytes:
    """The secret of the `index`-th table that `simulate` plays from `seed`; never used for a table with people."""
    return hashlib.sha256(_SIMULATED + index.to_bytes(8, "big") + seed.encode()).digest()


def _draws(
    domain: bytes, table_id: UUID, secret: bytes, number: int, recorded: Sequence[str | None]
) -> Callable[[int], int]:
    """A function that draws evenly from 0 to `below` - 1, one 32-bit word of the stream after another."""
    salts = b"".join(
        seat_salt(table_id, secret, seat) if salt is None else parse_salt(salt) for seat, salt in enumerate(recorded)
    )
    prefix = domain + table_id.bytes + number.to_bytes(4, "big") + bytes([len(recorded)]) + salts
    key = _checked_secret(secret)
    words: list[int] = []
    counter = 0

    def draw(below: int) -> int:
        nonlocal counter
        limit = _WORD - _WORD % below
        while True:
            if not words:
                block = hmac.digest(key, prefix + counter.to_bytes(4, "big"), "sha256")
                words.extend(int.from_bytes(block[at : at + 4], "big") for at in range(28, -4, -4))
                counter += 1
            word = words.pop()  # the block's words were put in backwards: its first comes out first
            if word < limit:  # else some values would come up once more often than others
                return word % below

    return draw


def _checked_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError("a secret has 32 bytes")
    return secret

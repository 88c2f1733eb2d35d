"""Draws a table's decks again, written from docs/verifiable-deals.md alone; imports nothing of ours."""

import hashlib
import hmac

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def mac(secret, message):
    return hmac.new(secret, message, hashlib.sha256).digest()


def table_bytes(address):
    return sum(DIGITS.index(c) * 62**power for power, c in enumerate(reversed(address))).to_bytes(16, "big")


def commitment(address, secret):
    return hashlib.sha256(b"opentrick/commit/1\x00" + table_bytes(address) + secret).hexdigest()


def numbers(domain, address, secret, n, salts):
    """A generator: send it m, it answers with the number drawn below m."""
    table, prefix = table_bytes(address), domain + table_bytes(address) + bytes([0, 0, n >> 8, n & 255, len(salts)])
    for seat, salt in enumerate(salts):
        own = mac(secret, b"opentrick/seat/1\x00" + table + bytes([seat]))[:16]
        prefix += own if salt is None else bytes.fromhex(salt)
    m, c = (yield None), 0
    while True:
        block = mac(secret, prefix + c.to_bytes(4, "big"))
        for w in (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)):
            if w < 2**32 - 2**32 % m:
                m = yield w % m
        c += 1


def deck(address, secret, n, salts, size):
    stream, cards = numbers(b"opentrick/deck/1\x00", address, secret, n, salts), list(range(size))
    next(stream)
    for i in reversed(range(1, size)):
        j = stream.send(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def first_dealer(address, secret, n, salts):
    stream = numbers(b"opentrick/dealer/1\x00", address, secret, n, salts)
    next(stream)
    return stream.send(len(salts))

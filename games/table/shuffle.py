"""The tables' secrets: made, kept encrypted, and given to `chance` when a deck is wanted. Nobody else reads them.

A secret lies in a row of its own, sealed by AES-256-GCM under OPENTRICK_DECK_KEY and tied to its table, so that a
copied database shows nobody's cards and two rows cannot be swapped. The setting may hold several keys, parted by
commas: the first one seals, all of them open. To change the key put the new one in front, run `manage.py
rotate_deck_key`, then take the old one away. What chance does with a secret: docs/verifiable-deals.md.
"""

import hashlib
import secrets
from collections.abc import Iterator
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.table import chance, models

_KEY_ID = 4
_NONCE = 12


class SecretLost(Exception):
    """A table's secret is not there or no key opens it: the table cannot go on."""


def new_secret(table_id: UUID, secret: bytes | None = None) -> str:
    """Make and keep the secret of a new table, in the caller's transaction; its commitment goes into `table.opened`.

    A simulated table brings its own, made from the seed; for a table with people nobody but this function makes it.
    """
    secret = secret or secrets.token_bytes(chance.SECRET_BYTES)
    models.DeckSecret.objects.create(table_id=table_id, sealed=_seal(table_id, secret))
    return chance.commitment(table_id, secret)


def secret_of(table_id: UUID) -> bytes:
    """The table's secret. It leaves the server only when the table has ended, was abandoned or annulled."""
    sealed = models.DeckSecret.objects.filter(table_id=table_id).values_list("sealed", flat=True).first()
    if sealed is None:
        raise SecretLost(f"table {table_id} has no secret")
    return _unseal(table_id, bytes(sealed))


def rotate() -> Iterator[UUID]:
    """Seal every secret anew that was not sealed under the first key; yields the tables whose row was written."""
    current = _keys()[0][0]
    for row in models.DeckSecret.objects.order_by("table_id").iterator(chunk_size=500):
        sealed = bytes(row.sealed)
        if sealed[:_KEY_ID] == current:
            continue
        anew = _seal(row.table_id, _unseal(row.table_id, sealed))
        models.DeckSecret.objects.filter(table_id=row.table_id).update(sealed=anew)
        yield row.table_id


def _keys() -> list[tuple[bytes, bytes]]:
    """Each key with its short name, the one that seals first. Any text of 32 characters or more makes a key."""
    texts = [text.strip() for text in settings.OPENTRICK_DECK_KEY.split(",") if text.strip()]
    if not texts or min(map(len, texts)) < 32:
        raise ImproperlyConfigured("OPENTRICK_DECK_KEY must hold one or more random texts of at least 32 characters")
    keys = [hashlib.sha256(b"opentrick/deck-key/1\0" + text.encode()).digest() for text in texts]
    return [(hashlib.sha256(key).digest()[:_KEY_ID], key) for key in keys]


def _seal(table_id: UUID, secret: bytes) -> bytes:
    name, key = _keys()[0]
    nonce = secrets.token_bytes(_NONCE)
    return name + nonce + AESGCM(key).encrypt(nonce, secret, table_id.bytes)


def _unseal(table_id: UUID, sealed: bytes) -> bytes:
    name, nonce, text = sealed[:_KEY_ID], sealed[_KEY_ID : _KEY_ID + _NONCE], sealed[_KEY_ID + _NONCE :]
    for known, key in _keys():
        if known == name:
            try:
                return AESGCM(key).decrypt(nonce, text, table_id.bytes)
            except InvalidTag:
                raise SecretLost(f"the secret of table {table_id} was altered or belongs to another table") from None
    raise SecretLost(f"no key in OPENTRICK_DECK_KEY opens the secret of table {table_id}")

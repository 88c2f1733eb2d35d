"""Where the secrets lie: sealed, tied to their table, and opened by any of the keys while keys change."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from games.table import chance, shuffle
from games.table.ids import uuid7
from games.table.models import DeckSecret

pytestmark = pytest.mark.django_db

OLD, NEW = "old-" * 10, "new-" * 10


def sealed(table_id):
    return bytes(DeckSecret.objects.get(table_id=table_id).sealed)


def test_a_secret_is_kept_and_fits_its_commitment():
    table_id = uuid7()
    commitment = shuffle.new_secret(table_id)
    secret = shuffle.secret_of(table_id)
    assert chance.commitment(table_id, secret) == commitment
    assert secret not in sealed(table_id)
    assert shuffle.secret_of(table_id) == secret


def test_two_tables_have_two_secrets():
    one, two = uuid7(), uuid7()
    shuffle.new_secret(one), shuffle.new_secret(two)
    assert shuffle.secret_of(one) != shuffle.secret_of(two)


def test_a_row_moved_to_another_table_does_not_open():
    one, two = uuid7(), uuid7()
    shuffle.new_secret(one), shuffle.new_secret(two)
    DeckSecret.objects.filter(table_id=two).update(sealed=sealed(one))
    with pytest.raises(shuffle.SecretLost, match="another table"):
        shuffle.secret_of(two)


def test_a_missing_secret_is_lost():
    with pytest.raises(shuffle.SecretLost, match="has no secret"):
        shuffle.secret_of(uuid7())


def test_changing_the_key(settings, capsys):
    settings.OPENTRICK_DECK_KEY = OLD
    table_id = uuid7()
    shuffle.new_secret(table_id)
    secret, before = shuffle.secret_of(table_id), sealed(table_id)

    settings.OPENTRICK_DECK_KEY = f"{NEW}, {OLD}"
    assert shuffle.secret_of(table_id) == secret
    call_command("rotate_deck_key")
    assert "sealed anew: 1" in capsys.readouterr().out
    assert sealed(table_id) != before

    settings.OPENTRICK_DECK_KEY = NEW
    assert shuffle.secret_of(table_id) == secret
    call_command("rotate_deck_key")
    assert "sealed anew: 0" in capsys.readouterr().out

    settings.OPENTRICK_DECK_KEY = OLD
    with pytest.raises(shuffle.SecretLost, match="no key"):
        shuffle.secret_of(table_id)


@pytest.mark.parametrize("key", ["", " , ", "short", f"{NEW},short"])
def test_a_short_key_is_refused(settings, key):
    settings.OPENTRICK_DECK_KEY = key
    with pytest.raises(ImproperlyConfigured):
        shuffle.new_secret(uuid7())

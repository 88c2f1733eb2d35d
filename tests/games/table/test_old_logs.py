"""Every table ever written folds to the outcome it had: tests/logs holds raw rows of each event version."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.kernel import registry
from games.table import codec, log, rawlog
from games.table.aggregate.wire import CODEC
from games.table.ids import format_id

from . import deal_checker
from .old_logs import folded, outcome

FOLDER = Path(__file__).parents[2] / "logs"
FILES = sorted(FOLDER.glob("*/*.ndjson"))
RANKS = {"hokm": "789JQKTA", "preferans": "789TJQKA", "tong": "6789TJQKA"}
"""Low to high, as docs/verifiable-deals.md lists them."""


def name(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def told(file: Path) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(file.with_suffix(".outcome.json").read_text(encoding="utf-8"))
    return kept


@pytest.mark.parametrize("file", FILES, ids=name)
def test_it_folds_to_the_outcome_it_had(file):
    expected = told(file)
    expected.pop("secret")
    assert outcome(lines(file)) == expected


@pytest.mark.parametrize("file", FILES, ids=name)
def test_its_decks_follow_from_its_secret(file):
    """As anybody could check them once the table has ended, with the checker written from docs/verifiable-deals.md."""
    table_id, _, table = folded(lines(file))
    secret, address = bytes.fromhex(told(file)["secret"]), format_id(table_id)
    assert table.opened.commitment == deal_checker.commitment(address, secret)
    stored = [codec.decode(row) for row in rawlog.read(lines(file))[1]]
    decks = 0
    for drawn, then in pairwise(stored):
        if drawn.kind == "table.dealer_drawn":
            seat = deal_checker.first_dealer(address, secret, drawn.fields["n"], drawn.fields["salts"])
            assert then.fields == {"seat": seat}
        if drawn.kind == "table.deck_drawn":
            decks += 1
            assert drawn.fields["n"] == decks
            assert then.kind.endswith(".deal_started")
            dealt = then.fields["deck"]
            pack = sorted(dealt, key=lambda card: ("SCDH".index(card[1]), RANKS[table.game.name].index(card[0])))
            cards = deal_checker.deck(address, secret, decks, drawn.fields["salts"], len(pack))
            assert dealt == [pack[card] for card in cards]
    assert decks == table.decks_drawn


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_changed_character_is_found(file):
    forged = lines(file)
    forged[1] = forged[1].replace('"kind"', '"kind" ')  # white space around a value is not part of the row
    assert outcome(forged)["events"] == told(file)["events"]
    forged[1] = forged[1].replace("seat", "beat", 1)
    with pytest.raises(log.BrokenChain):
        outcome(forged)


def test_every_version_of_every_event_is_kept():
    kept = {(row.kind, row.version) for file in FILES for row in rawlog.read(lines(file))[1]}
    kinds = {f"table.{word}" for word in CODEC.event_types}
    for game in (registry.game(folder) for folder in {file.parent.name for file in FILES}):
        kinds |= {f"{game.name}.{word}" for word in game.codec.event_types}
    expected = {(kind, version) for kind in kinds for version in range(1, codec.current_version(kind) + 1)}
    assert expected <= kept, f"tests/logs holds no {sorted(expected - kept)}"

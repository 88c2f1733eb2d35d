"""Records of every game by random playouts: they come back identical, and no false detail is ever let through.

A mutation that changes a token and still verifies must be one that changes no fact: the text then comes back the same,
or the record holds other actions (another legal bid is no mistake).
"""

import random
import re
from functools import cache

import pytest

from games.kernel import registry
from games.kernel.record import CLASSES, Record, RecordError, format_record, parse_records
from games.table.simulation import Wish, simulate
from tests.games.record_texts import refusals, rewritten

GAMES = sorted(game.name for game in registry.games())
EVERYWHERE = {"hand", "won", "deal", "dealer", "deck", "result", "end"}
FACTS = {
    "hokm": EVERYWHERE | {"declarer", "thrown", "score", "totals", "trick"},
    "tong": EVERYWHERE
    | {"widow", "turned", "stock", "points", "marks", "pot", "paid", "winner", "walk-over", "void", "trick"},
    "preferans": EVERYWHERE
    | {"talon", "declarer", "raspasy", "write", "pools", "mountains", "whists", "streak", "standing"},
}
"""First words of lines in which nothing can be changed unseen. In Preferans a card before a claim can."""
TABLES = 30
MUTATIONS = 400


@cache
def text_of(name: str, index: int) -> str:
    """A short table, the rules varied, the players random."""
    game = registry.game(name)
    limits = {option.name for option in game.ruleset.OPTIONS}
    wish = Wish(options={"max_deals": "3"} if "max_deals" in limits else {}, vary=True)
    return format_record(simulate(game, "properties", index, wish, policy="random").record)


@pytest.mark.parametrize("name", GAMES)
def test_random_tables_come_back_identical(name):
    for index in range(TABLES):
        text = text_of(name, index)
        assert not refusals(text)
        assert rewritten(text) == text


@pytest.mark.parametrize("name", GAMES)
def test_cut_anywhere_a_table_runs_and_comes_back_as_the_same_table(name):
    rng = random.Random("cut")
    for index in range(TABLES):
        lines = text_of(name, index).splitlines()
        first = next(at for at, line in enumerate(lines) if line.startswith("deal "))
        cut = rng.randrange(first, len(lines) - 2)
        text = "\n".join(lines[:cut]) + "\n"
        found = refusals(text)
        if found:  # only a match that is over needs its end
            assert found == [(cut, "missing-line")]
            assert lines[-1] == "end: finished"
            continue
        once = rewritten(text)
        assert rewritten(once) == once
        assert _records(once) == _records(text)


@pytest.mark.parametrize("name", GAMES)
def test_no_mutation_crashes_the_reader_or_changes_a_fact_unseen(name):
    rng = random.Random("mutate")
    seen: set[str] = set()
    for number in range(MUTATIONS):
        text = text_of(name, number % TABLES)
        lines = text.splitlines()
        at = rng.randrange(len(lines))
        line = _mutated(lines[at], rng, text)
        mutant = "\n".join([*lines[:at], *line, *lines[at + 1 :]]) + "\n"
        results = list(parse_records(mutant))
        for result in results:
            if isinstance(result, RecordError):
                assert result.cls in CLASSES
                assert 1 <= result.line <= len(lines) + 1
                seen.add(result.cls)
                continue
            again = format_record(result)
            assert format_record(_one(again)) == again
            if again != text and len(line) == 1:
                _must_be_another_action(name, lines[at], line[0], at, lines)
    assert len(seen) >= 12, seen


def _must_be_another_action(name, old, new, at, lines):
    """What was accepted and is not the old table is another fact of the header, or the last action of a table."""
    in_header = at < next(n for n, line in enumerate(lines) if line.startswith("deal "))
    if not in_header:
        assert re.split("[ :]", old)[0] not in FACTS.get(name, EVERYWHERE), (old, new)


def _one(text: str) -> Record:
    (table,) = parse_records(text)
    assert isinstance(table, Record), table
    return table


def _records(text: str) -> list[tuple[object, ...]]:
    return [(table.header, table.events, table.start) for table in parse_records(text) if isinstance(table, Record)]


def _mutated(line: str, rng: random.Random, text: str) -> list[str]:
    """A line with one token changed, taken away, doubled or moved; sometimes the whole line is."""
    match rng.randrange(8):
        case 0:
            return []
        case 1:
            return [line, line]
        case 2:
            return [rng.choice(text.splitlines()), line]
        case 3:
            return ["".join(rng.sample(line, len(line)))]
    tokens = line.split(" ")
    at = rng.randrange(len(tokens))
    token = tokens[at]
    match rng.randrange(5):
        case 0:
            tokens[at] = rng.choice(text.split())
        case 1:
            del tokens[at]
        case 2:
            tokens.insert(at, token)
        case 3:
            place = rng.randrange(len(token) + 1)
            tokens[at] = token[:place] + rng.choice("0123456789AKQJT:->+ x\t\x00é") + token[place:]
        case 4:
            place = rng.randrange(max(1, len(token)))
            tokens[at] = token[:place] + rng.choice("0123456789SCDH-") + token[place + 1 :]
    return [" ".join(tokens)]


@pytest.mark.parametrize("name", GAMES)
def test_noise_never_crashes_the_reader(name):
    rng = random.Random("noise")
    text = text_of(name, 0)
    for _ in range(100):
        data = bytearray(text.encode())
        for _ in range(rng.randrange(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        for result in parse_records(bytes(data)):
            assert isinstance(result, Record) or result.cls in CLASSES

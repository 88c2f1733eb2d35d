"""A table frozen between deals and thawed is the same table, and goes on the same way."""

import json
from typing import Any

import pytest

from games.hokm import GAME
from games.hokm import events as hokm
from games.kernel.errors import UnknownEvent
from games.table.aggregate import Table, events, evolve, fold, freeze, table_of, thaw
from games.table.aggregate import commands as c
from tests.games.table.aggregate.sitting import BOB, TABLE_ID, Sitting, against_bots, of_three


def same(one: Table, other: Table) -> bool:
    def values(table: Table) -> dict[str, Any]:
        inside = {name: getattr(table.state, name) for name in type(table.state).__slots__}
        return {name: getattr(table, name) for name in Table.__slots__ if name != "state"} | {"state": inside}

    return values(one) == values(other)


def folded(sitting: Sitting) -> Table:
    table = table_of(TABLE_ID, GAME, sitting.recorded[0])
    for recorded in sitting.recorded[1:]:
        fold(table, recorded)
    return table


def resting() -> Sitting:
    """Between deals, after everything that a fold has to keep: salts, clocks, a seat kept by a program, one ready."""
    table = of_three().say(c.GiveSalt("c" * 32), BOB).play_until(hokm.CardPlayed, 3).say(c.Leave(), "carol0000000")
    return table.play_until(hokm.DealScored).say(c.Ready(), BOB)


def test_frozen_and_thawed_it_is_the_same() -> None:
    table = resting().table
    thawed = thaw(TABLE_ID, GAME, json.loads(json.dumps(freeze(table))))
    assert same(thawed, table)


def test_and_the_events_after_it_lead_to_the_same_end() -> None:
    table = resting()
    thawed = thaw(TABLE_ID, GAME, json.loads(json.dumps(freeze(table.table))))
    frozen_at = thawed.seq
    table.play_until(events.Finished)
    for recorded in table.recorded[frozen_at:]:
        fold(thawed, recorded)
    assert same(thawed, table.table)
    assert thawed.lifecycle == "finished"


def test_it_is_small() -> None:
    assert len(json.dumps(freeze(against_bots().play_until(hokm.DealScored, 5).table))) < 4_000


def test_a_game_frozen_by_another_version_is_refused() -> None:
    frozen = freeze(resting().table)
    frozen["game"] = {**frozen["game"], "v": 99}
    with pytest.raises(ValueError, match="version"):
        thaw(TABLE_ID, GAME, frozen)


def test_folding_its_events_gives_the_live_table() -> None:
    table = against_bots().play_until(events.Finished)
    assert same(folded(table), table.table)


def test_evolve_leaves_the_table_it_was_given() -> None:
    table = of_three()
    seq, seats = table.table.seq, list(table.table.seats)
    seat, command = table.next_command()
    person = table.table.seats[seat].person
    assert person is not None
    old = table.table
    table.say(command, person, decision=old.decision(seat))
    assert (old.seq, old.seats) == (seq, seats)
    assert same(evolve(old, table.recorded[-1]), table.table)


def test_an_event_out_of_order_is_a_bug() -> None:
    table = against_bots()
    for wrong in (table.recorded[-1], table.recorded[0]):
        with pytest.raises(UnknownEvent):
            evolve(table.table, wrong)


def test_an_event_of_no_known_kind_is_a_bug() -> None:
    with pytest.raises(UnknownEvent):
        against_bots().happens(object())
    with pytest.raises(UnknownEvent):
        against_bots().happens(against_bots().recorded[0].event)

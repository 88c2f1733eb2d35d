"""What chance is asked for, with which salts, and who may see them when."""

from typing import Any

import pytest

from games.hokm import events as hokm
from games.kernel.contract import AtSeat, Everything, Public, Viewer
from games.table.aggregate import Draw, Recorded, events, redact
from games.table.aggregate import commands as c
from tests.games.table.aggregate.sitting import ALICE, BOB, CAROL, Sitting, against_bots, of_three, opened

A, B = "0123456789abcdef" * 2, "f" * 32


def test_a_dealer_first_then_decks_numbered_from_one() -> None:
    table = against_bots(between_ms=0).play_until(hokm.DealScored)
    assert table.drawn == [
        Draw("dealer", 1, 3, (None, None, None)),
        Draw("deck", 1, 30, (None, None, None)),
        Draw("deck", 2, 30, (None, None, None)),
    ]


def test_a_salt_counts_from_the_next_draw_on() -> None:
    table = opened(persons=(ALICE, BOB, CAROL)).say(c.GiveSalt(A), BOB)
    for person in (ALICE, BOB, CAROL):
        table.say(c.Ready(), person)
    assert [draw.salts for draw in table.drawn] == [(None, A, None)] * 2
    table.say(c.GiveSalt(B), CAROL)
    assert len(table.drawn) == 2
    table.play_until(hokm.DealScored).everybody_is_ready()
    assert table.drawn[-1].salts == (None, A, B)
    assert table.recorded[-2].event == events.DeckDrawn(2, (None, A, B))


def test_a_salt_goes_with_its_person() -> None:
    table = of_three().say(c.GiveSalt(A), BOB).say(c.Leave(), BOB)
    assert table.table.salts == [None, None, None]
    table.say(c.ReclaimSeat(), BOB)
    assert table.table.salts == [None, None, None]


def test_the_newest_salt_counts() -> None:
    table = of_three().say(c.GiveSalt(A), BOB).say(c.GiveSalt(B), BOB)
    assert table.table.salts[1] == B


@pytest.mark.parametrize("salt", ["", "a" * 31, "a" * 33, "A" * 32, "g" * 32, "١" * 32])
def test_what_is_no_salt(salt: str) -> None:
    of_three().refuses(c.GiveSalt(salt), ALICE, "unreadable")


def shown(table: Sitting, kind: type, viewer: Viewer) -> Any:
    recorded: Recorded = next(one for one in reversed(table.recorded) if type(one.event) is kind)
    return redact(table.table, recorded, viewer)


def test_salts_are_seen_by_their_owner_until_the_end() -> None:
    table = of_three().say(c.GiveSalt(A), BOB)
    assert shown(table, events.SaltGiven, AtSeat(1)) == {"type": "table.salt_given", "seat": 1, "salt": A}
    for viewer in (AtSeat(0), AtSeat(2), Public()):
        assert shown(table, events.SaltGiven, viewer) == {"type": "table.salt_given", "seat": 1, "salt": None}
        assert shown(table, events.DeckDrawn, viewer) == {"type": "table.deck_drawn", "n": 1, "salts": None}
    assert shown(table, events.SaltGiven, Everything())["salt"] == A


def test_salts_are_seen_by_everybody_once_the_table_has_ended() -> None:
    table = of_three().say(c.GiveSalt(A), BOB).play_until(events.Finished)
    assert shown(table, events.SaltGiven, Public())["salt"] == A
    assert shown(table, events.DeckDrawn, AtSeat(0))["salts"] == [None, A, None]
    assert shown(table, events.DealerDrawn, Public())["salts"] == [None, None, None]

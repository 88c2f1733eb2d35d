"""Somebody sits down where a program plays: at a casual table, from the next deal on."""

import pytest

from games.hokm import events as hokm
from games.kernel.contract import Public
from games.table.aggregate import commands as c
from games.table.aggregate import events, freeze, thaw, view
from tests.games.table.aggregate.sitting import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    TABLE_ID,
    Sitting,
    against_bots,
    of_three,
    opened,
)


def with_a_program(**given: object) -> Sitting:
    """Alice and Bob play with a program at a public table."""
    return opened(persons=(ALICE, BOB), bots=("simple",), ready=True, **given)  # type: ignore[arg-type]


def test_during_a_deal_the_chair_is_promised_and_when_it_is_over_the_person_sits_there() -> None:
    table = with_a_program()
    assert view(table.table, Public())["chairs"] == {"open": [2], "coming": []}
    table.say(c.TakeChair(), CAROL)
    assert table.types() == [events.ChairPromised]
    assert table.table.seat_of(CAROL) is None
    assert table.view(0)["chairs"] == {"open": [], "coming": [{"seat": 2, "person": CAROL}]}
    table.refuses(c.TakeChair(), DAVE, "seat_taken").refuses(c.TakeChair(), CAROL, "already_seated")
    table.play_until(events.Sat)
    assert table.types()[-2:] == [hokm.DealScored, events.Sat]
    assert table.recorded[-1].actor == f"p:{CAROL}"
    assert table.table.seat_of(CAROL) == 2
    assert table.view(2)["you"] == 2
    assert table.view(0)["chairs"] is None
    table.say(c.Ready(), ALICE).say(c.Ready(), BOB)
    assert table.table.rest_since is not None  # the newcomer is waited for like everybody
    table.say(c.Ready(), CAROL)
    assert table.table.decks_drawn == 2


def test_between_deals_it_is_taken_at_once() -> None:
    table = with_a_program().play_until(hokm.DealScored)
    table.say(c.TakeChair(2), CAROL)
    assert table.types() == [events.Sat]
    table.everybody_is_ready().play_until(hokm.DealScored)
    assert table.table.seat_of(CAROL) == 2


def test_a_table_of_programs_alone_waits_for_who_was_promised_a_chair() -> None:
    table = opened(bots=("simple",) * 3, ready=True, host=None, visibility="link")
    table.say(c.TakeChair(1), DAVE).play_until(events.Sat)
    assert table.table.rest_since is not None
    assert table.table.seat_of(DAVE) == 1


def test_a_promise_can_be_given_back() -> None:
    table = with_a_program().say(c.TakeChair(), CAROL).say(c.Leave(), CAROL)
    assert table.types() == [events.Left]
    assert table.view(0)["chairs"] == {"open": [2], "coming": []}
    assert table.table.seats[2].policy == "simple"
    table.refuses(c.Leave(), CAROL, "not_seated")
    table.play_until(hokm.DealScored)
    assert table.table.seats[2].policy == "simple"
    assert not table.table.joined


def test_a_table_that_ends_keeps_no_promise() -> None:
    table = (
        with_a_program(options={"target": 200, "max_deals": 1}).say(c.TakeChair(), CAROL).play_until(events.Finished)
    )
    assert table.table.seat_of(CAROL) is None
    assert table.view(0)["chairs"] is None


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_who_plays_alone_at_a_public_table_stays_alone(visibility: str) -> None:
    table = against_bots(visibility=visibility)
    if visibility == "public":
        assert table.view(0)["chairs"] is None
        table.refuses(c.TakeChair(), BOB, "seat_taken")
    else:
        assert table.view(0)["chairs"] == {"open": [1, 2], "coming": []}
        table.say(c.TakeChair(), BOB).say(c.TakeChair(), CAROL).play_until(hokm.DealScored)
        assert [one.person for one in table.table.seats] == [ALICE, BOB, CAROL]


def test_who_waited_for_people_and_began_with_programs_gets_people() -> None:
    table = against_bots(host=None)
    assert table.view(0)["chairs"] == {"open": [1, 2], "coming": []}
    table.say(c.TakeChair(), BOB).play_until(events.Sat)
    assert table.table.seat_of(BOB) == 1
    assert opened(bots=("simple",) * 3, ready=True, host=None).view(0)["chairs"] is None


def test_no_chair_of_a_rated_table_or_of_somebody_who_is_away_or_before_the_start() -> None:
    rated = with_a_program(rated=True, speed="normal")
    assert rated.view(0)["chairs"] is None
    rated.refuses(c.TakeChair(), CAROL, "not_open")
    away = of_three().say(c.Leave(), BOB)
    assert away.view(0)["chairs"] is None
    away.refuses(c.TakeChair(1), DAVE, "seat_taken").refuses(c.TakeChair(), BOB, "already_seated")
    opened(persons=(ALICE,), bots=("simple",)).refuses(c.TakeChair(), BOB, "not_open")
    with_a_program().refuses(c.TakeChair(0), CAROL, "seat_taken").refuses(c.TakeChair(9), CAROL, "unreadable")
    with_a_program().refuses(c.TakeChair(), "bot:simple", "unauthorised").refuses(c.TakeChair(), BOB, "already_seated")


def test_a_frozen_table_keeps_its_promises_and_an_older_one_has_none() -> None:
    table = with_a_program().say(c.TakeChair(), CAROL).play_until(hokm.DealScored)
    assert table.last is not None
    assert table.last.resting is not None
    frozen = table.last.resting.frozen
    assert thaw(TABLE_ID, table.table.game, frozen).promised == {2: CAROL}
    assert thaw(TABLE_ID, table.table.game, freeze(table.table)).joined
    del frozen["promised"], frozen["joined"]
    old = thaw(TABLE_ID, table.table.game, frozen)
    assert (old.promised, old.joined) == ({}, False)

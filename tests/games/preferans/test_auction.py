"""The auction: the vectors of rules/preferans.md 14.3, the ladder, holds, and bids without talon."""

import pytest

from games.kernel.menu import contains
from games.preferans.bids import LADDER, LEVEL, MISERE, NAMES, VALUE, parse_bid
from games.preferans.commands import Declare, Hold, Pass, PlaceBid, PlayCard, Surrender
from games.preferans.legality import legal
from tests.games.preferans.tables import Table

SUITS = ("S", "C", "D", "H", "NT")


def ladder(*levels: int) -> set[str]:
    return {f"{level}{suit}" for level in levels for suit in SUITS}


def from_bid(bid: str) -> set[str]:
    """A trick bid and every trick bid above it, talon taken."""
    return {NAMES[n] for n in LADDER if n >= parse_bid(bid) and "mis" not in NAMES[n] and "without" not in NAMES[n]}


def after(*calls: str, streak: int = 0, **options: object) -> Table:
    return Table(streak=streak, **options).deal().bid(*calls)  # type: ignore[arg-type]


def test_three_passes_are_raspasy():
    table = after("pass", "pass", "pass")
    assert table.state.mode == "raspasy"
    assert table.state.undertaking.declarer is None


def test_the_last_bidder_left_declares_with_his_bid():
    table = after("6S", "6C", "pass", "6D", "pass")
    assert (table.state.undertaking.declarer, table.state.undertaking.bid) == (0, parse_bid("6D"))


def test_two_passes_leave_the_third_free_to_bid_and_to_win_at_once():
    table = after("pass", "pass")
    assert {"pass", "6S", "misere"} <= table.calls("C")
    table.bid("6S")
    assert (table.state.undertaking.declarer, table.state.undertaking.bid) == (2, parse_bid("6S"))


def test_a_misere_bidder_who_is_overbid_may_only_pass():
    table = after("pass", "misere", "9S")
    assert table.calls("B") == {"pass"}


def test_misere_is_beaten_by_nine_and_above():
    table = after("6S", "misere", "pass")
    assert table.calls("A") == {"pass"} | ladder(9, 10)


def test_who_has_bid_tricks_cannot_bid_misere():
    table = after("6S", "pass", "6H")
    assert "misere" not in table.calls("A")


def test_misere_as_a_first_call_over_eight_no_trump():
    table = after("pass", "8NT", "misere")
    assert table.calls("B") == {"pass"} | ladder(9, 10)


def test_a_misere_that_nobody_beats_is_played():
    table = after("misere", "pass", "pass")
    assert (table.state.undertaking.declarer, table.state.undertaking.bid) == (0, MISERE)


@pytest.mark.parametrize(
    ("exits", "streak", "expected"),
    [
        ("6-7-7", 0, ladder(6, 7, 8, 9, 10)),
        ("6-7-7", 1, ladder(7, 8, 9, 10)),
        ("6-7-7", 4, ladder(7, 8, 9, 10)),
        ("6-7-8", 1, ladder(7, 8, 9, 10)),
        ("6-7-8", 2, ladder(8, 9, 10)),
        ("6-7-8", 5, ladder(8, 9, 10)),
        ("6-6-6", 3, ladder(6, 7, 8, 9, 10)),
    ],
)
def test_raspasy_raises_the_lowest_level_but_never_forbids_misere(exits: str, streak: int, expected: set[str]):
    table = after(streak=streak, raspasy_exit=exits)
    assert table.calls("A") == {"pass", "misere"} | expected
    assert table.seen_by("A").least_level == min(int(bid.rstrip("SCDHNT")) for bid in expected)


def test_the_elder_of_two_bidders_may_hold_and_the_other_must_raise():
    table = after("6S", "6C", "pass")
    assert "hold" in table.calls("A")
    table.bid("hold")
    assert table.calls("B") == {"pass"} | (from_bid("6D") - {"misere"})


def test_a_held_bid_stands_in_the_holders_name():
    table = after("pass", "6S", "6C", "hold", "pass")
    assert (table.state.undertaking.declarer, table.state.undertaking.bid) == (1, parse_bid("6C"))
    assert [call for _, call in table.state.auction.calls] == [None, 0, 1, 1, None]


def test_the_younger_bidder_may_not_hold():
    assert "hold" not in after("6S", "6C", "pass", "hold").calls("B")
    assert "hold" not in after("6S", "pass", "6C", "6D").calls("C")


def test_nobody_holds_among_three_live_bidders_or_before_he_has_bid():
    assert "hold" not in after("6S", "6C", "6D").calls("A")
    assert "hold" not in after("pass", "6S").calls("C")


def test_misere_cannot_be_held():
    assert "hold" not in after("6S", "misere", "pass").calls("A")


def test_a_misere_bidder_cannot_hold():
    assert after("misere", "9S", "pass").calls("A") == {"pass"}


def test_hold_is_a_house_rule():
    assert "hold" not in after("6S", "6C", "pass", senior_hold="off").calls("A")


def test_a_pass_is_final():
    table = after("pass", "6S", "6C")
    assert table.waits_for() == {"B": "bid"}
    assert table.refused("A", PlaceBid(parse_bid("10NT"))) == "wrong_turn"


def test_the_ladder_has_26_bids_and_six_more_without_talon():
    table = after(no_talon_bids="on")
    assert len(after().calls("A")) == 26 + 1
    assert len(table.calls("A")) == 32 + 1
    nines = [f"9{suit} without" for suit in SUITS]
    assert list(NAMES)[21:27] == ["misere without", *nines]
    assert [NAMES[n] for n in (20, 27)] == ["9NT", "10S"]
    assert [VALUE[n] for n in (0, 5, 10, 15, 16, 21, 22, 27)] == [2, 4, 6, 10, 8, 10, 8, 10]
    assert LEVEL[MISERE] == 0


def test_misere_without_talon_after_an_own_misere_only():
    table = after("misere", "9S", "pass", no_talon_bids="on")
    assert table.calls("A") == {"pass", "misere without"}
    assert "misere without" not in after("6S", "9S", "pass", no_talon_bids="on").calls("A")
    assert "9H without" in after("6S", "9S", "pass", no_talon_bids="on").calls("A")


def test_misere_without_talon_is_beaten_by_nine_without_and_by_ten():
    table = after("misere without", no_talon_bids="on")
    assert table.calls("B") == {"pass"} | {f"9{suit} without" for suit in SUITS} | ladder(10)


def test_misere_without_talon_is_played_from_the_dealt_cards_and_nobody_sees_the_talon():
    table = after("pass", "misere without", "pass", no_talon_bids="on")
    state = table.state
    assert (state.mode, state.undertaking.contract) == ("misere", MISERE)
    assert state.hands == list(state.dealt)
    for viewer in ("A", "B", "C", None):
        assert table.seen_by(viewer).talon == (None, None)
        assert table.seen_by(viewer).discard is None
    table.ends("A5 B0 C5")
    assert table.entries() == "pool B +10"
    assert table.seen_by(None).talon == state.talon


def test_a_nine_without_talon_is_declared_as_bid_or_higher_without_a_discard():
    table = after("pass", "9D without", "pass", no_talon_bids="on")
    menu = legal(table.state, 1)
    assert [choice.command for choice in menu] == [Declare]
    contracts = {NAMES[command.contract] for command in menu[0]}
    assert contracts == {"9D", "9H", "9NT"} | ladder(10)
    assert all(command.discard == 0 for command in menu[0])
    assert table.refused("B", Surrender()) == "illegal_call"
    assert table.refused("B", Declare(0, parse_bid("9C"))) == "illegal_contract"
    table.declares("B", "10S").ends("A0 B10 C0")
    assert table.entries() == "pool B +10"


def test_a_nine_without_talon_can_be_held():
    table = after("6S", "9D without", "pass", no_talon_bids="on")
    assert contains(legal(table.state, 0), Hold())
    table.bid("hold", "pass")
    assert table.state.undertaking.bid == parse_bid("9D without")


def test_nobody_plays_cards_or_declares_during_the_auction():
    table = after()
    own = table.state.hands[0]
    assert table.refused("A", PlayCard((own & -own).bit_length() - 1)) == "wrong_turn"
    assert table.refused("A", Declare(0, 0)) == "wrong_turn"
    assert table.refused("B", Pass()) == "wrong_turn"
    assert table.refused("A", Hold()) == "illegal_call"

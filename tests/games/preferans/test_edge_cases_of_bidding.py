"""The edge cases of rules/preferans.md 12 by number, those of auction, exchange, whisting and the clock."""

import pytest

from games.kernel.errors import Unreadable
from games.preferans.bids import MISERE, parse_bid
from games.preferans.cards import PACK
from games.preferans.commands import (
    AnswerClaim,
    AnswerStop,
    Claim,
    Declare,
    LayCards,
    OfferStop,
    Pass,
    PlaceBid,
    PlayCard,
    Surrender,
    Trust,
    Whist,
)
from games.preferans.decide import default_command
from games.preferans.game import GAME
from games.preferans.legality import legal
from games.preferans.state import BETWEEN, WHISTING
from tests.games.preferans.tables import Table, cards, deck_of

HANDS = (
    "AS KS QS JS TS AH KH QH JH TH",
    "9S 8S 7S AC KC QC JC TC 9C 8C",
    "AD KD QD JD TD 9D 8D 7D 9H 8H",
)
TALON = "7H 7C"


def bid(name: str) -> PlaceBid:
    return PlaceBid(parse_bid(name))


def exchanging(bid_of_a: str = "6H", **options: object) -> Table:
    table = Table(**options).deal(deck_of(*HANDS, talon=TALON))  # type: ignore[arg-type]
    return table.won_by("A", bid_of_a)


def declare(discard: str, contract: str) -> Declare:
    return Declare(cards(discard), parse_bid(contract))


def test_01_the_third_player_after_two_passes_bids_and_wins_at_once_or_passes_to_raspasy():
    assert Table().deal().bid("pass", "pass", "6S").state.undertaking.declarer == 2
    assert Table().deal().bid("pass", "pass", "pass").state.mode == "raspasy"


def test_02_the_second_player_wins_with_six_spades_when_the_others_pass():
    state = Table().deal().bid("pass", "6S", "pass").state
    assert (state.undertaking.declarer, state.undertaking.bid) == (1, parse_bid("6S"))


def test_03_a_player_who_has_bid_six_spades_may_not_bid_misere_any_more():
    assert Table().deal().bid("6S", "6C", "pass").refused("A", bid("misere")) == "illegal_call"


def test_04_a_misere_bidder_overbid_by_nine_may_only_pass():
    table = Table().deal().bid("misere", "9S", "pass")
    assert table.calls("A") == {"pass"}
    assert table.refused("A", bid("9C")) == "illegal_call"


def test_05_misere_over_eight_no_trump_as_a_first_call():
    assert Table().deal().bid("8NT", "pass", "misere").state.auction.high == MISERE


def test_06_misere_over_misere_or_over_a_nine_is_refused():
    assert Table().deal().bid("misere").refused("B", bid("misere")) == "illegal_call"
    assert Table().deal().bid("9S").refused("B", bid("misere")) == "illegal_call"


def test_07_the_declared_contract_is_not_lower_than_the_bid():
    table = exchanging("6H")
    assert table.refused("A", declare("7H 7C", "6D")) == "illegal_contract"
    for contract in ("6H", "6NT", "7S", "10NT"):
        assert exchanging("6H").say("A", declare("7H 7C", contract)).state.undertaking.contract == parse_bid(contract)


def test_08_a_trick_bid_cannot_become_misere():
    assert exchanging().refused("A", declare("7H 7C", "misere")) == "illegal_contract"


def test_09_a_misere_bid_cannot_become_a_trick_contract():
    assert exchanging("misere").refused("A", declare("7H 7C", "6S")) == "illegal_contract"


@pytest.mark.parametrize("discard", ["7H 7C", "AS AH", "TH KH"])
def test_10_talon_cards_aces_and_trumps_may_be_put_away(discard: str):
    table = exchanging().say("A", declare(discard, "6H"))
    assert table.state.undertaking.discard == cards(discard)
    assert table.state.hands[0].bit_count() == 10


def test_11_one_card_three_cards_a_card_twice_or_a_card_not_held_cannot_be_put_away():
    table = exchanging()
    assert table.refused("A", declare("7H", "6H")) == "illegal_discard"
    assert table.refused("A", declare("7H 7C AS", "6H")) == "illegal_discard"
    assert table.refused("A", declare("7H 9S", "6H")) == "card_not_held"
    with pytest.raises(Unreadable):
        GAME.codec.command({"type": "declare", "discard": ["7H", "7H"], "contract": "6H"})


def test_12_after_one_raspasy_six_no_trump_is_too_low():
    table = Table(streak=1).deal()
    assert table.refused("A", bid("6NT")) == "illegal_call"
    for call in ("7S", "misere", "9S", "10S"):
        assert Table(streak=1).deal().bid(call).state.auction.high == parse_bid(call)


def test_13_the_minimum_stays_at_eight_after_many_raspasy_deals():
    table = Table(streak=5, raspasy_exit="6-7-8").deal()
    assert table.refused("A", bid("7NT")) == "illegal_call"
    assert table.bid("8S").state.auction.high == parse_bid("8S")


def test_14_a_contract_that_fails_leaves_the_streak_as_it_is():
    table = Table(streak=1)
    table.declares("A", "7S").whist("whist", "whist").ends("A6 B2 C2")
    assert table.state.streak == 1
    table.deal().bid("pass", "pass", "pass")
    assert table.state.undertaking.multiplier == 2


def test_15_a_contract_made_without_play_ends_the_streak():
    assert Table(streak=2).declares("A", "7S").whist("pass", "pass").state.streak == 0


def test_16_no_half_whist_on_an_eight():
    table = Table().declares("A", "8S").whist("pass")
    assert table.refused("C", Whist("half")) == "illegal_call"


def test_17_no_half_whist_after_a_whist():
    table = Table().declares("A", "6S").whist("whist")
    assert table.refused("C", Whist("half")) == "illegal_call"


def test_18_a_returned_whist_makes_the_first_defender_the_only_whister():
    table = Table().declares("A", "6S").whist("pass", "half", "whist")
    assert table.waits_for() == {"B": "lay_cards"}
    table.lay("closed")
    assert table.state.undertaking.whisters == (1,)
    assert table.ends("A7 B0 C3").entries() == "mtn B +2, B>A 6, pool A +2"
    failed = Table().declares("A", "6S").whist("pass", "half", "whist").lay("closed").ends("A5 B0 C5")
    assert failed.entries() == "mtn A +2, B>A 12, C>A 2"


def test_41_no_surrender_after_misere():
    assert exchanging("misere").refused("A", Surrender()) == "illegal_call"


def test_42_surrender_at_six_spades_in_leningrad_costs_twelve_and_nothing_else():
    table = Table("leningrad").won_by("A", "6S").surrender("A")
    assert table.entries() == "mtn A +12"
    assert table.state.streak == 0
    assert Table("leningrad", streak=1, raspasy_exit="6-6-6").won_by("A", "6S").surrender("A").state.streak == 1


def test_42_no_surrender_after_the_declaration_or_where_it_is_not_played():
    assert Table().declares("A", "6S").refused("A", Surrender()) == "wrong_turn"
    assert Table(surrender="off").won_by("A", "6S").refused("A", Surrender()) == "illegal_call"


def test_43_stalingrad_looks_at_the_declared_contract():
    table = Table(stalingrad="on").declares("A", "6C", bid="6S")
    assert table.state.phase == WHISTING
    assert table.waits_for() == {"B": "whist"}
    compulsory = Table(stalingrad="on").declares("A", "6S")
    assert (compulsory.state.mode, compulsory.state.undertaking.whisters) == ("closed", (1, 2))
    assert compulsory.ends("A7 B3 C0").entries() == "mtn C +2, B>A 6, pool A +2"


def test_44_six_spades_cannot_be_bid_when_the_streak_asks_for_seven():
    assert Table(stalingrad="on", streak=1).deal().refused("A", bid("6S")) == "illegal_call"


def test_46_the_dealer_who_sits_out_may_do_nothing():
    table = Table(players=4).deal()
    assert table.refused("D", Pass()) == "wrong_turn"
    assert legal(table.state, 3) == ()
    assert all(hand.cards == 0 for hand in table.seen_by("D").hands)
    table.declares("A", "6S")
    assert table.refused("D", Whist("whist")) == "wrong_turn"
    table.whist("whist", "pass").lay("open")
    assert table.refused("D", Claim((6, 2, 2, None))) == "illegal_claim"
    assert table.refused("D", LayCards("open")) == "wrong_turn"
    assert table.refused("D", PlayCard(0)) == "wrong_turn"


def test_47_the_dealer_is_skipped_when_the_declarer_sits_to_his_right():
    table = Table(players=4, dealer="B")  # C, D, A are in play
    table.declares("A", "6S")
    assert table.waits_for() == {"C": "whist"}
    table.whist("whist")
    assert table.waits_for() == {"D": "whist"}


def test_48_the_clock_passes_in_the_auction_and_in_the_whisting_and_plays_closed():
    table = Table().deal()
    assert default_command(table.state, 0) == Pass()
    table.declares("A", "6S")
    assert default_command(table.state, 1) == Whist("pass")
    table.whist("whist", "pass")
    assert default_command(table.state, 1) == LayCards("closed")
    half = Table(first_defender_half="on").declares("A", "6S").whist("whist", "pass")
    assert default_command(half.state, 1) == Whist("whist")


def test_48_the_clock_declares_the_bid_and_puts_the_two_lowest_cards_away():
    assert default_command(exchanging("7D").state, 0) == declare("7C 7H", "7D")
    assert default_command(exchanging("misere").state, 0) == declare("7C 7H", "misere")
    without = Table(no_talon_bids="on").deal().bid("9H without", "pass", "pass")
    assert default_command(without.state, 0) == Declare(0, parse_bid("9H"))


def test_48_the_clock_plays_the_lowest_legal_card_plain_before_trump():
    table = exchanging("6S").say("A", declare("AH KH", "6S")).whist("whist", "whist")
    assert default_command(table.state, 0) == PlayCard(PACK.number("7C"))
    table.play("TH")
    assert default_command(table.state, 1) == PlayCard(PACK.number("7S"))


def test_48_the_clock_refuses_claims_and_stops_and_trusts_nobody():
    table = exchanging("misere", misere_control="delegate").say("A", declare("AS AH", "misere"))
    assert default_command(table.state, 1) == Trust(False)
    table.say("A", Claim((0, 5, 5)))
    assert default_command(table.state, 1) == AnswerClaim(False)
    table.say("B", AnswerClaim(True)).say("C", AnswerClaim(True))
    assert table.state.phase == BETWEEN
    table.say("A", OfferStop())
    assert default_command(table.state, 2) == AnswerStop(False)

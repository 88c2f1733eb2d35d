"""The edge cases of rules/preferans.md 12 by number, those of play, scoring and the end."""

from fractions import Fraction

from games.preferans.bids import parse_bid
from games.preferans.cards import PACK
from games.preferans.commands import AnswerStop, Claim, Declare, OfferStop, PlayCard
from games.preferans.legality import playable
from games.preferans.sheet import Sheet, rounded, standing
from games.preferans.state import FINISHED, PLAYING
from tests.games.preferans.playing import rules
from tests.games.preferans.tables import Table, card, cards, deck_of

HANDS = (
    "AS KS QS JS TS AH KH QH JH TH",
    "9S 8S 7S AC KC QC JC TC 9C 8C",
    "AD KD QD JD TD 9D 8D 7D 9H 8H",
)
RASPASY = ("7S 7H 8H 9H TH JH QH 7C 8C 9C", "AD KD QD JD TD 9D 8D 7D TC JC", "8S KH AH QC KC AC AS KS QS TS")


def names(cards_of: int) -> str:
    return " ".join(PACK.name(one) for one in PACK.cards_in(cards_of))


def sheet(*pools: int, mountains: tuple[int, ...] = ()) -> Sheet:
    n = len(pools)
    return Sheet(pools, mountains or (0,) * n, ((0,) * n,) * n)


def test_19_an_open_whister_leads_from_the_hand_of_the_eldest_who_passed():
    table = Table().deal(deck_of(*HANDS, talon="7H 7C")).declares("B", "6C").whist("whist", "pass").lay("open")
    # C is the first defender and whists; A has passed and is the eldest hand
    assert table.state.undertaking.whisters == (2,)
    assert table.waits_for() == {"C": "play"}
    assert (table.state.turn, table.state.control) == (0, (2, 1, 2))
    assert table.refused("A", PlayCard(card("AS"))) == "wrong_turn"
    table.play("AS")
    assert table.events[0].seat == 0
    assert table.events[0].by == 2


def test_20_when_the_declarer_leads_the_hands_open_after_his_first_card():
    table = Table().deal(deck_of(*HANDS, talon="7H 7C")).declares("A", "6S").whist("whist", "pass").lay("open")
    assert not table.state.opened
    assert table.hand_seen("A", "B") == table.hand_seen("A", "C") == 0
    table.play("AH")
    assert table.state.opened
    assert table.hand_seen("A", "C") == table.state.hands[2]


def test_21_two_whisters_on_six_with_four_and_nothing_have_met_the_quota():
    entries = Table().declares("A", "6S").whist("whist", "whist").ends("A6 B4 C0").entries()
    assert entries == "B>A 8, pool A +2"


def test_22_two_whisters_on_six_with_three_and_nothing_the_one_without_pays_for_one():
    entries = Table().declares("A", "6S").whist("whist", "whist").ends("A7 B0 C3").entries()
    assert entries == "mtn B +2, C>A 6, pool A +2"


def test_23_two_whisters_on_eight_without_a_trick_the_second_pays():
    assert Table().declares("A", "8S").whist("whist", "whist").ends("A10 B0 C0").entries() == "mtn C +6, pool A +6"


def test_24_one_trick_on_nine_is_enough_whoever_takes_it():
    for tricks in ("A9 B1 C0", "A9 B0 C1"):
        assert "mtn" not in Table().declares("A", "9S").whist("whist", "whist").ends(tricks).entries()


def test_25_a_lone_closed_whister_writes_the_passers_tricks_too():
    table = Table().declares("A", "7S").whist("whist", "pass").lay("closed").ends("A8 B0 C2")
    assert table.entries() == "B>A 8, pool A +4"


def test_26_overtricks_bring_nothing():
    assert "pool A +2" in Table().declares("A", "6S").whist("whist", "whist").ends("A10 B0 C0").entries()


def test_27_small_trumps_must_be_played_under_a_higher_one():
    hands = ("AH KH QH JH TH 9H 8H 7H AC KC", "AS KS QS JS TS 9S QC JC TC 9C", "AD KD QD JD TD 9D 8D 7D 8S 7S")
    table = Table().deal(deck_of(*hands, talon="8C 7C")).declares("B", "6S", discard="8C 7C").whist("whist", "whist")
    table.play("AH")
    # C has no heart and must play a trump, B has none either
    assert names(playable(table.state)) == "9S TS JS QS KS AS"
    table.play("AS")
    assert names(playable(table.state)) == "7S 8S"


def test_28_in_misere_no_trump_and_raspasy_a_void_hand_plays_anything():
    hands = ("AH KH QH JH TH 9H 8H 7H AC KC", "AS KS QS JS TS 9S QC JC TC 9C", "AD KD QD JD TD 9D 8D 7D 8S 7S")
    for bid in ("misere", "6NT"):
        table = Table().deal(deck_of(*hands, talon="8C 7C")).declares("B", bid)
        if bid == "6NT":
            table.whist("whist", "whist")
        table.play("AH")
        assert playable(table.state) == table.state.hands[1]
    table = Table(raspasy_talon="closed").deal(deck_of(*hands, talon="8C 7C")).bid("pass", "pass", "pass").play("AH")
    assert playable(table.state) == table.state.hands[1]


def test_29_the_eldest_without_the_talons_suit_plays_any_card_and_the_suit_stays():
    table = Table().deal(deck_of("AH KH QH JH TH 9H 8H 7H AC KC", *RASPASY_REST, talon="9S JS"))
    table.bid("pass", "pass", "pass")
    assert playable(table.state) == table.state.hands[0]
    table.play("AH")
    assert names(playable(table.state)) == names(table.state.hands[1] & 0xFF)
    table.play("7S", "8S")
    assert table.state.tricks[0][2] == 2


RASPASY_REST = ("7S QS AS KS QC JC TC 9C 8C 7C", "8S TS AD KD QD JD TD 9D 8D 7D")


def test_30_an_ace_in_the_talon_cannot_win_with_three_players():
    hands = ("7S 7H 8H 9H TH JH QH 7C 8C 9C", "AD KD QD JD TD 9D 8D 7D TC JC", "8S KH AH QC KC AC 9S KS QS TS")
    table = Table().deal(deck_of(*hands, talon="AS JS")).bid("pass", "pass", "pass").play("7S", "AD", "KS")
    assert table.state.taken == [0, 0, 1]


def test_31_the_dealer_takes_the_trick_and_the_charge_and_the_eldest_plays_first_again():
    hands = ("7S 7H 8H 9H TH JH QH 7C 8C 9C", "AD KD QD JD TD 9D 8D 7D TC JC", "8S KH AH QC KC AC 9S KS QS TS")
    table = Table(players=4).deal(deck_of(*hands, talon="AS JS")).bid("pass", "pass", "pass").play("7S", "AD", "8S")
    assert table.state.taken == [0, 0, 0, 1]
    assert table.state.turn == 0
    table.play("7H", "KD", "9S")
    assert table.state.taken == [0, 0, 0, 2]
    assert (table.state.turn, table.state.led) == (0, -1)  # the eldest leads any card
    table.play_on()
    assert table.state.line is not None
    assert table.state.line.tricks is not None
    assert table.state.line.tricks[3] == 2
    assert "mtn D +2" in table.entries()


def test_32_two_talon_cards_of_one_suit_make_two_tricks_in_it():
    table = Table().deal(deck_of(*RASPASY, talon="9S JS")).bid("pass", "pass", "pass").play("7S", "AD", "8S")
    assert table.state.led == 0
    table.play("7H", "KD", "TS")
    assert table.state.taken == [0, 0, 2]


def test_33_raspasy_ten_nothing_nothing():
    table = Table(sheet=sheet(9, 9, 9)).raspasy("A10 B0 C0")
    assert table.entries() == "mtn A +10, pool B +1, pool C +1"
    closing = Table(sheet=sheet(0, 10, 9), streak=1).raspasy("A10 B0 C0")
    assert closing.entries() == "mtn A +20, aid B>C 1, aid B>A 1, aid C>A 2"  # clockwise: B first, then C
    assert Table("rostov").raspasy("A10 B0 C0").entries() == "B>A 25, C>A 25, pool B +1, pool C +1"


def test_34_a_zero_bonus_with_a_closed_pool_is_aid():
    assert Table(sheet=sheet(3, 5, 10)).raspasy("A6 B4 C0").entries() == "mtn A +6, mtn B +4, aid C>B 1"


def test_35_aid_between_equal_pools_goes_clockwise_from_the_earner():
    table = Table(sheet=sheet(5, 10, 5)).declares("B", "7S").whist("pass", "pass")
    assert table.entries() == "aid B>C 4"
    four = Table(players=4, sheet=sheet(5, 5, 10, 5)).declares("C", "7S").whist("pass", "pass")
    assert four.entries() == "aid C>D 4"


def test_36_aid_that_closes_the_last_pool_leaves_a_rest_for_the_mountain_and_ends_the_match():
    table = Table(sheet=sheet(10, 9, 10)).declares("A", "9S").whist("pass", "pass")
    assert table.entries() == "aid A>B 1, mtn A -7"
    assert table.state.sheet.mountains == (-7, 0, 0)
    assert table.state.phase == FINISHED


def test_the_worked_aid_of_section_nine():
    table = Table(players=4, sheet=sheet(8, 9, 9, 2)).declares("A", "9S").whist("pass", "pass")
    assert table.entries() == "pool A +2, aid A>B 1, aid A>C 1, aid A>D 4"
    assert table.state.sheet.whists[0] == (0, 10, 10, 40)
    assert table.state.sheet.pools == (10, 10, 10, 6)
    other = Table(players=4, sheet=sheet(8, 10, 9, 8, mountains=(3, 0, 0, 0))).declares("A", "misere")
    other.ends("A0 B5 C5")
    assert other.entries() == "pool A +2, aid A>C 1, aid A>D 2, mtn A -5"
    assert other.state.sheet.mountains == (-2, 0, 0, 0)
    assert other.state.phase == FINISHED


def test_37_a_closed_pool_is_not_touched_by_a_failure():
    table = Table(sheet=sheet(10, 0, 0)).declares("A", "6S").whist("whist", "whist").ends("A5 B5 C0")
    assert table.entries() == "mtn A +2, B>A 12, C>A 2"
    assert table.state.sheet.pools == (10, 0, 0)


def test_38_the_end_is_looked_for_only_after_a_deal_is_scored():
    table = Table(sheet=sheet(10, 10, 9)).declares("C", "6S").whist("whist", "whist")
    assert table.state.phase == PLAYING
    table.ends("A4 B0 C6")
    assert table.state.phase == FINISHED


def test_39_the_match_may_end_without_a_contract_of_one_player():
    table = Table().declares("A", "misere").ends("A0 B5 C5").declares("B", "misere").ends("A5 B0 C5")
    table.declares("A", "misere").ends("A0 B5 C5")
    assert table.state.sheet.pools == (10, 10, 10)
    assert table.state.phase == FINISHED


def test_40_a_leningrad_pool_may_pass_the_target():
    table = Table("leningrad", sheet=sheet(12, 0, 0)).declares("A", "misere").ends("A0 B5 C5")
    assert table.state.sheet.pools == (22, 0, 0)
    assert table.state.phase != FINISHED


def test_45_a_checked_ten_that_fails_with_nothing_and_two():
    table = Table(players=4).declares("A", "10S").ends("A8 B0 C2")
    assert table.entries() == "mtn A +20, B>A 20, C>A 40, D>A 20"
    assert Table("leningrad").declares("A", "10S").ends("A8 B0 C2").entries() == "mtn A +40, B>A 40, C>A 80"


def test_49_a_claim_in_raspasy_or_in_the_middle_of_a_trick_is_refused():
    table = Table().deal(deck_of(*RASPASY, talon="9S JS")).bid("pass", "pass", "pass")
    assert table.refused("A", Claim((0, 0, 10))) == "illegal_claim"
    middle = Table().deal(deck_of(*HANDS, talon="7H 7C")).declares("A", "6S").whist("whist", "whist").play("AH")
    assert middle.refused("A", Claim((10, 0, 0))) == "illegal_claim"


def test_50_totals_with_thirds_are_rounded_and_still_sum_to_zero():
    assert rounded((50, -106, 56)) == (17, -35, 18)
    assert rounded((1, 1, -2)) == (1, 0, -1)  # equal rests: the lower seat
    assert sum(rounded((100, -101, 1))) == 0


def test_51_an_early_stop_settles_the_pools_as_they_are():
    table = Table().declares("A", "7S").whist("pass", "pass")
    table.say("A", OfferStop())
    for seat in ("B", "C"):
        table.say(seat, AnswerStop(True))
    assert table.state.phase == FINISHED
    assert table.state.why_ended == "agreed"
    assert table.state.sheet.pools == (4, 0, 0)
    assert [Fraction(part, 3) for part in table.state.standing] == [Fraction(80, 3), Fraction(-40, 3), Fraction(-40, 3)]
    assert standing(table.state.sheet, rules()) == table.state.standing


def test_52_a_misere_declarer_who_is_the_eldest_leads_before_the_hands_open():
    table = Table().deal(deck_of(*HANDS, talon="7H 7C")).won_by("A", "misere")
    table.say("A", Declare(cards("AS AH"), parse_bid("misere")))
    assert table.waits_for() == {"A": "play"}
    assert table.hand_seen("A", "B") == table.hand_seen("B", "C") == 0
    assert table.seen_by("B").misere_set is None
    table.play("7H")
    assert table.hand_seen("A", "B") == table.state.hands[1]
    assert table.hand_seen("B", "C") == table.state.hands[2]
    assert table.hand_seen("B", "A") == 0

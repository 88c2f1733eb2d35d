"""The edge cases of the rule book, each by its number (rules/hokm.md 16)."""

import pytest

from games.hokm import GAME
from games.hokm.cards import PACK
from games.hokm.events import AuctionWon, DealScored, MatchEnded, TrickTaken
from games.hokm.legality import playable
from games.hokm.scoring import score_deal, winners
from games.hokm.state import Before
from games.kernel.menu import contains
from tests.games.hokm.tables import bid, card, cards, dealt, do, events_of, name, play, rules, with_hands
from tests.games.story import given


def test_01_when_all_pass_eldest_names_the_trumps_with_a_contract_of_two() -> None:
    state, events = events_of(dealt(dealer=2), bid("pass"), bid("pass"), bid("pass"))
    assert events[-1] == AuctionWon(0)
    assert state.auction.contracts == (2, 2, 2)
    do(state, name("C"))
    assert state.turn == 0


def test_02_the_first_of_equal_bids_names_the_trumps_and_both_are_contracts() -> None:
    state, events = events_of(dealt(dealer=2), bid(4), bid(4), bid("pass"))
    assert events[-1] == AuctionWon(0)
    assert state.auction.contracts == (4, 4, 2)


def test_03_two_kabbuts_the_first_names_the_trumps() -> None:
    _, events = events_of(dealt(dealer=2), bid("kabbut"), bid("kabbut"), bid(9))
    assert events[-1] == AuctionWon(0)


def test_04_a_lower_bid_is_legal_unless_bids_must_rise() -> None:
    given(GAME, events_of(dealt(), bid(5))[0]).when(bid(3), by=1).is_accepted()
    rising = events_of(dealt(auction="once_rising"), bid(5))[0]
    given(GAME, rising).when(bid(3), by=1).is_rejected("illegal_call")
    given(GAME, rising).when(bid(5), by=1).is_rejected("illegal_call")
    given(GAME, rising).when(bid("pass"), by=1).is_accepted()
    given(GAME, rising).when(bid(6), by=1).is_accepted()


@pytest.mark.parametrize("value", [1, 0, -2, 11])
def test_05_two_is_the_lowest_bid(value: int) -> None:
    given(GAME, dealt()).when(bid(value), by=0).is_rejected("illegal_call")


def test_06_the_declarer_may_name_a_suit_he_does_not_hold() -> None:
    state = with_hands(("AS KS", "AC KC", "AD KD"), bids=(5, 2, 2), trump="H")
    assert state.trump == 3


def test_07_the_declarer_may_lead_a_trump_to_the_first_trick() -> None:
    state = with_hands(("JS 9C", "7S 8C", "8S 7C"), bids=(5, 2, 2), trump="S")
    given(GAME, state).when(play("JS"), by=0).is_accepted()


def test_08_a_void_player_with_trumps_may_throw() -> None:
    state = with_hands(("AS 9C", "KH 8C", "8S 7C"), bids=(5, 2, 2), trump="H")
    do(state, play("AS"))
    given(GAME, state).when(play("8C"), by=1).is_accepted()


def test_09_a_void_player_may_play_a_lower_trump_unless_under_baloot() -> None:
    hands, bids = ("AS 9C", "JH 8C", "8H 9H"), (5, 2, 2)
    state = with_hands(hands, bids=bids, trump="H")
    do(state, play("AS"), play("JH"))
    given(GAME, state).when(play("8H"), by=2).is_accepted()
    state = with_hands(("AS 9C", "AH 8C", "8H 9H"), bids=bids, trump="H", void_play="baloot")
    do(state, play("AS"), play("AH"))
    given(GAME, state).when(play("8H"), by=2).is_rejected("must_beat")
    given(GAME, state).when(play("9H"), by=2).is_accepted()


def test_10_who_holds_the_led_suit_may_not_trump_a_trumped_trick() -> None:
    state = with_hands(("AS 9C", "JH 8C", "8S 9H"), bids=(5, 2, 2), trump="H")
    do(state, play("AS"), play("JH"))
    given(GAME, state).when(play("9H"), by=2).is_rejected("must_follow")


def test_11_trumps_led_the_lower_trump_must_be_played() -> None:
    state = with_hands(("JH 9C", "8H AS", "8S 9S"), bids=(5, 2, 2), trump="H")
    do(state, play("JH"))
    given(GAME, state).when(play("AS"), by=1).is_rejected("must_follow")


def test_12_trumps_led_either_trump_unless_under_baloot() -> None:
    hands, bids = ("AH 9C", "8H 9H", "8S 9S"), (5, 2, 2)
    state = with_hands(hands, bids=bids, trump="H")
    do(state, play("AH"))
    assert playable(state) == cards("8H 9H")
    state = with_hands(hands, bids=bids, trump="H", void_play="baloot")
    do(state, play("AH"))
    assert playable(state) == cards("9H")
    given(GAME, state).when(play("8H"), by=1).is_rejected("must_beat")


def test_13_the_card_led_wins_when_nobody_follows_or_trumps() -> None:
    state = with_hands(("7S 9C", "AD 8C", "AC KC"), bids=(5, 2, 2), trump="H")
    assert TrickTaken(0) in do(state, play("7S"), play("AD"), play("AC"))


def test_14_nine_of_trumps_beats_the_ace_and_a_plain_ten_beats_the_king() -> None:
    state = with_hands(("AH KS", "9H TS", "8H 9S"), bids=(5, 2, 2), trump="H")
    assert do(state, play("AH"), play("9H"), play("8H"))[-1] == TrickTaken(1)
    assert TrickTaken(1) in do(state, play("TS"), play("9S"), play("KS"))


def test_15_hearts_as_trumps_are_seven_cards() -> None:
    assert PACK.suit_sets[3].bit_count() == 7
    assert "7H" not in [PACK.name(one) for one in PACK.cards_in(PACK.all)]


def test_16_a_kabbut_that_has_lost_a_trick_is_played_out() -> None:
    state = dealt(dealer=2)
    do(state, bid("kabbut"), bid("pass"), bid("pass"), name("S"))
    while state.played < 29:
        do(state, play(PACK.name(PACK.cards_in(playable(state))[0])))
    events = do(state, play(PACK.name(PACK.cards_in(playable(state))[0])))
    scored = next(event for event in events if isinstance(event, DealScored))
    assert sum(scored.tricks) == 10
    assert scored.score[0] in (-100, 200)


@pytest.mark.parametrize(
    ("number", "bids", "tricks", "score"),
    [
        (17, (9, 2, 2), (10, 0, 0), (90, -20, -20)),
        (18, (2, 4, 5), (10, 0, 0), (20, -40, -50)),
        (19, (10, 2, 2), (10, 0, 0), (200, -20, -20)),
        (20, (5, 4, 4), (5, 3, 2), (50, -40, -40)),
    ],
)
def test_17_to_20_scores(number: int, bids: tuple[int, ...], tricks: tuple[int, ...], score: tuple[int, ...]) -> None:
    assert score_deal(bids, tricks, rules()) == score


def test_21_exactly_five_hundred_counts() -> None:
    assert winners((500, 490, 130), 9, rules()) == (0,)


def test_22_the_higher_total_wins_at_once() -> None:
    assert winners((510, 520, 0), 9, rules()) == (1,)


def test_23_level_at_the_top_plays_on() -> None:
    assert winners((510, 510, 80), 9, rules()) == ()
    assert winners((510, 510, 80), 9, rules(end_tie="shared")) == (0, 1)


def test_24_totals_may_fall_below_the_target_again() -> None:
    assert winners((490, 490, 150), 9, rules()) == ()


def test_25_totals_below_zero_stand() -> None:
    assert score_deal((5, 2, 2), (0, 5, 5), rules()) == (-50, 20, 20)
    assert winners((-50, 0, 0), 9, rules()) == ()


def test_26_at_the_deal_limit_the_leaders_share() -> None:
    assert winners((70, 70, 10), 12, rules(max_deals=12)) == (0, 1)
    assert winners((510, 510, 10), 12, rules(max_deals=12)) == (0, 1)
    assert winners((70, 70, 10), 10_000, rules(max_deals=0)) == ()


def test_27_the_dealer_may_be_declarer() -> None:
    state, events = events_of(dealt(dealer=2), bid(2), bid(2), bid(5))
    assert events[-1] == AuctionWon(2)
    do(state, name("S"))
    assert state.turn == 2


def test_28_totals_change_only_after_the_tenth_trick() -> None:
    state = dealt(before=Before(deal=5, dealer=2, totals=(490, 0, 0)), max_deals=5)
    do(state, bid("pass"), bid("pass"), bid("pass"), name("S"))
    while state.played < 30:
        assert state.totals == (490, 0, 0)
        events = do(state, play(PACK.name(PACK.cards_in(playable(state))[0])))
    assert isinstance(events[-1], MatchEnded)


def test_all_pass_may_make_the_dealer_declarer_or_throw_the_deal_in() -> None:
    passes = (bid("pass"), bid("pass"), bid("pass"))
    assert events_of(dealt(dealer=2, all_pass="dealer"), *passes)[1][-1] == AuctionWon(2)
    state, events = events_of(dealt(dealer=2, all_pass="redeal"), *passes)
    assert (events[-1].reason, events[-1].next_dealer) == ("all_pass", 0)
    assert state.totals == (0, 0, 0)


def test_a_sum_below_min_total_is_thrown_in_before_all_pass_is_asked() -> None:
    passes = (bid("pass"), bid("pass"), bid("pass"))
    _, events = events_of(dealt(dealer=2, min_total=7, all_pass="redeal"), *passes)
    assert events[-1].reason == "min_total"
    _, events = events_of(dealt(dealer=2, min_total=7), bid(3), bid("pass"), bid("pass"))
    assert events[-1] == AuctionWon(0)


def test_the_last_of_equal_bids_may_name_the_trumps() -> None:
    assert events_of(dealt(dealer=2, top_tie="latest"), bid(4), bid(4), bid(2))[1][-1] == AuctionWon(1)
    assert events_of(dealt(dealer=2, top_tie="latest"), bid(2), bid(2), bid(2))[1][-1] == AuctionWon(0)


def test_rising_rounds_go_on_until_one_is_left() -> None:
    state, events = events_of(
        dealt(dealer=2, auction="rounds_rising"), bid(3), bid(4), bid("pass"), bid(5), bid("pass")
    )
    assert events[-1] == AuctionWon(0)
    assert state.auction.contracts == (5, 4, 2)


def test_rising_rounds_end_at_kabbut() -> None:
    state, events = events_of(dealt(dealer=2, auction="rounds_rising"), bid("kabbut"))
    assert events[-1] == AuctionWon(0)
    assert state.auction.contracts == (10, 2, 2)


def test_when_two_have_passed_in_rising_rounds_the_third_still_bids() -> None:
    state = events_of(dealt(dealer=2, auction="rounds_rising"), bid("pass"), bid("pass"))[0]
    assert contains(GAME.legal(state, 2), bid(3))
    assert events_of(state, bid(3))[1][-1] == AuctionWon(2)
    assert events_of(state, bid("pass"))[1][-1] == AuctionWon(0)


def test_a_void_player_must_trump_under_must_trump_with_any_trump() -> None:
    state = with_hands(("AS 9C", "AH 8C", "8H 9C"), bids=(5, 2, 2), trump="H", void_play="must_trump")
    do(state, play("AS"))
    given(GAME, state).when(play("8C"), by=1).is_rejected("must_trump")
    do(state, play("AH"))
    given(GAME, state).when(play("8H"), by=2).is_accepted()
    given(GAME, state).when(play("9C"), by=2).is_rejected("must_trump")


def test_a_broken_contract_may_cost_the_tricks_missing() -> None:
    assert score_deal((5, 10, 2), (3, 7, 0), rules(broken="short")) == (-20, -100, -20)


def test_a_broken_kabbut_has_three_prices() -> None:
    assert [
        score_deal((10, 2, 2), (9, 1, 0), rules(kabbut_broken=how))[0] for how in ("per_trick", "flat", "double")
    ] == [
        -100,
        -10,
        -200,
    ]


def test_refused_out_of_turn_and_out_of_phase() -> None:
    state = dealt(dealer=2)
    given(GAME, state).when(bid(3), by=1).is_rejected("wrong_turn")
    given(GAME, state).when(name("S"), by=0).is_rejected("wrong_turn")
    given(GAME, state).when(play("AS"), by=0).is_rejected("wrong_turn")
    do(state, bid(3), bid(2), bid(2))
    given(GAME, state).when(name("S"), by=1).is_rejected("wrong_turn")
    given(GAME, state).when(bid(4), by=0).is_rejected("wrong_turn")
    do(state, name("S"))
    given(GAME, state).when(name("H"), by=0).is_rejected("wrong_turn")


def test_a_card_that_is_not_held_is_refused_before_anything_else() -> None:
    state = with_hands(("AS 9C", "KH 8C", "8S 7C"), bids=(5, 2, 2), trump="H")
    given(GAME, state).when(play("KH"), by=0).is_rejected("card_not_held")
    do(state, play("AS"))
    given(GAME, state).when(play("AD"), by=1).is_rejected("card_not_held")


def test_the_clock_passes_names_the_longest_suit_and_plays_the_weakest_card() -> None:
    state = with_hands(("7S 8S 9C", "8H 7C AC", "AS TS 8C"), bids=(5, 2, 2), trump="H")
    assert GAME.default_command(state, 0) == play("7S")
    do(state, play("7S"))
    assert GAME.default_command(state, 1) == play("7C")
    state = dealt(dealer=2)
    assert GAME.default_command(state, 0) == bid("pass")
    do(state, bid(5), bid(2), bid(2))
    state.hands[0] = cards("AS KS AC KC AD")
    assert GAME.default_command(state, 0) == name("S")


def test_cards_are_dealt_in_threes_and_twos_from_eldest() -> None:
    deck = " ".join(PACK.name(one) for one in PACK.cards)
    state = dealt(dealer=1, deck=deck)
    names = [PACK.name(one) for one in PACK.cards]
    expected = {2: (0, 1, 2, 9, 10, 15, 16, 17, 24, 25), 0: (3, 4, 5, 11, 12, 18, 19, 20, 26, 27)}
    for seat, positions in expected.items():
        assert state.hands[seat] == cards(" ".join(names[k] for k in positions))
    assert card("AH") in PACK.cards_in(state.hands[1])

"""The edge cases of the rule book, each by its number (rules/tong.md 16), and the house rules of section 11."""

from typing import Any

import pytest

from games.kernel.menu import contains
from games.tong import GAME
from games.tong.commands import CLAIM, FOLD, JOIN, REFUSE, Buy
from games.tong.events import DealScored, DealVoided, MatchEnded, PlayBegun, TrickTaken, WalkedOver
from games.tong.legality import playable
from games.tong.scoring import Settlement, settle
from games.tong.state import BOUND, JOINING, PICKING, PLAYING, TAKER, State
from tests.games.story import given
from tests.games.tong.tables import buy, card, cards, dealt, do, everybody_joins, give, pick, play, playing, rules


def voided(events: list[Any]) -> bool:
    return any(isinstance(event, DealVoided) for event in events)


def test_01_the_dealer_may_not_take_the_widow() -> None:
    state = dealt(players=3)
    do(state, REFUSE, REFUSE)
    assert state.phase == JOINING
    given(GAME, state).when(Buy(0), by=2).is_rejected("wrong_turn")
    state = dealt(players=3, dealer_buys="yes")
    do(state, REFUSE, REFUSE)
    assert contains(GAME.legal(state, 2), REFUSE)


def test_02_with_two_players_one_may_buy() -> None:
    state = dealt(players=2)
    do(state, REFUSE)
    assert state.phase == JOINING
    assert state.opened == 1


def test_03_the_fifth_refusal_turns_nothing() -> None:
    state = dealt(players=6)
    events = do(state, *[REFUSE] * 5)
    assert state.opened == 4
    assert [event.turned for event in events if hasattr(event, "turned")][-1] is None
    assert state.phase == JOINING
    assert state.turn == 0


def trumpless(**changes: Any) -> State:
    return give(dealt(players=3, **changes), {0: "6C 7C 8D 9D TH"}, trump="S")


def test_04_trumpless_eldest_may_buy_or_refuse_and_loses_the_right() -> None:
    state = trumpless()
    given(GAME, state).when(buy("TH"), by=0).is_accepted()
    after = given(GAME, state).when(REFUSE, by=0).is_accepted()
    assert not contains(GAME.legal(after, 0), CLAIM)


def test_05_the_second_player_has_no_such_right() -> None:
    state = dealt(players=3)
    do(state, REFUSE)
    give(state, {1: "6C 7C 8D 9D TH"})
    given(GAME, state).when(CLAIM, by=1).is_rejected("illegal_call")


def test_06_without_trumps_in_the_stock_the_turn_up_is_taken() -> None:
    state = trumpless()
    state.stock &= ~cards("6S 7S 8S 9S TS JS QS KS AS")
    state.turn_up = card("QS")
    do(state, CLAIM)
    given(GAME, state).when(pick("AS"), by=0).is_rejected("card_not_held")
    do(state, pick("QS"))
    assert state.turn_up_taken
    assert state.trump == 0


def test_07_a_claim_cannot_be_taken_back() -> None:
    state = trumpless()
    do(state, CLAIM)
    assert state.phase == PICKING
    given(GAME, state).when(REFUSE, by=0).is_rejected("wrong_turn")
    given(GAME, state).when(buy("TH"), by=0).is_rejected("wrong_turn")


def test_08_a_card_that_is_not_held_cannot_be_kept() -> None:
    state = give(dealt(players=3), {0: "6C 7C 8D 9D TH"})
    given(GAME, state).when(buy("AS"), by=0).is_rejected("card_not_held")


def test_09_trumps_may_be_thrown() -> None:
    state = give(dealt(players=3), {0: "6S 7S 8S 9S TH"})
    after = given(GAME, state).when(buy("TH"), by=0).is_accepted()
    assert after.thrown == cards("6S 7S 8S 9S")


def test_10_the_taker_cannot_fold() -> None:
    state = dealt(players=3)
    do(state, Buy(next(iter(GAME.pack.cards_in(state.hands[0])))))
    assert state.status[0] == TAKER
    given(GAME, state).when(FOLD, by=0).is_rejected("wrong_turn")


def test_11_with_thirteen_points_one_is_in_without_being_asked() -> None:
    state = dealt(players=3, points=(13, 0, 14))
    do(state, REFUSE, REFUSE)
    assert state.status[0] == state.status[2] == BOUND
    assert state.asked == (1,)
    given(GAME, state).when(FOLD, by=0).is_rejected("wrong_turn")


def test_12_and_13_with_twelve_points_one_may_fold_and_a_refuser_may_play() -> None:
    state = dealt(players=3, points=(12, 0, 0))
    do(state, REFUSE, REFUSE)
    given(GAME, state).when(FOLD, by=0).is_accepted()
    given(GAME, state).when(JOIN, by=0).is_accepted()


def test_14_all_but_the_taker_fold() -> None:
    state = dealt(players=3)
    do(state, Buy(next(iter(GAME.pack.cards_in(state.hands[0])))))
    events = do(state, FOLD, FOLD)
    assert WalkedOver(0, 5) in events
    scored = next(event for event in events if isinstance(event, DealScored))
    assert (scored.won, scored.points, scored.marks) == ((5, None, None), (5, 0, 0), (0, 0, 0))


def test_15_nobody_takes_and_all_fold() -> None:
    state = dealt(players=3, dealer=2)
    do(state, REFUSE, REFUSE)
    events = do(state, FOLD, FOLD, FOLD)
    assert voided(events)
    assert state.void_run == 1
    assert state.dealer == 0


def test_16_alone_with_thirteen_points_one_walks_over_and_wins() -> None:
    state = dealt(players=3, points=(13, 0, 0))
    do(state, REFUSE, REFUSE)
    events = do(state, FOLD, FOLD)
    assert isinstance(events[-1], MatchEnded)
    assert state.points == (18, 0, 0)


def test_17_after_three_void_deals_the_last_buyer_must_buy() -> None:
    state = dealt(players=3, void_run=3)
    do(state, REFUSE)
    given(GAME, state).when(REFUSE, by=1).is_rejected("illegal_call")
    assert isinstance(GAME.default_command(state, 1), Buy)
    eldest_alone = give(dealt(players=2, void_run=3), {0: "6C 7C 8D 9D TH"})
    assert contains(GAME.legal(eldest_alone, 0), CLAIM)
    given(GAME, eldest_alone).when(REFUSE, by=0).is_rejected("illegal_call")


def test_18_with_only_lower_cards_of_the_suit_any_of_them() -> None:
    state = playing({0: "AC 6D", 1: "7C 8C 9S", 2: "6C TD"})
    do(state, play("AC"))
    assert playable(state) == cards("7C 8C")
    given(GAME, state).when(play("9S"), by=1).is_rejected("must_follow")


def test_19_after_a_trump_any_card_of_the_suit_follows() -> None:
    state = playing({0: "TC 6D", 1: "7S 8D", 2: "6C KC"})
    do(state, play("TC"), play("7S"))
    assert playable(state) == cards("6C KC")


def test_20_a_trump_must_be_played_even_if_it_cannot_win() -> None:
    state = playing({0: "TC 6D", 1: "KS 8D", 2: "6S KD"})
    do(state, play("TC"), play("KS"))
    given(GAME, state).when(play("KD"), by=2).is_rejected("must_trump")
    given(GAME, state).when(play("6S"), by=2).is_accepted()


def test_21_void_and_without_trumps_any_card_and_it_cannot_win() -> None:
    state = playing({0: "6C 6D", 1: "AD AH", 2: "7C 8C"})
    do(state, play("6C"))
    assert playable(state) == cards("AD AH")
    assert TrickTaken(2) in do(state, play("AD"), play("7C"))


def test_22_trumps_led_must_be_beaten_if_able() -> None:
    state = playing({0: "9S 6D", 1: "6S TS KS", 2: "7C 8C"})
    do(state, play("9S"))
    assert playable(state) == cards("TS KS")
    given(GAME, state).when(play("6S"), by=1).is_rejected("must_beat")


def test_a_plain_card_must_be_beaten_if_able() -> None:
    state = playing({0: "9C 6D", 1: "6C TC", 2: "7C 8D"})
    do(state, play("9C"))
    given(GAME, state).when(play("6C"), by=1).is_rejected("must_beat")


def test_overtrumping_is_a_duty_that_house_rules_may_lift() -> None:
    hands = {0: "9C 6D", 1: "TS 7D", 2: "6S KS"}
    state = playing(hands)
    do(state, play("9C"), play("TS"))
    assert playable(state) == cards("KS")
    state = playing(hands, overtrump="no")
    do(state, play("9C"), play("TS"))
    assert playable(state) == cards("6S KS")


def outcome(
    points: tuple[int, ...], marks: tuple[int, ...], takers: tuple[int, ...], out: tuple[int, ...] = ()
) -> Settlement:
    n = len(points)
    return settle(
        rules(n), points=points, marks=marks, pot=10 * n, in_deal=tuple(s not in out for s in range(n)), takers=takers
    )


def test_23_two_without_a_trick_and_ten_points_pay_each_their_own_marks() -> None:
    assert outcome((10, 11, 0), (1, 2, 0), (2, 2, 2, 2, 2)).paid == (20, 30, 0)


def test_24_with_nine_points_a_mark_and_no_payment() -> None:
    found = outcome((9, 0), (0, 0), (1, 1, 1, 1, 1))
    assert (found.marks, found.paid) == ((1, 0), (0, 0))


def test_25_who_folds_with_ten_points_neither_marks_nor_pays() -> None:
    found = outcome((10, 0, 0), (1, 0, 0), (1, 1, 1, 2, 2), out=(0,))
    assert (found.marks[0], found.paid[0]) == (1, 0)


def test_26_a_taker_with_fourteen_points_and_no_trick_pays_and_stays() -> None:
    found = outcome((14, 0), (2, 0), (1, 1, 1, 1, 1))
    assert (found.points[0], found.paid[0], found.marks[0], found.winner) == (14, 30, 0, None)


def test_27_the_second_payment_is_for_the_new_loss_only() -> None:
    first = outcome((10, 0, 0), (2, 0, 0), (1, 1, 1, 2, 2))
    second = outcome(first.points, first.marks, (1, 1, 1, 2, 2))
    assert (first.paid[0], second.paid[0]) == (30, 10)


def test_28_the_earlier_in_the_order_of_the_tricks_wins() -> None:
    assert outcome((14, 14), (0, 0), (1, 0, 0, 0, 0)).winner == 1


def test_29_30_the_deal_is_played_out_and_its_payments_go_to_the_winner() -> None:
    state = dealt(players=3, points=(13, 0, 11), marks=(0, 0, 1))
    do(state, REFUSE, REFUSE)
    everybody_joins(state)
    give(state, {0: "AS KS QS JS 6C", 1: "AC 7D 8D 9D TD", 2: "6D 6H 7H 8H 9H"})
    do(state, *[play(name) for name in ("AS", "7D", "6D", "KS", "8D", "6H", "QS", "9D", "7H", "JS", "TD", "8H")])
    assert state.phase == PLAYING
    events = do(state, play("6C"), play("AC"), play("9H"))
    scored = next(event for event in events if isinstance(event, DealScored))
    assert scored.paid == (0, 0, 20)
    assert events[-1] == MatchEnded(0, 50, (40, -10, -30))


def test_31_unpaid_losses_are_cancelled_at_the_end() -> None:
    found = outcome((14, 0, 0), (0, 3, 0), (0, 0, 0, 0, 0))
    assert found.pot == 30
    assert found.winner == 0


def test_32_nineteen_points_have_no_special_meaning() -> None:
    assert outcome((14, 0), (0, 0), (0, 0, 0, 0, 0)).points == (19, 0)


def test_33_the_picked_turn_up_is_an_ordinary_trump() -> None:
    state = trumpless()
    state.turn_up = card("QS")
    do(state, CLAIM, pick("QS"))
    everybody_joins(state)
    give(state, {0: "QS", 1: "JS", 2: "AC"})
    assert TrickTaken(0) in do(state, play("QS"), play("JS"), play("AC"))


# --- house rules ---


def test_literal_nobody_else_is_asked() -> None:
    state = dealt(players=3, participation="literal", points=(0, 13, 0))
    do(state, Buy(next(iter(GAME.pack.cards_in(state.hands[0])))))
    assert state.asked == ()
    assert state.phase == PLAYING
    alone = dealt(players=3, participation="literal")
    assert WalkedOver(0, 5) in do(alone, Buy(next(iter(GAME.pack.cards_in(alone.hands[0])))))


def test_all_must_play() -> None:
    state = dealt(players=3, participation="all")
    assert PlayBegun(0) in do(state, REFUSE, REFUSE)


def test_throw_in_without_a_taker_whoever_has_thirteen() -> None:
    state = dealt(players=3, no_taker="throw_in", points=(13, 0, 0))
    assert voided(do(state, REFUSE, REFUSE))
    assert state.points == (13, 0, 0)


def test_the_last_buyer_may_have_to_take() -> None:
    state = dealt(players=3, no_taker="last_buyer_must")
    do(state, REFUSE)
    given(GAME, state).when(REFUSE, by=1).is_rejected("illegal_call")


def test_bare_hand_with_the_turn_up_only_or_not_at_all() -> None:
    state = trumpless(bare_hand="turn_up_only")
    state.turn_up = card("QS")
    state.stock |= cards("AS")
    do(state, CLAIM)
    given(GAME, state).when(pick("AS"), by=0).is_rejected("card_not_held")
    given(GAME, state).when(pick("QS"), by=0).is_accepted()
    given(GAME, trumpless(bare_hand="off")).when(CLAIM, by=0).is_rejected("illegal_call")


@pytest.mark.parametrize("worth", [1, 3, 5])
def test_a_walk_over_may_be_worth_less(worth: int) -> None:
    state = dealt(players=3, walkover_points=worth)
    do(state, Buy(next(iter(GAME.pack.cards_in(state.hands[0])))))
    do(state, FOLD, FOLD)
    assert state.points == (worth, 0, 0)


def test_the_clock_refuses_picks_high_joins_below_the_risk_and_plays_low() -> None:
    state = trumpless(points=(9, 10, 0))
    assert GAME.default_command(state, 0) == REFUSE
    state.stock |= cards("AS")
    after = given(GAME, state).when(CLAIM, by=0).is_accepted()
    assert GAME.default_command(after, 0) == pick("AS")
    do(state, REFUSE, REFUSE)
    assert GAME.default_command(state, 0) == JOIN
    do(state, JOIN)
    assert GAME.default_command(state, 1) == FOLD
    forced = give(dealt(players=2, void_run=3), {0: "6S AC 8D 9D TH"})
    assert GAME.default_command(forced, 0) == buy("6S")
    led = playing({0: "6S 7C 7D", 1: "6C", 2: "8C"})
    assert GAME.default_command(led, 0) == play("7C")

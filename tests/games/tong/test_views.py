"""What each seat may see (rules/tong.md 9)."""

from games.kernel.contract import AtSeat, Everything, Hand, Public
from games.tong import GAME
from games.tong.commands import CLAIM, FOLD, REFUSE, Buy
from games.tong.events import CardsThrown, DealStarted, TrumpPicked
from tests.games.tong.tables import card, cards, dealt, do, everybody_joins, give, pick, play


def test_widow_cards_are_seen_when_they_are_turned_up() -> None:
    state = dealt(players=4)
    assert GAME.view(state, AtSeat(3)).widow == (None,) * 4
    do(state, REFUSE)
    for viewer in (AtSeat(0), AtSeat(3), Public()):
        assert GAME.view(state, viewer).widow == (state.widow[0], None, None, None)


def test_the_open_widow_stays_known_in_the_takers_hand() -> None:
    state = dealt(players=4)
    do(state, REFUSE)
    keep = next(iter(GAME.pack.cards_in(state.hands[1])))
    do(state, Buy(keep))
    assert GAME.view(state, AtSeat(2)).hands[1] == Hand(1 << state.widow[0], 4)
    assert GAME.view(state, AtSeat(1)).hands[1] == Hand(state.hands[1], 0)
    assert GAME.view(state, AtSeat(1)).thrown == state.thrown
    assert GAME.view(state, AtSeat(2)).thrown == 0


def test_the_right_to_a_bare_hand_is_seen_by_eldest_alone() -> None:
    state = give(dealt(players=3), {0: "6C 7C 8D 9D TH"})
    kinds = {choice.command.__name__ for choice in GAME.view(state, AtSeat(0)).menu}
    assert "ClaimBareHand" in kinds
    assert GAME.view(state, AtSeat(1)).menu == ()


def test_trumps_of_the_stock_are_shown_while_picking_and_to_nobody_else() -> None:
    state = give(dealt(players=3), {0: "6C 7C 8D 9D TH"})
    do(state, CLAIM)
    (choice,) = GAME.view(state, AtSeat(0)).menu
    assert set(choice.fields["card"]) >= {state.turn_up}
    assert GAME.view(state, Public()).menu == ()


def test_a_picked_trump_is_shown_only_if_it_is_the_turn_up() -> None:
    state = give(dealt(players=3), {0: "6C 7C 8D 9D TH"})
    state.turn_up = card("QS")
    state.stock |= cards("AS")
    do(state, CLAIM)
    hidden = TrumpPicked(1, 0, 0, card("AS"), False)
    assert GAME.redact(hidden, AtSeat(1), state) == TrumpPicked(1, 0, 0, None, False)
    assert GAME.redact(hidden, AtSeat(0), state) == hidden
    shown = TrumpPicked(1, 0, 0, card("QS"), True)
    assert GAME.redact(shown, Public(), state) == shown
    do(state, pick("QS"))
    assert GAME.view(state, Public()).hands[0] == Hand(cards("QS"), 4)


def test_thrown_cards_stay_hidden_for_the_whole_match() -> None:
    state = dealt(players=3)
    do(state, Buy(next(iter(GAME.pack.cards_in(state.hands[0])))))
    do(state, FOLD, FOLD)
    thrown = CardsThrown(1, 0, 3, (4, 5, 6, 7))
    assert GAME.redact(thrown, AtSeat(1), state) == CardsThrown(1, 0, None, None)
    assert GAME.redact(thrown, AtSeat(0), state) == thrown
    assert GAME.redact(DealStarted(1, 2, (1, 2), 5), Public(), state) == DealStarted(1, 2, None, 5)
    assert GAME.revealed(state) == 0
    for event in GAME.deal(state, tuple(range(36))):
        GAME.fold(state, event)
    assert GAME.redact(thrown, AtSeat(1), state) == CardsThrown(1, 0, None, None)


def test_a_folded_hand_is_not_shown_after_the_deal() -> None:
    state = dealt(players=3)
    hand = state.hands[1]
    do(state, Buy(next(iter(GAME.pack.cards_in(state.hands[0])))))
    do(state, FOLD, FOLD)
    assert GAME.view(state, AtSeat(0)).hands[1] == Hand(0, 5)
    assert GAME.view(state, AtSeat(1)).hands[1] == Hand(hand, 0)


def test_everything_is_shown_once_the_match_is_over() -> None:
    state = dealt(players=3, points=(10, 0, 0))
    do(state, Buy(next(iter(GAME.pack.cards_in(state.hands[0])))))
    do(state, FOLD, FOLD)
    assert GAME.outcome(state) is not None
    assert GAME.revealed(state) == 1
    view = GAME.view(state, Public())
    assert view == GAME.view(state, Everything())
    assert view.hands[1].hidden == 0


def test_tricks_are_seen_as_they_are_played() -> None:
    state = dealt(players=3)
    do(state, REFUSE, REFUSE)
    everybody_joins(state)
    give(state, {0: "9C 6D", 1: "6C TC", 2: "7C 8D"})
    do(state, play("9C"))
    trick = GAME.view(state, Public()).trick
    assert trick.cards == ((0, card("9C")),)
    assert trick.best == 0

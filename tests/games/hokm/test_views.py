"""What each seat may see (rules/hokm.md 9)."""

from games.hokm import GAME
from games.hokm.cards import PACK
from games.hokm.commands import PlayCard
from games.hokm.events import DealStarted
from games.hokm.legality import playable
from games.hokm.state import State
from games.kernel.contract import AtSeat, Everything, Hand, Public, Revealed
from tests.games.hokm.tables import bid, cards, dealt, do, events_of, name, play, with_hands


def first_legal(state: State) -> PlayCard:
    return play(PACK.name(PACK.cards_in(playable(state))[0]))


def test_a_seat_sees_its_own_hand_and_only_the_number_of_other_cards() -> None:
    state = dealt()
    view = GAME.view(state, AtSeat(1))
    assert view.hands == (Hand(0, 10), Hand(state.hands[1], 0), Hand(0, 10))
    assert GAME.view(state, Public()).hands == (Hand(0, 10),) * 3


def test_only_the_seat_to_act_has_a_menu() -> None:
    state = dealt(dealer=2)
    assert GAME.view(state, AtSeat(0)).menu
    assert not GAME.view(state, AtSeat(1)).menu
    assert not GAME.view(state, Public()).menu


def test_bids_are_seen_as_soon_as_they_are_made() -> None:
    state, _ = events_of(dealt(dealer=2), bid(4))
    assert GAME.view(state, Public()).bids == ((0, 4),)


def played_two_tricks(history: str) -> State:
    state = with_hands(("AS KS 9C", "7S 8S 8C", "9S JS 7C"), bids=(5, 2, 2), trump="H", history=history)
    do(state, play("AS"), play("7S"), play("9S"), play("KS"), play("8S"), play("JS"))
    return state


def test_the_last_trick_is_shown_and_older_ones_as_the_house_rule_says() -> None:
    view = GAME.view(played_two_tricks("last"), Public())
    assert view.last_trick is not None
    assert view.last_trick.taker == 0
    assert view.history == ()
    assert len(GAME.view(played_two_tricks("all"), Public()).history) == 2
    hidden = GAME.view(played_two_tricks("none"), Public())
    assert hidden.last_trick is None
    assert hidden.tricks == (2, 0, 0)


def test_after_the_deal_everything_is_shown_until_the_next_one() -> None:
    state = dealt(dealer=2)
    hands = state.dealt
    do(state, bid(2), bid(2), bid(2), name("S"))
    while state.played < 30:
        assert GAME.view(state, Public()).dealt is None
        do(state, first_legal(state))
    view = GAME.view(state, Public())
    assert view.dealt == hands
    assert len(view.history) == 10
    for event in GAME.deal(state, tuple(range(30))):
        GAME.fold(state, event)
    assert GAME.view(state, Public()).dealt is None


def test_the_order_of_the_pack_is_hidden_until_the_deal_is_over() -> None:
    state = dealt(dealer=2)
    started = DealStarted(1, 2, PACK.cards)
    assert GAME.redact(started, AtSeat(0), state) == DealStarted(1, 2, None)
    assert GAME.redact(started, Revealed(0), state) == DealStarted(1, 2, None)
    assert GAME.redact(started, Revealed(1), state) == started
    assert GAME.redact(started, Everything(), state) == started
    do(state, bid(2), bid(2), bid(2), name("S"))
    while state.played < 30:
        do(state, first_legal(state))
    assert GAME.redact(started, Public(), state) == started


def test_a_void_that_was_shown_narrows_where_cards_may_lie() -> None:
    state = dealt(dealer=2)
    do(state, bid(5), bid(2), bid(2), name("S"))
    state.hands = [cards("AC KC"), cards("8D 9D"), cards("7C 8C")]
    do(state, play("AC"), play("8D"))
    unseen = {place.name: place for place in GAME.unseen(GAME.view(state, AtSeat(0, recall=True)))}
    assert unseen["hand 1"].may & PACK.suit_sets[1] == 0
    assert unseen["hand 2"].may & PACK.suit_sets[1]


def test_a_trump_that_would_have_had_to_be_played_is_not_held() -> None:
    state = dealt(dealer=2, void_play="must_trump")
    do(state, bid(5), bid(2), bid(2), name("H"))
    state.hands = [cards("AC KC"), cards("8D 9D"), cards("7C 8C")]
    do(state, play("AC"), play("8D"))
    unseen = {place.name: place for place in GAME.unseen(GAME.view(state, AtSeat(2, recall=True)))}
    assert unseen["hand 1"].may & (PACK.suit_sets[1] | PACK.suit_sets[3]) == 0


def test_the_sheet_keeps_fourteen_lines() -> None:
    state = dealt(dealer=2, all_pass="redeal")
    for _ in range(20):
        do(state, bid(2), bid(2), bid(2))
        for event in GAME.deal(state, tuple(range(30))):
            GAME.fold(state, event)
    assert [line.deal for line in GAME.view(state, Public()).sheet] == list(range(7, 21))

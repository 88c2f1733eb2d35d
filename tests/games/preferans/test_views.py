"""What each viewer may see (rules/preferans.md 5.6)."""

import json

import pytest

from games.kernel.contract import AtSeat, Everything, Public, Revealed
from games.preferans.cards import PACK
from games.preferans.commands import Declare, PlayCard
from games.preferans.events import DealStarted, Discarded
from games.preferans.game import CODEC, GAME
from games.preferans.legality import playable
from games.preferans.view import redact, view
from tests.games.preferans.tables import Table, card, cards, deck_of

HANDS = (
    "AS KS QS JS TS AH KH QH JH TH",
    "9S 8S 7S AC KC QC JC TC 9C 8C",
    "AD KD QD JD TD 9D 8D 7D 9H 8H",
)
EVERYBODY = ("A", "B", "C", None)


def dealt(players: int = 3, **options: object) -> Table:
    return Table(players=players, **options).deal(deck_of(*HANDS, talon="7H 7C"))  # type: ignore[arg-type]


def hidden(table: Table, by: str | None) -> list[int]:
    return [hand.hidden for hand in table.seen_by(by).hands]


def test_in_the_auction_everybody_sees_his_own_hand_and_nobody_the_talon():
    table = dealt(4)
    assert hidden(table, "A") == [0, 10, 10, 0]
    assert hidden(table, "D") == hidden(table, None) == [10, 10, 10, 0]
    for viewer in (*EVERYBODY, "D"):
        assert table.seen_by(viewer).talon == (None, None)


def test_the_talon_of_a_won_auction_is_shown_to_all_and_known_to_lie_in_the_declarers_hand():
    table = dealt().won_by("A", "6S")
    for viewer in EVERYBODY:
        assert table.seen_by(viewer).talon == (card("7H"), card("7C"))
    assert table.seen_by("B").hands[0].cards == cards("7H 7C")
    assert hidden(table, "B") == [10, 0, 10]
    assert hidden(table, "A") == [0, 10, 10]


def test_the_discard_is_the_declarers_secret_until_the_deal_is_over():
    table = dealt().declares("A", "6S", discard="7C TH")
    secret = next(event for event in table.events if isinstance(event, Discarded))
    for viewer in ("B", "C", None):
        assert table.seen_by(viewer).discard is None
        assert hidden(table, viewer)[0] == 10
        eyes = Public() if viewer is None else AtSeat("ABC".index(viewer))
        assert redact(secret, eyes, table.state) == Discarded(1, 0, 0, None)
    assert table.seen_by("A").discard == cards("7C TH")
    assert redact(secret, AtSeat(0), table.state) == secret
    table.whist("pass", "pass")
    assert table.seen_by(None).discard == cards("7C TH")
    assert redact(secret, Public(), table.state) == secret


def test_open_play_shows_both_defenders_hands_to_all_and_the_declarers_to_nobody():
    table = dealt().declares("B", "6C", discard="7C 7H").whist("pass", "whist").lay("open")
    for viewer in EVERYBODY:
        assert table.hand_seen(viewer, "A") == table.state.hands[0]
        assert table.hand_seen(viewer, "C") == table.state.hands[2]
    assert table.hand_seen("A", "B") == table.hand_seen(None, "B") == 0


def test_closed_play_shows_no_hand():
    table = dealt().declares("B", "6C").whist("whist", "whist")
    assert [table.hand_seen(None, seat) for seat in "ABC"] == [0, 0, 0]
    assert table.hand_seen("A", "C") == 0


def test_a_passer_in_open_play_decides_nothing_and_has_no_menu():
    table = dealt().declares("B", "6C").whist("whist", "pass").lay("open")
    assert table.state.turn == 0
    assert not table.seen_by("A").menu
    assert table.seen_by("C").menu
    assert table.seen_by("C").control == (2, 1, 2)


def test_an_opened_misere_shows_the_declarers_twelve_cards_but_not_which_two_are_away():
    table = dealt().declares("B", "misere", discard="AC KC")
    for viewer in EVERYBODY:
        shown = table.seen_by(viewer)
        assert shown.misere_set == table.state.hands[1] | cards("AC KC")
        assert shown.discard == (cards("AC KC") if viewer == "B" else None)
    table.play("AS", "9S", "8H")
    assert table.seen_by(None).misere_set == table.state.hands[1] | cards("AC KC")
    assert not table.state.hands[1] & cards("9S")


def test_a_closed_contract_shows_no_set():
    assert dealt().declares("B", "10C").seen_by(None).misere_set is None
    assert dealt().declares("B", "6C").whist("whist", "whist").seen_by(None).misere_set is None


def test_the_talon_of_a_raspasy_is_turned_up_card_by_card_for_everybody():
    table = dealt().bid("pass", "pass", "pass")
    for viewer in EVERYBODY:
        shown = table.seen_by(viewer)
        assert shown.talon == (card("7H"), None)
        assert shown.trick.talon == card("7H")
    table.play_on(3)
    for viewer in EVERYBODY:
        shown = table.seen_by(viewer)
        assert shown.talon == (card("7H"), card("7C"))
        assert shown.last_trick is not None
        assert shown.last_trick.talon == card("7H")


def test_the_dealers_talon_card_lies_in_the_trick_as_his():
    shown = dealt(4).bid("pass", "pass", "pass").seen_by(None)
    assert shown.trick.cards == ((3, card("7H")),)
    assert shown.trick.best == 3
    assert shown.trick.talon is None


def test_in_rostov_the_talon_stays_closed_until_the_deal_is_over():
    table = dealt(preset="rostov").bid("pass", "pass", "pass")
    for _ in range(30):
        assert table.seen_by("A").talon == (None, None)
        table.play_on(1)
    assert table.seen_by("A").talon == (card("7H"), card("7C"))


def test_only_the_last_trick_may_be_looked_at_unless_the_house_shows_all():
    table = dealt().declares("A", "6S").whist("whist", "whist").play_on(9)
    shown = table.seen_by("B")
    assert shown.last_trick is not None
    assert shown.history == ()
    assert shown.tricks == tuple(table.state.taken)
    everything = dealt(show_all_tricks="on").declares("A", "6S").whist("whist", "whist").play_on(9)
    assert len(everything.seen_by("B").history) == 3


def test_after_the_deal_everything_is_shown_until_the_next_begins():
    table = dealt().declares("A", "6S").whist("whist", "whist").ends("A6 B2 C2")
    shown = table.seen_by(None)
    assert shown.dealt == table.state.dealt
    assert [hand.cards for hand in shown.hands] == table.state.hands
    assert shown.sheet[-1].tricks == (6, 2, 2)
    table.deal()
    assert table.seen_by(None).dealt is None
    assert table.seen_by(None).discard is None


def test_a_pack_is_hidden_while_its_deal_runs():
    table = dealt()
    (started,) = table.events
    assert isinstance(started, DealStarted)
    for shut_out in (AtSeat(0), Public(), Revealed(0)):
        assert redact(started, shut_out, table.state) == DealStarted(1, 2, None)
    for let_in in (Revealed(1), Everything()):
        assert redact(started, let_in, table.state) == started
    table.declares("A", "6S").whist("pass", "pass")
    assert redact(started, Public(), table.state) == started


def test_a_replay_up_to_this_deal_sees_all_of_it():
    table = dealt().declares("A", "6S").whist("whist", "whist")
    assert [hand.hidden for hand in view(table.state, Revealed(1)).hands] == [0, 0, 0]
    assert [hand.hidden for hand in view(table.state, Revealed(0)).hands] == [10, 10, 10]
    assert GAME.revealed(table.state) == 0


def test_shared_names_in_the_json():
    out = CODEC.view(dealt().declares("A", "6S").whist("whist", "whist").play("KH").seen_by("A"))
    assert out["phase"] == "playing"
    assert (out["contract"], out["trump"], out["declarer"]) == ("6S", "S", 0)
    assert out["trick"] == {"leader": 0, "cards": [[0, "KH"]], "best": 0, "talon": None}
    assert out["calls"] == [[0, "6S"], [1, "pass"], [2, "pass"]]
    assert out["discard"] == ["7C", "7H"]
    assert out["hands"][1] == {"cards": [], "hidden": 10}
    assert "rules" not in out
    assert "recall" not in out


@pytest.mark.parametrize("players", [3, 4])
def test_a_view_stays_within_four_kilobytes_however_old_the_table(players: int):
    table = Table(players=players, pool_target=50, streak=0)
    for _ in range(6):
        table.deal().bid("pass", "pass", "pass").play_on()
        for _ in range(2):
            declarer = "ABCD"[((table.state.dealer or 0) + 1) % players]
            table.declares(declarer, "10S").play_on()
    table.deal().bid("10NT", "pass", "pass")
    table.declares("ABCD"[table.state.turn], "10NT").play_on(2)
    for viewer in range(players):
        shown = view(table.state, AtSeat(viewer))
        size = len(json.dumps(CODEC.view(shown), separators=(",", ":")))
        assert size + len(json.dumps(CODEC.menu(shown.menu), separators=(",", ":"))) < 4000


def test_refusals_name_what_the_seat_knows():
    table = dealt().declares("A", "6S").whist("whist", "whist").play("KH")
    assert table.refused("B", PlayCard(card("KH"))) == "card_not_held"
    assert table.refused("B", PlayCard(card("AC"))) == "must_trump"
    assert table.refused("C", PlayCard(card("8H"))) == "wrong_turn"
    table.play("7S")
    assert table.refused("C", PlayCard(card("AD"))) == "must_follow"
    assert table.refused("C", Declare(0, 0)) == "wrong_turn"
    assert PACK.cards_in(playable(table.state)) == PACK.cards_in(cards("8H 9H"))

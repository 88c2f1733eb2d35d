"""Who plays first to the tricks of a raspasy (rules/preferans.md 7.2, 7.3)."""

from tests.games.preferans.tables import Table, deck_of

# The talon names spades, then hearts; C takes trick 1, B trick 2.
HANDS = ("7S 8S 8H 9H TH 7C 8C 9C TC JC", "9S TS AH 7D 8D 9D TD JD QD KD", "AS KS QS JH QH KH QC KC AC AD")
TALON = "JS 7H"


def raspasy(players: int = 3, **options: object) -> Table:
    return Table(players=players, **options).deal(deck_of(*HANDS, talon=TALON)).bid("pass", "pass", "pass")  # type: ignore[arg-type]


def two_tricks(table: Table) -> Table:
    return table.play("7S", "9S", "AS").play("8H", "AH", "JH")


def test_the_eldest_plays_first_to_the_first_three_tricks_whoever_won():
    table = raspasy().play("7S", "9S", "AS")
    assert table.state.taken == [0, 0, 1]
    assert table.state.turn == 0
    table.play("8H", "AH", "JH")
    assert table.state.taken == [0, 1, 1]
    assert (table.state.turn, table.state.led) == (0, -1)


def test_from_the_fourth_trick_on_the_winner_leads():
    table = two_tricks(raspasy()).play("TH", "TS", "KH")
    assert table.state.turn == 2


def test_the_third_trick_may_be_led_by_the_winner_of_the_second():
    assert two_tricks(raspasy(raspasy_third_lead="winner")).state.turn == 1


def test_but_by_the_eldest_if_the_dealers_talon_card_won_it():
    hands = ("7S 8S 8H 9H TH 7C 8C 9C TC JC", "9S TS 7D 8D 9D TD JD QD KD 7H", "AS KS QS JH QH KH QC KC AC AD")
    options = {"players": 4, "raspasy_third_lead": "winner"}
    table = Table(**options).deal(deck_of(*hands, talon="JS AH")).bid("pass", "pass", "pass")  # type: ignore[arg-type]
    table.play("7S", "9S", "AS").play("8H", "7H", "JH")
    assert table.state.taken == [0, 0, 1, 1]
    assert table.state.turn == 0
    other = two_tricks(raspasy(4, raspasy_third_lead="winner"))
    assert other.state.turn == 1


def test_with_a_closed_talon_the_eldest_leads_and_winners_lead_on():
    table = raspasy(raspasy_talon="closed")
    assert table.state.led == -1
    table.play("7S", "9S", "AS")
    assert table.state.turn == 2


def test_four_players_may_let_the_talon_only_name_the_suit():
    table = raspasy(4, raspasy_talon="suit").play("7S", "9S", "AS")
    assert table.state.taken == [0, 0, 1, 0]
    table.play_on()
    assert table.state.line is not None
    assert table.state.line.tricks is not None
    assert table.state.line.tricks[3] is None

"""Claims end a deal early when everybody else agrees (rules/preferans.md 5.5)."""

import pytest

from games.preferans.commands import AnswerClaim, Claim, PlayCard, Trust
from games.preferans.legality import deciders, legal, offers
from games.preferans.state import BETWEEN, PLAYING, TRUSTING
from tests.games.preferans.tables import LETTERS, Table, deck_of

HANDS = (
    "AS KS QS JS TS AH KH QH JH TH",
    "9S 8S 7S AC KC QC JC TC 9C 8C",
    "AD KD QD JD TD 9D 8D 7D 9H 8H",
)


def playing(kind: str, **options: object) -> Table:
    table = Table(**options).deal(deck_of(*HANDS, talon="7H 7C"))  # type: ignore[arg-type]
    if kind == "raspasy":
        return table.bid("pass", "pass", "pass")
    table.declares("A", {"misere": "misere", "checked": "10S"}.get(kind, "6S"))
    if kind == "closed":
        table.whist("whist", "pass").lay("closed")
    elif kind == "two whisters":
        table.whist("whist", "whist")
    elif kind == "open":
        table.whist("whist", "pass").lay("open")
    return table


@pytest.mark.parametrize(
    ("kind", "who"),
    [
        ("closed", "A"),
        ("two whisters", "A"),
        ("open", "AB"),
        ("misere", "ABC"),
        ("checked", "ABC"),
        ("raspasy", ""),
    ],
)
def test_who_may_claim(kind: str, who: str):
    table = playing(kind)
    assert "".join(LETTERS[seat] for seat in offers(table.state)) == who
    for seat in "ABC":
        if seat not in who:
            assert table.refused(seat, Claim((6, 2, 2))) == "illegal_claim"


def test_a_claim_asks_every_other_controller_at_once_and_stops_the_play():
    table = playing("checked").say("B", Claim((10, 0, 0)))
    assert table.waits_for() == {"A": "answer_claim", "C": "answer_claim"}
    assert table.refused("A", PlayCard(0)) == "wrong_turn"
    assert table.refused("B", AnswerClaim(True)) == "illegal_claim"
    assert table.refused("A", Claim((10, 0, 0))) == "illegal_claim"
    table.say("C", AnswerClaim(True))
    assert table.waits_for() == {"A": "answer_claim"}
    assert table.refused("C", AnswerClaim(True)) == "illegal_claim"
    table.say("A", AnswerClaim(True))
    assert table.state.phase == BETWEEN
    assert table.entries() == "pool A +10"
    assert table.state.line is not None
    assert table.state.line.tricks == (10, 0, 0)


def test_in_open_play_the_passer_is_not_asked():
    table = playing("open").say("A", Claim((6, 2, 2)))
    assert table.waits_for() == {"B": "answer_claim"}


def test_one_refusal_ends_a_claim_and_the_same_player_waits_for_the_next_trick():
    table = playing("checked").say("A", Claim((10, 0, 0))).say("B", AnswerClaim(False))
    assert table.state.claim is None
    assert table.waits_for() == {"A": "play"}
    assert table.refused("C", AnswerClaim(True)) == "illegal_claim"
    assert table.refused("A", Claim((10, 0, 0))) == "illegal_claim"
    assert offers(table.state) == (1, 2)
    table.play("AS", "9S", "7D")
    assert 0 in offers(table.state)


def test_counts_are_not_below_the_tricks_won_and_make_ten():
    table = playing("checked").play("AS", "9S", "7D")
    for tricks in ((0, 5, 5), (10, 1, 0), (9, 0, 0), (11, -1, 0), (None, 5, 5), (10, 0), (1, 9, 0, 0)):
        assert table.refused("A", Claim(tricks)) == "illegal_claim"
    assert table.say("A", Claim((1, 9, 0))).state.claim is not None


def test_with_four_players_the_dealer_has_no_count():
    table = Table(players=4).declares("A", "10S")
    assert table.refused("A", Claim((10, 0, 0, 0))) == "illegal_claim"
    assert table.say("A", Claim((10, 0, 0, None))).waits_for() == {"B": "answer_claim", "C": "answer_claim"}


def test_a_false_claim_that_all_accept_stands():
    # A holds every ace and king of two suits and takes them all
    assert playing("misere").play_on().entries() == "mtn A +100"
    assert playing("misere").ends("A0 B5 C5").entries() == "pool A +10"


def test_a_claim_may_be_made_before_the_first_card_and_while_trust_is_asked():
    table = playing("misere", misere_control="delegate")
    assert table.state.phase == TRUSTING
    table.say("B", Claim((0, 5, 5)))
    assert table.waits_for() == {"A": "answer_claim", "C": "answer_claim"}
    assert table.refused("C", Trust(True)) == "illegal_call"
    table.say("C", AnswerClaim(False))
    assert table.waits_for() == {"B": "trust", "C": "trust"}
    table.say("C", Trust(True))
    assert table.state.phase == PLAYING
    table.say("A", Claim((0, 5, 5)))
    assert list(deciders(table.state)) == [1]  # C plays no hand and is not asked


def test_an_offer_stands_in_the_menu_beside_what_is_due():
    table = playing("checked")
    own, other = legal(table.state, 0), legal(table.state, 1)
    assert [choice.offer for choice in own] == [False, True]
    assert [choice.offer for choice in other] == [True]
    assert len(other[0]) == 66  # ten tricks shared among three


@pytest.mark.parametrize("when", ["auction", "exchange", "whisting", "between"])
def test_claims_and_answers_outside_play_are_illegal_claims(when: str):
    table = Table().deal()
    if when == "exchange":
        table.won_by("A", "6S")
    elif when == "whisting":
        table.declares("A", "6S")
    elif when == "between":
        table.declares("A", "6S").whist("pass", "pass")
    for seat in "ABC":
        assert table.refused(seat, Claim((6, 2, 2))) == "illegal_claim"
        assert table.refused(seat, AnswerClaim(True)) == "illegal_claim"

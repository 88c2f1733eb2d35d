"""An agreed stop between two deals (rules/preferans.md 9.4)."""

from games.kernel.contract import Deck
from games.preferans.commands import AnswerStop, OfferStop
from games.preferans.decide import wants
from games.preferans.game import GAME
from games.preferans.legality import offers
from tests.games.preferans.tables import Table


def between(players: int = 3) -> Table:
    return Table(players=players).declares("A", "6S").whist("pass", "pass")


def test_anybody_may_offer_between_deals_and_chance_waits_for_the_answers():
    table = between(4)
    assert offers(table.state) == (0, 1, 2, 3)
    assert isinstance(wants(table.state), Deck)
    table.say("D", OfferStop())
    assert wants(table.state) is None
    assert table.waits_for() == {"A": "answer_stop", "B": "answer_stop", "C": "answer_stop"}
    assert offers(table.state) == ()


def test_the_match_ends_as_it_stands_when_all_accept():
    table = between().say("B", OfferStop()).say("C", AnswerStop(True)).say("A", AnswerStop(True))
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == (14, -7, -7)
    assert outcome.ranks == (1, 2, 2)
    assert outcome.winners == (0,)
    assert table.seen_by(None).result is not None
    assert table.state.why_ended == "agreed"


def test_one_refusal_goes_on_and_the_same_player_asks_again_after_the_next_deal():
    table = between().say("B", OfferStop()).say("A", AnswerStop(False))
    assert isinstance(wants(table.state), Deck)
    assert table.refused("B", OfferStop()) == "wrong_turn"
    assert table.refused("C", AnswerStop(True)) == "illegal_claim"
    assert offers(table.state) == (0, 2)
    table.deal().declares("B", "6S").whist("pass", "pass")
    assert 1 in offers(table.state)


def test_nobody_stops_before_the_first_deal_or_inside_one():
    assert offers(GAME.new(GAME.ruleset.build("sochi"))) == ()
    assert Table().refused("A", OfferStop()) == "wrong_turn"
    assert Table().deal().refused("A", OfferStop()) == "wrong_turn"
    assert between().refused("A", AnswerStop(True)) == "illegal_claim"

"""The policy `simple` is worth playing against, and plays as a person would expect."""

import random
from statistics import mean, stdev
from typing import Any

import pytest

from games.kernel.contract import AtSeat, pick
from games.kernel.menu import due
from games.preferans.bids import MISERE, parse_bid
from games.preferans.commands import AnswerClaim, Claim, Declare, Pass, PlaceBid, PlayCard, Whist
from games.preferans.events import DealScored
from games.preferans.game import GAME
from games.preferans.policy import choose
from games.preferans.state import FINISHED
from tests.games.playouts import draw
from tests.games.preferans.playing import rules
from tests.games.preferans.tables import Table, cards, deck_of, seat_of

RNG = random.Random(0)


def says(table: Table, seat: str) -> Any:
    return choose(table.seen_by(seat, recall=True), RNG)


def match(seats: tuple[str, ...], seed: object, **options: object) -> tuple[tuple[int, ...], list[tuple[int, bool]]]:
    """Final totals, and of each contract who declared it and whether it was made."""
    rng = random.Random(f"match {seed}")
    state = GAME.new(rules("sochi", len(seats), **options))
    contracts: list[tuple[int, bool]] = []
    while state.phase != FINISHED:
        wanted = GAME.wants(state)
        if wanted is not None:
            for event in GAME.deal(state, draw(wanted, rng)):
                GAME.fold(state, event)
            continue
        by = next(iter(GAME.deciders(state)))
        view = GAME.view(state, AtSeat(by, recall=seats[by] == "simple"))
        command = choose(view, rng) if seats[by] == "simple" else pick(due(view.menu), rng)
        declarer = state.undertaking.declarer
        for event in GAME.advance(state, command, by=by):
            if isinstance(event, DealScored) and event.made is not None and declarer is not None:
                contracts.append((declarer, event.made))
    return state.totals, contracts


def test_simple_wins_whists_from_two_random_players_and_keeps_its_contracts():
    """The mean of its results lies well above zero, the 99 % interval included; at most 30 % of its contracts fail."""
    results, contracts = [], []
    for number in range(30):
        seat = number % 3
        seats = tuple("simple" if other == seat else "random" for other in range(3))
        totals, declared = match(seats, number, max_deals=30)
        results.append(totals[seat])
        contracts += [made for who, made in declared if who == seat]
    assert mean(results) - 2.76 * stdev(results) / len(results) ** 0.5 > 500
    assert contracts.count(False) / len(contracts) <= 0.3
    assert len(contracts) > 20


def test_among_themselves_they_bid_whist_and_finish():
    contracts, deals = [], 0
    for number in range(12):
        _, declared = match(("simple",) * 3, number, max_deals=25)
        contracts += [made for _, made in declared]
        deals += 25
    assert contracts.count(False) / len(contracts) <= 0.3
    assert len(contracts) > deals / 5


STRONG = "AS KS QS JS TS AH KH AC 7D 8D"
WEAK = "7S 8S 9S 8H 9H TC JC 9C QD 9D"
OTHER = "QH JH TH KC QC 8C AD KD JD TD"


def test_a_strong_hand_bids_and_a_yarborough_passes():
    table = Table().deal(deck_of(STRONG, WEAK, OTHER, talon="7H 7C"))
    assert isinstance(says(table, "A"), PlaceBid)
    weak = Table().deal(deck_of(WEAK, STRONG, OTHER, talon="7H 7C"))
    assert says(weak, "A") == Pass()


def test_a_hand_without_a_catchable_card_bids_misere():
    hand = "7S 8S 9S 7C 9C 7D 8D TD 7H 8H"
    table = Table().deal(deck_of(hand, "", "", talon="QH KH"))
    assert says(table, "A") == PlaceBid(MISERE)


def test_the_declaration_puts_losers_away_and_keeps_what_it_needs():
    table = Table().deal(deck_of(STRONG, WEAK, OTHER, talon="7H 7C")).bid("6S", "pass", "pass")
    command = says(table, "A")
    assert isinstance(command, Declare)
    assert command.contract >= parse_bid("7S")
    assert command.discard & cards("AS KS QS JS TS AH KH AC") == 0


def test_nobody_whists_without_a_trick_and_everybody_with_many():
    table = Table().deal(deck_of(STRONG, WEAK, OTHER, talon="7H 7C")).declares("A", "7S")
    assert says(table, "B") == Whist("pass")
    table.whist("pass")
    assert says(table, "C") == Whist("whist")


def test_a_half_whist_rather_than_nothing():
    table = Table().deal(deck_of(STRONG, OTHER, WEAK, talon="7H 7C")).declares("A", "7S").whist("pass")
    assert says(table, "C") == Whist("half")


def test_in_raspasy_the_highest_card_goes_under_a_higher_one():
    hands = ("7S QS 8H 9H TH 7C 8C 9C TC JC", "AS TS AH 7D 8D 9D TD JD QD KD", "9S KS 8S JH QH KH QC KC AC AD")
    table = Table(raspasy_talon="closed").deal(deck_of(*hands, talon="JS 7H")).bid("pass", "pass", "pass")
    table.play("QS", "AS")
    assert says(table, "C") == PlayCard(GAME.pack.number("KS"))


def test_the_last_player_takes_a_trick_as_cheaply_as_he_can():
    table = Table().deal(deck_of(STRONG, WEAK, OTHER, talon="7H 7C")).declares("A", "6S").whist("whist", "whist")
    table.play("7D", "9D")
    assert says(table, "C") == PlayCard(GAME.pack.number("TD"))


def test_a_safe_misere_is_given_up_and_a_shaky_one_is_not():
    def claimed(hand: str, talon: str) -> Table:
        table = Table().deal(deck_of("", hand, "", talon=talon)).declares("B", "misere")
        return table.say("B", Claim((5, 0, 5)))

    safe = "7S 8S 9S TS 7C 9C JC 7D 9D 7H"
    assert says(claimed(safe, "9H JH"), "A") == AnswerClaim(True)
    # for all the defenders know, the ace is still in his hand
    assert says(claimed(safe, "9H AH"), "A") == AnswerClaim(False)


def test_a_claim_that_takes_masters_away_is_refused():
    table = Table().deal(deck_of(STRONG, WEAK, OTHER, talon="7H 7C")).declares("A", "6S").whist("whist", "whist")
    table.say("A", Claim((10, 0, 0)))
    assert says(table, "C") == AnswerClaim(False)


@pytest.mark.parametrize("seat", ["A", "B", "C"])
def test_the_same_view_gives_the_same_choice(seat: str):
    table = Table().deal().declares("A", "6S").whist("whist", "whist").play_on(4)
    view = table.seen_by(seat, recall=True)
    if due(view.menu):
        assert {repr(choose(view, random.Random(n))) for n in range(5)} == {repr(choose(view, RNG))}
    assert seat_of(seat) == view.seat

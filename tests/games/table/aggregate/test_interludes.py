"""A claim is an interlude: it makes the card of before stale, and its answers do not make each other stale."""

import random
from typing import Any

import pytest

from games.kernel.contract import AtSeat
from games.preferans import GAME
from games.table.aggregate import Refused, decide, view
from tests.games.playouts import varied
from tests.games.table.aggregate.at_random import AtRandom


def actor_of(sitting: AtRandom, seat: int) -> str:
    one = sitting.table.seats[seat]
    return f"p:{one.person}" if one.person else f"bot:{one.policy}"


def say(sitting: AtRandom, command: Any, seat: int, decision: int | None) -> None:
    decided = decide(
        sitting.table,
        command,
        actor=actor_of(sitting, seat),
        at=sitting.now,
        draw=sitting.draw,
        decision=decision,
        seat=seat,
    )
    sitting.table = decided.table
    sitting.recorded += decided.events


def an_open_claim() -> tuple[AtRandom, int, dict[int, int]]:
    """A claim that two seats have to answer, who made it, and the numbers of the decisions that were open before."""
    for seed in range(200):
        rng = random.Random(f"claim {seed}")
        sitting = AtRandom(GAME, varied(GAME, rng), rng, between_ms=0)
        for table in sitting.steps(3):
            for seat in table.game.offers(table.state):
                offers = [choice for choice in table.game.legal(table.state, seat) if choice.offer]
                claims = [choice for choice in offers if "tricks" in choice.fields]
                if not claims or not table.deciders:
                    continue
                before = {waited: table.decision(waited) for waited in table.deciders}
                say(sitting, claims[0].pick(rng), seat, table.decision(seat))
                if len(sitting.table.deciders) == 2:
                    return sitting, seat, before
                break
            else:
                continue
            break
    raise AssertionError("nobody could claim")


def test_both_are_asked_by_the_same_event_and_answer_in_any_order() -> None:
    sitting, _, _ = an_open_claim()
    asked = list(sitting.table.deciders)
    numbers = {seat: sitting.table.decision(seat) for seat in asked}
    kinds = {decision.kind for decision in sitting.table.deciders.values()}
    assert len(set(numbers.values())) == 1
    for seat in reversed(asked):
        menu = view(sitting.table, AtSeat(seat))["menu"]
        assert menu["decision"] == numbers[seat]
        accept = next(
            command
            for choice in GAME.legal(sitting.table.state, seat)
            for command in choice
            if command.accept  # an answer to a claim says nothing else
        )
        say(sitting, accept, seat, numbers[seat])
    assert kinds.isdisjoint(decision.kind for decision in sitting.table.deciders.values()), "the claim is closed"
    assert all(sitting.table.decision(seat) > numbers[seat] for seat in asked)


def test_the_card_of_before_is_stale_even_when_the_claim_is_refused() -> None:
    sitting, _, before = an_open_claim()
    seat = next(iter(sitting.table.deciders))
    refuse = next(
        command for choice in GAME.legal(sitting.table.state, seat) for command in choice if not command.accept
    )
    say(sitting, refuse, seat, sitting.table.decision(seat))
    (waited,) = sitting.table.deciders
    assert waited in before
    assert sitting.table.decision(waited) > before[waited]
    card = next(c for choice in GAME.legal(sitting.table.state, waited) if not choice.offer for c in choice)
    with pytest.raises(Refused, match="stale"):
        say(sitting, card, waited, before[waited])
    say(sitting, card, waited, sitting.table.decision(waited))

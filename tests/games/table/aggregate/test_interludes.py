"""A claim is an interlude: it makes the card of before stale, and its answers do not make each other stale."""

import random
from collections import Counter
from typing import Any

import pytest

from games.kernel.contract import AtSeat
from games.preferans import GAME
from games.table.aggregate import Refused, TimeControl, decide, view
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


def an_open_claim(clock: TimeControl | None = None) -> tuple[AtRandom, int, dict[int, int]]:
    """A claim that two seats have to answer, who made it, and the numbers of the decisions that were open before."""
    for seed in range(200):
        rng = random.Random(f"claim {seed}")
        sitting = AtRandom(GAME, varied(GAME, rng), rng, between_ms=0, clock=clock)
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


def test_a_claim_that_is_refused_gives_nobody_time_and_takes_none() -> None:
    """Who is waited for has thought a while; then the claim is made, answered slowly, and refused."""
    control = TimeControl(600_000, 5_000, 600_000)
    for seed in range(60):
        rng = random.Random(f"clocks and claims {seed}")
        sitting = AtRandom(GAME, varied(GAME, rng), rng, between_ms=0, clock=control)
        for table in sitting.steps(2):
            offers = [(seat, c) for seat in table.game.offers(table.state) for c in GAME.legal(table.state, seat)]
            claims = [(seat, c) for seat, c in offers if c.offer and "tricks" in c.fields]
            persons = all(one.person for one in table.seats)
            if not claims or not table.deciders or not persons:
                continue
            (waited,) = table.deciders
            claimant, claim = claims[0]
            left = [clock.left_ms for clock in table.clocks]
            thought = sitting.now - (table.since[waited] or 0)
            sitting.now += 7_000
            say(sitting, claim.pick(rng), claimant, table.decision(claimant))
            if not sitting.table.deciders or claimant in sitting.table.deciders:
                break
            assert sitting.table.clocks[waited].left_ms == left[waited] - thought - 7_000
            assert sitting.recorded[-1].spent_ms is None, "nobody had asked him to claim"
            asked = list(sitting.table.deciders)
            sitting.now += 20_000
            answer = next(c for choice in GAME.legal(sitting.table.state, asked[0]) for c in choice if not c.accept)
            say(sitting, answer, asked[0], sitting.table.decision(asked[0]))
            assert list(sitting.table.deciders) == [waited]
            spent = Counter({waited: thought + 7_000})
            spent.update(dict.fromkeys(asked, 20_000))
            for seat in range(table.players):
                gained = control.step_ms if seat == asked[0] else 0
                expected = min(control.most_ms, left[seat] - spent[seat] + gained)
                assert sitting.table.clocks[seat].left_ms == expected
            assert sitting.table.runs_until(waited) == sitting.now + sitting.table.clocks[waited].left_ms
            return
    raise AssertionError("nobody could claim")

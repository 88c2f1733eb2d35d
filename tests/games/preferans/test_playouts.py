"""Whole matches by random players under random house rules: what must hold after every deal and at every moment."""

import json
from collections import Counter
from typing import Any

from games.preferans.cards import PACK
from games.preferans.decide import follow_up
from games.preferans.events import DealScored
from games.preferans.freezing import freeze, thaw
from games.preferans.ruleset import PreferansRuleset
from games.preferans.state import BETWEEN, EXCHANGE, FINISHED, State
from games.preferans.view import played_cards
from tests.games.preferans.playing import every_table, play_out, rules

ROUNDS = 16


def test_invariants_of_section_14_2_hold_under_all_house_rules():
    seen: Counter[str] = Counter()
    values: set[tuple[str, object]] = set()

    def look(state: State, events: list[Any]) -> None:
        assert follow_up(state) is None
        if state.deal:
            in_hands = 0
            for hand in state.hands:
                assert not in_hands & hand
                in_hands |= hand
            gone = played_cards(state) | state.undertaking.discard
            talon = 0 if state.undertaking.taken else sum(1 << card for card in state.talon)
            assert in_hands | gone | talon == PACK.all
            assert in_hands & (gone | talon) == 0
        if state.phase not in (BETWEEN, EXCHANGE, FINISHED):
            assert sum(state.taken) == len(state.tricks)
            if state.deal and not state.trick:
                assert {state.hands[seat].bit_count() for seat in state.active} == {10 - len(state.tricks)}
        for event in events:
            seen[type(event).__name__] += 1
            if isinstance(event, DealScored):
                assert sum(event.standing) == 0
                if event.tricks is not None:
                    assert sum(tricks or 0 for tricks in event.tricks) == 10
                if state.rules.pool_end == "each":
                    assert all(0 <= pool <= state.rules.pool_target for pool in event.pools)
                assert all(row[seat] == 0 for seat, row in enumerate(event.whists))
                assert all(amount >= 0 for row in event.whists for amount in row)
                assert all(entry.amount for entry in event.entries)

    for rule, rng in every_table(1, ROUNDS):
        values |= set(rule.options().items())
        state = play_out(rule, rng, look)
        assert sum(state.totals) == 0
        assert len(state.lines) <= 14
    assert seen["DealScored"] > 400
    assert min(seen[name] for name in ("TrustAnswered", "BidHeld", "ClaimAccepted", "TalonTurned", "Surrendered")) > 0
    for option in PreferansRuleset.OPTIONS:
        if option.words and option.least is None:
            assert {value for name, value in values if name == option.name} == set(option.words)


def test_a_frozen_state_is_small_comes_back_whole_and_does_not_grow_with_the_table():
    sizes: list[int] = []

    def look(state: State, events: list[Any]) -> None:
        if state.phase == BETWEEN and state.stop is None and state.deal:
            text = json.dumps(freeze(state), separators=(",", ":"))
            back = thaw(state.rules, json.loads(text))
            assert all(getattr(back, name) == getattr(state, name) for name in State.__slots__)
            sizes.append(len(text))

    import random

    play_out(rules("leningrad", 4, pool_target=50, max_deals=120), random.Random(5), look, offering=0.0)
    assert len(sizes) > 60
    assert max(sizes) < 5000
    early, late = sizes[12:30], sizes[-18:]
    assert sum(late) / len(late) < 1.1 * sum(early) / len(early)

"""Tables of Preferans to play with: random house rules, random players, and decks that give the hands one wants."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from games.kernel.contract import FirstDealer, pick
from games.preferans.decide import advance, deal, follow_up, wants
from games.preferans.evolve import fold
from games.preferans.game import new
from games.preferans.legality import deciders, legal, offers
from games.preferans.ruleset import PreferansRuleset
from games.preferans.state import FINISHED, State

Look = Callable[[State, list[Any]], None]


def rules(preset: str = "sochi", players: int = 3, **changes: object) -> PreferansRuleset:
    return PreferansRuleset.build(preset, players, changes)


def any_rules(rng: random.Random, preset: str, players: int) -> PreferansRuleset:
    """House rules drawn at random, forbidden combinations avoided."""
    changes: dict[str, object] = {}
    for option in PreferansRuleset.OPTIONS:
        if rng.random() < 0.35:
            changes[option.name] = rng.choice(option.words)
    changes["american_aid"] = {"each": "on", "sum": "off"}[
        str(changes.get("pool_end", PreferansRuleset.defaults(preset, players)["pool_end"]))
    ]
    if changes.get("raspasy_talon") == "dealer_plays" and (players == 3 or preset == "rostov"):
        del changes["raspasy_talon"]
    changes["max_deals"] = rng.randint(1, 12)
    return rules(preset, players, **changes)


def draw(state: State, rng: random.Random) -> list[Any]:
    """The events of what chance must supply now, folded."""
    want = wants(state)
    assert want is not None
    if isinstance(want, FirstDealer):
        drawn: Any = rng.randrange(want.seats)
    else:
        deck = list(range(want.size))
        rng.shuffle(deck)
        drawn = tuple(deck)
    events = list(deal(state, drawn))
    for event in events:
        fold(state, event)
    assert follow_up(state) is None  # a first dealer and a deck cause nothing more
    return events


def random_command(state: State, rng: random.Random, offering: float = 0.03) -> tuple[int, Any]:
    """A seat, and something it may say now: mostly what is due, seldom an offer."""
    speakers = offers(state)
    if speakers and (not deciders(state) or rng.random() < offering):
        seat = rng.choice(speakers)
        choices = [choice for choice in legal(state, seat) if choice.offer]
    else:
        seat = rng.choice(list(deciders(state)))
        choices = [choice for choice in legal(state, seat) if not choice.offer]
    return seat, pick(tuple(choices), rng)


def play_out(rule: PreferansRuleset, rng: random.Random, look: Look | None = None, offering: float = 0.03) -> State:
    """A whole match between random players; `look` is shown the state after every batch of events."""
    state = new(rule)
    while state.phase != FINISHED:
        if wants(state) is not None and not (offers(state) and rng.random() < offering):
            events = draw(state, rng)
        else:
            seat, command = random_command(state, rng, offering)
            events = advance(state, command, by=seat)
        if look is not None:
            look(state, events)
    return state


def every_table(seed: int, rounds: int) -> Iterator[tuple[PreferansRuleset, random.Random]]:
    """All presets and numbers of players with random house rules, `rounds` times."""
    for n in range(rounds):
        for preset in PreferansRuleset.PRESETS:
            for players in PreferansRuleset.PLAYERS:
                rng = random.Random(f"{seed} {n} {preset} {players}")
                yield any_rules(rng, preset, players), rng

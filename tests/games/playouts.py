"""Random playouts of any game: what the properties of the contract are tried on."""

import random
from collections.abc import Iterator
from typing import Any

from games.kernel.contract import AtSeat, Deck, FirstDealer, Game, pick
from games.kernel.errors import BadOption
from games.kernel.ruleset import Ruleset

Any_Game = Game[Any, Any]


def varied(game: Any_Game, rng: random.Random, share: float = 0.35, least: int = 0) -> Ruleset:
    """House rules drawn at random, for `least` players or more; what is forbidden together is drawn again."""
    numbers = [players for players in game.ruleset.PLAYERS if players >= least]
    while True:
        preset, players = rng.choice(game.ruleset.PRESETS), rng.choice(numbers)
        changes: dict[str, Any] = {}
        for option in game.ruleset.OPTIONS:
            values = list(option.words)
            if option.least is not None:
                values += [option.least, option.least + 1, option.least + rng.randrange(2, 12)]
            if rng.random() < share:
                changes[option.name] = rng.choice(values)
        try:
            return game.ruleset.build(preset, players, changes)
        except BadOption:
            continue


def draw(wanted: FirstDealer | Deck, rng: random.Random) -> Any:
    if isinstance(wanted, FirstDealer):
        return rng.randrange(wanted.seats)
    return tuple(rng.sample(range(wanted.size), wanted.size))


def choose(game: Any_Game, state: Any, seat: int, rng: random.Random, policy: str | None) -> Any:
    """A command for a seat that is waited for."""
    view = game.view(state, AtSeat(seat, recall=True))
    menu = tuple(choice for choice in view.menu if not choice.offer)
    if policy is not None and rng.random() < 0.9:
        return game.policies[policy](view, rng)
    return pick(menu, rng)


class Step:
    """One turn of a playout: the state before, who did what (None: chance), and the events it caused."""

    __slots__ = ("by", "command", "events", "state")

    def __init__(self, state: Any, by: int | None, command: Any, events: tuple[Any, ...]) -> None:
        self.state = state
        self.by = by
        self.command = command
        self.events = events


def playout(
    game: Any_Game,
    rules: Ruleset,
    rng: random.Random,
    *,
    deals: int = 6,
    policy: str | None = None,
    offers: float = 0.05,
) -> Iterator[Step]:
    """The steps of one table, to the end of its rules or until enough deals are complete.

    Yields before each step is taken; the state that is yielded must not be changed.
    """
    state = game.new(rules)
    dealt = 0
    while True:
        wanted = game.wants(state)
        if wanted is not None:
            if isinstance(wanted, Deck):
                dealt += 1
                if dealt > deals:
                    return
            willing = [seat for seat in game.offers(state) if game.legal(state, seat)]
            if willing and rng.random() < offers:
                by = rng.choice(willing)
                command = pick(game.legal(state, by), rng)
                events = game.decide(state, command, by=by)
                yield Step(state, by, command, events)
            else:
                events = game.deal(state, draw(wanted, rng))
                yield Step(state, None, None, events)
        else:
            waited = list(game.deciders(state))
            if not waited:
                return
            willing = [seat for seat in game.offers(state) if any(c.offer for c in game.legal(state, seat))]
            if willing and rng.random() < offers:
                by = rng.choice(willing)
                command = pick(tuple(c for c in game.legal(state, by) if c.offer), rng)
            else:
                by = rng.choice(waited)
                command = choose(game, state, by, rng, policy)
            events = game.decide(state, command, by=by)
            yield Step(state, by, command, events)
        for event in events:
            state = game.evolve(state, event)

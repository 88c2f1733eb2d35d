"""Policies: pure functions `choose(view, rng) -> command`, which see a view with recall and nothing else.

A game brings `simple` of its own; `random` plays every game, because it needs only the menu.
"""

from typing import Any

from games.kernel.contract import RANDOM, AtSeat, Command, Game, Policy, pick
from games.kernel.menu import Rng, due


def choose_randomly(view: Any, rng: Rng) -> Command:
    """Anything that answers what the seat is asked; it offers nothing unasked."""
    return pick(due(view.menu), rng)


def policy(game: Game[Any, Any], name: str) -> Policy:
    """The policy of this name. Raises KeyError for one that the game does not have."""
    return choose_randomly if name == RANDOM else game.policies[name]


def recall_of(seat: int) -> AtSeat:
    """The eyes of a program: its own seat, with a perfect memory."""
    return AtSeat(seat, recall=True)

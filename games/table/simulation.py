"""Whole tables played by a policy, from a seed alone: the same seed gives the same record on every machine.

Pure: the decks come from `chance` with secrets made from the seed, the players' choices from the game's own policies or
from the menu. Nothing here touches the log.
"""

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.kernel.cards import Seat
from games.kernel.contract import RANDOM, SIMPLE, AtSeat, Command, Event, FirstDealer, Game, pick
from games.kernel.errors import BadOption
from games.kernel.menu import Rng, below, due
from games.kernel.record import Ending, Header, Record
from games.kernel.ruleset import Option, Ruleset, Value
from games.table import chance
from games.table.ids import uuid7

MOST_DEALS = 200
"""A table that its rules have not ended after so many complete deals is abandoned."""

_SIMULATED_MS = 1_750_000_000_000
"""The time in the ids of all simulated tables."""
_OFFER_ODDS = 0.02
"""How often `random` says something unasked, such as a claim, when it may."""
_TRIES = 500

Choose = Callable[[Any, Seat, Rng], Command]
"""`choose(state, seat, rng)`"""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the rules of the simulated tables have to be; everything left open is the preset's, or drawn by `vary`."""

    players: int | None = None
    preset: str | None = None
    options: Mapping[str, str] | None = None
    vary: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A simulated table: its record, and who said what to make it so."""

    record: Record
    moves: tuple[tuple[Seat, Command], ...]


def simulate(game: Game[Any, Any], seed: str, index: int, wish: Wish, policy: str = SIMPLE) -> Played:
    """The `index`-th table (from 0) played from a seed. Raises BadOption for a wish that no rules fulfil."""
    rng = random.Random(f"opentrick/simulate/{seed}/{index}")
    rules = rules_for(game.ruleset, index, wish, rng)
    names = tuple(f"{policy} {seat}" for seat in range(rules.players))
    odds = _OFFER_ODDS if policy == RANDOM else 0.0
    events, moves, ending = play(game, rules, seed, index, chooser(game, policy), rng, odds)
    deals = sum(1 for event in events if getattr(event, "deck", None) is not None)
    record = Record(Header(game.name, rules, names), tuple(events), ending=ending, deals=deals)
    return Played(record, tuple(moves))


def chooser(game: Game[Any, Any], policy: str) -> Choose:
    """How seats choose. Raises KeyError for a policy that the game does not have."""
    if policy == RANDOM:
        return lambda state, seat, rng: pick(due(game.legal(state, seat)), rng)
    choose = game.policies[policy]
    return lambda state, seat, rng: choose(game.view(state, AtSeat(seat, recall=True)), rng)


def play(
    game: Game[Any, Any], rules: Ruleset, seed: str, index: int, choose: Choose, rng: Rng, offer_odds: float = 0.0
) -> tuple[list[Event], list[tuple[Seat, Command]], Ending]:
    """Plays until the rules end the match, or the deals are enough. Unasked seats speak with `offer_odds`."""
    table_id = simulated_id(game.name, seed, index)
    secret = chance.simulated_secret(seed, index)
    salts = (None,) * rules.players
    state = game.new(rules)
    events: list[Event] = []
    moves: list[tuple[Seat, Command]] = []
    decks = 0
    while (wants := game.wants(state)) is not None or game.outcome(state) is None:
        offering = game.offers(state)
        offer = _offer(game, state, offering, rng) if offering and rng.random() < offer_odds else None
        if wants is None or offer is not None:
            seat, command = offer or _answer(game, state, choose, rng)
            events += game.advance(state, command, by=seat)
            moves.append((seat, command))
            continue
        if isinstance(wants, FirstDealer):
            drawn: Any = chance.first_dealer(table_id, secret, 1, salts, wants.seats)
        elif decks == MOST_DEALS:
            return events, moves, Ending("abandoned")
        else:
            decks += 1
            drawn = chance.deck(table_id, secret, decks, salts, wants.size)
        for event in game.deal(state, drawn):
            game.fold(state, event)
            events.append(event)
        while (follows := game.follow_up(state)) is not None:
            game.fold(state, follows)
            events.append(follows)
    return events, moves, Ending(game.notation.end(state))


def _offer(game: Game[Any, Any], state: Any, offering: tuple[Seat, ...], rng: Rng) -> tuple[Seat, Command] | None:
    """Something that one of these seats may say unasked, such as a claim."""
    seat = offering[below(rng, len(offering))]
    offers = tuple(choice for choice in game.legal(state, seat) if choice.offer)
    return (seat, pick(offers, rng)) if offers else None


def _answer(game: Game[Any, Any], state: Any, choose: Choose, rng: Rng) -> tuple[Seat, Command]:
    seat = next(iter(game.deciders(state)))
    return seat, choose(state, seat, rng)


def simulated_id(game: str, seed: str, index: int) -> UUID:
    """The id under which the decks of a simulated table are drawn, and under which it is kept if it is kept."""
    name = b"opentrick/simulate/id\0" + index.to_bytes(8, "big") + f"{game}\0{seed}".encode()
    digest = hashlib.sha256(name).digest()
    return uuid7(_SIMULATED_MS, int.from_bytes(digest[:10], "big") >> 6)


# --- rules ---


def rules_for(ruleset: type[Ruleset], index: int, wish: Wish, rng: Rng) -> Ruleset:
    """The rules of the `index`-th table. With `vary`, table after table takes the next value of section 11 in turn, and
    draws the rest, so that each value occurs however few tables are played. Raises BadOption."""
    options = dict(wish.options or {})
    if not wish.vary:
        return ruleset.build(wish.preset or ruleset.PRESETS[0], wish.players, options)
    turns = [(option, value) for option in ruleset.OPTIONS for value in values_of(option)]
    mine, forced = turns[index % len(turns)]
    refused: BadOption | None = None
    for attempt in range(_TRIES):
        preset = wish.preset or _one(rng, ruleset.PRESETS)
        players = wish.players or _one(rng, ruleset.PLAYERS)
        drawn: dict[str, Any] = {
            option.name: _one(rng, values_of(option)) for option in ruleset.OPTIONS if rng.random() < 0.4
        }
        if attempt < _TRIES // 2:  # later: this value does not go with what is wished
            drawn[mine.name] = forced
        try:
            return ruleset.build(preset, players, {**drawn, **options})
        except BadOption as bad:
            refused = bad
    assert refused is not None
    raise refused


def values_of(option: Option) -> tuple[Value, ...]:
    """Every listed value of an option, and some of its free numbers."""
    if option.least is None:
        return option.words
    free = sorted({option.least, *(n for n in (1, 2, 5, 10, 12, 15, 20) if n >= option.least)})
    return (*option.words, *(n for n in free if n not in option.words))


def _one[T](rng: Rng, values: tuple[T, ...]) -> T:
    return values[below(rng, len(values))]

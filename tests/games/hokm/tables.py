"""Short ways to a table of Hokm in the middle of things."""

import random
import re
from pathlib import Path
from typing import Any

from games.hokm import GAME
from games.hokm.cards import PACK
from games.hokm.commands import NameTrump, PlaceBid, PlayCard
from games.hokm.state import Before, State

RULE_BOOK = Path(__file__).parents[3] / "docs/rules/hokm.md"
VALUES = {"pass": 2, "kabbut": 10}
SUITS = {"S": 0, "C": 1, "D": 2, "H": 3}


def rules(**changes: Any) -> Any:
    return GAME.ruleset.build("default", 3, changes)


def card(name: str) -> int:
    return PACK.number(name)


def cards(names: str) -> int:
    return PACK.set_of(names.split())


def play(name: str) -> PlayCard:
    return PlayCard(card(name))


def bid(value: int | str) -> PlaceBid:
    return PlaceBid(VALUES[value] if isinstance(value, str) and value in VALUES else int(value))


def name(suit: str) -> NameTrump:
    return NameTrump(SUITS[suit])


def dealt(*, dealer: int = 2, deck: str | None = None, before: Before | None = None, **changes: Any) -> State:
    """A deal about to be bid; `deck` as in the rule book, else a shuffled one. Seat 0 bids first by default."""
    state = GAME.new(rules(**changes), before=before)
    if before is None:
        for event in GAME.deal(state, dealer):
            GAME.fold(state, event)
    if deck is None:
        order = tuple(random.Random(7).sample(range(30), 30))
    else:
        order = tuple(PACK.cards.index(card(one)) for one in deck.split())
    for event in GAME.deal(state, order):
        GAME.fold(state, event)
    return state


def with_hands(hands: tuple[str, str, str], *, bids: tuple[Any, ...], trump: str, **changes: Any) -> State:
    """Seat 0 is eldest; hands may be short: the play begins with just these cards."""
    state = dealt(**changes)
    state.hands = [cards(hand) for hand in hands]
    for value in bids:
        GAME.advance(state, bid(value), by=state.turn)
    GAME.advance(state, name(trump), by=state.turn)
    return state


def do(state: State, *commands: Any) -> list[Any]:
    """Everybody in turn does as told; answers the events."""
    return [event for command in commands for event in GAME.advance(state, command, by=state.turn)]


def events_of(state: State, *commands: Any) -> tuple[State, list[Any]]:
    state = GAME.copy(state)
    return state, do(state, *commands)


def worked_deals() -> dict[str, dict[str, Any]]:
    """The machine-readable deals of section 15, by name."""
    text = RULE_BOOK.read_text()
    deals: dict[str, dict[str, Any]] = {}
    for label, body in re.findall(r"```hokm-deal (\w+)\n(.*?)```", text, re.S):
        deals[label] = dict(line.split(": ", 1) for line in body.strip().splitlines())
    return deals


def rows(section: str) -> list[list[str]]:
    """The cells of the tables of a section of the rule book, headers left out."""
    text = RULE_BOOK.read_text().split(f"\n## {section}", 1)[1].split("\n## ", 1)[0]
    found = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")
    ]
    return [row for row in found if not set("".join(row)) <= set("-: ")]

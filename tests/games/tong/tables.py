"""Short ways to a table of Tong in the middle of things."""

import random
import re
from pathlib import Path
from typing import Any

from games.tong import GAME
from games.tong.cards import PACK
from games.tong.commands import CLAIM, FOLD, JOIN, REFUSE, Buy, PickTrump, PlayCard
from games.tong.state import UNDECIDED, Before, State

RULE_BOOK = Path(__file__).parents[3] / "docs/rules/tong.md"


def rules(players: int = 4, **changes: Any) -> Any:
    return GAME.ruleset.build("default", players, changes)


def card(name: str) -> int:
    return PACK.number(name)


def cards(names: str) -> int:
    return PACK.set_of(names.split())


def play(name: str) -> PlayCard:
    return PlayCard(card(name))


def buy(keep: str) -> Buy:
    return Buy(card(keep))


def pick(name: str) -> PickTrump:
    return PickTrump(card(name))


def order(deck: str) -> tuple[int, ...]:
    return tuple(PACK.cards.index(card(name)) for name in deck.split())


def dealt(
    *,
    players: int = 4,
    dealer: int | None = None,
    deck: str | None = None,
    points: tuple[int, ...] | None = None,
    marks: tuple[int, ...] | None = None,
    pot: int | None = None,
    void_run: int = 0,
    **changes: Any,
) -> State:
    """A deal about to be bought; seat 0 is eldest unless a dealer is given."""
    made = rules(players, **changes)
    before = Before(
        deal=1,
        dealer=players - 1 if dealer is None else dealer,
        points=points or (0,) * players,
        marks=marks or (0,) * players,
        pot=made.ante * players if pot is None else pot,
    )
    state = GAME.new(made, before=before)
    state.void_run = void_run
    shuffled = tuple(random.Random(11).sample(range(36), 36))
    for event in GAME.deal(state, shuffled if deck is None else order(deck)):
        GAME.fold(state, event)
    return state


def give(state: State, hands: dict[int, str], *, trump: str = "S") -> State:
    """Other cards for some seats, whatever the deck was: the play is all that is looked at."""
    for seat, names in hands.items():
        state.hands[seat] = cards(names)
        state.dealt = (*state.dealt[:seat], tuple(card(name) for name in names.split()), *state.dealt[seat + 1 :])
    state.trump = "SCDH".index(trump)
    return state


def do(state: State, *commands: Any) -> list[Any]:
    """Everybody in turn does as told; answers the events."""
    return [event for command in commands for event in GAME.advance(state, command, by=state.turn)]


def everybody_joins(state: State) -> None:
    while state.asked:
        do(state, JOIN)


def playing(hands: dict[int, str], *, trump: str = "S", players: int = 3, **changes: Any) -> State:
    """Nobody bought, everybody is in, seat 0 leads."""
    state = dealt(players=players, **changes)
    do(state, *[REFUSE] * (players - 1))
    everybody_joins(state)
    assert UNDECIDED not in state.status
    return give(state, hands, trump=trump)


def worked_deals() -> dict[str, list[tuple[str, str]]]:
    """The machine-readable deals of section 15, by name."""
    deals = {}
    for label, body in re.findall(r"```tong-deal (\w+)\n(.*?)```", RULE_BOOK.read_text(), re.S):
        deals[label] = [tuple(line.split(": ", 1)) for line in body.strip().splitlines()]
    return deals


def scoring_rows() -> list[list[str]]:
    """The cells of the table of section 14."""
    text = RULE_BOOK.read_text().split("\n## 14.", 1)[1].split("\n## 15", 1)[0]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| K")
    ]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


def act(text: str) -> list[Any]:
    """The commands of an `act` line of a worked deal."""
    words = text.split()
    match words[0]:
        case "refuse":
            return [REFUSE]
        case "buy":
            return [buy(words[2])]
        case "bare":
            return [CLAIM, pick(words[2])]
        case "play":
            return [JOIN]
        case "fold":
            return [FOLD]
    return []

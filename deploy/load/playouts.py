"""How many moves a second each game plays by chance, with its events and all its checks, on one core.

    .venv/bin/python -m deploy.load.playouts [seconds a repeat=1] [repeats=5]

A move is a decision applied: the menu is asked for, a command is picked from it, `advance` checks it again, folds its
events and everything that follows by itself. Dealing counts no move but costs its time.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from deploy.load.report import report
from games.kernel.contract import FirstDealer, Game, pick

MOST_DEALS = 20


def playout(game: Game[Any, Any], rules: Any, rng: random.Random) -> int:
    """One table by chance, to its end or twenty deals; the number of moves."""
    legal, advance, wants, deal, fold, deciders = (
        game.legal,
        game.advance,
        game.wants,
        game.deal,
        game.fold,
        game.deciders,
    )
    state = game.new(rules)
    size = game.pack.size
    order = list(range(size))
    moves = deals = 0
    while True:
        due = deciders(state)
        if due:
            for seat in due:
                menu = legal(state, seat)
                if len(menu) > 1:
                    menu = tuple(choice for choice in menu if not choice.offer)
                advance(state, pick(menu, rng), by=seat)
                moves += 1
                break
            continue
        wanted = wants(state)
        if wanted is None or deals == MOST_DEALS:
            return moves
        if type(wanted) is FirstDealer:
            drawn: Any = int(rng.random() * wanted.seats)
        else:
            rng.shuffle(order)
            drawn = tuple(order)
            deals += 1
        for event in deal(state, drawn):
            fold(state, event)


def repeat(play: Callable[[], int], seconds: float, repeats: int) -> list[float]:
    """Moves a second, for each repeat."""
    play()
    figures = []
    for _ in range(repeats):
        moves, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            moves += play()
        figures.append(moves / spent)
    return figures


def all_games() -> list[tuple[str, Game[Any, Any], Any]]:
    """Every game with its default rules: name, game, rules."""
    from games.hokm import GAME as HOKM
    from games.preferans import GAME as PREFERANS
    from games.tong import GAME as TONG

    return [
        ("hokm", HOKM, HOKM.ruleset.build()),
        ("preferans", PREFERANS, PREFERANS.ruleset.build("sochi", 3)),
        ("tong", TONG, TONG.ruleset.build("default", 4)),
    ]


def main(seconds: float = 1.0, repeats: int = 5) -> None:
    for name, game, rules in all_games():
        rng = random.Random(1)
        figures = repeat(lambda game=game, rules=rules, rng=rng: playout(game, rules, rng), seconds, repeats)  # type: ignore[misc]
        report(f"playouts {name}", "moves/s", figures)


if __name__ == "__main__":
    main(*(float(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else ())

"""Random playouts of OpenSpiel's skat, the nearest to Preferans. Runs in the peers' own environment.

usage: python openspiel.py SECONDS   -> moves a second
"""

import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]


def main(seconds: float) -> None:
    game = pyspiel.load_game("skat")
    rng = random.Random(1)
    moves, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # all equally likely in this game
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                moves += 1
    print(moves / spent)


if __name__ == "__main__":
    main(float(sys.argv[1]))

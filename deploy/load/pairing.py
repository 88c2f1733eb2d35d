"""How long one pass over everybody who waits takes, with every constraint and every explanation, in plain Python.

    .venv/bin/python -m deploy.load.pairing [tickets ...=10000 100000] [--repeats 5]

Processor time of this process, so that a busy machine changes it little. The promise: 10,000 tickets within 300 ms,
100,000 within 4 s.
"""

import argparse
import random
import time
from dataclasses import dataclass

from deploy.load.report import report
from matchmaking.pairing import Ticket, Wish, pair

QUEUES = (
    ("hokm.default.normal.rated", (3,), True),
    ("hokm.default.blitz.rated", (3,), True),
    ("preferans.sochi.normal.rated", (3, 4), True),
    ("tong.default.normal.rated", (2, 3, 4, 5, 6), True),
    ("hokm.default.casual.casual", (3,), False),
)


@dataclass(frozen=True)
class Crowd:
    """People who wait, whom they have blocked, and who has met lately."""

    tickets: list[Ticket]
    blocks: dict[str, set[str]]
    companies: set[frozenset[str]]


def waiting_crowd(size: int, seed: int = 1) -> Crowd:
    """`size` tickets, in one to three queues each.

    One in twenty is a party; one person in ten has blocked five others; a third as many companies have met lately; half
    have waited longer than 14 seconds.
    """
    rng = random.Random(seed)
    names = [f"p{number:06}" for number in range(2 * size)]
    tickets = []
    taken = 0
    for _ in range(size):
        people = 2 if rng.random() < 0.05 else 1
        persons = tuple(names[taken : taken + people])
        taken += people
        rating = rng.gauss(1500, 250)
        queues = QUEUES[-1:] if people > 1 else rng.sample(QUEUES, rng.randrange(1, 4))
        wishes = tuple(Wish(queue, rating + rng.gauss(0, 50), counts, rated) for queue, counts, rated in queues)
        tickets.append(Ticket(persons[0], persons, wishes, -rng.expovariate(1 / 20)))
    names = names[:taken]
    return Crowd(
        tickets=tickets,
        blocks={name: set(rng.sample(names, 5)) for name in rng.sample(names, size // 10)},
        companies={frozenset(rng.sample(names, 3)) for _ in range(size // 3)},
    )


def main(sizes: tuple[int, ...] = (10_000, 100_000), repeats: int = 5) -> None:
    for size in sizes:
        crowd = waiting_crowd(size)
        figures = []
        for _ in range(repeats):
            begun = time.process_time()
            pair(crowd.tickets, 0, blocks=crowd.blocks, companies=crowd.companies)
            figures.append(time.process_time() - begun)
        report(f"pairing {size} tickets", "s of processor time", figures)


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("tickets", nargs="*", type=int, default=[10_000, 100_000])
    asked.add_argument("--repeats", type=int, default=5)
    given = asked.parse_args()
    main(tuple(given.tickets), given.repeats)

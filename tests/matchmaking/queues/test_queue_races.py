"""Enter, leave, ask for something else, pair, settle, all at once and at random: nobody is ever on two tickets, at two
rated tables, or waits while playing one."""

import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from games.table.aggregate import Refused
from games.table.models import Head, Seat
from matchmaking.models import Matched, Ticket, TicketPerson
from matchmaking.queues import tickets
from matchmaking.queues.matching import pair_waiting
from matchmaking.queues.wishes import Wanted
from tests.games.table.test_log_races import at_once
from tests.matchmaking.people import RATED, members

pytestmark = pytest.mark.usefixtures("each_database")

SECONDS = 2.5
BLITZ = Wanted("tong", speed="blitz", rated=True, counts=(2, 3))


def press_keys(persons: list[str], seed: int, until: float) -> Counter[str]:
    """Somebody at many browsers, who presses whatever there is."""
    rng, answers = random.Random(seed), Counter[str]()
    ways: list[Callable[[str], object]] = [
        lambda person: tickets.enter([person], [RATED]),
        lambda person: tickets.enter([person], [RATED, BLITZ]),
        lambda person: tickets.also(person, BLITZ),
        lambda person: tickets.change(person, [RATED]),
        tickets.leave,
        tickets.seen,
    ]
    while time.monotonic() < until:
        try:
            rng.choice(ways)(rng.choice(persons))
            answers["done"] += 1
        except Refused as refused:
            answers[refused.code] += 1
    return answers


def pair_on(until: float) -> int:
    made = 0
    while time.monotonic() < until:
        made += len(pair_waiting())
        time.sleep(0.05)
    return made


def check(persons: list[str]) -> None:
    sitting = Counter(Seat.objects.filter(person__in=persons).values_list("person", flat=True))
    waiting = set(TicketPerson.objects.values_list("person", flat=True))
    assert all(count == 1 for count in sitting.values()), sitting
    assert not waiting & set(sitting), "waits while playing a rated table"
    assert Ticket.objects.count() == TicketPerson.objects.count()
    told = Counter(person for matched in Matched.objects.all() for person in matched.persons)
    assert told == sitting
    assert Matched.objects.count() == Head.objects.count()


def test_nobody_is_on_two_tickets_or_at_two_rated_tables() -> None:
    persons = members(40)
    until = time.monotonic() + SECONDS
    answers = at_once(
        *[partial(press_keys, persons, seed, until) for seed in range(5)],
        *[partial(pair_on, until)] * 2,
    )
    pressed = sum((one for one in answers if isinstance(one, Counter)), Counter[str]())
    check(persons)
    assert sum(one for one in answers if isinstance(one, int)) == Head.objects.count() > 0
    assert {"done", "already_waiting", "still_playing", "not_waiting"} <= set(pressed), pressed
    pair_waiting()
    check(persons)

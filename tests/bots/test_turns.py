"""When programs act and what they say depends on what they may know, and the pause on nothing of it."""

import random
import uuid

from bots.policies import policy
from bots.turns import think_ms
from games.hokm import GAME
from games.kernel.contract import RANDOM, AtSeat
from games.kernel.menu import contains
from tests.games.hokm.tables import dealt


def test_the_pause_is_the_same_for_the_same_table_and_decision() -> None:
    table = uuid.UUID(int=5)
    assert think_ms(table, 17, 900) == think_ms(table, 17, 900)
    assert len({think_ms(table, decision, 900) for decision in range(200)}) > 100


def test_the_pause_lies_around_the_usual_one() -> None:
    pauses = [think_ms(uuid.UUID(int=9), decision, 1000) for decision in range(3000)]
    assert min(pauses) >= 600
    assert max(pauses) <= 1400
    assert 980 < sum(pauses) / len(pauses) < 1020


def test_there_is_no_pause_where_none_is_wanted() -> None:
    assert think_ms(uuid.UUID(int=9), 3, 0) == 0


def test_random_answers_from_the_menu_alone() -> None:
    state = dealt()
    view = GAME.view(state, AtSeat(0))
    choose = policy(GAME, RANDOM)
    assert all(contains(view.menu, choose(view, random.Random(seed))) for seed in range(30))

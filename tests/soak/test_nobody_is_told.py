"""Every announcement is dropped and no commit enqueues a program's turn: only comparing and sweeping are left."""

import asyncio
import time
from collections.abc import Callable

import pytest

from tests.soak import ledger
from tests.soak.client import Guest, Line, Told
from tests.soak.conftest import WITH_FAULTS, Site

DEAF = {**WITH_FAULTS, "FAULT_ANNOUNCEMENTS": "dropped", "FAULT_TURNS": "dropped"}
IN_STEP_S = 5.0
"""Two seconds between two comparisons; the rest is for a machine that is busy with other tests."""
ROUNDS = 4


@pytest.fixture(scope="module", params=["production", "embedded"])
def deaf(request: pytest.FixtureRequest, start_site: Callable[..., Site]) -> Site:
    return start_site(request.param, **DEAF)


async def test_everybody_stays_in_step_and_programs_play_on(deaf: Site):
    guest = Guest.new(deaf.one)
    table = guest.open_table(deaf.one)
    told = Told()
    player = Line(lambda: (deaf.one,), table, guest, told=told)
    others = [Line(lambda: (deaf.other,), table, guest, told=told), Line(lambda: (deaf.other,), table, told=told)]
    for line in (player, *others):
        await line.connect(deaf.other if line in others else deaf.one)
    worst = 0.0
    for _ in range(ROUNDS):
        # Both programs' turns, each found by a sweep, and seen here by comparing.
        await player.until(lambda: bool(player.view["menu"]), patience=20)
        await player.answer_menu()
        v = player.v
        await player.reach(v + 1)
        began = time.monotonic()
        await asyncio.gather(*(line.reach(v + 1) for line in others))
        worst = max(worst, time.monotonic() - began)
    assert worst < IN_STEP_S
    await player.until(lambda: bool(player.view["menu"]), patience=20)
    head = ledger.heads(deaf.platform)[table][0]
    await asyncio.gather(*(line.reach(head) for line in (player, *others)))
    assert {line.v for line in (player, *others)} == {head}
    for line in (player, *others):
        await line.close()

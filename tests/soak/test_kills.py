"""Parts of the platform are killed at random while tables are played: in the end nothing is lost, nothing is doubled,
and everybody has seen the same. `make soak-short` does it once, for a few minutes, `make soak` again and again:

    make soak                               or  OPENTRICK_SOAK_SEED=7 make soak MINUTES=60
"""

import os
import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from tests.soak.torment import Installation, Wanted, embedded, play_round, production, report

SECONDS = float(os.environ.get("OPENTRICK_SOAK_SECONDS", "1800"))
SEED = int(os.environ.get("OPENTRICK_SOAK_SEED", "0")) or random.getrandbits(32)

SHORT = Wanted(for_programs=10, alone=3, together=1, members=9, guests=6)
LONG = Wanted(for_programs=150, alone=15, together=5, members=60, guests=30)


def say(capsys: pytest.CaptureFixture[str], name: str, line: str) -> None:
    with capsys.disabled():
        print(f"\n{name}: seed={SEED} {line}", flush=True)


@pytest.mark.soak_short
async def test_production_outlives_the_death_of_each_of_its_parts(capsys: pytest.CaptureFixture[str]):
    with production() as place:
        place.rng.seed(SEED)
        await play_round(place, SHORT, seconds=60, calm=60)
        say(capsys, "production", report(place))
        for part in place.deaths():
            assert place.figures[f"killed {part}"] > 0, f"the tables ended before {part} was killed"
        assert place.figures["resumes"] > 3


@pytest.mark.soak_short
async def test_the_embedded_server_outlives_being_killed(capsys: pytest.CaptureFixture[str]):
    with embedded() as place:
        place.rng.seed(SEED)
        await play_round(place, Wanted(for_programs=6, alone=3, together=1), seconds=60, calm=60)
        say(capsys, "embedded", report(place))
        assert place.figures["killed server"] > 1
        assert place.figures["resumes"] > 3


@pytest.mark.soak
@pytest.mark.parametrize("start", [production, embedded])
async def test_round_after_round(
    start: Callable[[], AbstractContextManager[Installation]], capsys: pytest.CaptureFixture[str]
):
    """Half of the time for either; a round that has begun is played to its end."""
    end = time.monotonic() + SECONDS / 2
    with start() as place:
        place.rng.seed(SEED)
        over = False
        while not over:
            few = place.postgres is None
            wanted = Wanted(for_programs=6, alone=3) if few else LONG
            await play_round(place, wanted, seconds=180, calm=60)
            say(capsys, start.__name__, report(place))
            over = time.monotonic() >= end

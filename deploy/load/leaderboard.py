"""What a page of a long leaderboard costs: the first one, one from the middle, and the reader's own place.

    .venv/bin/python -m deploy.load.leaderboard [players=30000]                                       on SQLite
    .venv/bin/python -m tests.services .venv/bin/python -m deploy.load.leaderboard                    on PostgreSQL

Everybody is a member with a sure rating; one in a hundred has had the account deleted. Without a database of its own it
makes one in a new folder.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if not os.environ.get("DATABASE_URL"):
    os.environ["OPENTRICK_VAR"] = tempfile.mkdtemp(prefix="leaderboard-")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from accounts.models import Person  # noqa: E402
from deploy.load.report import report  # noqa: E402
from matchmaking.models import Rating, SeasonRating  # noqa: E402
from matchmaking.ratings import leaderboard  # noqa: E402
from matchmaking.ratings.arithmetic import MU  # noqa: E402
from matchmaking.ratings.seasons import Season  # noqa: E402

POOL, SEASON = "hokm.normal", Season.read("2026-1")
TIMES = 20


def fill(players: int) -> list[str]:
    """Make that many members and how they stand; their public ids, the strongest first."""
    rng = random.Random(7)
    ids = [f"{number:012}" for number in range(players)]
    erased = set(ids[:: players // max(1, players // 100)])
    Person.objects.bulk_create(
        (
            Person(
                public_id=one,
                name=f"Player {one}",
                kind=Person.Kind.MEMBER,
                is_active=one not in erased,
            )
            for one in ids
        ),
        batch_size=500,
    )
    stands = {one: rng.gauss(MU, 3.3) for one in ids}

    def rated(one: str) -> dict[str, Any]:
        facts = {"mu": stands[one], "sigma": 1.2, "games": 40, "position": 1, "hidden": one in erased}
        return {"pool": POOL, "person": one, **facts}

    Rating.objects.bulk_create((Rating(**rated(one)) for one in ids), batch_size=500)
    SeasonRating.objects.bulk_create((SeasonRating(**rated(one), season=SEASON.number) for one in ids), batch_size=500)
    return sorted(set(ids) - erased, key=lambda one: -stands[one])


def timed(action: Callable[[], object]) -> list[float]:
    spent = []
    for _ in range(TIMES):
        start = time.process_time() if connection.vendor == "sqlite" else time.perf_counter()
        action()
        now = time.process_time() if connection.vendor == "sqlite" else time.perf_counter()
        spent.append(1000 * (now - start))
    return spent


def main() -> None:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 30_000
    call_command("migrate", verbosity=0, interactive=False)
    ranked = fill(players)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    middle, last = ranked[len(ranked) // 2], ranked[-1]
    for name, season in (("now", None), ("in a season", SEASON)):
        for what, after, reader in (
            ("the first page", "", ""),
            ("a page from the middle", middle, ""),
            ("a page from the middle and a reader in the middle", middle, middle),
            ("the first page and the last of all as its reader", "", last),
        ):
            board = leaderboard.board(POOL, season, after=after, reader=reader)
            assert board.own is None or board.own.place == ranked.index(reader) + 1
            assert board.rows[0].place == (ranked.index(after) + 2 if after else 1)

            def page(season: Season | None = season, after: str = after, reader: str = reader) -> object:
                return leaderboard.board(POOL, season, after=after, reader=reader)

            report(f"{what}, {name}, on {connection.vendor}", "ms", timed(page), players=players)


if __name__ == "__main__":
    main()

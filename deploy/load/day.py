"""A simulated day of rated Hokm: how long people wait and how far apart their ratings are, hour by hour.

    python -m deploy.load.day --players 30 300 30000 --svg docs/images/matchmaking-day.svg

Prints a JSON line for each number of players. Nothing is random but by the seed: the pairing is the server's own
(`matchmaking.pairing`), people come and go by the curve below.
"""

import argparse
import heapq
import itertools
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deploy.load.report import percentile
from deploy.load.svg import Line, Panel, page
from matchmaking.pairing import Ticket, Wish, pair

HOUR, DAY = 3600, 24 * 3600
PASS_S = 1
"""Between two passes of the matchmaker."""
BUSY = (4, 2, 1, 1, 1, 1, 2, 3, 4, 4, 4, 5, 6, 6, 5, 5, 6, 8, 10, 12, 13, 12, 9, 6)
"""How many sessions begin in each hour, relative to one another: quiet nights, busy evenings."""
SESSIONS, SECOND_SESSION = 1, 0.5
GOES_ON = 0.75
"""After a match: four matches in a session on average."""
PAUSE_S = (10, 60)
MATCH_S = (480, 1200)
PATIENCE_S = 300
"""Who has waited for so long gives up for now."""
COOL_DOWN_S = 30 * 60
POINTS, SPREAD = 1500, 200
ARRIVES, RETURNS = 0, 1
QUEUE = "hokm.default.normal.rated"


@dataclass
class Hour:
    waits: list[float] = field(default_factory=list)
    spreads: list[float] = field(default_factory=list)
    gave_up: int = 0
    company_again: int = 0

    def told(self) -> dict[str, Any]:
        pressed = self.gave_up + len(self.waits)
        return {
            "matches": len(self.spreads),
            "gave_up_percent": round(100 * self.gave_up / pressed, 1) if pressed else None,
            "company_again": self.company_again,
            "wait_p50": _at(self.waits, 50),
            "wait_p95": _at(self.waits, 95),
            "spread_p50": _at(self.spreads, 50),
            "spread_p95": _at(self.spreads, 95),
        }


def _at(values: Sequence[float], percent: float) -> float | None:
    return round(percentile(values, percent), 1) if values else None


def arrivals(players: int, rng: random.Random) -> Iterator[tuple[float, int]]:
    """When each player presses the button for the first time in a session. The evening before belongs to it, or the
    night would begin empty."""
    for player in range(players):
        for _ in range(SESSIONS + (rng.random() < SECOND_SESSION)):
            start = rng.choices(range(24), BUSY)[0] * HOUR + rng.random() * HOUR
            yield start, player
            if start > DAY - 4 * HOUR:
                yield start - DAY, player


def simulate(players: int, seed: int = 1) -> list[Hour]:
    """The day, by hour of the moment of being seated (or of giving up)."""
    rng = random.Random(seed)
    points = [rng.gauss(POINTS, SPREAD) for _ in range(players)]
    hours = [Hour() for _ in range(24)]
    coming = [(at, ARRIVES, player) for at, player in arrivals(players, rng)]
    heapq.heapify(coming)
    waiting: dict[int, Ticket] = {}
    busy: set[int] = set()
    met: dict[frozenset[str], float] = {}
    for now in itertools.count(-4 * HOUR, PASS_S):
        if now >= DAY:
            return hours
        while coming and coming[0][0] <= now:
            since, kind, player = heapq.heappop(coming)
            if kind == RETURNS:
                busy.discard(player)
                if rng.random() >= GOES_ON:
                    continue
            if player not in waiting and player not in busy:
                waiting[player] = Ticket(str(player), (str(player),), (Wish(QUEUE, points[player], (3,)),), since)
        for player in [player for player, ticket in waiting.items() if now - ticket.since > PATIENCE_S]:
            del waiting[player]
            if now >= 0:
                hours[now // HOUR].gave_up += 1
        if len(waiting) < 3:
            continue
        lately = {company for company, at in met.items() if now - at < COOL_DOWN_S}
        met = {company: met[company] for company in lately}
        for match in pair(list(waiting.values()), now, companies=lately).matches:
            met[frozenset(match.persons)] = now
            ends = now + rng.uniform(*MATCH_S)
            for person in match.persons:
                del waiting[int(person)]
                busy.add(int(person))
                heapq.heappush(coming, (ends + rng.uniform(*PAUSE_S), RETURNS, int(person)))
            if now >= 0:
                hours[now // HOUR].waits += match.why.waited
                hours[now // HOUR].spreads.append(match.why.spread)
                hours[now // HOUR].company_again += match.why.company_again
    raise AssertionError("the day ends")


def whole(hours: Sequence[Hour]) -> Hour:
    """All hours as one."""
    return Hour(
        [wait for hour in hours for wait in hour.waits],
        [spread for hour in hours for spread in hour.spreads],
        sum(hour.gave_up for hour in hours),
        sum(hour.company_again for hour in hours),
    )


def plot(days: dict[int, list[Hour]]) -> str:
    """Waits, spreads at a table and who gave up, a column for each number of players."""

    def row(what: str, title: str) -> list[Panel]:
        return [
            Panel(
                f"{title}, {players:,} players",
                [Line(name, [hour.told()[f"{what}_{name}"] for hour in hours]) for name in ("p50", "p95")],
            )
            for players, hours in days.items()
        ]

    gave_up = [
        Panel(f"gave up, %, {players:,} players", [Line("", [hour.told()["gave_up_percent"] for hour in hours])])
        for players, hours in days.items()
    ]
    rows = [row("wait", "wait, s"), row("spread", "spread"), gave_up]
    return page("A simulated day of matchmaking", rows, "hour of the day", (0, 6, 12, 18, 23))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[30, 300, 30_000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--svg", type=Path, help="write the plot here")
    given = parser.parse_args()
    days = {}
    for players in given.players:
        began = time.process_time()
        hours = days[players] = simulate(players, given.seed)
        told = whole(hours).told() | {"cpu_s": round(time.process_time() - began, 1)}
        print(json.dumps({"players": players, **told, "hours": [hour.told() for hour in hours]}), flush=True)
    if given.svg:
        given.svg.write_text(plot(days), encoding="utf-8")


if __name__ == "__main__":
    main()

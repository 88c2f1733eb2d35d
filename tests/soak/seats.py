"""What the database says of those who came through the queue and of the clocks, read with plain SQL: nobody lost,
nobody at two tables at once, nobody charged for what was not his.
"""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

from tests.services.platform_processes import Platform
from tests.soak.client import Line
from tests.soak.ledger import heads, name_of, query
from tests.soak.seeker import Seeker

RATED_WITHIN_S = 60.0
"""How long after the end of everything the ratings of the last table may take: a follower that was killed has to be
found behind first."""


def check_queue(platform: Platform, seekers: Iterable[Seeker]) -> Counter[str]:
    """Whoever was seated played there, and nowhere else meanwhile; nobody who has left still waits."""
    figures: Counter[str] = Counter()
    waiting = {person for (person,) in query(platform, "SELECT person FROM matchmaking_ticketperson")}
    spans: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    stands = heads(platform)
    for table_id, persons, opened, ended, rated in query(
        platform,
        "SELECT m.table_id, m.persons, h.opened_at, h.ended_at, h.rated FROM matchmaking_matched m"
        " JOIN table_head h ON h.table_id = m.table_id",
    ):
        table = name_of(table_id)
        assert ended is not None, f"{table} has not ended: {stands[table]}"
        figures["tables of the queue"] += 1
        figures["rated tables"] += bool(rated)
        figures[f"tables of the queue {stands[table][1]}"] += 1
        for person in json.loads(persons) if isinstance(persons, str) else persons:
            spans[person].append((opened, ended, table))
    for seeker in seekers:
        person = seeker.person.person
        tables = sorted(spans[person])
        for before, after in pairwise(tables):
            assert before[1] <= after[0], f"{person} sat at {before[2]} and {after[2]} at once"
        assert {table for *_, table in tables} == {line.table for line in seeker.lines}, person
        assert person not in waiting, person
    return figures


def check_clocks(platform: Platform, lines: Iterable[Line], *, tolerance_ms: int) -> Counter[str]:
    """No person ran out of time or lost his seat, for all of them answered at once; and what each decision was charged
    is what it took from the menu on a living line to the answer, and not more than a moment longer."""
    late = query(
        platform,
        "SELECT table_id, seq, kind, body FROM table_event WHERE kind IN ('table.timed_out', 'table.bot_took_over')",
    )
    assert not late, [(name_of(table_id), *rest) for table_id, *rest in late]
    took = {(line.table, name): ms for line in lines for name, ms in line.took_ms.items()}
    figures: Counter[str] = Counter()
    charged: list[int] = []
    for table_id, name, spent, lag in query(
        platform,
        "SELECT c.table_id, c.command_id, e.spent_ms, e.lag_ms FROM table_command c"
        " JOIN table_event e ON e.table_id = c.table_id AND e.seq BETWEEN c.first AND c.last AND e.actor = c.actor"
        " JOIN table_head h ON h.table_id = c.table_id"
        " WHERE e.spent_ms IS NOT NULL AND c.actor LIKE 'p:%' AND h.speed <> 'casual'",
    ):
        table = name_of(table_id)
        if (table, name) not in took:
            continue  # of an earlier round
        over = spent - (lag or 0) - took[table, name]
        charged.append(over)
        figures["decisions on the clock"] += 1
        for limit in (500, 1000, 2000, 5000):
            figures[f"charged over {limit} ms too much"] += over > limit
    assert charged, "nobody played on the clock"
    figures["most charged too much in ms"] = max(charged)
    assert max(charged) <= tolerance_ms, f"charged too much: {sorted(charged)[-10:]} ms, {figures}"
    return figures


def wait_for_ratings(platform: Platform) -> Counter[str]:
    """Until every rated table that has ended stands in the ledger, none twice; how many do. (Tables of programs with a
    clock stand there too, in pools of their own.)"""
    end = time.monotonic() + RATED_WITHIN_S
    ended = "SELECT table_id FROM table_head WHERE rated AND lifecycle IN ('finished', 'abandoned')"
    while True:
        tables = {table for (table,) in query(platform, ended)}
        entries = [table for (table,) in query(platform, "SELECT table_id FROM matchmaking_ratingentry")]
        if tables <= set(entries):
            assert len(entries) == len(set(entries))
            return Counter({"tables in the ledger": len(entries)})
        assert time.monotonic() < end, f"never rated: {[name_of(table) for table in tables - set(entries)]}"
        time.sleep(0.5)

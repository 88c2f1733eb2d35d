"""What the database says of those who came through the queue and of the clocks, read with plain SQL: nobody lost,
nobody at two tables at once, nobody charged for what was not his.
"""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tests.services.platform_processes import Platform
from tests.soak.client import Line
from tests.soak.ledger import heads, name_of, query
from tests.soak.seeker import Seeker

RATED_WITHIN_S = 60.0
"""How long after the end of everything the ratings of the last table may take: a follower that was killed has to be
found behind first."""
A_MOMENT_MS = 4_000
"""From an event to whom it concerns when Redis is away: rooms compare themselves with the database each two seconds,
and the machine has other things to do while so much of it is started anew."""
MOST_TOLD = 6
"""Decisions that were charged too much, told with what happened at the table and on the line."""
UNKNOWN_MS = 2_500
"""A process that was killed may be back or left within so long without being missed (docs/table.md, "Down-time")."""


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


def check_clocks(platform: Platform, lines: Iterable[Line], deaths: Sequence[tuple[int, str]]) -> Counter[str]:
    """No person ran out of time or lost his seat, for all of them answered at once; and what each decision was charged
    is what it took from the menu to the answer, and a moment: more only where the line was broken, and then never
    more than what is too short to be known as our absence."""
    late = query(
        platform,
        "SELECT table_id, seq, kind, body FROM table_event WHERE kind IN ('table.timed_out', 'table.bot_took_over')",
    )
    assert not late, [(name_of(table_id), *rest) for table_id, *rest in late]
    took = {(line.table, name): ms for line in lines for name, ms in line.took_ms.items()}
    broken = {(line.table, name) for line in lines for name in line.broken}
    charged: dict[bool, list[int]] = {False: [], True: []}
    most: list[tuple[int, str, str]] = []
    for table_id, name, spent, lag in query(
        platform,
        "SELECT c.table_id, c.command_id, e.spent_ms, e.lag_ms FROM table_command c"
        " JOIN table_event e ON e.table_id = c.table_id AND e.seq BETWEEN c.first AND c.last AND e.actor = c.actor"
        " JOIN table_head h ON h.table_id = c.table_id"
        " WHERE e.spent_ms IS NOT NULL AND c.actor LIKE 'p:%' AND h.speed <> 'casual'",
    ):
        answer = (name_of(table_id), name)
        if answer in took:  # and not of an earlier round
            too_much = spent - (lag or 0) - took[answer]
            charged[answer in broken].append(too_much)
            most.append((too_much, *answer))
    whole, cut = sorted(charged[False]), sorted(charged[True])
    assert whole, "nobody played on the clock"
    credits = query(platform, "SELECT count(*) FROM table_event WHERE kind = 'table.clock_credited'")
    figures = Counter(
        {
            "decisions on the clock": len(whole) + len(cut),
            "charged too much in ms, 99 of 100": max(0, whole[len(whole) * 99 // 100]),
            "charged too much in ms, most": max(0, whole[-1]),
            "charged too much in ms over a broken line, most": max([0, *cut]),
            "clocks credited": credits[0][0],
        }
    )
    if whole[-1] > A_MOMENT_MS or max([0, *cut]) > UNKNOWN_MS + A_MOMENT_MS:
        stories = [_story(platform, lines, deaths, *one) for one in sorted(most)[-MOST_TOLD:]]
        raise AssertionError("\n\n".join([f"{figures} {whole[-10:]} {cut[-10:]}", *stories]))
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


def _story(
    platform: Platform,
    lines: Iterable[Line],
    deaths: Sequence[tuple[int, str]],
    too_much: int,
    table: str,
    name: str,
) -> str:
    """What happened around a decision: what died, what the log says of the table, what the line heard of whoever took
    it."""
    line = next(one for one in lines if one.table == table and name in one.took_ms)
    seq = line.answers[name]["first"]
    end = next(at for at, what in reversed(line.history) if name in what)
    begin = end - too_much - line.took_ms[name] - 10_000
    rows = query(
        platform,
        "SELECT e.at, e.seq, e.kind, e.actor, e.spent_ms, h.table_id FROM table_event e"
        f" JOIN table_head h ON h.table_id = e.table_id WHERE e.at BETWEEN {begin} AND {end + 1000}",
    )
    log = [
        (at, f"    {number} {kind} by {actor} {spent}")
        for at, number, kind, actor, spent, id_ in rows
        if name_of(id_) == table
    ]
    told = [
        (at, what)
        for at, what in (*line.history, *((at, f"        {what}") for at, what in deaths))
        if begin <= at <= end + 1000
    ]
    title = f"{table} {seq}: {too_much} ms too much, took {line.took_ms[name]} ms, {name}"
    return "\n".join([title, *(f"{at - end:+d} {what}" for at, what in sorted([*log, *told]))])

"""What the database says in the end, read with plain SQL by nobody's code but this: no gap, nothing twice."""

import json
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg

from games.table.ids import format_id, parse_id
from tests.services.platform_processes import Platform

Rows = list[tuple[Any, ...]]


def query(platform: Platform, sql: str) -> Rows:
    """The rows, as the database's owner sees them."""
    return at_once(platform, sql)[0]


def at_once(platform: Platform, *asked: str) -> list[Rows]:
    """The rows of several questions, all of one moment: tables may go on meanwhile."""
    if platform.database_url:
        with psycopg.connect(platform.database_url) as link:
            link.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            return [link.execute(sql.encode()).fetchall() for sql in asked]
    path = Path(platform.environment["OPENTRICK_VAR"]) / "opentrick.sqlite3"
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20, isolation_level=None)) as link:
        link.execute("BEGIN")
        return [link.execute(sql).fetchall() for sql in asked]


def name_of(table_id: Any) -> str:
    """A table's id as people see it; SQLite keeps UUIDs as 32 hexadecimal digits."""
    from uuid import UUID

    return format_id(table_id if isinstance(table_id, UUID) else UUID(hex=str(table_id)))


HEADS = "SELECT table_id, seq, lifecycle FROM table_head"
EVENTS = "SELECT table_id, seq, kind, body FROM table_event ORDER BY table_id, seq"
COMMANDS = "SELECT table_id, first, last, actor, command_id FROM table_command ORDER BY table_id, first"


def heads(platform: Platform) -> dict[str, tuple[int, str]]:
    """By table: the number of its newest event, and its lifecycle."""
    return _heads(query(platform, HEADS))


def _heads(found: Rows) -> dict[str, tuple[int, str]]:
    return {name_of(table_id): (seq, lifecycle) for table_id, seq, lifecycle in found}


def check(platform: Platform) -> Counter[str]:
    """Numbers without a gap, each event from one command, no bid and no card twice, at every table.

    Answers how much there was of what.
    """
    figures: Counter[str] = Counter()
    found, happened, asked = at_once(platform, HEADS, EVENTS, COMMANDS)
    stands = _heads(found)
    events: dict[str, Rows] = defaultdict(list)
    for table_id, *event in happened:
        events[name_of(table_id)].append(tuple(event))
    commands: dict[str, Rows] = defaultdict(list)
    for table_id, *command in asked:
        commands[name_of(table_id)].append(tuple(command))
    assert events.keys() == commands.keys() == stands.keys()
    for table, (head, _) in stands.items():
        assert [seq for seq, _, _ in events[table]] == list(range(1, head + 1)), f"{table} has a gap"
        ranges = [(first, last) for first, last, _, _ in commands[table]]
        assert ranges[0][0] == 1, table
        assert ranges[-1][1] == head, table
        assert all(after[0] == before[1] + 1 for before, after in pairwise(ranges)), f"{table}: {ranges}"
        check_play(table, events[table])
        figures["tables"] += 1
        figures["events"] += head
        figures["deals"] += sum(kind == "hokm.deal_scored" for _, kind, _ in events[table])
    return figures


def check_play(table: str, events: Rows) -> None:
    """In each deal of Hokm every card is played once and, as these tables are played, every seat bids once."""
    played: list[str] = []
    bids: list[int] = []
    taken = 0
    for seq, kind, text in events:
        body = json.loads(text)
        match kind:
            case "hokm.deal_started":
                played, bids, taken = [], [], 0
            case "hokm.card_played":
                played.append(body["card"])
                assert len(set(played)) == len(played), f"{table}: event {seq} plays {body['card']} a second time"
            case "hokm.bid_placed":
                assert body["seat"] not in bids, f"{table}: event {seq} bids a second time"
                bids.append(body["seat"])
            case "hokm.trick_taken":
                taken += 1
                assert len(played) == 3 * taken, f"{table}: event {seq} ends a trick of {len(played)} cards"
            case "hokm.deal_scored" if body.get("thrown_in") is None and played:
                assert (len(played), taken) == (30, 10), f"{table}: event {seq}"


def of(table: str) -> str:
    """A table's id as it stands in SQL text, for either database."""
    return parse_id(table).hex

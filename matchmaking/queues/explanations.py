"""Why people were brought together at a table: what the pass that opened it has kept of it, for whoever looks."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Any
from uuid import UUID

from matchmaking.models import Matched
from matchmaking.pairing import Why
from matchmaking.queues.wishes import Wanted, read_wish


@dataclass(frozen=True, slots=True)
class Came:
    """One person, or a party that came together."""

    persons: tuple[str, ...]
    waited_s: float
    rating: int
    """Displayed points then; of a party the mean."""
    window: float | None
    """How far other ratings might lie from it; None when anybody would do."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why this table was opened for these people."""

    wanted: Wanted
    """The queue, at the size of the table."""
    at: int
    came: tuple[Came, ...]
    """In the order of the seats."""
    spread: int
    """Points between the highest and the lowest rating."""
    company_again: bool
    """They had met lately, and had waited long enough to do so again."""
    tables_possible: int
    """In how many of the queues of who waited longest a table could be opened; this one had the least spread."""


def as_json(why: Why) -> dict[str, object]:
    """The reasons of a match as JSON, which `explanation_of` reads: an open window is null."""
    facts = asdict(why)
    facts["windows"] = [None if window == inf else window for window in why.windows]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in facts.items()}


def explanation_of(table_id: UUID) -> Explanation | None:
    """One question; None for a table that matchmaking has not opened."""
    row = Matched.objects.filter(table_id=table_id).first()
    if row is None:
        return None
    why: dict[str, Any] = row.why
    tickets = _tickets(row.persons, row.parties)
    told = zip(tickets, why["waited"], why["ratings"], why["windows"], strict=False)
    return Explanation(
        wanted=read_wish(row.queue, (len(row.persons),)),
        at=row.at,
        came=tuple(Came(persons, waited, round(rating), window) for persons, waited, rating, window in told),
        spread=round(why["spread"]),
        company_again=why["company_again"],
        tables_possible=why["queues_tried"],
    )


def _tickets(persons: Sequence[str], parties: Sequence[dict[str, Any]]) -> list[tuple[str, ...]]:
    """The people ticket by ticket, as the pass had them: those of a party sit side by side."""
    sizes = {person: len(party["persons"]) for party in parties for person in party["persons"]}
    tickets, at = [], 0
    while at < len(persons):
        size = sizes.get(persons[at], 1)
        tickets.append(tuple(persons[at : at + size]))
        at += size
    return tickets

"""Nobody sits down with somebody whom he has blocked, or who has blocked him.

He is told that the seat is taken, as if somebody had been quicker: a refusal of its own would tell who has blocked
whom.
"""

from typing import Any

from accounts import relations
from games.table.aggregate import Refused, Table, actors
from games.table.aggregate.commands import Sit, TakeChair


def matters_to(command: Any) -> bool:
    """Whether this command brings somebody into a company, so that the database has to be asked."""
    return type(command) in (Sit, TakeChair)


def check(table: Table, command: Any, actor: str) -> None:
    """One question for a command that sits somebody down, none for any other. Raises Refused."""
    person = actors.person_of(actor)
    if not matters_to(command) or person is None:
        return
    here = {name for one in table.seats for name in (one.person, one.owner) if name} | {*table.promised.values()}
    company = here - {person}
    if not company:
        return
    blocked = relations.blocked_by([person, *company])
    if company & blocked.get(person, set()) or any(person in blocked.get(one, ()) for one in company):
        raise Refused("seat_taken")

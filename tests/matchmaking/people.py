"""People who wait, and tables that they have played."""

from accounts.models import Person
from games.table.clock import now_ms
from matchmaking.queues.tickets import enter
from matchmaking.queues.waiting import Waiting, read
from matchmaking.queues.wishes import Wanted

RATED = Wanted("hokm", rated=True)
CASUAL = Wanted("hokm", speed="casual")


def member(name: str = "Member") -> str:
    """The public id of a new member."""
    return Person.objects.create(kind=Person.Kind.MEMBER, name=name).public_id


def members(count: int) -> list[str]:
    return [member(f"Member {number}") for number in range(count)]


def waiting(count: int, *wishes: Wanted, now: int | None = None) -> list[str]:
    """New members, each on a ticket of their own."""
    persons = members(count)
    for person in persons:
        enter([person], wishes or (RATED,), now=now)
    return persons


def waiting_facts(person: str, now: int | None = None) -> Waiting | None:
    """What somebody waits for and how it stands, read anew."""
    now = now_ms() if now is None else now
    return read(now).of(person, now)

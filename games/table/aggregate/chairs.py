"""Who may sit down where a program plays: at a casual table, from the next deal on.

A chair is a program's own, not one on which it plays on for somebody. It may be taken by whoever has the link of a
table that is for people with the link, and at a public one where more than one person plays: who plays alone against
programs stays alone, unless he waited for people and began with programs (then the table is nobody's own). During a
deal the chair is promised, and the person sits down as soon as the deal is over.
"""

from typing import TYPE_CHECKING, Any

from games.kernel.cards import Seat
from games.table.aggregate import actors
from games.table.aggregate import events as e
from games.table.aggregate.errors import Refused
from games.table.aggregate.parts import PLAYING

if TYPE_CHECKING:
    from games.table.aggregate.batch import Batch
    from games.table.aggregate.table import Table


def open_chairs(table: "Table") -> list[Seat]:
    """The chairs that somebody may take now."""
    if table.lifecycle != PLAYING or table.opened.rated:
        return []
    company = sum(1 for one in table.seats if one.whose)
    if table.opened.visibility != "link" and not takes_company(company, table.host):
        return []
    return [seat for seat, one in enumerate(table.seats) if one.policy and not one.owner and seat not in table.promised]


def takes_company(company: int, host: str | None) -> bool:
    """Whether so many people who play at a public table have strangers for company."""
    return company >= (2 if host else 1)


def promised_to(table: "Table", person: str) -> Seat | None:
    """The chair on which this person sits down when the deal is over."""
    return next((seat for seat, other in table.promised.items() if other == person), None)


def take(batch: "Batch", person: str, seat: Seat | None) -> None:
    """This chair, or the first that is open. Raises Refused."""
    table = batch.table
    if table.lifecycle != PLAYING or table.opened.rated:
        raise Refused("not_open")
    known = (table.seat_of(person), table.owned_seat(person), promised_to(table, person))
    if any(one is not None for one in known):
        raise Refused("already_seated")
    if seat is not None and seat >= table.players:
        raise Refused("unreadable", field="seat")
    free = open_chairs(table)
    if not free or (seat is not None and seat not in free):
        raise Refused("seat_taken")
    chosen = free[0] if seat is None else seat
    batch.record(e.ChairPromised(chosen, person) if table.rest_since is None else e.Sat(chosen, person))


def give_back(batch: "Batch", person: str) -> bool:
    """Whoever has been promised a chair does not want it any more. Whether there was a promise."""
    seat = promised_to(batch.table, person)
    if seat is None:
        return False
    batch.record(e.Left(seat, person))
    return True


def seat_newcomers(batch: "Batch") -> bool:
    """Between deals: whoever has been promised a chair sits down. Whether there was anybody."""
    promised = batch.table.promised
    for seat, person in sorted(promised.items()):
        batch.record(e.Sat(seat, person), actor=actors.person(person))
    return bool(promised)


def seen(table: "Table") -> dict[str, Any] | None:
    """What everybody sees of it; None at a table where there is nothing to see."""
    free, promised = open_chairs(table), table.promised
    if not free and not promised:
        return None
    coming = [{"seat": seat, "person": person} for seat, person in sorted(promised.items())]
    return {"open": free, "coming": coming}

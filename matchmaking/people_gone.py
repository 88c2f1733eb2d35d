"""What matchmaking tells somebody of himself, and what it forgets when he has had the account deleted.

Ratings and the ledger stay: they are a fold of tables that others played too, and know a pseudonym only.
"""

from typing import Any

from accounts.models import Person
from games.table.ids import format_id
from matchmaking import tickets
from matchmaking.models import NoShow, Party, PartyMember, Rating, RatingChange, TicketPerson


def on_erased(*, public_id: str, **_: Any) -> None:
    tickets.leave(public_id)
    NoShow.objects.filter(person=public_id).delete()
    Party.objects.filter(leader=public_id).delete()
    PartyMember.objects.filter(person=public_id).delete()


def tickets_about(person: Person) -> list[dict[str, Any]]:
    rows = TicketPerson.objects.filter(person=person.public_id).select_related("ticket")
    return [{"wishes": row.ticket.wishes, "since": row.ticket.since} for row in rows]


def ratings_about(person: Person) -> dict[str, Any]:
    """Where he stands in every pool, and every change with its reason."""
    ratings = Rating.objects.filter(person=person.public_id).order_by("pool")
    changes = RatingChange.objects.filter(person=person.public_id).order_by("pool", "position")
    return {
        "now": [{"pool": row.pool, "mu": row.mu, "sigma": row.sigma, "games": row.games} for row in ratings],
        "changes": [
            {
                "pool": row.pool,
                "table": format_id(row.table_id),
                "at": row.at,
                "rank": row.rank,
                "left": row.left,
                "before": {"mu": row.mu_before, "sigma": row.sigma_before},
                "after": {"mu": row.mu, "sigma": row.sigma},
                "expected": row.expected,
                "got": row.got,
                "unrated_reason": row.unrated_reason,
            }
            for row in changes.iterator(chunk_size=1_000)
        ],
    }

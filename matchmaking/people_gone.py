"""What matchmaking tells somebody of himself, and what it forgets when he has had the account deleted.

Ratings and the ledger stay: they are a fold of tables that others played too, and know a pseudonym only.
"""

from typing import Any

from accounts.models import Person
from games.table.ids import format_id
from matchmaking.models import NoShow, Rating, RatingChange, SeasonRating, TicketPerson
from matchmaking.queues import parties, tickets
from matchmaking.ratings.seasons import Season


def on_recognised(*, public_id: str, **_: Any) -> None:
    """A guest who has signed in as a member waits no longer: others would be seated with nobody."""
    tickets.leave(public_id)
    parties.forget(public_id)


def on_blocked(*, person: str, other: str, **_: Any) -> None:
    """The two do not wait together any more: who blocked goes out of the party, and of the ticket, that both are on."""
    tickets_of_both = TicketPerson.objects.filter(person__in=(person, other)).values_list("ticket", flat=True)
    if len(tickets_of_both) == 2 and len(set(tickets_of_both)) == 1:
        tickets.leave(person)
    code = parties.party_of(person)
    if code is not None and code == parties.party_of(other):
        parties.leave(person)


def on_erased(*, public_id: str, **_: Any) -> None:
    on_recognised(public_id=public_id)
    NoShow.objects.filter(person=public_id).delete()
    Rating.objects.filter(person=public_id).update(hidden=True)
    SeasonRating.objects.filter(person=public_id).update(hidden=True)


def tickets_about(person: Person) -> list[dict[str, Any]]:
    rows = TicketPerson.objects.filter(person=person.public_id).select_related("ticket")
    return [{"wishes": row.ticket.wishes, "since": row.ticket.since} for row in rows]


def no_shows_about(person: Person) -> list[dict[str, Any]]:
    """Tables that were opened for him and to which he did not come."""
    rows = NoShow.objects.filter(person=person.public_id).order_by("at")
    return [{"table": format_id(row.table_id), "at": row.at} for row in rows]


def ratings_about(person: Person) -> dict[str, Any]:
    """Where he stands in every pool, how he stood in each season, and every change with its reason."""
    ratings = Rating.objects.filter(person=person.public_id).order_by("pool")
    seasons = SeasonRating.objects.filter(person=person.public_id).order_by("pool", "season")
    changes = RatingChange.objects.filter(person=person.public_id).order_by("pool", "position")
    return {
        "now": [{"pool": row.pool, "mu": row.mu, "sigma": row.sigma, "games": row.games} for row in ratings],
        "seasons": [
            {"pool": row.pool, "season": Season(row.season).code, "mu": row.mu, "sigma": row.sigma, "games": row.games}
            for row in seasons
        ],
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

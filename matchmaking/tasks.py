"""What Celery runs: the pass over everybody who waits, on the queue `matchmaking`, and the rating of tables that have
ended, on the queue `ratings`.

A task names a table and looks at its log, so one that is lost with its worker is found by the sweep, and one that is
run twice changes nothing.
"""

from celery import shared_task
from django.db import OperationalError

from games.table import followers
from games.table.ids import parse_id
from matchmaking.queues import matching
from matchmaking.ratings import ledger

FOLLOWER = "ratings"
EXPIRES_S = 5.0


@shared_task(name="matchmaking.tasks.pair_waiting")
def pair_waiting() -> int:
    """One pass over everybody who waits; how many tables it opened. A pass that dies is made good by the next."""
    return len(matching.pair_waiting())


@shared_task(
    name="matchmaking.tasks.rate_table", autoretry_for=(OperationalError,), max_retries=3, default_retry_delay=1
)
def rate_table(table_id: str) -> None:
    """Bring the ledger up to date with one table."""
    seen = ledger.record(parse_id(table_id))
    if seen is not None:
        followers.mark(FOLLOWER, parse_id(table_id), seen)

"""What Celery runs for the tables: the sweep, on the queue `clock`, which has a worker of its own, mails, and what is
kept of finished tables."""

from celery import shared_task
from django.db import OperationalError

from games.table import followers, notices, played
from games.table.ids import parse_id
from games.table.sweep import sweep as sweep_once

EXPIRES_S = 5.0


@shared_task(name="games.table.tasks.sweep")
def sweep() -> None:
    """One sweep; beat asks for one each second."""
    sweep_once()


@shared_task(name=notices.MAIL_TURN)
def mail_turn(table: str, person: str, decision: int, claimed_at: int) -> None:
    """One mail; one that could not be sent is claimed again by a later sweep."""
    notices.send(parse_id(table), person, decision, claimed_at)


@shared_task(
    name="games.table.tasks.record_played", autoretry_for=(OperationalError,), max_retries=3, default_retry_delay=1
)
def record_played(table_id: str) -> None:
    """Keep what a finished table tells of those who played it."""
    seen = played.record(parse_id(table_id))
    if seen is not None:
        followers.mark(played.FOLLOWER, parse_id(table_id), seen)

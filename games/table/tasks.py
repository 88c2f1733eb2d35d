"""What Celery runs for the tables: the sweep, on the queue `clock`, which has a worker of its own, and mails."""

from celery import shared_task

from games.table import notices
from games.table.ids import parse_id
from games.table.sweep import sweep as sweep_once


@shared_task(name="games.table.tasks.sweep")
def sweep() -> None:
    """One sweep; beat asks for one each second."""
    sweep_once()


@shared_task(name=notices.MAIL_TURN)
def mail_turn(table: str, person: str, decision: int, claimed_at: int) -> None:
    """One mail; one that could not be sent is claimed again by a later sweep."""
    notices.send(parse_id(table), person, decision, claimed_at)

"""What Celery runs for the tables: the sweep, on the queue `clock`, which has a worker of its own."""

from celery import shared_task

from games.table.sweep import sweep as sweep_once


@shared_task(name="games.table.tasks.sweep")
def sweep() -> None:
    """One sweep; beat asks for one each second."""
    sweep_once()

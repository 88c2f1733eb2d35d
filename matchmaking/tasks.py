"""What Celery runs: a pass over the waiting tickets."""

from celery import shared_task

from matchmaking import matching


@shared_task(name="matchmaking.tasks.pair_waiting")
def pair_waiting() -> int:
    """One pass over everybody who waits; how many tables it opened. A pass that dies is made good by the next."""
    return len(matching.pair_waiting())

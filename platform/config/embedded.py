"""Celery inside the web process: what `manage.py play` runs beside Daphne.

The workers are real ones on the memory broker, so a bot's turn takes the same way as in production: task, worker, write
path, announcement. The sweep has a worker of its own, or thinking bots would starve the clocks; so has matchmaking.
"""

import threading
import time
from typing import Any

from celery import Celery
from celery.app.trace import setup_worker_optimizations
from celery.beat import EmbeddedService
from celery.signals import task_postrun, task_prerun
from celery.worker import WorkController
from django.db import close_old_connections

CLOCK_QUEUES = ["clock"]
MATCHMAKING_QUEUES = ["matchmaking"]
OTHER_QUEUES = ["bots", "ratings", "analysis", "moderation"]
START_LIMIT = 10.0
STOP_LIMIT = 1.0


class EmbeddedCelery:
    """Three workers and a beat in threads of this process."""

    def __init__(self, app: Celery, *, concurrency: int = 2) -> None:
        self._app = app
        self._workers: list[tuple[WorkController, threading.Thread]] = []
        self._beat: Any = None
        self._concurrency = concurrency

    def start(self) -> None:
        # What `celery worker` does before it starts: tasks in all threads belong to this application.
        setup_worker_optimizations(self._app, "embedded@localhost")
        task_prerun.connect(_close_old_connections)
        task_postrun.connect(_close_old_connections)
        # One after the other: a starting worker takes its queues from a list that the application shares.
        self._start_worker("clock", CLOCK_QUEUES, concurrency=1)
        self._start_worker("matchmaker", MATCHMAKING_QUEUES, concurrency=1)
        self._start_worker("tasks", OTHER_QUEUES, concurrency=self._concurrency)
        self._beat = EmbeddedService(self._app, thread=True, scheduler_cls="celery.beat:Scheduler")
        self._beat.daemon = True
        self._beat.start()

    def stop(self) -> None:
        """Lets running tasks end, but not for long: what is lost, the next start finds in the log."""
        end = time.monotonic() + STOP_LIMIT
        waiting = [thread for _, thread in self._workers]
        for stop in [worker.stop for worker, _ in self._workers] + ([self._beat.stop] if self._beat else []):
            waiting.append(threading.Thread(target=stop, daemon=True))
            waiting[-1].start()
        for thread in waiting:
            thread.join(max(0.0, end - time.monotonic()))

    def _start_worker(self, name: str, queues: list[str], *, concurrency: int) -> None:
        ready = threading.Event()
        worker = WorkController(
            app=self._app,
            hostname=f"{name}@localhost",
            queues=queues,
            pool_cls="threads",
            concurrency=concurrency,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
            loglevel="WARNING",
            quiet=True,
            ready_callback=lambda consumer: ready.set(),
        )
        thread = threading.Thread(target=worker.start, name=f"celery-{name}", daemon=True)
        thread.start()
        if not ready.wait(START_LIMIT):
            raise RuntimeError(f"the embedded worker {name!r} did not start within {START_LIMIT:.0f} s")
        self._workers.append((worker, thread))


def _close_old_connections(**_: Any) -> None:
    close_old_connections()

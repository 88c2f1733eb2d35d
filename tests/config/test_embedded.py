"""Celery inside the web process: real workers, and thinking bots never hold up the clocks."""

import threading
import time
from collections.abc import Iterator

import pytest
from celery import Celery, current_app
from celery.app.trace import reset_worker_optimizations
from kombu.transport import memory

from config.celery import app as platform_app
from config.embedded import EmbeddedCelery

# A worker checks the models as it starts, and one field of theirs asks SQLite what it can do.
pytestmark = pytest.mark.django_db(transaction=True)

SLEEPERS = 4  # more than the worker of the other queues has threads


@pytest.fixture
def app() -> Iterator[Celery]:
    # The memory broker is one for the whole process: forget what other tests have sent.
    memory.Channel.queues.clear()
    memory.Transport.global_state.clear()
    app = Celery("embedded-test", broker="memory://localhost/", set_as_current=False)
    app.conf.update(
        broker_transport_options={"polling_interval": 0.02},
        task_ignore_result=True,
        task_default_queue="bots",
        worker_hijack_root_logger=False,
    )
    yield app
    app.close()
    reset_worker_optimizations(app)
    platform_app.set_default()
    platform_app.set_current()


def end(celery: EmbeddedCelery) -> None:
    """Stops it and sees its threads end: the memory broker is one for all, and an old worker would take new tasks."""
    celery.stop()
    for _, thread in celery._workers:
        thread.join(10)
        assert not thread.is_alive()


def test_thinking_bots_do_not_hold_up_the_sweep_and_beat_beats(app: Celery):
    thinking, swept, go = threading.Semaphore(0), threading.Semaphore(0), threading.Event()

    @app.task(name="think", shared=False)
    def think() -> None:
        thinking.release()
        go.wait(10)

    @app.task(name="sweep", shared=False)
    def sweep() -> None:
        swept.release()

    app.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": 1.0, "options": {"queue": "clock", "expires": 1}}}
    celery = EmbeddedCelery(app, concurrency=2)
    celery.start()
    try:
        for _ in range(SLEEPERS):
            think.apply_async(queue="bots")
        assert all(thinking.acquire(timeout=5) for _ in range(2)), "both threads of the worker think"
        for _ in range(3):
            assert swept.acquire(timeout=5), "the sweep goes on meanwhile"
        assert not thinking.acquire(timeout=0.2), "the others wait for their turn"
        go.set()
        assert all(thinking.acquire(timeout=5) for _ in range(SLEEPERS - 2))
    finally:
        go.set()
        end(celery)


def test_a_task_with_a_countdown_waits(app: Celery):
    done: list[float] = []
    ready = threading.Event()

    @app.task(name="later", shared=False)
    def later() -> None:
        done.append(time.monotonic())
        ready.set()

    celery = EmbeddedCelery(app)
    celery.start()
    try:
        began = time.monotonic()
        later.apply_async(countdown=0.5)
        assert ready.wait(10)
        assert done[0] - began >= 0.5
    finally:
        end(celery)
    assert len(done) == 1


def test_it_stops_soon_even_while_a_task_runs(app: Celery):
    running, go = threading.Event(), threading.Event()

    @app.task(name="stubborn", shared=False)
    def stubborn() -> None:
        running.set()
        go.wait(10)

    celery = EmbeddedCelery(app)
    celery.start()
    stubborn.apply_async()
    assert running.wait(5)
    began = time.monotonic()
    celery.stop()
    assert time.monotonic() - began < 3
    go.set()
    end(celery)


def test_every_thread_knows_the_platforms_application():
    """Otherwise a task enqueued from a request's thread would go to a broker nobody has."""
    known: list[str] = []
    thread = threading.Thread(target=lambda: known.append(str(current_app.conf.broker_url)))
    thread.start()
    thread.join()
    assert known == [platform_app.conf.broker_url]

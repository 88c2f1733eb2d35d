"""The services as pytest fixtures: asked for, started; never skipped. A service that cannot start fails the test."""

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.services import chromium
from tests.services.platform_processes import Platform, embedded_server, production_like
from tests.services.run import Run

RUN = pytest.StashKey[Run]()
BOTH_BY_THEMSELVES = {"each_database", "other_database", "platform_processes", "embedded"}
"""Fixtures of tests that see to the other database themselves."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RUN] = Run.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    run = config.stash.get(RUN, None)
    if run is not None:
        run.end()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL (`python -m tests.services pytest`) only what uses Django's database is run.

    Browser tests come last: Playwright keeps an event loop running to the end, and no other may start beside it. For
    the same reason `make test` runs them by themselves. Those that share an installation come first: a worker of xdist
    that has nothing left takes from the end of what another has, and would start the installation once more.
    """

    def turn(item: pytest.Item) -> tuple[bool, bool]:
        return item.get_closest_marker("browser") is not None, "start_site" not in getattr(item, "fixturenames", ())

    items.sort(key=turn)
    if not os.environ.get("DATABASE_URL"):
        return
    chosen: list[pytest.Item] = []
    rest: list[pytest.Item] = []
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        again = item.get_closest_marker("django_db") or names & {"db", "transactional_db"}
        (chosen if again and not names & BOTH_BY_THEMSELVES else rest).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=rest)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """A page that stayed open would call for its server, which has ended, through all the tests that follow."""
    browser = getattr(item, "funcargs", {}).get("browser")
    for context in browser.contexts if browser else ():
        context.close()


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> str:
    """A superuser's URL of the run's own PostgreSQL, at its maintenance database: make your own database there."""
    return pytestconfig.stash[RUN].postgres().url


@pytest.fixture(scope="session")
def redis_url(pytestconfig: pytest.Config) -> str:
    """The URL of the run's own Redis."""
    return pytestconfig.stash[RUN].redis().url


_number = count(1)


@pytest.fixture
def fresh_database(pytestconfig: pytest.Config, worker_name: str) -> Iterator[Callable[[], str]]:
    """Makes empty PostgreSQL databases and answers their URLs; they are dropped after the test."""
    server = pytestconfig.stash[RUN].postgres()
    made: list[str] = []

    def make() -> str:
        made.append(f"t_{worker_name}_{next(_number)}")
        return server.create_database(made[-1])

    yield make
    for name in made:
        server.drop_database(name)


@pytest.fixture(scope="session")
def worker_name() -> str:
    """Different in each pytest worker: for names of things they might share."""
    return os.environ.get("PYTEST_XDIST_WORKER", "main") + f"_{os.getpid()}"


@pytest.fixture
def platform_processes(
    pytestconfig: pytest.Config, worker_name: str, redis_url: str, tmp_path: Path
) -> Iterator[Callable[..., Platform]]:
    """Starts the platform as in production: `platform_processes(web=2, workers=["bots", "clock"], beat=True)`."""
    run = pytestconfig.stash[RUN]
    running: list[tuple[str, Platform]] = []

    def start(**wanted: Any) -> Platform:
        name = f"p_{worker_name}_{next(_number)}"
        url = run.postgres().create_database(name, template=run.migrated_database())
        running.append((name, production_like(url, redis_url, tmp_path / name, **wanted)))
        return running[-1][1]

    yield start
    for name, processes in running:
        processes.stop()
        run.postgres().drop_database(name)


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Callable[..., Platform]]:
    """Starts `manage.py play` on a folder of its own: `embedded(BOT_THINK_MS="0")`."""
    running: list[Platform] = []

    def start(**environment: str) -> Platform:
        running.append(embedded_server(tmp_path / f"var{len(running)}", **environment))
        return running[-1]

    yield start
    for processes in running:
        processes.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], pytestconfig: pytest.Config) -> dict[str, Any]:
    """pytest-playwright, with the Chromium of this machine, and the client as its sources are now."""
    pytestconfig.stash[RUN].build_client()
    return {
        **browser_type_launch_args,
        "executable_path": chromium.find(),
        "args": chromium.launch_arguments(),
    }

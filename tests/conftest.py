import os
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.cache import cache

from games.table.rooms import rooms_here
from web.messages import compile_all

pytest_plugins = ["tests.services.fixtures", "tests.databases"]


def pytest_configure() -> None:
    """The tests read the catalogs as they are now, not as they were when `make setup` last compiled them."""
    compile_all()
    for given in settings.CACHES.values():
        if given.get("LOCATION", "").startswith("redis:"):  # each of pytest's workers counts for itself
            number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) + 1
            given["LOCATION"] = urlsplit(given["LOCATION"])._replace(path=f"/{number}").geturl()


@pytest.fixture(autouse=True)
def forget_the_counts() -> None:
    """Each test counts from nothing: all of them come from one address."""
    cache.clear()


@pytest.fixture
async def no_room_outlives_its_test() -> AsyncIterator[None]:
    """For tests that open sockets of tables: what a room writes later would meet the emptying of the database."""
    yield
    await rooms_here().close()

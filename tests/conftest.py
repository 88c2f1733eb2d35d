import os
from urllib.parse import urlsplit

from django.conf import settings

from web.messages import compile_all

pytest_plugins = ["tests.services.fixtures", "tests.databases"]


def pytest_configure() -> None:
    """The tests read the catalogs as they are now, not as they were when `make setup` last compiled them."""
    compile_all()
    for cache in settings.CACHES.values():
        if cache.get("LOCATION", "").startswith("redis:"):  # each of pytest's workers counts for itself
            number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) + 1
            cache["LOCATION"] = urlsplit(cache["LOCATION"])._replace(path=f"/{number}").geturl()

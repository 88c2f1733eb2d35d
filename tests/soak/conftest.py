"""Installations that several tests of a module share: starting one costs more than most of these tests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.services.fixtures import RUN
from tests.services.platform_processes import Platform, Process, embedded_server, production_like
from tests.soak import ledger

WITH_FAULTS: dict[str, Any] = {"DJANGO_SETTINGS_MODULE": "tests.soak.settings"}
_number = count(1)


@dataclass
class Site:
    """An installation as these tests see it. Embedded there is one server, which stands for both."""

    platform: Platform
    embedded: bool
    doomed: Path
    """Makes the server that is told of it die between a commit and its announcement: put this file there."""

    @property
    def one(self) -> str:
        return self.platform.web[0].url

    @property
    def other(self) -> str:
        return self.platform.web[-1 if self.embedded else 1].url

    def start_doomed(self) -> Process:
        """A server that dies untold when `doomed` is there; the embedded one always is such a server."""
        if self.embedded:
            return self.platform.web[-1]
        return self.platform.start_web(**WITH_FAULTS, FAULT_DIE_UNTOLD=str(self.doomed))


@pytest.fixture(scope="module")
def start_site(
    pytestconfig: pytest.Config, worker_name: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Site]]:
    """Starts an installation: `start_site("production")` or `start_site("embedded")`. In the end its log is checked."""
    run = pytestconfig.stash[RUN]
    running: list[tuple[str, Site]] = []

    def start(kind: str, **environment: Any) -> Site:
        name = f"soak_{worker_name}_{next(_number)}"
        folder = tmp_path_factory.mktemp(name)
        doomed = folder / "die"
        if kind == "embedded":
            faults = {**WITH_FAULTS, "FAULT_DIE_UNTOLD": str(doomed)}
            platform = embedded_server(folder / "var", **{**faults, **environment})
            name = ""
        else:
            url = run.postgres().create_database(name, template=run.migrated_database())
            platform = production_like(url, run.redis().url, folder, web=2, **environment)
        running.append((name, Site(platform, kind == "embedded", doomed)))
        return running[-1][1]

    yield start
    try:
        for _, site in running:
            ledger.check(site.platform)
            site.platform.manage("rebuild", "--all")  # fails when a table differs
    finally:
        for name, site in running:
            for process in site.platform.processes():
                process.kill()  # everything was checked: no need to ask politely
            if name:
                run.postgres().drop_database(name)

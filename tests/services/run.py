"""What one run of the tests has started: each service once, however many pytest workers share it.

The folder of the run is made by the first process and handed to the others in the environment. A service is started by
whoever asks first, under a file lock; its description stays in the folder, and the first process stops it at the end.
"""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from tests.services import postgres, redis
from tests.services.environment import ROOT, manage, production_environment
from tests.services.ports import NotReady
from tests.services.postgres import APP_ROLE, Postgres
from tests.services.redis import Redis

VARIABLE = "OPENTRICK_TEST_RUN"


class Run:
    """One run. `begin` makes it or joins it; only the one who made it may `end` it."""

    def __init__(self, folder: Path, *, mine: bool) -> None:
        self.folder = folder
        self.mine = mine

    @classmethod
    def begin(cls) -> "Run":
        given = os.environ.get(VARIABLE)
        if given and Path(given).is_dir():
            return cls(Path(given), mine=False)
        folder = Path(tempfile.mkdtemp(prefix="opentrick-tests-"))
        os.environ[VARIABLE] = str(folder)
        return cls(folder, mine=True)

    def postgres(self) -> Postgres:
        return self._shared("postgres", postgres.start, Postgres)

    def redis(self) -> Redis:
        return self._shared("redis", redis.start, Redis)

    def migrated_database(self) -> str:
        """The name of a database with all tables and the rights of the platform's role: a template to copy."""
        server, name = self.postgres(), f"opentrick_template_{self.folder.name[-8:]}"
        made = self.folder / "template"
        with self._locked("template"):
            if not made.exists():
                migrated(server, name, self.redis().url)
                made.touch()
        return name

    def build_client(self) -> None:
        """Bring the bundle in step with its sources, or a browser would be shown yesterday's client."""
        with self._locked("client"):
            done = subprocess.run([ROOT / "tools" / "client", "build"], cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            raise NotReady(f"the client could not be built: {(done.stderr or done.stdout)[-1000:]}")

    def end(self) -> None:
        if not self.mine:
            return
        if (self.folder / "template").exists():
            self.postgres().drop_database(self.migrated_database())
        for name, kind in (("postgres", Postgres), ("redis", Redis)):
            described = self.folder / f"{name}.json"
            if described.exists():
                kind(**json.loads(described.read_text())).stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        os.environ.pop(VARIABLE, None)

    def _shared[S: (Postgres, Redis)](self, name: str, start: Callable[[], S], kind: type[S]) -> S:
        described = self.folder / f"{name}.json"
        with self._locked(name):
            if described.exists():
                return kind(**json.loads(described.read_text()))
            service = start()
            described.write_text(json.dumps(asdict(service)))
            return service

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        with (self.folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def migrated(server: Postgres, name: str, redis_url: str) -> str:
    """A new database with all tables and the rights of the platform's role; its owner's URL."""
    server.create_app_role()
    url = server.create_database(name)
    for command in (["migrate", "--no-input", "-v0"], ["grant_app_role", APP_ROLE]):
        manage(*command, environment=production_environment(url, redis_url))
    return url

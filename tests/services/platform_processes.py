"""The platform's own processes, started for real: Daphnes, workers and a beat as in production, or `manage.py play`."""

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Self
from urllib.error import URLError

import redis as redis_client

from tests.services.environment import QUICK, ROOT, clean_environment, manage, production_environment
from tests.services.ports import NotReady, free_port, wait_until
from tests.services.postgres import APP_ROLE, with_user

LIMIT = 60.0


@dataclass
class Process:
    """One process. Whatever it says goes to the file `log`."""

    name: str
    log: Path
    popen: subprocess.Popen[bytes]
    port: int | None = None
    ready_words: str = ""
    """What it says when it is ready, if it has no port to ask at."""

    @property
    def pid(self) -> int:
        return self.popen.pid

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def alive(self) -> bool:
        return self.popen.poll() is None

    def kill(self) -> None:
        """As a power failure would: SIGKILL, no last words."""
        self.popen.send_signal(signal.SIGKILL)
        self.popen.wait()

    def terminate(self, limit: float = 10.0) -> int:
        """SIGTERM, and the exit code; killed if it does not obey in time."""
        if self.alive():
            self.popen.send_signal(signal.SIGTERM)
            try:
                self.popen.wait(limit)
            except subprocess.TimeoutExpired:
                self.kill()
        return self.popen.wait()

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def wait_until_ready(self) -> Self:
        try:
            wait_until(self._ready, what=self.name, limit=LIMIT, alive=self.alive)
        except NotReady as error:
            self.terminate(1.0)
            raise NotReady(f"{error}:\n{self.said()[-3000:]}") from None
        return self

    def _ready(self) -> bool:
        if self.port is None:
            return self.ready_words in self.said()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False


@dataclass
class Platform:
    """The processes of one installation, all on the same database, Redis and secrets."""

    folder: Path
    environment: dict[str, str]
    web: list[Process] = field(default_factory=list)
    workers: list[Process] = field(default_factory=list)
    beat: Process | None = None
    database_url: str = ""
    """The owner's URL: what the tests look with. The processes themselves have the one of the environment."""
    redis_url: str = ""
    _numbers: Any = field(default_factory=lambda: count(1))

    @property
    def url(self) -> str:
        return self.web[0].url

    def manage(self, *arguments: str, **environment: str) -> str:
        """Runs a management command in this installation; answers what it printed."""
        return manage(*arguments, environment={**self.environment, **environment})

    def start_web(self, port: int | None = None, *, wait: bool = True, **environment: str) -> Process:
        """A Daphne; give the port of a killed one to bring it back."""
        port = port or free_port()
        command = ["-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"]
        self.web.append(self._start("web", command, port=port, environment=environment))
        return self.web[-1].wait_until_ready() if wait else self.web[-1]

    def start_worker(
        self, *queues: str, pool: str = "threads", concurrency: int = 2, wait: bool = True, **environment: str
    ) -> Process:
        """A Celery worker on these queues."""
        name = f"{'-'.join(queues)}-{next(self._numbers)}"
        command = ["-m", "celery", "-A", "config", "worker", "-l", "INFO", "-Q", ",".join(queues), "-n", f"{name}@%h"]
        command += ["-P", pool, "-c", str(concurrency), "--without-mingle", "--without-gossip"]
        self.workers.append(self._start(name, command, ready_words=" ready", environment=environment))
        return self.workers[-1].wait_until_ready() if wait else self.workers[-1]

    def start_beat(self, *, wait: bool = True) -> Process:
        command = ["-m", "celery", "-A", "config", "beat", "-l", "INFO", "-S", "celery.beat:Scheduler", "--pidfile="]
        self.beat = self._start("beat", command, ready_words="beat: Starting")
        return self.beat.wait_until_ready() if wait else self.beat

    def start_embedded(self, port: int | None = None) -> Process:
        """`manage.py play`; give the port of a killed one to bring it back."""
        port = port or free_port()
        self.web.append(self._start("play", ["manage.py", "play", "--port", str(port)], port=port))
        return self.web[-1].wait_until_ready()

    def processes(self) -> list[Process]:
        return [*self.web, *self.workers, *([self.beat] if self.beat else [])]

    def wait_until_ready(self) -> None:
        for process in self.processes():
            process.wait_until_ready()

    def stop(self) -> None:
        for process in self.processes():
            if process.alive():
                process.popen.send_signal(signal.SIGTERM)
        for process in self.processes():
            process.terminate(5.0)

    def _start(
        self,
        name: str,
        command: list[str],
        *,
        port: int | None = None,
        ready_words: str = "",
        environment: dict[str, str] | None = None,
    ) -> Process:
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / f"{name}-{next(self._numbers)}.log"
        variables = {**clean_environment(), **self.environment, **(environment or {})}
        with log.open("wb") as out:
            popen = subprocess.Popen(
                [sys.executable, *command], cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
        return Process(name, log, popen, port, ready_words)


def production_like(
    database_url: str,
    redis_url: str,
    folder: Path,
    *,
    web: int = 1,
    workers: Sequence[str] = ("clock,matchmaking", "bots,ratings,analysis,moderation"),
    beat: bool = True,
    static: bool = False,
    **environment: str,
) -> Platform:
    """Start everything on a migrated database, as the role that may not touch the log's past.

    Each text of `workers` is one worker's queues; `static` gathers the static files first, for a browser.
    """
    redis_url = _own_redis_database(redis_url)
    platform = Platform(
        folder,
        {
            **production_environment(with_user(database_url, APP_ROLE, "app"), redis_url),
            **QUICK,
            "LOG_LEVEL": "INFO",
            "OPENTRICK_VAR": str(folder / "var"),
            **environment,
        },
        database_url=database_url,
        redis_url=redis_url,
    )
    try:
        if static:
            platform.manage("collectstatic", "--no-input", "-v0")
        for _ in range(web):
            platform.start_web(wait=False)
        for queues in workers:
            platform.start_worker(*queues.split(","), wait=False)
        if beat:
            platform.start_beat(wait=False)
        platform.wait_until_ready()
    except BaseException:
        platform.stop()
        raise
    return platform


def _own_redis_database(url: str) -> str:
    """Celery's queues are kept apart by the number of the Redis database; it has sixteen, the first counts."""
    base = url.rpartition("/")[0]
    with redis_client.Redis.from_url(f"{base}/0") as counter:
        number = int(counter.incr("opentrick:tests")) % 15 + 1
    with redis_client.Redis.from_url(f"{base}/{number}") as ours:
        ours.flushdb()
    return f"{base}/{number}"


def embedded_server(var: Path, **environment: str) -> Platform:
    """`manage.py play` with its files in `var`, on a free port, bots answering at once."""
    platform = Platform(var.parent, {"OPENTRICK_VAR": str(var), **QUICK, **environment})
    try:
        platform.start_embedded()
    except NotReady:
        platform.web.clear()  # somebody else took the port in between
        platform.start_embedded()
    return platform

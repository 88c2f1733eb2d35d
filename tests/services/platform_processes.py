"""The platform's own processes, started for real: Daphnes, workers and a beat as in production, or `manage.py play`."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import URLError

import redis as redis_client

from tests.services.__main__ import environment as production_environment
from tests.services.ports import NotReady, free_port, wait_until
from tests.services.postgres import APP_ROLE, with_user

ROOT = Path(__file__).resolve().parents[2]
_databases = count(1)


@dataclass
class Process:
    """One process. Whatever it says goes to the file `log`."""

    name: str
    log: Path
    popen: subprocess.Popen[bytes]
    port: int | None = None

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
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env={**self.environment, **environment}, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        if done.returncode != 0:
            raise NotReady(f"manage.py {' '.join(arguments)} failed: {done.stderr[-2000:]}")
        return done.stdout

    def start_web(self, port: int | None = None, **environment: str) -> Process:
        """A Daphne; give the port of a killed one to bring it back."""
        port = port or free_port()
        command = ["-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "config.asgi:application"]
        process = self._start("web", command, port, environment)
        self.web.append(process)
        _wait_for_page(process)
        return process

    def start_worker(self, *queues: str, pool: str = "threads", concurrency: int = 2, **environment: str) -> Process:
        """A Celery worker on these queues."""
        name = f"{'-'.join(queues)}-{next(self._numbers)}"
        command = ["-m", "celery", "-A", "config", "worker", "-l", "INFO", "-Q", ",".join(queues), "-n", f"{name}@%h"]
        command += ["-P", pool, "-c", str(concurrency), "--without-mingle", "--without-gossip"]
        process = self._start(name, command, None, environment)
        self.workers.append(process)
        _wait_for_words(process, " ready")
        return process

    def start_beat(self) -> Process:
        command = ["-m", "celery", "-A", "config", "beat", "-l", "INFO", "-S", "celery.beat:Scheduler", "--pidfile="]
        self.beat = self._start("beat", command, None, {})
        _wait_for_words(self.beat, "beat: Starting")
        return self.beat

    def stop(self) -> None:
        processes = [*self.web, *self.workers, *([self.beat] if self.beat else [])]
        for process in processes:
            if process.alive():
                process.popen.send_signal(signal.SIGTERM)
        for process in processes:
            process.terminate(5.0)

    def _start(self, name: str, command: list[str], port: int | None, environment: dict[str, str]) -> Process:
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / f"{name}-{next(self._numbers)}.log"
        with log.open("wb") as out:
            popen = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT, env={**self.environment, **environment}, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            )  # fmt: skip
        return Process(name, log, popen, port)


def production_like(
    database_url: str,
    redis_url: str,
    folder: Path,
    *,
    web: int = 1,
    workers: Sequence[str] = ("clock", "bots,ratings,analysis,moderation"),
    beat: bool = True,
    **environment: str,
) -> Platform:
    """Migrate that database and start everything on it, as the role that may not touch the log's past.

    Each text of `workers` is one worker's queues.
    """
    # Celery's queues are kept apart by the number of the Redis database; a server has sixteen.
    redis_url = f"{redis_url.rpartition('/')[0]}/{next(_databases) % 15 + 1}"
    redis_client.Redis.from_url(redis_url).flushdb()
    platform = Platform(
        folder,
        {
            **clean_environment(),
            **production_environment(with_user(database_url, APP_ROLE, "app"), redis_url),
            "LOG_LEVEL": "INFO",
            "OPENTRICK_VAR": str(folder / "var"),
            "BOT_THINK_MS": "0",
            **environment,
        },
        database_url=database_url,
        redis_url=redis_url,
    )
    try:
        platform.manage("migrate", "--no-input", "-v0", DATABASE_URL=database_url)
        platform.manage("grant_app_role", APP_ROLE, DATABASE_URL=database_url)
        for _ in range(web):
            platform.start_web()
        for queues in workers:
            platform.start_worker(*queues.split(","))
        if beat:
            platform.start_beat()
    except BaseException:
        platform.stop()
        raise
    return platform


def embedded_server(var: Path, **environment: str) -> Platform:
    """`manage.py play` with its files in `var`, on a free port, bots answering at once."""
    platform = Platform(
        var.parent, {**clean_environment(), "OPENTRICK_VAR": str(var), "BOT_THINK_MS": "0", **environment}
    )
    for attempt in (1, 2):
        port = free_port()
        process = platform._start("play", ["manage.py", "play", "--port", str(port)], port, {})
        try:
            _wait_for_page(process)
            break
        except NotReady:
            process.terminate()
            if attempt == 2:
                raise
    platform.web.append(process)
    return platform


def clean_environment() -> dict[str, str]:
    """Ours, without what would choose other settings, and with the two source roots on the path."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "CELERY_BROKER_URL"}
        and not name.startswith("PYTEST_")
    }
    return {**ours, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}", "PYTHONUNBUFFERED": "1"}


def _wait_for_page(process: Process, limit: float = 40.0) -> None:
    def ready() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{process.port}/healthz", timeout=5) as answer:
                status: int = answer.status
                return status == 200
        except (URLError, OSError):
            return False

    _wait(process, ready, limit)


def _wait_for_words(process: Process, words: str, limit: float = 40.0) -> None:
    _wait(process, lambda: words in process.said(), limit)


def _wait(process: Process, ready: Any, limit: float) -> None:
    try:
        wait_until(ready, what=process.name, limit=limit, alive=process.alive)
    except NotReady as error:
        process.terminate(1.0)
        raise NotReady(f"{error}:\n{process.said()[-3000:]}") from None

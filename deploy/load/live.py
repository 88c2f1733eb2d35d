"""Live tables under load: real PostgreSQL that writes through, Redis, Daphne, a worker and a beat.

    .venv/bin/python -m deploy.load.live [tables=20] [seconds=5] [rounds=3]

Appending in a thread and appending on the event loop are measured in turn.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deploy.load.report import report
from tests.services import postgres, redis
from tests.services.environment import ROOT, manage, production_environment
from tests.services.platform_processes import Platform, production_like
from tests.services.postgres import APP_ROLE, Postgres


def node() -> str:
    """A Node with a WebSocket of its own: the one that builds the client."""
    ours = ROOT / ".node" / "bin" / "node"
    return str(ours) if ours.exists() else shutil.which("node") or "node"


@contextmanager
def services() -> Iterator[tuple[Postgres, str]]:
    """A PostgreSQL with its durable defaults, and a Redis."""
    server = postgres.start_own(durable=True)
    memory = redis.start()
    try:
        yield server, memory.url
    finally:
        memory.stop()
        server.stop()


@contextmanager
def installation(server: Postgres, redis_url: str, name: str, **environment: str) -> Iterator[Platform]:
    folder = Path(tempfile.mkdtemp(prefix="opentrick-load-"))
    server.create_app_role()
    url = server.create_database(name)
    for command in (["migrate", "--no-input", "-v0"], ["grant_app_role", APP_ROLE]):
        manage(*command, environment=production_environment(url, redis_url))
    extra: dict[str, Any] = {"LOG_LEVEL": "WARNING", **environment}
    platform = production_like(url, redis_url, folder, **extra)
    try:
        yield platform
    finally:
        platform.stop()
        server.drop_database(name)
        shutil.rmtree(folder, ignore_errors=True)


def load(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """One run of the load on a running installation."""
    script = Path(__file__).with_name("live.mjs")
    done = subprocess.run(
        [node(), str(script), url, str(tables), str(seconds)], capture_output=True, text=True, timeout=60 + 10 * seconds
    )
    if done.returncode != 0:
        raise SystemExit(f"the load failed: {done.stderr[-2000:]}")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


WAYS: dict[str, dict[str, str]] = {
    "threads": {"OPENTRICK_ASYNC_APPEND": "0"},
    "event loop": {"OPENTRICK_ASYNC_APPEND": "1"},
}


def main(tables: int = 20, seconds: float = 5.0, rounds: int = 3) -> None:
    found: dict[str, list[dict[str, Any]]] = {way: [] for way in WAYS}
    with services() as (server, redis_url):
        for turn in range(rounds):
            for way, environment in WAYS.items():
                with installation(server, redis_url, f"load_{turn}_{way.replace(' ', '_')}", **environment) as platform:
                    found[way].append(load(platform.url, tables, seconds))
    for way, runs in found.items():
        report(
            f"live moves, append on {way}",
            "moves/s",
            [run["moves_per_s"] for run in runs],
            tables=tables,
            **{key: sorted(run[key] for run in runs)[len(runs) // 2] for key in runs[0] if key.startswith("p")},
            refused=sum(run["refused"] for run in runs),
            closed=sum(run["closed"] for run in runs),
        )


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(*(int(arguments[0]), float(arguments[1]), int(arguments[2])) if len(arguments) == 3 else ())

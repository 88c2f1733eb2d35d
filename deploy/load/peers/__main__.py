"""`make bench-peers`: this program and its peers in alternating rounds on one machine, so that noise hits all alike.

    .venv/bin/python -m deploy.load.peers [rounds=3] [tables=20] [seconds=4]

The peers are installed in build/peers (a minute, once): open_spiel as a Python package, boardgame.io and bgio-postgres
as packages of npm. Both platforms store on the same PostgreSQL with its durable defaults. boardgame.io sends before it
stores, ours stores before it sends.
"""

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path
from typing import Any

from deploy.load import live, playouts
from deploy.load.report import report
from tests.services.environment import ROOT
from tests.services.ports import free_port
from tests.services.postgres import Postgres

FOLDER = ROOT / "build" / "peers"
HERE = Path(__file__).parent
PYTHON_PACKAGES = ["open_spiel==2.0.2"]
NODE_PACKAGES = ["boardgame.io@0.50.2", "bgio-postgres@1.0.16", "socket.io-client@4"]
SECONDS = 1.0


def python() -> str:
    return str(FOLDER / "python" / "bin" / "python")


def install() -> None:
    """Both peers, unless they are there."""
    if not (FOLDER / "python" / "installed").exists():
        venv.create(FOLDER / "python", with_pip=True)
        subprocess.run([python(), "-m", "pip", "install", "-q", *PYTHON_PACKAGES], check=True)
        (FOLDER / "python" / "installed").touch()
    if not (FOLDER / "node" / "installed").exists():
        (FOLDER / "node").mkdir(parents=True, exist_ok=True)
        (FOLDER / "node" / "package.json").write_text('{"private": true}\n')
        npm = shutil.which("npm", path=f"{Path(live.node()).parent}{os.pathsep}{os.environ['PATH']}") or "npm"
        environment = {**os.environ, "PATH": f"{Path(live.node()).parent}{os.pathsep}{os.environ['PATH']}"}
        command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error", *NODE_PACKAGES]
        subprocess.run(command, cwd=FOLDER / "node", env=environment, check=True)
        (FOLDER / "node" / "installed").touch()


def skat() -> float:
    done = subprocess.run(
        [python(), str(HERE / "openspiel.py"), str(SECONDS)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def rules_engines(rounds: int) -> None:
    """Moves a second: ours beside skat, round by round."""
    found: dict[str, list[float]] = {"open_spiel skat": []}
    for turn in range(rounds):
        found["open_spiel skat"].append(skat())
        for name, game, rules in playouts.all_games():
            rng = random.Random(turn)
            (figure,) = playouts.repeat(
                lambda game=game, rules=rules, rng=rng: playouts.playout(game, rules, rng),  # type: ignore[misc]
                SECONDS,
                1,
            )
            found.setdefault(name, []).append(figure)
    base = found["open_spiel skat"]
    for name, figures in found.items():
        ratios = [ours / theirs for ours, theirs in zip(figures, base, strict=True)]
        report(f"playouts {name}", "moves/s", figures, ratio_to_skat=round(statistics.median(ratios), 3))


def boardgame_io(server: Postgres, tables: int, seconds: float) -> dict[str, Any]:
    """boardgame.io's own load, same shape as ours: three players and a watcher a table, closed loop."""
    name = f"bgio_{int(time.time() * 1000)}"
    port = free_port()
    environment = {
        **os.environ,
        "NODE_PATH": str(FOLDER / "node" / "node_modules"),
        "NODE_ENV": "production",
        "STORE": "postgres",
        "PORT": str(port),
        "DATABASE_URL": server.create_database(name),
    }
    process = subprocess.Popen([live.node(), str(HERE / "bgio_server.cjs")], env=environment, stdout=subprocess.DEVNULL)
    try:
        _wait(port)
        command = [live.node(), str(HERE / "bgio_load.cjs"), str(port), str(tables), str(seconds), "0"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer
    finally:
        process.terminate()
        process.wait()
        server.drop_database(name)


def _wait(port: int) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1)
            return
        except urllib.error.HTTPError:
            return  # it answers
        except OSError:
            time.sleep(0.1)
    raise SystemExit("boardgame.io did not start")


def platforms(rounds: int, tables: int, seconds: float) -> None:
    """Moves a second and the latency to the last of four, round by round."""
    found: dict[str, list[dict[str, Any]]] = {"boardgame.io + PostgreSQL": []}
    with live.services() as (server, redis_url):
        for turn in range(rounds):
            found["boardgame.io + PostgreSQL"].append(boardgame_io(server, tables, seconds))
            for way, environment in live.WAYS.items():
                with live.installation(server, redis_url, f"peers_{turn}_{len(way)}", **environment) as platform:
                    found.setdefault(f"opentrick, append on {way}", []).append(live.load(platform.url, tables, seconds))
    base = [run["moves_per_s"] for run in found["boardgame.io + PostgreSQL"]]
    for name, runs in found.items():
        speeds = [run["moves_per_s"] for run in runs]
        report(
            f"live moves {name}",
            "moves/s",
            speeds,
            tables=tables,
            ratio_to_boardgame_io=round(statistics.median([o / b for o, b in zip(speeds, base, strict=True)]), 2),
            p50_last=statistics.median(run["p50_last"] for run in runs),
            p99_last=statistics.median(run["p99_last"] for run in runs),
        )


def main(rounds: int = 3, tables: int = 20, seconds: float = 4.0) -> None:
    install()
    rules_engines(rounds + 2)
    platforms(rounds, tables, seconds)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(*(int(arguments[0]), int(arguments[1]), float(arguments[2])) if len(arguments) == 3 else ())

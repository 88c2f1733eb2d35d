"""The clients in other languages, each written from docs/protocol.md alone, against a real server."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.services.platform_processes import Platform
from tests.services.ports import NotReady

ROOT = Path(__file__).resolve().parents[2]
NEEDED = 22
"""The first Node with a WebSocket of its own."""


def node() -> str:
    """A Node that is new enough: the machine's, or the one that the set-up fetched for building the client."""
    for found in (shutil.which("node"), str(ROOT / ".node" / "bin" / "node")):
        if found and os.access(found, os.X_OK):
            said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
            if said.startswith("v") and int(said[1:].split(".")[0]) >= NEEDED:
                return found
    raise NotReady(f"The JavaScript client needs Node {NEEDED} or newer: type `./setup.sh node`.")


@pytest.fixture
def server(embedded: Callable[..., Platform]) -> Platform:
    return embedded(BETWEEN_DEALS_MS="500")


def played(server: Platform, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [node(), str(ROOT / "examples" / "javascript" / "play.mjs"), server.url, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_javascript_client_plays_a_match_of_hokm(server: Platform) -> None:
    done = played(server, "hokm", "target=200", "max_deals=3")
    assert done.returncode == 0, done.stderr + server.web[0].said()[-3000:]
    end = json.loads(done.stdout.splitlines()[-1])
    assert end["you"] == 0
    assert end["result"]["totals"] == end["totals"]
    assert end["commands"] >= 10


def test_it_says_what_the_server_refused(server: Platform) -> None:
    done = played(server, "hokm", "target=201")
    assert (done.returncode, done.stdout) == (1, "")
    assert "bad_option" in done.stderr

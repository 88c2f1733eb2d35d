"""Ending processes by their number, children of ours or not."""

import contextlib
import os
import signal
import time
from pathlib import Path


def gone(pid: int) -> bool:
    """Whether that process has ended; a child of ours is reaped, another's may wait for that."""
    with contextlib.suppress(ChildProcessError):
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def end(pid: int, *, limit: float = 5.0) -> None:
    """Ask it to stop, then make it."""
    for sign, seconds in ((signal.SIGTERM, limit), (signal.SIGKILL, limit)):
        try:
            os.kill(pid, sign)
        except ProcessLookupError:
            return
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if gone(pid):
                return
            time.sleep(0.02)

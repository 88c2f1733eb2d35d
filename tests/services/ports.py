"""Free ports and waiting for them."""

import socket
import time
from collections.abc import Callable


class NotReady(Exception):
    """A service did not come up in time."""


def free_port() -> int:
    """A port nobody listens on just now. Somebody may be quicker than us: who starts a service tries twice."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(ready: Callable[[], bool], *, what: str, limit: float = 30.0, alive: Callable[[], bool] = bool) -> None:
    """Wait for `ready`; give up when the time is over or, if `alive` is given, when that turns false."""
    end = time.monotonic() + limit
    while not ready():
        if alive is not bool and not alive():
            raise NotReady(f"{what} ended before it was ready")
        if time.monotonic() > end:
            raise NotReady(f"{what} was not ready within {limit:.0f} s")
        time.sleep(0.02)

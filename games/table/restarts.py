"""A restart that was announced: everybody who is connected is told when, so that nobody begins what he cannot end.

    .venv/bin/python manage.py announce_restart 120        in two minutes
    .venv/bin/python manage.py announce_restart --cancel

One row. `accounts.server_notices` tells all sockets.
"""

from functools import partial
from typing import Final

from django.db import transaction

from accounts import announcing
from accounts.server_notices import STREAM
from games.table.clock import now_ms
from games.table.models import Restart

BEGAN: Final = now_ms()
"""When this process did."""
FORGOTTEN_MS: Final = 300_000
"""A restart that has not come so long after its time comes no more."""


def announce(at: int) -> None:
    """The server restarts at `at`. Joins the caller's transaction."""
    Restart.objects.update_or_create(id=1, defaults={"at": at})
    transaction.on_commit(partial(_tell, at), robust=True)


def cancel() -> bool:
    """There will be no restart; False when none was announced."""
    found, _ = Restart.objects.all().delete()
    transaction.on_commit(partial(_tell, 0), robust=True)
    return bool(found)


def pending(since: int = BEGAN, now: int | None = None) -> int | None:
    """When the server restarts, for a process that has run since `since`; None when nothing is announced.

    A process that began after that time is what the restart has brought: the announcement has done its work.
    """
    now = now_ms() if now is None else now
    at = Restart.objects.values_list("at", flat=True).first()
    if at is None:
        return None
    if at <= now and (since > at or now - at > FORGOTTEN_MS):
        Restart.objects.filter(at=at).delete()
        return None
    return at


def _tell(version: int) -> None:
    """And wait until it has left: the command that says so ends at once, and its announcements with it."""
    announcing.announce_stream(STREAM, version)
    announcing.wait()

"""Many things done one after the other, of which any may fail without stopping the rest."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection


@contextmanager
def others_go_on(logger: logging.Logger, what: str, *about: object) -> Iterator[None]:
    """A failure inside is logged as `what`, and the next one has its turn; unless the database is away, which would
    fail each of them: that is raised, and the next round has a new connection."""
    try:
        yield
    except DatabaseError:
        if not connection.is_usable():
            raise
        logger.exception(what, *about)
    except Exception:
        logger.exception(what, *about)

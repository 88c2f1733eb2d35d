"""Mail that must not break what it belongs to."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.filebased import EmailBackend as FileBackend
from django.db import close_old_connections

logger = logging.getLogger(__name__)

_writers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail")
"""What they have not sent when the process is told to stop, they send before it ends."""


def send(message: EmailMessage) -> bool:
    """Whether the mail left. A server that refuses or does not answer is logged, without the address."""
    try:
        return bool(message.send())
    except OSError as problem:  # smtplib's errors are among them, and their texts hold addresses
        logger.error("a mail was not sent: %s", type(problem).__name__)
        return False


def send_later(write: Callable[[], EmailMessage]) -> None:
    """Write and send a mail beside the answer that says it was sent: how long it takes, and how many there are, depends
    on who has an account. In the language that is spoken now."""
    if settings.MAIL_BESIDE:
        _writers.submit(copy_context().run, _write_and_send, write)
    else:
        send(write())


def _write_and_send(write: Callable[[], EmailMessage]) -> None:
    close_old_connections()
    try:
        send(write())
    except Exception:
        logger.exception("a mail was not written")
    finally:
        close_old_connections()


class EmbeddedBackend(FileBackend):
    """For a machine without a mail server: each mail becomes a file, and one line says where it lies."""

    def write_message(self, message: EmailMessage) -> None:
        super().write_message(message)
        links = re.findall(r"https?://\S+", str(message.body))
        path: str = self._get_filename()  # type: ignore[attr-defined]
        print(f"Mail to {', '.join(message.to)}: {' '.join(links[:1])} ({path})", file=sys.stderr)  # noqa: T201

"""Mail that must not break what it belongs to."""

from __future__ import annotations

import logging
import re
import sys

from django.core.mail import EmailMessage
from django.core.mail.backends.filebased import EmailBackend as FileBackend

logger = logging.getLogger(__name__)


def send(message: EmailMessage) -> bool:
    """Whether the mail left. A server that refuses or does not answer is logged, without the address."""
    try:
        return bool(message.send())
    except OSError as problem:  # smtplib's errors are among them, and their texts hold addresses
        logger.error("a mail was not sent: %s", type(problem).__name__)
        return False


class EmbeddedBackend(FileBackend):
    """For a machine without a mail server: each mail becomes a file, and one line says where it lies."""

    def write_message(self, message: EmailMessage) -> None:
        super().write_message(message)
        links = re.findall(r"https?://\S+", str(message.body))
        path: str = self._get_filename()  # type: ignore[attr-defined]
        print(f"Mail to {', '.join(message.to)}: {' '.join(links[:1])} ({path})", file=sys.stderr)  # noqa: T201

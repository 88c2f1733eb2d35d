"""Logging by structlog: lines for a person in a terminal, JSON for a machine."""

import logging
from collections.abc import Callable
from typing import Any

import structlog


def _told_of() -> Callable[[logging.LogRecord], bool]:
    """No line for a request whose browser went away while we worked on it: Daphne cancels it, asgiref's executor ends
    first, and its surprise at that is no fault of anybody's."""

    def tells(record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, RuntimeError) and str(error).startswith("CurrentThreadExecutor already quit"))

    return tells


def logging_settings(level: str, *, as_json: bool) -> dict[str, Any]:
    """Django's LOGGING: our own lines and those of the libraries in one form."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if as_json:
        # Without the values of variables: among them are hands, decks and tokens.
        frames = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        last += [structlog.processors.ExceptionRenderer(frames), structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        # Nor here: the renderer's own choice would print every frame's, cookies and hands among them.
        last += [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": last,
            }
        },
        "filters": {"broken_off": {"()": _told_of}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["broken_off"]}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's and Daphne's own lines per request would say it twice, and with the query.
            "django.server": {"level": "WARNING", "propagate": True, "handlers": []},
            "django.request": {"level": "ERROR", "propagate": True},
            # Anybody may write any host into a request; our line for it says that it was refused.
            "django.security.DisallowedHost": {"level": "CRITICAL", "propagate": True},
            "daphne": {"level": "WARNING", "propagate": True},
            "django.channels.server": {"level": "WARNING", "propagate": True},
            "celery.worker.strategy": {"level": "WARNING", "propagate": True},
            "celery.app.trace": {"level": "WARNING", "propagate": True},
        },
    }

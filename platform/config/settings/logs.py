"""Logging by structlog: lines for a person in a terminal, JSON for a machine."""

import secrets
from typing import Any

import structlog


def new_request_id() -> str:
    return secrets.token_hex(8)


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
        last += [structlog.dev.ConsoleRenderer(colors=False)]
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
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's and Daphne's own lines per request would say it twice, and with the query.
            "django.server": {"level": "WARNING", "propagate": True, "handlers": []},
            "django.request": {"level": "ERROR", "propagate": True},
            "daphne": {"level": "WARNING", "propagate": True},
            "django.channels.server": {"level": "WARNING", "propagate": True},
            "celery.worker.strategy": {"level": "WARNING", "propagate": True},
            "celery.app.trace": {"level": "WARNING", "propagate": True},
        },
    }

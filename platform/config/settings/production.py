"""Production: everything comes from the environment (docs/operations.md lists the variables)."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.settings.base import *
from config.settings.logs import logging_settings


def _required(name: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise ImproperlyConfigured(f"{name} must be set when DATABASE_URL is: see docs/operations.md")
    return value


def _database(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


SECRET_KEY = _required("SECRET_KEY")
OPENTRICK_DECK_KEY = _required("OPENTRICK_DECK_KEY")
REDIS_URL = _required("REDIS_URL")

DEBUG = False
ALLOWED_HOSTS = [host for host in os.environ.get("ALLOWED_HOSTS", "localhost").split(",") if host]

# Behind a proxy that ends TLS. OPENTRICK_INSECURE=1 serves plain HTTP: for trying out on one machine, nothing else.
if os.environ.get("OPENTRICK_INSECURE") != "1":
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = int(os.environ.get("HSTS_SECONDS", str(60 * 60 * 24 * 30)))
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
else:
    MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
SITE_URL = os.environ.get("SITE_URL") or f"https://{ALLOWED_HOSTS[0]}"
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if host != "localhost"]

DATABASES = {"default": _database(os.environ["DATABASE_URL"])}

# Without EMAIL_URL mails become files here too: sign-in by mail then needs an operator who looks.
MAILERS = mailers(os.environ.get("EMAIL_URL", ""), VAR)

LOGGING = logging_settings(os.environ.get("LOG_LEVEL", "INFO"), as_json=True)

# `manage.py collectstatic` gathers them. Vite has named each by its content, so Django does not do it again: a script
# that is asked for under two names would run twice.
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or VAR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}

# Rate limits and other short-lived counts, shared by every process.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "config.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL.split(",")[0],
        "KEY_FUNCTION": "accounts.limits.cache_key",
        # Seconds after which it counts as gone: a count is not worth a longer wait.
        "OPTIONS": {"socket_connect_timeout": 1.0, "socket_timeout": 1.0},
    }
}

# Pub/sub, not the queue layer: that one counts its capacity per process and drops silently in a burst, and with
# redis-py 8 closes every socket that is idle for 5 s. Several URLs are several shards.
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": url} for url in REDIS_URL.split(",")]},
    }
}

# Without a thread for each move; the figures are in docs/performance.md.
OPENTRICK_ASYNC_APPEND = os.environ.get("OPENTRICK_ASYNC_APPEND", "1") == "1"

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or REDIS_URL.split(",")[0]
# Seconds after which a Redis that does not answer counts as gone: nobody's move may wait for it.
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2.0, "socket_timeout": 5.0}

# Errors are reported only where somebody wants them, and without what people sent.
if os.environ.get("SENTRY_DSN"):
    import sentry_sdk

    sentry_sdk.init(
        dsn=os.environ["SENTRY_DSN"],
        send_default_pii=False,
        max_request_body_size="never",
        include_local_variables=False,  # a table's state holds everybody's cards
        traces_sample_rate=0.0,
    )

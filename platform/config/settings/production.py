"""Production: everything comes from the environment (docs/operations.md lists the variables)."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from config.settings.base import *


def _required(name: str) -> str:
    from django.core.exceptions import ImproperlyConfigured

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

DATABASES = {"default": _database(os.environ["DATABASE_URL"])}

# `manage.py collectstatic` gathers them under hashed names, which proxies and browsers keep for ever.
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or VAR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Rate limits and other short-lived counts, shared by every process.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL.split(",")[0]}}

# Behind the proxy that ends TLS: it says which scheme the visitor used. Cookies go over TLS alone.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_SECURE = os.environ.get("INSECURE_COOKIES", "") != "1"
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE
SECURE_HSTS_SECONDS = int(os.environ.get("HSTS_SECONDS", "0"))

CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": url} for url in REDIS_URL.split(",")], "capacity": 5000},
    }
}

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or REDIS_URL.split(",")[0]

"""The default: everything in one process, files in `var/` (`make play`)."""

import os
from typing import Any

from config import local_secrets
from config.settings.base import *
from config.settings.logs import logging_settings

_secrets = local_secrets.ensure(VAR)
SECRET_KEY = os.environ.get("SECRET_KEY") or _secrets["SECRET_KEY"]
OPENTRICK_DECK_KEY = os.environ.get("OPENTRICK_DECK_KEY") or _secrets["OPENTRICK_DECK_KEY"]

DEBUG = False
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *filter(None, os.environ.get("ALLOWED_HOSTS", "").split(","))]

# recursive_triggers: without it INSERT OR REPLACE would slip past the triggers that keep the log append-only.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA recursive_triggers=ON; PRAGMA foreign_keys=ON;"
    ),
}
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR / "opentrick.sqlite3",
        "OPTIONS": SQLITE_OPTIONS,
        "CONN_HEALTH_CHECKS": True,
        "CONN_MAX_AGE": 600,  # opening the file and setting it up costs more than most questions to it
        # A file here too: several connections share it, which an in-memory database cannot do.
        "TEST": {"NAME": VAR / "test.sqlite3"},
    }
}

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "KEY_FUNCTION": "accounts.limits.cache_key",
    }
}

# Without a mail server mails become files; EMAIL_URL sends them here too.
MAILERS = mailers(os.environ.get("EMAIL_URL", ""), VAR)
# Browsers allow passkeys on localhost without TLS, and so do we here.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True

# Somebody plays here and wants to read one line: the address.
LOGGING = logging_settings(os.environ.get("LOG_LEVEL", "WARNING"), as_json=False)

# Files come straight from where they were built, freshly read: no collecting, no stale copies after an update.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0

CHANNEL_LAYERS: dict[str, dict[str, Any]] = {"default": {"BACKEND": "config.layer.ThreadSafeInMemoryChannelLayer"}}

CELERY_BROKER_URL = "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02}

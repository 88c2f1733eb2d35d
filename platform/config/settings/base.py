"""What both ways of running share."""

import os
from pathlib import Path
from typing import Any

from config.settings.accounts import *
from config.settings.limits import *

ROOT = Path(__file__).resolve().parents[3]
VAR = Path(os.environ.get("OPENTRICK_VAR") or ROOT / "var")

# One line per game. A game registers itself in its apps.py.
GAMES = [
    "games.hokm",
    "games.preferans",
    "games.tong",
]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "config",
    "accounts",
    *GAMES,
    "games.table",
    "bots",
    "matchmaking",
    "moderation",
    "web",
    "api",
    # After `web`, whose templates stand in for theirs.
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "config.request_log.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "web.middleware.LanguageMiddleware",
    "web.middleware.ReadableMiddleware",
    "web.middleware.LimitsMiddleware",
    "accounts.middleware.Door",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "web.page.page",
            ]
        },
    }
]

# What SECRET_KEY was before, parted by commas: sessions and sealed seeds of that time stay good.
SECRET_KEY_FALLBACKS = [key for key in os.environ.get("SECRET_KEY_FALLBACKS", "").split(",") if key]
AUTH_USER_MODEL = "accounts.Person"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
# Each in its own words. All are complete (docs/translations.md).
LANGUAGES = [("en", "English"), ("ar", "العربية"), ("ru", "Русский"), ("de", "Deutsch")]

STATIC_URL = "static/"
# Named by their content, so browsers keep them for ever.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/client/assets/"

# Nothing inline and nothing from elsewhere: scripts and styles are files of ours, sockets go to our own origin.
SECURE_CSP = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}
CROWD_KEPT_S = 1.0  # so long pages that show who waits share what was read of it
# Where this site is found: mails link to it.
SITE_URL = os.environ.get("SITE_URL", "http://localhost:8000")
# How many proxies of ours stand before us, each adding one address to X-Forwarded-For.
TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES", "0"))

# Who runs this server: named on the pages on privacy and terms, whose own texts may lie in a folder (web.legal).
OPERATOR_NAME = os.environ.get("OPERATOR_NAME", "")
OPERATOR_CONTACT = os.environ.get("OPERATOR_CONTACT", "")
OPENTRICK_LEGAL_DIR = os.environ.get("OPENTRICK_LEGAL_DIR", "")

CSRF_COOKIE_HTTPONLY = True  # a page gives its scripts the token itself
CSRF_FAILURE_VIEW = "web.errors.csrf_failed"
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.TokenAuthentication",
        "api.authentication.PageAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.Json"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.negotiation.AlwaysJson",
    "EXCEPTION_HANDLER": "api.errors.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365  # a guest is only their cookie: it lasts

# Celery. Queues: `clock` (the sweep), `matchmaking` (the pass over those who wait), `bots`, `ratings`, `analysis`,
# `moderation`.
CELERY_TASK_DEFAULT_QUEUE = "bots"
CELERY_TASK_ROUTES: dict[str, dict[str, str]] = {
    "games.table.tasks.sweep": {"queue": "clock"},
    "games.table.tasks.mail_turn": {"queue": "analysis"},  # a slow mail server must not hold up programs
    "games.table.tasks.record_played": {"queue": "analysis"},
    "accounts.tasks.*": {"queue": "analysis"},
    "matchmaking.tasks.pair_waiting": {"queue": "matchmaking"},
    "matchmaking.tasks.*": {"queue": "ratings"},
}
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # A sweep that could not begin in time is dropped: the next one does the same.
    "sweep": {"task": "games.table.tasks.sweep", "schedule": 1.0, "options": {"expires": 1.0}},
    "pair_waiting": {"task": "matchmaking.tasks.pair_waiting", "schedule": 1.0, "options": {"expires": 1.0}},
    "forget_ended_sessions": {"task": "accounts.tasks.forget_ended_sessions", "schedule": 6 * 3600.0},
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_ENABLE_UTC = True
CELERY_TASK_CREATE_MISSING_QUEUES = True

# How long a bot lets people wait before it acts, in milliseconds: 0 in tests.
BOT_THINK_MS = int(os.environ.get("BOT_THINK_MS", "900"))
# How long the next deal waits for people who do not say that they are ready, in milliseconds: 0 in tests.
BETWEEN_DEALS_MS = int(os.environ.get("BETWEEN_DEALS_MS", "12000"))
# The pace of the players' clocks: below 1 only where nobody should have to wait for them to run out.
CLOCK_SCALE = float(os.environ.get("CLOCK_SCALE", "1"))

# Append to the log on PostgreSQL through asynchronous connections instead of threads (docs/performance.md compares).
OPENTRICK_ASYNC_APPEND = False
OPENTRICK_ASYNC_CONNECTIONS = int(os.environ.get("OPENTRICK_ASYNC_CONNECTIONS", "8"))

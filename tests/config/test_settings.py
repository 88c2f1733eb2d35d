"""Which settings hold is decided by the environment alone, and a missing variable is named."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.settings.accounts import mailers
from tests.services.environment import clean_environment

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "DATABASE_URL": "postgresql://app:p%40ss@db.example:5433/cards?sslmode=require",
    "REDIS_URL": "redis://one.example/0,redis://two.example/0",
    "SECRET_KEY": "s" * 50,
    "OPENTRICK_DECK_KEY": "00" * 32,
    "ALLOWED_HOSTS": "cards.example,www.cards.example",
}
NAMES = [
    "DATABASES",
    "CHANNEL_LAYERS",
    "CELERY_BROKER_URL",
    "ALLOWED_HOSTS",
    "SESSION_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT",
    "CSRF_TRUSTED_ORIGINS",
    "DEBUG",
    "SECURE_CSP",
    "CSRF_COOKIE_SECURE",
    "CSRF_COOKIE_HTTPONLY",
    "SESSION_COOKIE_SAMESITE",
    "SECURE_HSTS_SECONDS",
    "ACCOUNT_DEFAULT_HTTP_PROTOCOL",
    "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN",
    "PASSWORD_HASHERS",
    "CACHES",
    "MAILERS",
]


def settings(tmp_path: Path, **environment: str) -> dict[str, Any]:
    script = (
        "import json; from django.conf import settings as s;"
        f"print(json.dumps({{name: getattr(s, name, None) for name in {NAMES}}}, default=str))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**clean_environment(), "DJANGO_SETTINGS_MODULE": "config.settings", "OPENTRICK_VAR": str(tmp_path)}
        | environment,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_without_anything_it_is_embedded_on_files(tmp_path):
    embedded = settings(tmp_path)
    assert embedded["DATABASES"]["default"]["NAME"] == str(tmp_path / "opentrick.sqlite3")
    assert embedded["CELERY_BROKER_URL"] == "memory://localhost/"
    assert embedded["DEBUG"] is False


def test_the_embedded_secrets_are_made_once_and_for_the_owner_only(tmp_path):
    settings(tmp_path)
    file = tmp_path / "secrets.env"
    first = file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    settings(tmp_path)
    assert file.read_text() == first
    assert set(first.replace("\n", "=").split("=")) >= {"SECRET_KEY", "OPENTRICK_DECK_KEY"}


def test_a_database_url_means_production(tmp_path):
    production = settings(tmp_path, **PRODUCTION)
    database = production["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "cards")
    assert (database["USER"], database["PASSWORD"]) == ("app", "p@ss")
    assert database["OPTIONS"] == {"sslmode": "require"}
    assert [host["address"] for host in production["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"]] == [
        "redis://one.example/0",
        "redis://two.example/0",
    ]
    assert production["CELERY_BROKER_URL"] == "redis://one.example/0"
    assert production["ALLOWED_HOSTS"] == ["cards.example", "www.cards.example"]
    assert production["CSRF_TRUSTED_ORIGINS"] == ["https://cards.example", "https://www.cards.example"]
    assert production["SESSION_COOKIE_SECURE"]
    assert production["SECURE_SSL_REDIRECT"]
    assert not production["DEBUG"]


@pytest.mark.parametrize("name", ["REDIS_URL", "SECRET_KEY", "OPENTRICK_DECK_KEY"])
def test_a_missing_variable_is_named(tmp_path, name):
    with pytest.raises(RuntimeError, match=f"{name} must be set"):
        settings(tmp_path, **(PRODUCTION | {name: ""}))


def test_no_page_may_run_inline_scripts_or_load_from_elsewhere(tmp_path):
    for environment in ({}, PRODUCTION):
        policy = settings(tmp_path, **environment)["SECURE_CSP"]
        allowed = {source for sources in policy.values() for source in sources}
        assert allowed == {"'self'", "'none'"}
        assert policy["default-src"] == ["'self'"]


def test_a_traceback_in_the_log_shows_no_variables(tmp_path: Path):
    """Among them are hands, decks and tokens."""
    script = (
        "import logging, django; django.setup()\n"
        "def fail(hand):\n    raise ValueError('no such card')\n"
        "try:\n    fail(['A' + 'S', 'K' + 'H'])\n"
        "except ValueError:\n    logging.getLogger('games').exception('it failed')"
    )
    environment = {**clean_environment(), **PRODUCTION, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True)
    (line,) = [json.loads(line) for line in done.stderr.splitlines()]
    assert line["event"] == "it failed"
    assert [frame["name"] for frame in line["exception"][0]["frames"]] == ["<module>", "fail"]
    assert "AS" not in done.stderr


def test_errors_are_reported_only_where_somebody_wants_them(tmp_path):
    script = (
        "import django; django.setup(); import sentry_sdk; options = sentry_sdk.get_client().options;"
        "print(options['dsn'], options['send_default_pii'], options['include_local_variables'])"
    )
    for dsn, told in (
        ("", "None None True"),
        ("https://key@errors.example/1", "https://key@errors.example/1 False False"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=tmp_path,
            env={**clean_environment(), **PRODUCTION, "DJANGO_SETTINGS_MODULE": "config.settings", "SENTRY_DSN": dsn},
            capture_output=True,
            text=True,
        )
        assert done.stdout.strip() == told, done.stderr


def test_behind_tls_cookies_are_secure_and_browsers_told_to_insist(tmp_path):
    found = settings(tmp_path, **PRODUCTION)
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is found["CSRF_COOKIE_HTTPONLY"] is True
    assert found["SESSION_COOKIE_SAMESITE"] == "Lax"
    assert found["SECURE_HSTS_SECONDS"] >= 30 * 24 * 3600
    assert found["ACCOUNT_DEFAULT_HTTP_PROTOCOL"] == "https", "links in mails"
    assert not found["MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN"]


@pytest.mark.parametrize("environment", [{}, PRODUCTION])
def test_passwords_are_hashed_by_argon2_and_counts_are_shared_under_blurred_names(tmp_path, environment):
    found = settings(tmp_path, **environment)
    assert found["PASSWORD_HASHERS"][0].endswith(".Argon2PasswordHasher")
    assert found["CACHES"]["default"]["KEY_FUNCTION"] == "accounts.limits.cache_key"


def test_mail_goes_where_the_environment_says(tmp_path):
    def options(url: str) -> dict[str, Any]:
        made: dict[str, Any] = mailers(url, tmp_path)["default"]["OPTIONS"]
        return made

    assert options("") == {"file_path": str(tmp_path / "mail")}
    secure = options("smtps://post%40x:p%40ss@mail.example:465")
    assert (secure["host"], secure["port"], secure["use_ssl"], secure["use_tls"]) == ("mail.example", 465, True, False)
    assert (secure["username"], secure["password"]) == ("post@x", "p@ss")
    starttls = options("smtp://mail.example:587")
    assert (starttls["use_ssl"], starttls["use_tls"]) == (False, True)
    plain = options("smtp+plain://localhost:25")
    assert (plain["use_ssl"], plain["use_tls"]) == (False, False)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        options("mail.example")

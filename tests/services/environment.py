"""The environment of the platform's processes in tests, and its management commands."""

import os
import subprocess
import sys
from pathlib import Path

from tests.services.ports import NotReady

ROOT = Path(__file__).resolve().parents[2]
CHOOSING = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "OPENTRICK_DECK_KEY", "OPENTRICK_VAR", "CELERY_BROKER_URL"}
QUICK = {"BOT_THINK_MS": "0", "BETWEEN_DEALS_MS": "0", "LIMITS_TIMES": "1000"}
"""No waiting for the sake of people, and everybody at one address."""


def clean_environment() -> dict[str, str]:
    """Ours, without what would choose other settings, and with the two source roots on the path."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if name not in CHOOSING | {"DJANGO_SETTINGS_MODULE"} and not name.startswith("PYTEST_")
    }
    return {**ours, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}", "PYTHONUNBUFFERED": "1"}


def production_environment(database_url: str, redis_url: str) -> dict[str, str]:
    """What chooses the production settings, over plain HTTP on this machine."""
    return {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEY": "only-for-tests",
        "OPENTRICK_DECK_KEY": "00" * 32,
        "OPENTRICK_INSECURE": "1",
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "LOG_LEVEL": "WARNING",
    }


def manage(*arguments: str, environment: dict[str, str]) -> str:
    """Runs a management command with these variables; answers what it printed."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**clean_environment(), **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    if done.returncode != 0:
        raise NotReady(f"manage.py {' '.join(arguments)} failed: {done.stderr[-2000:]}")
    return done.stdout

"""What deploy/ says works as it says, as far as it can be tried without containers."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import yaml

from tests.services import postgres
from tests.services.environment import ROOT, manage, production_environment

DEPLOY = ROOT / "deploy"
QUEUES = {"clock", "matchmaking", "bots", "ratings", "analysis", "moderation"}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[postgres.Postgres]:
    """A server of its own: roles belong to a whole server."""
    monkeypatch.delenv("TEST_DATABASE_URL", raising=False)
    started = postgres.start()
    yield started
    started.stop()


def test_the_roles_are_made_as_the_runbook_says(server: postgres.Postgres, redis_url: str):
    psql = Path(str(server.binaries)) / "psql"
    passwords = ["-v", "owner_password='o'", "-v", "app_password='a'"]
    script = ["-v", "ON_ERROR_STOP=1", "-q", "-f", str(DEPLOY / "postgres" / "roles.sql")]
    subprocess.run([psql, server.url, *passwords, *script], check=True, capture_output=True)
    database = postgres.with_database(server.url, "opentrick")
    owner = production_environment(postgres.with_user(database, "opentrick_owner", "o"), redis_url)
    app = production_environment(postgres.with_user(database, "opentrick_app", "a"), redis_url)
    manage("migrate", "--no-input", "-v0", environment=owner)
    manage("grant_app_role", "opentrick_app", environment=owner)
    manage("rebuild", "--all", environment=app)
    with psycopg.connect(app["DATABASE_URL"]) as link:
        assert link.execute("SELECT count(*) FROM table_event").fetchone() == (0,)
        for forbidden in ("UPDATE table_event SET seq = 1", "DELETE FROM table_event", "TRUNCATE table_event"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), link.transaction():
                link.execute(forbidden)


def test_every_variable_that_is_read_is_documented():
    read = set()
    for path in (ROOT / "platform" / "config").rglob("*.py"):
        read |= set(re.findall(r"""(?:environ\.get\(|environ\[|_required\()"([A-Z_]+)""", path.read_text()))
    assert {"DATABASE_URL", "SECRET_KEY", "LOG_LEVEL"} <= read
    documented = set(re.findall(r"`([A-Z][A-Z_]+)`", (ROOT / "docs" / "operations.md").read_text()))
    assert read - documented - {"DJANGO_SETTINGS_MODULE"} == set()
    example = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "opentrick.env.example").read_text(), re.MULTILINE))
    assert example <= documented


def commands_of_units() -> list[str]:
    return [
        line.removeprefix("ExecStart=")
        for unit in sorted((DEPLOY / "systemd").glob("*.service"))
        for line in unit.read_text().splitlines()
        if line.startswith("ExecStart=")
    ]


def commands_of_compose() -> list[str]:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"].values()
    return [" ".join(service["command"]) for service in services if "command" in service]


@pytest.mark.parametrize("commands", [commands_of_units(), commands_of_compose()], ids=["units", "compose"])
def test_every_queue_has_a_worker_and_clock_and_matchmaker_one_of_their_own(commands: list[str]):
    workers = [set(found[1].split(",")) for line in commands if (found := re.search(r"worker .*-Q (\S+)", line))]
    assert {"clock"} in workers
    assert {"matchmaking"} in workers
    assert set().union(*workers) == QUEUES
    assert sum(" beat " in f"{line} " for line in commands) == 1


def test_every_queue_that_tasks_are_sent_to_is_served(settings):
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()} | {settings.CELERY_TASK_DEFAULT_QUEUE}
    assert routed <= QUEUES

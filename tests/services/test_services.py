"""The services the other tests rely on are the real things, started by us and ended by us."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import redis

from tests.services import postgres
from tests.services import redis as redis_service
from tests.services.environment import ROOT, clean_environment
from tests.services.pids import gone
from tests.services.platform_processes import Platform
from tests.services.ports import NotReady, wait_until


def test_the_run_has_a_postgresql_django_takes(fresh_database: Callable[[], str]):
    with psycopg.connect(fresh_database()) as link:
        assert link.info.server_version >= 150000
        assert link.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def test_the_run_has_a_redis_that_answers(redis_url: str):
    assert redis.Redis.from_url(redis_url).ping()


def test_a_stopped_postgresql_leaves_nothing_behind(monkeypatch):
    monkeypatch.delenv("TEST_DATABASE_URL", raising=False)
    server = postgres.start()
    assert server.folder
    pid = int((Path(server.folder) / "data" / "postmaster.pid").read_text().split()[0])
    server.stop()
    assert not Path(server.folder).exists()
    wait_until(lambda: gone(pid), what="the end of PostgreSQL", limit=5)


def test_a_stopped_redis_leaves_nothing_behind(monkeypatch):
    monkeypatch.delenv("TEST_REDIS_URL", raising=False)
    server = redis_service.start()
    assert server.folder
    assert server.pid
    server.stop()
    assert not Path(server.folder).exists()
    assert gone(server.pid)


def test_without_any_postgresql_one_sentence_says_what_to_type(monkeypatch):
    monkeypatch.delenv("TEST_DATABASE_URL", raising=False)
    monkeypatch.setattr(postgres, "_usable", lambda folder, owner: False)
    with pytest.raises(NotReady, match="apt-get install postgresql"):
        postgres.start()


def test_the_wheels_serve_where_debian_has_nothing(monkeypatch, tmp_path):
    """A user without root and without Debian's servers still runs every test."""
    for name in ("TEST_DATABASE_URL", "TEST_REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    real = postgres._usable
    monkeypatch.setattr(
        postgres, "_usable", lambda folder, owner: "/usr/lib" not in str(folder) and real(folder, owner)
    )
    database, cache = postgres.start(), redis_service.start()
    try:
        with psycopg.connect(database.url) as link:
            assert link.execute("SELECT 1").fetchone() == (1,)
        assert redis.Redis.from_url(cache.url).ping()
    finally:
        database.stop()
        cache.stop()


def test_production_processes_start_answer_and_stop(platform_processes: Callable[..., Platform]):
    platform = platform_processes(web=2)
    for web in platform.web:
        with urllib.request.urlopen(f"{web.url}/healthz") as answer:
            assert answer.read() == b"ok\n"
    platform.workers[0].kill()
    assert not platform.workers[0].alive()
    assert platform.start_worker("clock").alive()
    platform.stop()
    assert not any(process.alive() for process in [*platform.web, *platform.workers])


def test_the_embedded_server_stops_when_told_and_starts_again(embedded: Callable[..., Platform]):
    first = embedded()
    assert f"Opentrick is ready: http://localhost:{first.web[0].port}" in first.web[0].said()
    began = time.monotonic()
    assert first.web[0].terminate() == 0
    assert time.monotonic() - began < 5.0  # 2 s on an idle machine, measured by tools/fresh-clone
    began = time.monotonic()
    command = [sys.executable, "manage.py", "play", "--port", str(first.web[0].port)]
    with subprocess.Popen(
        command, cwd=ROOT, env={**clean_environment(), **first.environment}, stdout=subprocess.PIPE
    ) as again:
        assert again.stdout
        assert again.stdout.readline().startswith(b"Opentrick is ready")
        assert time.monotonic() - began < 20.0
        os.kill(again.pid, 15)
        assert again.wait(5) == 0


def test_an_own_postgresql_keeps_what_it_has_answered_over_a_restart_without_warning():
    server = postgres.start_own()
    try:
        with psycopg.connect(server.url, autocommit=True) as link:
            link.execute("CREATE TABLE kept (x int)")
            link.execute("INSERT INTO kept VALUES (1)")
            server.restart()
            with pytest.raises(psycopg.OperationalError):
                link.execute("SELECT 1")
        with psycopg.connect(server.url) as link:
            assert link.execute("SELECT x FROM kept").fetchone() == (1,)
    finally:
        server.stop()


def test_an_own_redis_is_killed_and_comes_back_empty_at_the_same_port():
    server = redis_service.start_own()
    try:
        with redis.Redis.from_url(server.url) as link:
            link.set("kept", "1")
            server.kill()
            with pytest.raises(redis.ConnectionError):
                link.get("kept")
            server.start_again()
            assert link.get("kept") is None
    finally:
        server.stop()

"""A Redis that is away stops nobody: nothing is counted meanwhile, and pages that keep figures work them out."""

import socket
import time

import pytest
from django.core.cache import cache

from accounts import limits
from accounts.models import Person
from config import cache as ours

BACKEND = {"BACKEND": "config.cache.ForgivingRedisCache", "KEY_FUNCTION": "accounts.limits.cache_key"}


@pytest.fixture
def away(settings, monkeypatch):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings.CACHES = {"default": {**BACKEND, "LOCATION": f"redis://127.0.0.1:{port}"}}
    monkeypatch.setattr(ours, "_away_until", 0.0)


def test_nothing_is_kept_and_nothing_is_found(away):
    cache.set("one", 1)
    assert cache.get("one") is None
    assert cache.get("one", "two") == "two"
    assert cache.get_many(["one"]) == {}
    assert cache.add("one", 1)
    assert not cache.delete("one")
    cache.delete_many(["one"])
    with pytest.raises(ValueError, match="not there"):
        cache.incr("one")


def test_it_is_asked_again_after_a_while_only(away, monkeypatch):
    cache.get("one")
    assert 0 < ours._away_until - time.monotonic() <= ours.AWAY_S
    until = ours._away_until
    cache.get("one")
    assert ours._away_until == until
    monkeypatch.setattr(time, "monotonic", lambda: until)
    cache.get("one")
    assert ours._away_until == until + ours.AWAY_S


@pytest.mark.django_db
def test_nobody_is_stopped_because_nothing_can_be_counted(away, client, settings):
    Person.objects.create_member("Vera", "correct-horse-9")
    settings.SENT_LIMITS = [(0, 60)]
    for password, status in (("wrong-horse-9", 200), ("correct-horse-9", 302)):
        answer = client.post("/account/login/", {"login": "Vera", "password": password})
        assert answer.status_code == status, password
    assert client.get("/players/hokm.normal").status_code in (200, 404)


def test_counts_go_on_when_it_is_back(redis_url, settings, monkeypatch):
    settings.CACHES = {"default": {**BACKEND, "LOCATION": redis_url}}
    monkeypatch.setattr(ours, "_away_until", 0.0)
    who = f"somebody at {time.time_ns()}"
    limits.count("test", who, [(1, 3600)])
    with pytest.raises(limits.TooMany):
        limits.count("test", who, [(1, 3600)])

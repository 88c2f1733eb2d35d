"""A cache in Redis that may be away: then nothing is kept and nothing is found, and whoever asks goes on.

What lies in it are counts of what one address does and figures that can be worked out anew. Nobody who signs in or
plays is to be stopped because Redis is away, nor to wait for it each time.
"""

import functools
import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

AWAY_S = 5.0
"""How long it is not asked again when it did not answer."""
_away_until = 0.0


def _or(otherwise: Any, ask: Callable[..., Any]) -> Callable[..., Any]:
    """`ask`, or the other answer while Redis is away; an exception is raised."""

    @functools.wraps(ask)
    def asked(*args: Any, **kwargs: Any) -> Any:
        global _away_until
        if time.monotonic() >= _away_until:
            try:
                return ask(*args, **kwargs)
            except (OSError, RedisError) as error:
                _away_until = time.monotonic() + AWAY_S
                logger.warning("the cache did not answer: %s", error)
        if isinstance(otherwise, Exception):
            raise otherwise
        return otherwise() if callable(otherwise) else otherwise

    return asked


class _Client(RedisCacheClient):
    add = _or(True, RedisCacheClient.add)
    set = _or(None, RedisCacheClient.set)
    touch = _or(False, RedisCacheClient.touch)
    delete = _or(False, RedisCacheClient.delete)
    get_many = _or(dict, RedisCacheClient.get_many)
    has_key = _or(False, RedisCacheClient.has_key)
    incr = _or(ValueError("not there"), RedisCacheClient.incr)
    set_many = _or(None, RedisCacheClient.set_many)
    delete_many = _or(None, RedisCacheClient.delete_many)

    def get(self, key: Any, default: Any = None) -> Any:
        return _or(default, super().get)(key, default)


class ForgivingRedisCache(RedisCache):
    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client

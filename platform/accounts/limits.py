"""How often one address may do something: fixed windows in Django's cache.

The address never reaches the cache as itself: the key is an HMAC of it, gone when the window ends. An IPv6 address
counts as its /64, the smallest thing a household is given.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Iterable
from contextlib import suppress

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac


class TooMany(Exception):
    """The limit is reached; `retry_after` seconds remain."""

    code = "too_many"

    def __init__(self, key: str, retry_after: int) -> None:
        super().__init__(f"too many: {key}, again in {retry_after} s")
        self.key = key
        self.retry_after = retry_after


def client_address(request: HttpRequest) -> str:
    """The address the request came from, past as many proxies as we run ourselves (`TRUSTED_PROXIES`)."""
    return past_proxies(str(request.META.get("REMOTE_ADDR") or ""), request.headers.get("x-forwarded-for", ""))


def past_proxies(direct: str, forwarded: str) -> str:
    """Who stands behind the address that is connected to us, by the header that proxies of ours add to."""
    hops = settings.TRUSTED_PROXIES
    if hops:
        named = [part.strip() for part in forwarded.split(",") if part.strip()]
        if len(named) >= hops:
            return named[-hops]
    return direct


Windows = Iterable[tuple[int, int]]


def count(key: str, who: str, windows: Windows) -> None:
    """Count one `key` by `who` (an address or a public id); raises TooMany above `(most, seconds)` of any window.

    While the cache is away (`config.cache`) nothing is counted.
    """
    now = time.time()
    for most, seconds in windows:
        name = _name(key, who, seconds, now)
        cache.add(name, 0, timeout=seconds)
        try:
            seen = cache.incr(name)
        except ValueError:  # it ran out between the two lines, or the cache is away
            continue
        if seen > most:
            raise TooMany(key, int((now // seconds + 1) * seconds - now) + 1)


def uncount(key: str, who: str, windows: Windows) -> None:
    """Take back one count: what was counted before it was known turned out well."""
    now = time.time()
    for _, seconds in windows:
        with suppress(ValueError):
            cache.decr(_name(key, who, seconds, now))


def forget(key: str, who: str, windows: Windows) -> None:
    """Begin the windows that run now from nothing."""
    now = time.time()
    cache.delete_many([_name(key, who, seconds, now) for _, seconds in windows])


def _name(key: str, who: str, seconds: int, now: float) -> str:
    return f"limit:{key}:{seconds}:{int(now // seconds)}:{_blurred(who)}"


def _blurred(who: str) -> str:
    return salted_hmac("accounts.limits", household(who), algorithm="sha256").hexdigest()[:32]


def household(who: str) -> str:
    """What an address counts as; what is none counts as it is."""
    try:
        address = ipaddress.ip_address(who)
    except ValueError:
        return who
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or ipaddress.ip_network((int(address), 64), strict=False))
    return str(address)


def cache_key(key: str, prefix: str, version: int) -> str:
    """Django's KEY_FUNCTION: allauth writes addresses into the names of its own counts, so those are blurred here."""
    if key.startswith("allauth:rl:"):
        key = "allauth:" + salted_hmac("accounts.limits", key, algorithm="sha256").hexdigest()[:32]
    return f"{prefix}:{version}:{key}"

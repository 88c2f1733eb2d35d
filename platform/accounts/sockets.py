"""Who opens a socket: the cookie's person if the page is ours, else whoever's token comes in the first frame.

A browser sends cookies along with every socket it opens, also for a page of somebody else's; so a cookie counts only
beside an Origin that is this host. A program has no Origin and no cookie: it sends its token in `hello`
(docs/protocol.md). Channels' own validator refuses a missing Origin, so it is not used.
"""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from channels.auth import get_user
from django.conf import settings
from django.http.cookie import parse_cookie
from django.http.request import validate_host

from accounts import limits, sessions
from accounts.models import Person
from accounts.services import person_for_token
from accounts.threads import in_thread


class WrongOrigin(Exception):
    """A page of another site opened this socket: close code 4403."""


def check_origin(scope: dict[str, Any]) -> bool:
    """Whether the socket comes from a page of ours; False without any Origin. Raises WrongOrigin for another's page."""
    origins = _headers(scope, b"origin")
    if not origins:
        return False
    if len(origins) > 1:
        raise WrongOrigin(", ".join(origins))
    origin = origins[0]
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    hosts = _headers(scope, b"host")
    try:
        found = urlsplit(origin)
        found.port  # noqa: B018  a port that is no number raises here
    except ValueError:
        raise WrongOrigin(origin) from None
    if found.scheme not in ("http", "https") or not found.hostname or len(hosts) != 1:
        raise WrongOrigin(origin)
    allowed = settings.ALLOWED_HOSTS or (["localhost", "127.0.0.1", "[::1]", ".localhost"] if settings.DEBUG else [])
    if found.netloc.lower() != hosts[0].lower() or not validate_host(found.hostname, allowed):
        raise WrongOrigin(origin)
    return True


def address_of(scope: dict[str, Any]) -> str:
    """Where a socket comes from, past our proxies."""
    client = scope.get("client") or ("",)
    return limits.past_proxies(str(client[0]), ", ".join(_headers(scope, b"x-forwarded-for")))


async def count_socket(scope: dict[str, Any]) -> None:
    """Raises TooMany when this address has opened too many sockets lately: close code 4029."""
    await in_thread(limits.count)("socket", address_of(scope), settings.SOCKET_ADDRESS_LIMITS)


class Places:
    """How many sockets each address holds open to this process: as long as it is there a socket costs memory and an
    open file, so one address may not have them all. Used on the loop of the sockets alone."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._held.total()

    def take(self, address: str) -> str:
        """One more for this address; answers what to give back when the line has ended. Raises TooMany."""
        place = limits.household(address)
        if self._held[place] >= settings.OPEN_SOCKETS:
            raise limits.TooMany("sockets", 60)
        self._held[place] += 1
        return place

    def give_back(self, place: str) -> None:
        self._held[place] -= 1
        if self._held[place] <= 0:
            del self._held[place]


places = Places()


async def person_for_scope(scope: dict[str, Any], token: str | None = None) -> Person | None:
    """Who is at the other end, or None for a stranger, who may watch what is public and do nothing.

    With a token the token decides, whatever cookie came along; a wrong token is nobody, never the cookie's person.
    Raises WrongOrigin.
    """
    from_our_page = check_origin(scope)
    if token is not None:
        return await in_thread(person_for_token)(token)
    if not from_our_page:
        return None
    with_session: Any = {**scope, "session": _session(scope)}
    user = await get_user(with_session)
    return user if isinstance(user, Person) and user.is_active else None


def _session(scope: dict[str, Any]) -> Any:
    """The session the cookie names, read by hand so that no middleware has to stand before the socket."""
    cookies = parse_cookie("; ".join(_headers(scope, b"cookie")))
    return sessions.store()(cookies.get(settings.SESSION_COOKIE_NAME))


def _headers(scope: dict[str, Any], name: bytes) -> list[str]:
    return [value.decode("latin1") for key, value in scope.get("headers", ()) if key.lower() == name]

"""Every address of the urlconf, with arguments that lead somewhere, and what it lets itself be sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
NO_SUCH = {"table_id": "0" * 22, "public_id": "0" * 12, "game": "nothing", "language": "xx", "pool": "no.thing"}
"""Arguments that lead nowhere, by name; any other is `nowhere` or 0."""


@dataclass(frozen=True)
class Address:
    """One pattern of the urlconf."""

    name: str
    route: str
    view: Any

    @property
    def for_programs(self) -> bool:
        """One of the API's, whose refusals have codes; the others are pages, which say it in words."""
        return hasattr(self.view, "cls")

    @property
    def of_allauth(self) -> bool:
        """One of allauth's own."""
        return str(self.view.__module__).startswith("allauth.")

    def path(self, arguments: dict[str, Any]) -> str:
        """With these arguments where they are known; any other leads nowhere."""
        return "/" + "".join(_filled(self.route, arguments))

    def __str__(self) -> str:
        return self.name or self.route


def addresses() -> list[Address]:
    """All of them, in the order of the urlconf."""
    return [Address(name, route, view) for name, route, view in _walk(get_resolver(), "", "")]


def allowed(client: Client, path: str) -> list[str]:
    """The changing methods an address answers with anything but 405."""
    return [method for method in CHANGING if client.generic(method, path).status_code != 405]


def _walk(resolver: URLResolver, before: str, space: str) -> Iterator[tuple[str, str, Any]]:
    for entry in resolver.url_patterns:
        route = before + _plain(entry)
        if isinstance(entry, URLPattern):
            yield (space + (entry.name or ""), route, entry.callback)
        else:
            yield from _walk(entry, route, f"{space}{entry.namespace}:" if entry.namespace else space)


def _plain(entry: URLPattern | URLResolver) -> str:
    """A route in the way of `path`, also where allauth writes an expression."""
    route = str(entry.pattern)
    for expression, simple in (
        (r"^confirm-email/(?P<key>[-:\w]+)/$", "confirm-email/<key>/"),
        (r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", "password/reset/key/<uidb36>-<key>/"),
        (r"^api/.*", "api/<rest>"),
    ):
        route = simple if route == expression else route
    assert not set("^$?(") & set(route), f"how is {route} filled in?"
    return route


def _filled(route: str, arguments: dict[str, Any]) -> Iterator[str]:
    while route:
        fixed, _, rest = route.partition("<")
        yield fixed
        inner, _, route = rest.partition(">")
        if inner:
            kind, _, name = inner.rpartition(":")
            yield str(arguments.get(name, NO_SUCH.get(name, 0 if kind == "int" else "nowhere")))

"""The door of the sign-in pages: a guest comes to them as a visitor, since he has not signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from accounts import known
from accounts.models import Person

View = Callable[..., HttpResponse]


def entrance(view: View) -> View:
    """Marks a view of ours as one of the sign-in pages."""
    view.entrance = True  # type: ignore[attr-defined]
    return view


class Door:
    """Middleware, after authentication and language.

    To allauth whoever has a session has signed in and has no business at its entrance; our guests have one from their
    first card on. So at its pages a guest is put aside as `request.guest`, and the session stays his until somebody has
    really signed in, whose browser keeps a mark of it. What these pages show is nobody else's, so no cache keeps them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        member = getattr(request, "known_now", None)
        if member is not None:
            known.remember(request, response, member)
        if getattr(request, "at_the_door", False):
            add_never_cache_headers(response)
        return response

    def process_view(self, request: HttpRequest, view: View, args: Any, kwargs: Any) -> None:
        if not (view.__module__.startswith("allauth.") or getattr(view, "entrance", False)):
            return
        request.at_the_door = True  # type: ignore[attr-defined]
        user = request.user
        if isinstance(user, Person) and user.kind != Person.Kind.MEMBER:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()

"""The public API: parse, call a service, answer. No rule of a game and none of a table is here."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils import translation
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits, services
from accounts.preferences import Preferences
from api.errors import ApiError
from games.table import catalogue
from games.table.lobby import Summary, lobby


class Guest(APIView):
    """`POST /guest`: a new guest and his token, for programs. Sets no cookie and needs none."""

    authentication_classes: list[type] = []

    def post(self, request: Request) -> Response:
        name = request.data.get("name", "") if isinstance(request.data, dict) else None
        if not isinstance(name, str):
            raise ApiError("unreadable", translation.gettext("The name must be a text."))
        limits.count("guest", limits.client_address(request._request), settings.GUEST_LIMITS)
        language = translation.get_language() or ""
        person = services.create_guest(name=name, preferences=Preferences.read({"language": language}))
        token = services.issue_token(person, label="guest")
        body = {"person": person.public_id, "name": person.name, "token": token}
        return Response(body, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class Games(APIView):
    """`GET /api/games`: what can be played here, by which house rules."""

    def get(self, request: Request) -> Response:
        return Response({"games": [catalogue.described(game) for game in catalogue.known()]})


class LobbyView(APIView):
    """`GET /api/lobby`: the public tables that wait for players, and those that are played."""

    def get(self, request: Request) -> Response:
        now = lobby()
        return Response(
            {
                "open": [summary(table) for table in now.open],
                "running": [summary(table) for table in now.running],
                "running_count": now.running_count,
            }
        )


def summary(table: Summary) -> dict[str, Any]:
    """A table as everybody may see it from outside."""
    return {
        "id": table.id,
        "game": table.game,
        "preset": table.preset,
        "players": table.players,
        "lifecycle": table.lifecycle,
        "rated": table.rated,
        "speed": table.speed,
        "opened_at": table.opened_at,
        "seats": [
            {"person": seat.person or None, "name": seat.name or None, "bot": seat.bot or None} for seat in table.seats
        ],
    }


class Nothing(APIView):
    """Every other address below /api/: not found, in our shape."""

    authentication_classes: list[type] = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound

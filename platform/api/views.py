"""The public API: parse, call a service, answer. No rule of a game and none of a table is here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits, services
from accounts.models import Person
from accounts.preferences import Preferences
from api.authentication import TokenAuthentication
from api.errors import ApiError, error_code
from api.opening import Opening, is_form
from api.parsers import Form, Json, MultiPartForm
from api.reading import uuid_of
from games.kernel.contract import Public
from games.kernel.errors import BadOption
from games.kernel.record import format_records
from games.table import catalogue, feed, once
from games.table.aggregate import Refused, Table
from games.table.held import load
from games.table.lobby import Summary, lobby
from games.table.records import export_record
from matchmaking.ratings import reasons


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


class Me(APIView):
    """`GET /api/me`: who the token or the cookie says this is."""

    permission_classes = (IsAuthenticated,)

    def get(self, request: Request) -> Response:
        person = request.user
        assert isinstance(person, Person)
        return Response({"person": person.public_id, "name": person.name, "kind": person.kind})


class Token(APIView):
    """`DELETE /api/token`: the token this is asked with opens nothing from now on."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuthenticated,)

    def delete(self, request: Request) -> Response:
        services.revoke_token(str(request.auth))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Games(APIView):
    """`GET /api/games`: what can be played here, by which house rules."""

    def get(self, request: Request) -> Response:
        return Response({"games": [catalogue.described(game) for game in catalogue.known()]})


class Tables(APIView):
    """`POST /tables`: open a table, from JSON or from the form of the page, which is led to it."""

    parser_classes = (Json, Form, MultiPartForm)

    def post(self, request: Request) -> Response | HttpResponse:
        if is_form(request):
            return _see(self._by_form(request))
        asked, host = self._asked(request)
        opened = asked.carry_out(host)
        address = reverse("table", args=[opened.id])
        body = {"id": opened.id, "url": address, "lifecycle": opened.lifecycle}
        return Response(body, status=status.HTTP_201_CREATED, headers={"Location": address})

    def _by_form(self, request: Request) -> str:
        """Where the page is led: to the table, or back to the form, which tells what is wrong."""
        try:
            asked, host = self._asked(request)
            form = request.data if isinstance(request.data, Mapping) else {}
            table = once.opened(form, lambda table_id: asked.carry_out(host, table_id).id)
        except (ApiError, BadOption, Refused, limits.TooMany) as problem:
            game = request.data.get("game") if isinstance(request.data, Mapping) else None
            again = {"game": game} if isinstance(game, str) and catalogue.find(game) else {}
            return reverse("new_table") + "?" + urlencode({**again, "error": error_code(problem)})
        return reverse("table", args=[table])

    def _asked(self, request: Request) -> tuple[Opening, Person]:
        """For what, and who: a visitor becomes a guest, also when he has pressed twice and the table stands already."""
        asked = Opening.read(request)
        limits.count("tables", limits.client_address(request._request), settings.TABLE_LIMITS)
        host = request.user if isinstance(request.user, Person) else services.guest_for(request._request)
        return asked, host


def _see(address: str) -> HttpResponse:
    """A form is answered with another page, so that loading it again sends nothing twice."""
    response = HttpResponseRedirect(address)
    response.status_code = status.HTTP_303_SEE_OTHER
    return response


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
        "deals": table.deals,
        "totals": list(table.totals),
        "options": dict(table.options),
        "seats": [
            {
                "person": seat.person or None,
                "name": (seat.name or None) if seat.person else None,
                "bot": seat.bot or None,
            }
            for seat in table.seats
        ],
    }


class TableFacts(APIView):
    """`GET /api/tables/ID`: what everybody may know of a table. Who has its address may ask, listed or not."""

    def get(self, request: Request, table_id: str) -> Response:
        table = _table(table_id)
        seats = [{"person": seat.person, "bot": seat.policy, "kind": seat.kind} for seat in table.seats]
        return Response(
            {
                **feed.facts(table),
                "lifecycle": table.lifecycle,
                "v": table.seq,
                "seats": seats,
                "people": feed.people(table),
                "opened_at": table.opened_at,
                "ended_at": table.ended_at,
                "secret": feed.secret(table),
            }
        )


class Sheet(APIView):
    """`GET /api/tables/ID/sheet`: how the score stands, and every deal that was scored, from the first."""

    def get(self, request: Request, table_id: str) -> Response:
        table = _table(table_id)
        seen = table.game.codec.view(table.game.view(table.state, Public()))
        told = {name: seen.get(name) for name in ("deal", "totals", "sheet", "result")}
        if told["sheet"] and told["sheet"][0]["deal"] > 1:
            # A view holds the last deals only; the others are folded from the log, which is work.
            limits.count("record", limits.client_address(request._request), settings.RECORD_LIMITS)
            told["sheet"] = feed.sheet(table.id)
        return Response({"id": table_id, "v": table.seq, "lifecycle": table.lifecycle, **told})


class Ratings(APIView):
    """`GET /api/tables/ID/ratings`: what a rated table did to ratings and why; 404 `not_rated_yet` before."""

    def get(self, request: Request, table_id: str) -> Response:
        return Response(reasons.of_table(uuid_of(table_id)).as_json())


class RecordText(APIView):
    """`GET /tables/ID/record`: the table as text (docs/notation.md): all of it once it has ended, before that the
    deals whose cards everybody may see."""

    def get(self, request: Request, table_id: str) -> HttpResponse:
        limits.count("record", limits.client_address(request._request), settings.RECORD_LIMITS)
        text = format_records([export_record(uuid_of(table_id))])
        response = HttpResponse(text, content_type="text/plain; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{table_id}.opentrick"'
        return response


def _table(table_id: str) -> Table:
    """The table at this address. Raises NotFound, and Refused when there is none."""
    return load(uuid_of(table_id)).table


class Nothing(APIView):
    """Every other address below /api/: not found, in our shape."""

    authentication_classes: list[type] = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound

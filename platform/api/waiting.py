"""Waiting for a table, for programs: enter the queues, ask how it stands, leave; and a rematch.

Who asks with `GET` gives the sign of life without which nobody is seated; the socket `/ws/waiting` does as well
(docs/protocol.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.models import Person
from api.reading import text, unreadable, uuid_of
from games.kernel.contract import SIMPLE
from games.table.clock import now_ms
from games.table.ids import format_id
from matchmaking.queues import pauses, programs, rematch, tickets, waiting
from matchmaking.queues.wishes import MOST_WISHES, Wanted

MOST_LINES = 100


class Wait(APIView):
    """`/api/wait`: POST enters, PUT asks for something else with the same waiting time, GET tells, DELETE leaves."""

    permission_classes = (IsAuthenticated,)

    def post(self, request: Request) -> Response:
        person = _counted(request)
        tickets.enter([person], _wishes(request.data))
        return Response(_told(person), status=status.HTTP_201_CREATED)

    def put(self, request: Request) -> Response:
        person = _counted(request)
        tickets.change(person, _wishes(request.data))
        return Response(_told(person))

    def get(self, request: Request) -> Response:
        person = _person(request)
        tickets.seen(person)
        return Response(_told(person))

    def delete(self, request: Request) -> Response:
        person = _counted(request)
        tickets.leave(person)
        return Response(_told(person))


class BeginWithPrograms(APIView):
    """`POST /api/wait/programs`: wait no longer, programs sit down on the free chairs."""

    permission_classes = (IsAuthenticated,)

    def post(self, request: Request) -> Response:
        person = _counted(request)
        policy = request.data.get("policy", SIMPLE) if isinstance(request.data, Mapping) else None
        if not isinstance(policy, str):
            raise unreadable("policy")
        limits.count("tables", limits.client_address(request._request), settings.TABLE_LIMITS)
        made = programs.begin_with_programs(person, policy)
        return Response({"table": made.id}, status=status.HTTP_201_CREATED)


class Rematch(APIView):
    """`POST /api/tables/ID/rematch`: the same people once more; the same table for everybody who asks."""

    permission_classes = (IsAuthenticated,)

    def post(self, request: Request, table_id: str) -> Response:
        person = _person(request)
        limits.count("tables", limits.client_address(request._request), settings.TABLE_LIMITS)
        return Response({"table": format_id(rematch.rematch(uuid_of(table_id), person))})


def _person(request: Request) -> str:
    assert isinstance(request.user, Person)
    return request.user.public_id


def _counted(request: Request) -> str:
    limits.count("wait", limits.client_address(request._request), settings.WAIT_LIMITS)
    return _person(request)


def _told(person: str) -> dict[str, Any]:
    """How it stands for this person: the ticket, or the table it led to, and who waits for what."""
    now = now_ms()
    crowd = waiting.read_for(person, now)
    mine = crowd.of(person, now)
    return {
        "now": now,
        "ticket": None if mine is None else mine.as_json(),
        "table": None if mine is not None else waiting.table_to_go_to(person, waiting.lately(now)),
        "paused_until": None if mine is not None else pauses.paused_until([person], now),
        "board": crowd.told(MOST_LINES),
    }


def _wishes(data: Any) -> list[Wanted]:
    wishes = data.get("wishes") if isinstance(data, Mapping) else None
    if not isinstance(wishes, list) or not 0 < len(wishes) <= MOST_WISHES:
        raise unreadable("wishes")
    return [_wish(wish) for wish in wishes]


def _wish(given: Any) -> Wanted:
    """One wish, strictly; what is left out is the usual. Whether it exists is for `wishes.check` to say."""
    if not isinstance(given, Mapping) or not {"game", "preset", "speed", "rated", "counts"}.issuperset(given):
        raise unreadable("wishes")
    wanted = Wanted.usual(text(given, "game"))
    rated, counts = given.get("rated", False), given.get("counts", list(wanted.counts))
    if type(rated) is not bool:
        raise unreadable("rated")
    if not isinstance(counts, list) or not 0 < len(counts) <= 9 or not all(type(count) is int for count in counts):
        raise unreadable("counts")
    return Wanted(
        game=wanted.game,
        preset=text(given, "preset", wanted.preset),
        speed=text(given, "speed", "normal" if rated else wanted.speed),
        rated=rated,
        counts=tuple(sorted(set(counts))),
    )

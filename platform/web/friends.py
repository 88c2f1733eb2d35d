"""The page of friends: who is where, who asks, who is blocked, and finding somebody by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import inbox, limits, names, relations
from accounts.models import Person
from accounts.people import names_of
from games.table import catalogue, histories
from matchmaking.queues import parties
from web.page import Page, sign_in_first


@dataclass(frozen=True)
class Line:
    """A person in a list."""

    id: str
    name: str
    here: bool = False
    table: str = ""
    game: str = ""


@dataclass(frozen=True)
class Invitation:
    """Somebody asks this person to a table or a party."""

    item: int
    kind: str
    id: str
    name: str
    game: str
    to: str
    """The table, or the code of the party."""


@never_cache
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    """Everybody this person has to do with. `?name=` looks for somebody."""
    person = Page(request).person
    if person is None:
        return sign_in_first(reverse("friends"))
    sought = request.GET.get("name", "").strip()[:40]
    if sought:
        limits.count("find", person.public_id, settings.FIND_LIMITS)
    mine = relations.friends_of(person.public_id)
    asking = relations.requests_to(person.public_id)
    asked = relations.requests_of(person.public_id)
    blocked = relations.blocks_of(person.public_id)
    known = names_of([*mine, *asking, *asked, *blocked])
    lines = _lines(mine, known, histories.whereabouts(mine))
    context = {
        "invitations": _invitations(person.public_id),
        "friends": sorted(lines, key=lambda line: (not line.table, not line.here, line.name.casefold())),
        "party": parties.party_of(person.public_id),
        "asking": _lines(asking, known),
        "asked": _lines(asked, known),
        "blocked": _lines(blocked, known),
        "sought": sought,
        "found": [Line(*one) for one in _find(sought)] if sought else [],
        "error": _trouble(request.GET.get("error", "")),
    }
    return render(request, "web/friends.html", context)


def lines_of(persons: Collection[str], where: Mapping[str, histories.Whereabouts]) -> list[Line]:
    """These people by name, and where each of them is; without those whose account is deleted."""
    return _lines(persons, names_of(persons), where)


def _lines(
    persons: Iterable[str], known: Mapping[str, str], where: Mapping[str, histories.Whereabouts] | None = None
) -> list[Line]:
    return [_line(one, known[one], (where or {}).get(one)) for one in persons if one in known]


def _line(person: str, name: str, where: histories.Whereabouts | None = None) -> Line:
    if where is None:
        return Line(person, name)
    return Line(person, name, here=True, table=where.table, game=catalogue.title(where.game) if where.table else "")


def _invitations(person: str) -> list[Invitation]:
    """What the bar of the page shows too, for whoever has no JavaScript."""
    told = inbox.message(person)
    found = []
    for item in told["items"]:
        body, sender = item["body"], item["body"].get("from", "")
        if item["kind"] in ("challenge", "rematch", "party") and sender in told["people"]:
            found.append(
                Invitation(
                    item=item["id"],
                    kind=item["kind"],
                    id=sender,
                    name=told["people"][sender]["name"],
                    game=catalogue.title(body["game"]) if body.get("game") else "",
                    to=body.get("party") or body["table"],
                )
            )
    return found


def _find(name: str) -> list[tuple[str, str]]:
    """Members by their key, which no two share; guests of exactly this name are nobody one could know by it."""
    if "\0" in name:  # PostgreSQL cannot even be asked
        return []
    found = Person.objects.filter(name_key=names.key(name), kind=Person.Kind.MEMBER, is_active=True)
    return list(found.values_list("public_id", "name")[:1])


def _trouble(code: str) -> str:
    texts = {
        "yourself": _("That is you."),
        "blocked": _("You have blocked this person. Take the block back first."),
        "too_many": _("Your list is full."),
    }
    return texts.get(code, "")

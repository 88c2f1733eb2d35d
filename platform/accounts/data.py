"""Everything about one person, for that person: each app adds what it keeps.

data.register("ratings", lambda person: [...])     # in the app's ready(); what it answers is written as JSON
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts import inbox
from accounts.models import Block, Friend, Person
from accounts.preferences import Preferences

Part = Callable[[Person], Any]
_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """From now on the export holds `name`: what `part` answers for a person."""
    _parts[name] = part


def everything_about(person: Person) -> dict[str, Any]:
    """The whole export, by the names of its parts."""
    return {name: part(person) for name, part in _parts.items()}


# --- what this app keeps itself ---


def _person(person: Person) -> dict[str, Any]:
    return {
        "id": person.public_id,
        "kind": person.kind,
        "name": person.name,
        "email": person.email,
        "here_since": person.created_at.isoformat(),
        "last_sign_in": _time(person.last_login),
        "has_password": person.has_usable_password(),
        "earlier_ids": list(person.aliases.values_list("public_id", flat=True)),
    }


def _preferences(person: Person) -> dict[str, Any]:
    return asdict(Preferences.of_person(person))


def _emails(person: Person) -> list[dict[str, Any]]:
    rows = EmailAddress.objects.filter(user=person).order_by("pk")
    return [{"email": row.email, "confirmed": row.verified, "primary": row.primary} for row in rows]


def _ways_in(person: Person) -> list[dict[str, Any]]:
    """Second factors and passkeys: that they are there and when they were used, never what opens."""
    rows = Authenticator.objects.filter(user=person).order_by("pk")
    return [{"type": row.type, "made": _time(row.created_at), "last_used": _time(row.last_used_at)} for row in rows]


def _sessions(person: Person) -> list[dict[str, Any]]:
    rows = UserSession.objects.filter(user=person).order_by("pk")
    return [
        {
            "address": row.ip,
            "browser": row.user_agent,
            "begun": _time(row.created_at),
            "last_seen": _time(row.last_seen_at),
        }
        for row in rows
    ]


def _tokens(person: Person) -> list[dict[str, Any]]:
    return [
        {
            "label": row.label,
            "scope": row.scope,
            "made": _time(row.created_at),
            "last_used": _time(row.last_used_at),
            "expires": _time(row.expires_at),
            "revoked": _time(row.revoked_at),
        }
        for row in person.tokens.order_by("pk")
    ]


def _friends(person: Person) -> list[dict[str, Any]]:
    rows = Friend.objects.filter(person=person.public_id).order_by("pk")
    return [{"person": row.other, "friends": row.mutual, "since": _time(row.since)} for row in rows]


def _blocks(person: Person) -> list[dict[str, Any]]:
    """Whom this person has blocked. Who has blocked him is theirs to know."""
    rows = Block.objects.filter(person=person.public_id).order_by("pk")
    return [{"person": row.other, "since": _time(row.since)} for row in rows]


def _time(at: dt.datetime | None) -> str | None:
    return None if at is None else at.isoformat()


register("person", _person)
register("preferences", _preferences)
register("emails", _emails)
register("ways_in", _ways_in)
register("sessions", _sessions)
register("tokens", _tokens)
register("friends", _friends)
register("blocks", _blocks)
register("inbox", lambda person: inbox.items(person.public_id))

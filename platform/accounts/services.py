"""What can be done to people: made, named, given a token, found again."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import secrets

from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import inbox, limits, members, names
from accounts.models import AccessToken, Person
from accounts.preferences import Preferences

TOKEN_PREFIX = "ot_"
"""Lets a secret scanner know our tokens from other people's strings."""

_SEEN_IN = "seen_in"

_USED_AT_STEP = dt.timedelta(hours=1)
"""`last_used_at` is written at most this often, or every API call would write a row."""


def create_guest(*, name: str = "", preferences: Preferences | None = None) -> Person:
    """A guest's row. Without a name he gets a bird's, in the active language. Raises UnfitName."""
    chosen = dataclasses.asdict(preferences or Preferences())
    if name:
        given = names.tidy_name(name)
        members.check_free(given)
    else:
        given = _bird()
    return Person.objects.create_guest(given, **chosen)


def _bird() -> str:
    """A bird's name that no member has taken; among 1,800 the third try finds one."""
    for _ in range(20):
        given = names.guest_name()
        if not members.is_taken(given):
            break
    return given


def bot_person(policy: str) -> Person:
    """The one Person every program of this policy sits down as; made the first time it is asked for."""
    known = Person.objects.filter(policy=policy).first()
    if known is not None:
        return known
    try:
        with transaction.atomic():
            return Person.objects.create_bot(policy, policy=policy)
    except IntegrityError:  # another process was first
        return Person.objects.get(policy=policy)


def guest_for(request: HttpRequest) -> Person:
    """Who acts in this request: the person signed in, or a guest made now, whose cookie leaves with the answer.

    Called by actions only: looking at a page makes nobody. Raises TooMany when this address made too many guests.
    """
    if isinstance(request.user, Person):
        return request.user
    limits.count("guest", limits.client_address(request), settings.GUEST_LIMITS)
    person = create_guest(preferences=Preferences.of(request))
    login(request, person, backend="accounts.backends.Members")
    return person


def keep_signed_in(request: HttpRequest) -> None:
    """A guest is only his cookie: whoever comes back within a year keeps it for one more. Written monthly."""
    month = f"{timezone.now():%Y-%m}"
    if isinstance(request.user, Person) and request.session.get(_SEEN_IN) != month:
        request.session[_SEEN_IN] = month


def issue_token(person: Person, *, scope: str = AccessToken.Scope.PLAY, label: str = "") -> str:
    """A new token for `person`, in clear this once; only its digest is kept."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    AccessToken.objects.create(person=person, digest=_digest(token), scope=scope, label=label)
    return token


def person_for_token(token: str, *, scope: str = AccessToken.Scope.PLAY) -> Person | None:
    """Whose token this is, if it was ever issued, is not revoked and may do `scope`."""
    if not token.startswith(TOKEN_PREFIX) or len(token) > 100 or not token.isascii():
        return None
    row = (
        AccessToken.objects.select_related("person")
        .filter(digest=_digest(token), revoked_at=None, scope=scope, person__is_active=True)
        .first()
    )
    if row is None:
        return None
    now = timezone.now()
    if row.last_used_at is None or now - row.last_used_at > _USED_AT_STEP:
        AccessToken.objects.filter(pk=row.pk).update(last_used_at=now)
    return row.person


def revoke_token(token: str) -> bool:
    """Whether there was such a token to revoke; from now on it opens nothing, and the sockets it has opened close."""
    valid = AccessToken.objects.filter(digest=_digest(token), revoked_at=None)
    owner = valid.values_list("person__public_id", flat=True).first()
    if owner is None or not valid.update(revoked_at=timezone.now()):
        return False
    inbox.announce(owner)
    return True


def revoke_tokens(person: Person) -> int:
    """How many tokens of this person open nothing from now on."""
    revoked = AccessToken.objects.filter(person=person, revoked_at=None).update(revoked_at=timezone.now())
    if revoked:
        inbox.announce(person.public_id)
    return revoked


def _digest(token: str) -> str:
    """SHA-256 is enough here: a token is 256 random bits, so there is nothing to guess and nothing to stretch."""
    return hashlib.sha256(token.encode()).hexdigest()

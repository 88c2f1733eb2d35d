"""What can be done to people: made, named, given a token, found again."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import secrets

from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import inbox, limits, members, names
from accounts.models import BASE62, PUBLIC_ID_LENGTH, AccessToken, Person
from accounts.preferences import Preferences

TOKEN_PREFIX = "ot_"
"""Lets a secret scanner know our tokens from other people's strings."""

_SEEN_IN = "seen_in"

_PRESSED_AGAIN_WITHIN = dt.timedelta(minutes=1)

_USED_AT_STEP = dt.timedelta(hours=1)
"""`last_used_at` is written at most this often, or every API call would write a row."""


def create_guest(*, name: str = "", preferences: Preferences | None = None, public_id: str = "") -> Person:
    """A guest's row. Without a name he gets a bird's, in the active language. Raises UnfitName."""
    chosen = dataclasses.asdict(preferences or Preferences())
    if public_id:
        chosen["public_id"] = public_id
    if name:
        given = names.tidy_name(name)
        members.check_free(given)
    else:
        given = members.bird()
    guest = Person.objects.create_guest(given, **chosen)
    members.give_way(guest.guest_key)
    return guest


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

    Called by actions only: looking at a page makes nobody. A key that is pressed twice before the first answer has come
    makes one guest: else the other would sit at a table, or wait for one, with nobody behind him. Raises TooMany when
    this address made too many guests.
    """
    if isinstance(request.user, Person):
        return request.user
    limits.count("guest", limits.client_address(request), settings.GUEST_LIMITS)
    person = _guest_of_browser(request)
    login(request, person, backend="accounts.backends.Members")
    return person


def _guest_of_browser(request: HttpRequest) -> Person:
    """The same one for the same secret of the browser's forms. Signing in changes it, so that it makes one guest."""
    secret, preferences = request.META.get("CSRF_COOKIE"), Preferences.of(request)
    if not secret:
        return create_guest(preferences=preferences)
    digest = salted_hmac("accounts.services.guest", str(secret), algorithm="sha256").digest()
    number, letters = int.from_bytes(digest), []
    for _ in range(PUBLIC_ID_LENGTH):
        number, digit = divmod(number, len(BASE62))
        letters.append(BASE62[digit])
    public_id = "".join(letters)
    lately = timezone.now() - _PRESSED_AGAIN_WITHIN
    try:
        with transaction.atomic():
            return create_guest(preferences=preferences, public_id=public_id)
    except IntegrityError:  # pressed again
        guests = Person.objects.filter(public_id=public_id, kind=Person.Kind.GUEST, is_active=True)
        return guests.filter(created_at__gt=lately).first() or create_guest(preferences=preferences)


def keep_signed_in(request: HttpRequest) -> None:
    """A guest is only his cookie: whoever comes back within a year keeps it for one more. Written monthly."""
    month = f"{timezone.now():%Y-%m}"
    if isinstance(request.user, Person) and request.session.get(_SEEN_IN) != month:
        request.session[_SEEN_IN] = month


def issue_token(
    person: Person,
    *,
    scope: str = AccessToken.Scope.PLAY,
    label: str = "",
    expires_at: dt.datetime | None = None,
) -> str:
    """A new token for `person`, in clear this once; only its digest is kept. Without `expires_at` it stays until it is
    revoked."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    AccessToken.objects.create(person=person, digest=_digest(token), scope=scope, label=label, expires_at=expires_at)
    return token


def person_for_token(token: str, *, scope: str = AccessToken.Scope.PLAY) -> Person | None:
    """Whose token this is, if it was ever issued, is neither revoked nor too old, and may do `scope`."""
    if not token.startswith(TOKEN_PREFIX) or len(token) > 100 or not token.isascii():
        return None
    row = (
        AccessToken.objects.select_related("person")
        .filter(_valid(), digest=_digest(token), scope=scope, person__is_active=True)
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


def valid_tokens(person: Person) -> QuerySet[AccessToken]:
    """Those of this person that open something."""
    return AccessToken.objects.filter(_valid(), person=person)


def _valid() -> Q:
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=timezone.now()))


def revoke_tokens(person: Person, which: QuerySet[AccessToken] | None = None) -> int:
    """How many tokens of this person, all or those of `which`, open nothing from now on."""
    mine = AccessToken.objects.all() if which is None else which
    revoked = mine.filter(person=person, revoked_at=None).update(revoked_at=timezone.now())
    if revoked:
        inbox.announce(person.public_id)
    return revoked


def _digest(token: str) -> str:
    """SHA-256 is enough here: a token is 256 random bits, so there is nothing to guess and nothing to stretch."""
    return hashlib.sha256(token.encode()).hexdigest()

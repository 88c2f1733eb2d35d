"""Deleting an account: the row of the person is emptied, and everything that hangs on it goes.

Events hold nothing of a person but the pseudonym, so they stay as they are, byte by byte, and so does the public id in
the emptied row: it is what "deleted account" stands for at old tables.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from allauth.usersessions.models import UserSession
from django.db import models, transaction
from django.utils import timezone

from accounts import inbox, members, relations, sessions
from accounts.models import Person
from accounts.preferences import Preferences
from accounts.signals import person_erased

EMPTIED: dict[str, Any] = {
    "name": "",
    "name_key": None,
    "guest_key": "",
    "email": "",
    **asdict(Preferences()),
    "last_login": None,
    "is_active": False,
}
"""`kind`, `public_id` and `created_at` stay: whether a person or a program sat there, under which pseudonym."""


def erase(person: Person) -> None:
    """Empty the row and delete what hangs on it; other apps do their part on `person_erased`. A second time nothing
    happens. Sockets close when the transaction is committed."""
    if person.kind == Person.Kind.BOT:
        raise ValueError("a program has no account")
    with transaction.atomic():
        row = Person.objects.select_for_update().get(pk=person.pk)
        if row.erased_at is not None:
            return
        ids = members.public_ids(row)
        guests = Person.objects.filter(public_id__in=ids[1:], kind=Person.Kind.GUEST)
        _end_sessions(row)
        _delete_dependents(row)
        for each in (*guests, row):  # the guests he was before have a name of their own
            _empty(each)
        for public_id in ids:
            inbox.forget(public_id)
            relations.forget(public_id)
            person_erased.send(sender=None, public_id=public_id)
            inbox.announce(public_id)


def _empty(row: Person) -> None:
    for name, value in EMPTIED.items():
        setattr(row, name, value)
    row.set_unusable_password()
    row.erased_at = timezone.now()
    row.save()


def _end_sessions(person: Person) -> None:
    """Also what they hold: how somebody signed in, with name or address."""
    for key in UserSession.objects.filter(user=person).values_list("session_key", flat=True):
        sessions.store()(key).delete()


def _delete_dependents(person: Person) -> None:
    """Every row that would go with this one: tokens, addresses, second factors, and what later apps may add."""
    for relation in Person._meta.related_objects:
        if relation.on_delete is models.CASCADE and isinstance(relation, (models.ManyToOneRel, models.OneToOneRel)):
            relation.related_model._base_manager.filter(**{relation.field.name: person}).delete()

"""How people become members and stay themselves: sign-up, names, and the guests they were elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext

from accounts import inbox, limits, names, relations
from accounts.models import Alias, Person
from accounts.signals import guest_recognised


class NameTaken(names.UnfitName):
    """A member's name looks like this one."""


def is_taken(name: str, *, but: Person | None = None) -> bool:
    """Whether the name of a member, other than `but`, looks like this one."""
    taken = Person.objects.filter(name_key=names.key(name))
    if but is not None and but.pk is not None:
        taken = taken.exclude(pk=but.pk)
    return taken.exists()


def check_free(name: str, *, but: Person | None = None) -> None:
    """Raises NameTaken when a member's name looks like this one; names are no secret, so it may be said."""
    if is_taken(name, but=but):
        raise NameTaken(gettext("A member has this name, or one that looks like it. Choose another."))


def sign_up(person: Person, name: str, password: str, email: str = "") -> Person:
    """Make a member of `person`: a guest's row, which keeps its public id and all that hangs on it, or a new one.

    The name is tidy and the password checked already (`accounts.forms`). Raises NameTaken when somebody was quicker.
    """
    try:
        with transaction.atomic():
            if person.pk is not None:
                person = Person.objects.select_for_update().get(pk=person.pk)
                if person.kind != Person.Kind.GUEST:  # the form was sent twice
                    raise NameTaken(gettext("You are a member already."))
                if person.erased_at is not None:
                    raise NameTaken(gettext("This account is closed."))
            person.kind = Person.Kind.MEMBER
            person.name, person.name_key, person.guest_key = name, names.key(name), ""
            person.email = email.lower()
            person.set_password(password)
            person.save()
            give_way(person.name_key)
            inbox.announce(person.public_id)
    except IntegrityError:
        check_free(name, but=person)
        raise
    return person


def fit(text: str) -> str:
    """The name a new member may have. Raises UnfitName."""
    name = names.tidy_name(text)
    check_free(name)
    return name


def create(name: str, password: str, email: str = "") -> Person:
    """A member as the operator makes one, whose address counts as confirmed. Raises UnfitName and ValidationError."""
    tidy = fit(name)
    validate_password(password, Person(name=tidy, email=email))
    if email:
        validate_email(email)
    person = Person.objects.create_member(tidy, password, email, confirmed=True)
    give_way(names.key(tidy))
    return person


def rename(person: Person, text: str) -> bool:
    """Whether there is a new name now. Raises UnfitName, and TooMany for somebody who keeps changing it."""
    name = names.tidy_name(text)
    if name == person.name:
        return False
    check_free(name, but=person)
    limits.count("rename", person.public_id, settings.RENAME_LIMITS)
    try:
        with transaction.atomic():
            # As it stands now: in another tab he may have become a member, or have had the account deleted.
            row = Person.objects.select_for_update().get(pk=person.pk)
            if row.erased_at is not None:
                return False
            row.name = name
            if row.kind == Person.Kind.MEMBER:
                row.name_key = names.key(name)
            else:
                row.guest_key = names.key(name)
            row.save(update_fields=["name", "name_key", "guest_key"])
            give_way(names.key(name))
            inbox.announce(row.public_id)
            person.kind, person.name, person.name_key = row.kind, row.name, row.name_key
    except IntegrityError:
        check_free(name, but=person)
        raise
    return True


def bird() -> str:
    """A bird's name that no member has taken; among 1,800 the third try finds one."""
    for _ in range(20):
        given = names.guest_name()
        if not is_taken(given):
            break
    return given


def give_way(key: str) -> None:
    """Once the caller's transaction is committed: guests whose name looks like the one a member has now are called like
    birds from then on, and told so.

    Both sides call it when they have taken a name, a guest too: of two who take one at the same moment the later commit
    finds the other.
    """
    transaction.on_commit(partial(_rename_guests, key), robust=True)


def _rename_guests(key: str) -> None:
    if not key or not Person.objects.filter(name_key=key).exists():
        return
    for guest in Person.objects.filter(guest_key=key, kind=Person.Kind.GUEST, erased_at=None):
        with translation.override(guest.language or settings.LANGUAGE_CODE):
            name = bird()
        theirs = Person.objects.filter(pk=guest.pk, kind=Person.Kind.GUEST, guest_key=key)
        with transaction.atomic():
            if theirs.update(name=name, guest_key=names.key(name)):
                inbox.put(guest.public_id, "renamed", {"name": name}, key=f"renamed:{key}")


def recognise(member: Person, guest: Person) -> None:
    """This guest was that member all along: the member answers for what the guest did, and the guest is gone.

    Events go on naming the guest; friends and blocks are the member's from now on. What he waits
    for is given up by the apps that seat people. Sockets that are open for the guest look again.
    """
    if guest.kind == Person.Kind.GUEST and guest.pk != member.pk:
        with transaction.atomic():
            Alias.objects.get_or_create(public_id=guest.public_id, defaults={"person": member})
            relations.take_over(guest.public_id, member.public_id)
            inbox.forget(guest.public_id)
            guest_recognised.send(sender=None, public_id=guest.public_id)
            inbox.announce(guest.public_id)


def public_ids(person: Person) -> tuple[str, ...]:
    """Every name this person has in events: the own one first, then the guests he was."""
    if person.kind != Person.Kind.MEMBER:
        return (person.public_id,)
    return (person.public_id, *person.aliases.order_by("pk").values_list("public_id", flat=True))


def at_table(person: Person, sitting: Collection[str]) -> str:
    """As whom this person acts where these sit: as himself, or as the guest he was when he sat down there."""
    if person.kind != Person.Kind.MEMBER or person.public_id in sitting:
        return person.public_id
    return next((one for one in public_ids(person)[1:] if one in sitting), person.public_id)


def guest_of(request: HttpRequest) -> Person | None:
    """The guest who stands at the door of the sign-in pages (`accounts.middleware`)."""
    guest = getattr(request, "guest", None)
    return guest if isinstance(guest, Person) else None

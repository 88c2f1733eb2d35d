"""People: members, guests and bots are rows of one table, so a guest who signs up stays the same person."""

import secrets
import string
from typing import Any, ClassVar

from django.apps import apps
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import LONGEST_KEY, key

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
PUBLIC_ID_LENGTH = 12


def new_public_id() -> str:
    """A random name for a person in events and addresses: tells nothing, and 62^12 of them never run out."""
    return "".join(secrets.choice(BASE62) for _ in range(PUBLIC_ID_LENGTH))


class PersonManager(BaseUserManager["Person"]):
    def create_guest(self, name: str, **fields: Any) -> "Person":
        return self._create(Person.Kind.GUEST, name, guest_key=key(name), **fields)

    def create_bot(self, name: str, **fields: Any) -> "Person":
        return self._create(Person.Kind.BOT, name, **fields)

    def create_member(
        self, name: str, password: str, email: str = "", *, confirmed: bool = False, **fields: Any
    ) -> "Person":
        """A member as sign-up makes one. The name is taken as it stands: `accounts.members` checks what people type."""
        person = self.model(kind=Person.Kind.MEMBER, name=name, name_key=key(name), email=email.lower(), **fields)
        person.set_password(password)
        person.save(using=self._db)
        if email:
            addresses = apps.get_model("account", "EmailAddress").objects
            addresses.create(user=person, email=person.email, primary=True, verified=confirmed)
        return person

    def _create(self, kind: "Person.Kind", name: str, **fields: Any) -> "Person":
        person = self.model(kind=kind, name=name, **fields)
        person.set_unusable_password()
        person.save(using=self._db)
        return person


class Person(AbstractBaseUser):
    """Somebody who may sit at a table. Events name people by `public_id` alone; the name is joined on reading."""

    class Kind(models.TextChoices):
        GUEST = "guest", _("Guest")
        MEMBER = "member", _("Member")
        BOT = "bot", _("Bot")

    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.GUEST)
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=40, blank=True)
    name_key = models.CharField(max_length=LONGEST_KEY, unique=True, null=True, blank=True, editable=False)
    """What a member's name looks like (`accounts.lookalikes`); None for guests and programs, who may share names."""
    guest_key = models.CharField(
        max_length=LONGEST_KEY, blank=True, default="", db_default="", db_index=True, editable=False
    )
    """What a guest's name looks like: he gives way to a member who takes a name that looks the same."""
    email = models.EmailField(max_length=254, blank=True, db_index=True)
    """A member's primary address, confirmed or not; allauth's EmailAddress rows say which."""
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When this person had the account deleted: the row is empty since; only the pseudonym that events hold is left."""
    policy = models.CharField(max_length=40, unique=True, null=True, blank=True, editable=False)
    """The policy a bot plays by; None for people, so that it can be unique among bots."""

    # What accounts.preferences.Preferences holds; "" means as the language, or the browser, says.
    language = models.CharField(max_length=12, blank=True)
    theme = models.CharField(max_length=12, blank=True)
    ranks = models.CharField(max_length=12, blank=True)
    figures = models.CharField(max_length=12, blank=True)
    one_tap = models.BooleanField(default=False)

    USERNAME_FIELD = "public_id"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[PersonManager] = PersonManager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return f"{self.name or self.public_id} ({self.kind})"


class Alias(models.Model):
    """A guest who signed in as a member he was already: events still name the guest, the member answers for him."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, editable=False)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="aliases")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("alias")
        verbose_name_plural = _("aliases")

    def __str__(self) -> str:
        return self.public_id


class AccessToken(models.Model):
    """A key to the API, given to a person. The token itself is shown once; here lies its digest."""

    class Scope(models.TextChoices):
        PLAY = "play", _("Play")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scope = models.CharField(max_length=20, choices=Scope.choices, default=Scope.PLAY)
    label = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    """When it opens nothing any more; None for one that stays until it is revoked."""
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")

    def __str__(self) -> str:
        return f"{self.label or self.scope} ({'revoked' if self.revoked_at else 'valid'})"


class InboxItem(models.Model):
    """Something that awaits a person: a seat, a challenge, a turn, somebody who would be a friend (`accounts.inbox`).

    Whoever puts it names it by a key; the same key is put to a person once and taken back from all at once.
    """

    person = models.CharField(max_length=PUBLIC_ID_LENGTH)
    """The public id: whoever puts an item knows no row."""
    key = models.CharField(max_length=100)
    kind = models.CharField(max_length=12)
    about = models.CharField(max_length=24, blank=True)
    """The table or the party, or else the person, it speaks of: opening a table takes the item away."""
    sender = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True, db_index=True)
    """The person it comes from, if it comes from one."""
    body = models.JSONField()
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)
    """When it is no longer true; None for what stays."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="inbox_key_once")]
        indexes = [
            models.Index(fields=["key"], name="inbox_key"),
            models.Index(fields=["person", "-at"], name="inbox_newest"),
            models.Index(fields=["kind"], name="inbox_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.key} to {self.person}"


class Friend(models.Model):
    """That one person would have another for a friend; they are friends once both would (`accounts.relations`)."""

    person = models.CharField(max_length=PUBLIC_ID_LENGTH)
    other = models.CharField(max_length=PUBLIC_ID_LENGTH, db_index=True)
    mutual = models.BooleanField(default=False)
    """Whether the other row exists: kept here so that a list of friends is one look-up."""
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="friend_once")]

    def __str__(self) -> str:
        return f"{self.person} and {self.other}"


class Block(models.Model):
    """That one person wants nothing to do with another. The other is not told; it counts both ways."""

    person = models.CharField(max_length=PUBLIC_ID_LENGTH)
    other = models.CharField(max_length=PUBLIC_ID_LENGTH, db_index=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.person} blocks {self.other}"

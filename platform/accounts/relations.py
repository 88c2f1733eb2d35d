"""Who is whose friend, and who wants nothing to do with whom. People are public ids here, as in events.

    befriend("Ab3...", "Cd4...")    # asks; when the other asks too, they are friends
    block("Ab3...", "Cd4...")       # ends a friendship; the other is not told

A block counts both ways, and matchmaking seats the two apart. It is not announced: what the blocked one asks looks as
if it were not answered.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import inbox
from accounts.models import Block, Friend, Person
from accounts.signals import blocked

MOST_FRIENDS = 500
"""Friends and unanswered requests of one person."""
MOST_BLOCKS = 2000


class Impossible(Exception):
    """What was asked for cannot be. `code`: `unknown_person`, `yourself`, `blocked` (by who asks), `too_many`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Relation:
    """One person and another, as the first may know it."""

    friends: bool
    asked: bool
    """He has asked the other, without an answer so far."""
    asks: bool
    """The other has asked him."""
    blocked: bool
    """He has blocked the other."""


# --- friends ---


def befriend(person: str, other: str) -> bool:
    """This person would have the other for a friend. Whether they are friends now: when the other would, too.

    Asking twice is asking once. Raises Impossible. Whoever was blocked by the other asks as always and is never heard:
    it looks like a request without an answer.
    """
    with transaction.atomic():
        _lock(person, other)
        if has_blocked(person, other):
            raise Impossible("blocked")
        if Friend.objects.filter(person=person).count() >= MOST_FRIENDS:
            raise Impossible("too_many")
        mine, made = Friend.objects.get_or_create(person=person, other=other)
        asked = Friend.objects.filter(person=other, other=person)
        if asked.exists():
            asked.update(mutual=True)
            Friend.objects.filter(pk=mine.pk).update(mutual=True)
            inbox.settle(_request(other, person))
            return True
        if made and not has_blocked(other, person):
            inbox.put(other, "friend", {"from": person}, key=_request(person, other))
        return False


def unfriend(person: str, other: str) -> None:
    """No friends any more: also how a request is taken back or declined. The other is not told."""
    with transaction.atomic():
        Friend.objects.filter(Q(person=person, other=other) | Q(person=other, other=person)).delete()
        inbox.settle(_request(person, other), _request(other, person))


def friends_of(person: str) -> list[str]:
    """This person's friends, the newest first."""
    return _others(Friend.objects.filter(person=person, mutual=True))


def are_friends(person: str, other: str) -> bool:
    """Whether both would. Nobody has a NUL in his id, and PostgreSQL cannot even be asked for one."""
    return "\0" not in other and Friend.objects.filter(person=person, other=other, mutual=True).exists()


def requests_to(person: str) -> list[str]:
    """Who would be this person's friend and has had no answer, the newest first; nobody he has blocked."""
    blocked = Block.objects.filter(person=person).values("other")
    asked = Friend.objects.filter(other=person, mutual=False).exclude(person__in=blocked).order_by("-since", "-id")
    return list(asked.values_list("person", flat=True))


def requests_of(person: str) -> list[str]:
    """Whom this person has asked without an answer so far, the newest first."""
    return _others(Friend.objects.filter(person=person, mutual=False))


def between(person: str, other: str) -> Relation:
    """What this person may know of himself and the other: two queries."""
    rows = Friend.objects.filter(Q(person=person, other=other) | Q(person=other, other=person))
    found = {row.person: row.mutual for row in rows}
    blocked = has_blocked(person, other)
    return Relation(
        friends=found.get(person, False),
        asked=found.get(person) is False,
        asks=found.get(other) is False and not blocked,
        blocked=blocked,
    )


def _others(rows: QuerySet[Friend]) -> list[str]:
    return list(rows.order_by("-since", "-id").values_list("other", flat=True))


def _request(person: str, other: str) -> str:
    return f"friend:{person}:{other}"


# --- blocks ---


def block(person: str, other: str) -> None:
    """Have nothing to do with the other from now on: no friends, and nothing from one waits for the other any more.

    Raises Impossible.
    """
    with transaction.atomic():
        _lock(person, other)
        if Block.objects.filter(person=person).count() >= MOST_BLOCKS:
            raise Impossible("too_many")
        Block.objects.get_or_create(person=person, other=other)
        unfriend(person, other)
        inbox.part(person, other)
        blocked.send(sender=None, person=person, other=other)


def unblock(person: str, other: str) -> None:
    """Take a block back. One by the other stays."""
    Block.objects.filter(person=person, other=other).delete()


def blocks_of(person: str) -> list[str]:
    """Whom this person has blocked, the newest first."""
    blocks = Block.objects.filter(person=person).order_by("-since", "-id")
    return list(blocks.values_list("other", flat=True))


def has_blocked(person: str, other: str) -> bool:
    """Whether this person has blocked the other: not whether the other has, which is nobody's to know."""
    return Block.objects.filter(person=person, other=other).exists()


def blocked_by(persons: Collection[str]) -> dict[str, set[str]]:
    """Whom each of these people has blocked, in one query; who has blocked nobody is left out."""
    found: dict[str, set[str]] = {}
    for person, other in Block.objects.filter(person__in=list(persons)).values_list("person", "other"):
        found.setdefault(person, set()).add(other)
    return found


def take_over(guest: str, member: str) -> None:
    """A guest turned out to be a member: friends and blocks of the one are the other's now, in both directions. A block
    does not end because somebody signs in."""
    with transaction.atomic():
        _rename(Friend.objects.all(), guest, member)
        _rename(Block.objects.all(), guest, member)
        mine = Friend.objects.filter(person=member)
        theirs = Friend.objects.filter(other=member)
        both = set(mine.values_list("other", flat=True)) & set(theirs.values_list("person", flat=True))
        mine.filter(other__in=both).update(mutual=True)
        theirs.filter(person__in=both).update(mutual=True)


def _rename[Row: (Friend, Block)](rows: QuerySet[Row], guest: str, member: str) -> None:
    theirs = rows.filter(Q(person=guest) | Q(other=guest))
    moved = list(theirs)
    theirs.delete()
    for row in moved:
        row.pk = None
        row.person, row.other = (member if one == guest else one for one in (row.person, row.other))
    rows.bulk_create([row for row in moved if row.person != row.other], ignore_conflicts=True)


def forget(person: str) -> None:
    """Friends and blocks, of this person and by others."""
    Friend.objects.filter(Q(person=person) | Q(other=person)).delete()
    Block.objects.filter(Q(person=person) | Q(other=person)).delete()


def _lock(person: str, other: str) -> None:
    """Both rows, in one order: two who ask each other at once would not see each other's request."""
    if person == other:
        raise Impossible("yourself")
    rows = Person.objects.select_for_update().filter(public_id__in=(person, other), is_active=True)
    kinds = {row.public_id: row.kind for row in rows.order_by("public_id")}
    if len(kinds) < 2 or Person.Kind.BOT in kinds.values():
        raise Impossible("unknown_person")

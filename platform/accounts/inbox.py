"""What is news for one person: items that await him, and the stream `person.<public id>` that says "look again".

    inbox.put("Ab3...", "challenge", {"table": table.id, "from": "Cd4..."}, key=f"challenge:{table.id}")
    inbox.settle(f"challenge:{table.id}")

An item is a row, so it is there for whoever was not connected. It joins the caller's transaction, and is announced
after the commit: an address and a number, never content. Open sockets of that person listen and look again, also
whether they may still be what they are (a revoked token, a person locked out). An announcement that is lost costs
little: whoever listens also looks again by the clock.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.announcing import announce_stream
from accounts.models import InboxItem
from accounts.people import named

LASTS: Mapping[str, dt.timedelta | None] = {
    "seated": dt.timedelta(minutes=2),
    "challenge": dt.timedelta(minutes=10),
    "declined": dt.timedelta(minutes=10),
    "rematch": dt.timedelta(minutes=10),
    "party": dt.timedelta(minutes=30),
    "your_turn": None,
    "friend": None,
    "renamed": dt.timedelta(days=7),
}
"""The kinds, and how long an item of each is true; None: until it is settled.

`seated {table}`, `challenge {table, from}`, `declined {table, from}`, `rematch {table, from}`, `party {party, from}`,
`your_turn {table}`, `friend {from}`, `renamed {name}`. A body may tell more (the game of a challenge); whoever reads
it leaves alone what he does not know.
"""

MOST = 30
"""How many items are shown, the newest; nobody reads more."""


# --- putting and taking back ---


def put(public_id: str, kind: str, body: Mapping[str, Any], *, key: str) -> None:
    """Let this person know. Putting the same key again changes nothing while the item is there."""
    put_for_all([public_id], kind, body, key=key)


def put_for_all(public_ids: Iterable[str], kind: str, body: Mapping[str, Any], *, key: str) -> None:
    """The same item for several people, in the queries of one."""
    persons, now, lasts = sorted(set(public_ids)), timezone.now(), LASTS[kind]
    sender = body.get("from") or ""
    about = body.get("table") or body.get("party") or sender
    rows = [
        InboxItem(
            person=person,
            key=key,
            kind=kind,
            about=about,
            sender=sender,
            body=dict(body),
            at=now,
            until=None if lasts is None else now + lasts,
        )
        for person in persons
    ]
    with transaction.atomic():
        InboxItem.objects.filter(person__in=persons, until__lte=now).delete()  # an old one would hold the key
        InboxItem.objects.bulk_create(rows, ignore_conflicts=True)
        for person in persons:
            announce(person)


def settle(*keys: str) -> None:
    """Take the items back from everybody they were put to: they have been answered, or are no longer true."""
    _take(InboxItem.objects.filter(key__in=keys))


def opened(public_id: str, about: str) -> None:
    """This person has come to the table, or to the person, that items speak of: those are settled for him."""
    _take(InboxItem.objects.filter(person=public_id, about=about))


def dismissed(public_id: str, item_id: int) -> InboxItem | None:
    """This person puts one of his own items away; which one it was, or None when it is not there (any more)."""
    item = InboxItem.objects.filter(person=public_id, pk=item_id).first()
    if item is not None:
        _take(InboxItem.objects.filter(pk=item.pk))
    return item


def part(one: str, other: str) -> None:
    """Take away what waits between these two, whoever it is from; what the same key says to others stays."""
    _take(InboxItem.objects.filter(Q(person=one, sender=other) | Q(person=other, sender=one)))


def forget(public_id: str) -> None:
    """Every item to this person and from him."""
    _take(InboxItem.objects.filter(Q(person=public_id) | Q(sender=public_id)))


def _take(items: QuerySet[InboxItem]) -> None:
    persons = set(items.values_list("person", flat=True))
    if not persons:  # the usual case: no transaction is begun, which would lock SQLite
        return
    with transaction.atomic():
        items.delete()
        for person in sorted(persons):
            announce(person)


# --- reading ---


def items(public_id: str) -> list[dict[str, Any]]:
    """What awaits this person, the newest first, as JSON: `{id, kind, body, at, until}`, times in milliseconds."""
    return [_as_json(item) for item in _current(public_id)]


def keys_of(kind: str) -> set[str]:
    """The keys of all items of a kind, whoever they are put to: for somebody who keeps them in step with a state."""
    return set(InboxItem.objects.filter(kind=kind).values_list("key", flat=True))


def message(public_id: str) -> dict[str, Any]:
    """What `/ws/me` sends: the items, and the names of those they come from."""
    found = items(public_id)
    senders = {one["body"].get("from") for one in found} - {None}
    return {"type": "inbox", "items": found, "people": named(senders)}


def _current(public_id: str) -> QuerySet[InboxItem]:
    now = timezone.now()
    return InboxItem.objects.filter(Q(until=None) | Q(until__gt=now), person=public_id).order_by("-at", "-id")[:MOST]


def _as_json(item: InboxItem) -> dict[str, Any]:
    return {
        "id": item.pk,
        "kind": item.kind,
        "body": item.body,
        "at": _ms(item.at),
        "until": None if item.until is None else _ms(item.until),
    }


def _ms(at: dt.datetime) -> int:
    return int(at.timestamp() * 1000)


# --- the stream ---


def stream(public_id: str) -> str:
    """The stream, and the group, of a person."""
    return f"person.{public_id}"


def announce(public_id: str) -> None:
    """Tell this person's open sockets to look again, once the caller's transaction is committed. Never raises."""
    transaction.on_commit(partial(_send, public_id), robust=True)


def _send(public_id: str) -> None:
    announce_stream(stream(public_id), time.time_ns() // 1_000_000)

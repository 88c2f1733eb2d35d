"""Friends who wait together: one opens a party and sends its link, the others join by it, and who opened it presses
Play. A party plays casually; its ticket is the whole of it (`tickets.enter`)."""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from accounts.models import BASE62
from games.table.aggregate import Refused
from games.table.clock import now_ms
from matchmaking import blocks, tickets
from matchmaking.models import Party, PartyMember
from matchmaking.streams import announce_queues
from matchmaking.tickets import LARGEST_PARTY
from matchmaking.wishes import Wanted

LASTS_MS = 12 * 3_600_000
_CODE_LENGTH = 16


def open_party(person: str, now: int | None = None) -> str:
    """A new party of this person alone; its code is what the link holds. One person is in one party."""
    now = now_ms() if now is None else now
    with transaction.atomic():
        Party.objects.filter(opened_at__lt=now - LASTS_MS).delete()
        leave(person)
        code = "".join(secrets.choice(BASE62) for _ in range(_CODE_LENGTH))
        party = Party.objects.create(code=code, leader=person, opened_at=now)
        PartyMember.objects.create(person=person, party=party, joined_at=now)
    return code


def join(code: str, person: str, now: int | None = None) -> None:
    """Raises Refused: `no_such_party` (also for somebody whom one of them has blocked, or the other way round),
    `party_full`."""
    now = now_ms() if now is None else now
    with transaction.atomic():
        party = _locked(code, now)
        here = members(code)
        if person in here:
            return
        if blocks.apart(person, here):
            raise Refused("no_such_party")
        if len(here) >= LARGEST_PARTY:
            raise Refused("party_full")
        leave(person)
        PartyMember.objects.update_or_create(person=person, defaults={"party": party, "joined_at": now})
        announce_queues()


def leave(person: str) -> None:
    """Go out of one's party; with who opened it the whole party is over."""
    with transaction.atomic():
        Party.objects.filter(leader=person).delete()
        PartyMember.objects.filter(person=person).delete()
        announce_queues()


def members(code: str) -> list[str]:
    """Who is in a party, who opened it first; nobody when there is none, or no more."""
    rows = PartyMember.objects.filter(party_id=code).select_related("party")
    found = sorted(rows, key=lambda row: (row.person != row.party.leader, row.joined_at, row.person))
    return [row.person for row in found]


def leader(code: str, now: int | None = None) -> str | None:
    """Who opened a party; None when there is none, or no more."""
    now = now_ms() if now is None else now
    party = Party.objects.filter(code=code, opened_at__gt=now - LASTS_MS).first()
    return party.leader if party else None


def play(code: str, person: str, wanted: Wanted, now: int | None = None) -> UUID:
    """All of the party wait for this, at tables with room for it. Raises Refused as `tickets.enter` does, and
    `not_the_leader`."""
    now = now_ms() if now is None else now
    with transaction.atomic():
        party = _locked(code, now)
        if party.leader != person:
            raise Refused("not_the_leader")
        persons = _together(members(code))
    counts = tuple(count for count in wanted.counts if count >= len(persons))
    if not counts:
        raise Refused("party_too_large")
    return tickets.enter(persons, [replace(wanted, rated=False, counts=counts)], now=now)


def _together(persons: Iterable[str]) -> list[str]:
    """Those who may sit together, in order: who has blocked somebody before him meanwhile stays out."""
    kept: list[str] = []
    for person in persons:
        if not blocks.apart(person, kept):
            kept.append(person)
    return kept


def _locked(code: str, now: int) -> Party:
    party = Party.objects.select_for_update().filter(code=code, opened_at__gt=now - LASTS_MS).first()
    if party is None:
        raise Refused("no_such_party")
    return party

"""Friends who wait together: one opens a party and invites others or sends its link, and who opened it presses Play.
A party plays casually; its ticket is the whole of it (`tickets.enter`)."""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import inbox, relations
from accounts.models import BASE62, Person
from games.table.aggregate import Refused
from games.table.clock import now_ms
from matchmaking.models import Party, PartyInvitation, PartyMember
from matchmaking.queues import blocks, tickets
from matchmaking.queues.announcing import announce_queues
from matchmaking.queues.tickets import LARGEST_PARTY
from matchmaking.queues.wishes import Wanted

LASTS_MS = 12 * 3_600_000
MOST_INVITED = 20
"""Invitations of one party that stand at the same time, answered with "not now" or not at all."""
_CODE_LENGTH = 16


def open_party(person: str, now: int | None = None) -> str:
    """A new party of this person alone; its code is what the link holds. One person is in one party."""
    now = now_ms() if now is None else now
    with transaction.atomic():
        _hold(person)
        _end(Party.objects.filter(Q(opened_at__lt=now - LASTS_MS) | Q(leader=person)))
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
        _hold(person)
        _hold_parties(Party.objects.filter(Q(code=code) | Q(leader=person)))  # the one he goes out of, too
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
        _withdraw(PartyInvitation.objects.filter(party=party, person=person))
        announce_queues()


def leave(person: str) -> None:
    """Go out of one's party; with who opened it the whole party is over."""
    with transaction.atomic():
        _hold(person)
        _end(Party.objects.filter(leader=person))
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
    ticket = tickets.enter(persons, [replace(wanted, rated=False, counts=counts)], now=now)
    _withdraw(PartyInvitation.objects.filter(party_id=code))
    return ticket


# --- invitations ---


def party_of(person: str, now: int | None = None) -> str | None:
    """The code of the party this person is in."""
    now = now_ms() if now is None else now
    here = PartyMember.objects.filter(person=person, party__opened_at__gt=now - LASTS_MS)
    return here.values_list("party_id", flat=True).first()


def invite(code: str, host: str, other: str, now: int | None = None) -> None:
    """Somebody who is in the party asks a friend to come; asking twice is asking once.

    Raises Refused: `no_such_party` (also when the host is not in it), `not_friends`, `party_full`,
    `too_many_invited`. Where the friend and somebody there are to be kept apart he hears nothing of it: a block is
    not announced, so this looks like an invitation without an answer.
    """
    now = now_ms() if now is None else now
    with transaction.atomic():
        party = _locked(code, now)
        here = members(code)
        if host not in here:
            raise Refused("no_such_party")
        if other in here:
            return
        if not relations.are_friends(host, other):
            raise Refused("not_friends")
        if len(here) >= LARGEST_PARTY:
            raise Refused("party_full")
        if party.invitations.count() >= MOST_INVITED:
            raise Refused("too_many_invited")
        made = PartyInvitation.objects.get_or_create(party=party, person=other, defaults={"by": host, "at": now})[1]
        if made and not blocks.apart(other, here):
            inbox.put(other, "party", {"party": code, "from": host}, key=_key(code, other))
        announce_queues()


def invited(code: str) -> dict[str, bool]:
    """Whom the party has asked and who has not come so far: with True for "not now"."""
    return dict(PartyInvitation.objects.filter(party_id=code).values_list("person", "declined"))


def decline(code: str, person: str) -> None:
    """Not now: those in the party see it, and this party does not ask again."""
    PartyInvitation.objects.filter(party_id=code, person=person).update(declined=True)
    inbox.settle(_key(code, person))
    announce_queues()


def forget(person: str) -> None:
    """Out of the party, and no invitation to this person or by him any more."""
    with transaction.atomic():
        leave(person)
        _withdraw(PartyInvitation.objects.filter(Q(person=person) | Q(by=person)))


def _end(over: QuerySet[Party]) -> None:
    """These parties are over, and so is what invites to them."""
    codes = _hold_parties(over)
    if codes:
        _withdraw(PartyInvitation.objects.filter(party_id__in=codes))
        Party.objects.filter(code__in=codes).delete()


def _withdraw(invitations: QuerySet[PartyInvitation]) -> None:
    keys = [_key(code, person) for code, person in invitations.values_list("party_id", "person")]
    if keys:
        inbox.settle(*keys)
        invitations.delete()


def _key(code: str, person: str) -> str:
    return f"party:{code}:{person}"


# --- who and where ---


def _together(persons: Iterable[str]) -> list[str]:
    """Those who may sit together, in order: who has blocked somebody before him meanwhile stays out."""
    kept: list[str] = []
    for person in persons:
        if not blocks.apart(person, kept):
            kept.append(person)
    return kept


def _hold(person: str) -> None:
    """One after the other what this person does with parties: two tabs would put him into two, or into none. A person
    is held before a party, and a party before a ticket, by everybody."""
    list(Person.objects.select_for_update(no_key=True).filter(public_id=person).values_list("pk"))


def _hold_parties(these: QuerySet[Party]) -> list[str]:
    """Their codes. Nobody comes into a party that is being ended: it would be ended under him."""
    return list(these.select_for_update().order_by("code").values_list("code", flat=True))


def _locked(code: str, now: int) -> Party:
    party = Party.objects.select_for_update().filter(code=code, opened_at__gt=now - LASTS_MS).first()
    if party is None:
        raise Refused("no_such_party")
    return party

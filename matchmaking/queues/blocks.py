"""Who is never to sit with whom: a block counts both ways."""

from collections.abc import Collection, Iterable

from accounts.relations import blocked_by


def apart(person: str, others: Iterable[str]) -> set[str]:
    """Who of the others is not to meet this person, because either has blocked the other: one query."""
    known = {person, *others}
    found = blocked_by(known)
    return {one for one in known - {person} if one in found.get(person, ()) or person in found.get(one, ())}


def are_apart(parties: Collection[Collection[str]]) -> bool:
    """Whether somebody of one party is not to meet somebody of another: one query."""
    of = {person: number for number, persons in enumerate(parties) for person in persons}
    found = blocked_by(of)
    return any(of.get(other, of[person]) != of[person] for person in of for other in found.get(person, ()))

"""Whom people never want to sit with. Matchmaking asks here and knows nothing of how block lists are kept."""

from collections.abc import Callable, Collection, Iterable, Mapping

Blocks = Mapping[str, Collection[str]]
Source = Callable[[Collection[str]], Blocks]
"""For these people (public ids): whom each of them has blocked."""


def _nobody(persons: Collection[str]) -> Blocks:
    return {}


_source: Source = _nobody


def use(source: Source | None) -> None:
    """From now on block lists come from `source`; with None nobody has blocked anybody."""
    global _source
    _source = source or _nobody


def among(persons: Collection[str]) -> Blocks:
    """Whom each of these people has blocked. A block counts both ways."""
    return _source(persons)


def apart(person: str, others: Iterable[str]) -> set[str]:
    """Who of the others is not to meet this person, because either has blocked the other: one query."""
    known = {person, *others}
    found = among(known)
    return {one for one in known - {person} if one in found.get(person, ()) or person in found.get(one, ())}


def are_apart(parties: Collection[Collection[str]]) -> bool:
    """Whether somebody of one party is not to meet somebody of another: one query."""
    of = {person: number for number, persons in enumerate(parties) for person in persons}
    found = among(list(of))
    return any(of.get(other, of[person]) != of[person] for person in of for other in found.get(person, ()))

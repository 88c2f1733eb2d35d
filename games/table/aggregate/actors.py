"""Who causes an event, as its envelope names him: a person, a program, moderation, the clock, chance or an import."""

from typing import Final

CLOCK: Final = "clock"
CHANCE: Final = "chance"
IMPORT: Final = "import"
"""Of everything at a table that was read from a record: nobody here has caused it."""
PERSON: Final = "p:"
"""Stands before a person's public id."""
PROGRAM: Final = "bot:"
"""Stands before the name of a program's policy; so does it where ratings name who is rated."""
_MODERATION: Final = "mod:"


def person(public_id: str) -> str:
    return PERSON + public_id


def program(policy: str) -> str:
    return PROGRAM + policy


def moderation(name: str) -> str:
    return _MODERATION + name


def person_of(actor: str) -> str | None:
    """The public id of the person; None for every other actor."""
    return actor.removeprefix(PERSON) if actor.startswith(PERSON) else None


def policy_of(actor: str) -> str | None:
    """The policy of the program; None for every other actor."""
    return actor.removeprefix(PROGRAM) if actor.startswith(PROGRAM) else None


def is_moderation(actor: str) -> bool:
    return actor.startswith(_MODERATION)

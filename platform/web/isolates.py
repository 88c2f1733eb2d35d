"""Names and numbers within sentences: each keeps its direction to itself, whatever stands around it."""

from __future__ import annotations

from django.utils.translation import get_language

from web.figures import shown_number

LEFT_TO_RIGHT_ISOLATE, FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2066", "\u2068", "\u2069"


def isolated_name(name: str) -> str:
    """A name that keeps its direction to itself within a sentence."""
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"


def isolated_number(number: object) -> str:
    """A number that does so, with its sign on its left: a minus before Arabic figures would slip to its neighbour."""
    return f"{LEFT_TO_RIGHT_ISOLATE}{shown_number(number)}{POP_ISOLATE}"


def listed(names: list[str]) -> str:
    """Names in a row."""
    return ("، " if get_language() == "ar" else ", ").join(names)

"""Everything about one person, for that person: each app adds what it keeps.

data.register("ratings", lambda person: [...])     # in the app's ready(); what it answers is written as JSON
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from accounts.models import Person

Part = Callable[[Person], Any]
_parts: dict[str, Part] = {}


def register(name: str, part: Part) -> None:
    """From now on the export holds `name`: what `part` answers for a person."""
    _parts[name] = part


def everything_about(person: Person) -> dict[str, Any]:
    """The whole export, by the names of its parts."""
    return {name: part(person) for name, part in _parts.items()}

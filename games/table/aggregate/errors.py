"""Why a table says no. The codes are stable and listed in docs/protocol.md; the games add those of the notation."""

from typing import Any, Literal

Code = Literal[
    "already_seated",
    "busy",
    "finished",
    "no_such_table",
    "not_open",
    "not_seated",
    "seat_taken",
    "stale",
    "timed_out",
    "too_fast",
    "too_large",
    "unauthorised",
    "unknown_command",
    "unreadable",
]
"""The table's own codes."""


class Refused(Exception):
    """A command that changes nothing. `code` is stable; `facts` may help the client (never a secret)."""

    def __init__(self, code: Code | str, **facts: Any) -> None:
        super().__init__(code)
        self.code: str = code
        self.facts = facts

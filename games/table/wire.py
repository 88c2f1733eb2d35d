"""What a socket says, read strictly (docs/protocol.md): text to Hello, Said, Ack or Bye, or a reason why it is none."""

import json
from dataclasses import dataclass, field
from typing import Any, NoReturn

from accounts.close_codes import TOO_LARGE, UNREADABLE

MOST_CHARACTERS = 8 * 1024
MOST_ID = 64
MOST_NUMBER = 2**53


class BadMessage(ValueError):
    """Not a message of the protocol: the socket is closed with `code`."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: who speaks, and what number he has got."""

    token: str | None
    v: int | None


@dataclass(frozen=True, slots=True)
class Said:
    """A command. `command` is an object; whether it means anything is for the table to say."""

    id: str
    decision: int | None
    command: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ack:
    """All frames up to `v` have been applied. `now` is that of the heartbeat this answers."""

    v: int
    now: int | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """The page is being closed: whatever the socket's end looks like, it was meant."""


def parse(text: str | None) -> Hello | Said | Ack | Bye:
    """The message that a text is. Raises BadMessage."""
    if text is None:
        raise BadMessage(UNREADABLE, "text expected, not bytes")
    if len(text) > MOST_CHARACTERS or len(text.encode(errors="surrogatepass")) > MOST_CHARACTERS:
        raise BadMessage(TOO_LARGE, f"at most {MOST_CHARACTERS} bytes")
    try:
        message = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadMessage(UNREADABLE, "not JSON") from None
    if not isinstance(message, dict):
        raise BadMessage(UNREADABLE, "an object expected")
    match message.get("type"):
        case "hello":
            return _hello(message)
        case "command":
            return _said(message)
        case "ack":
            return _ack(message)
        case "bye":
            _only(message)
            return Bye()
    raise BadMessage(UNREADABLE, "type: hello, command, ack or bye expected")


def _hello(message: dict[str, Any]) -> Hello:
    _only(message, "token", "v")
    token = message.get("token")
    if token is not None and not isinstance(token, str):
        raise BadMessage(UNREADABLE, "token: text expected")
    return Hello(token, _number(message, "v"))


def _said(message: dict[str, Any]) -> Said:
    _only(message, "id", "decision", "command")
    name, command = message.get("id"), message.get("command")
    if not (isinstance(name, str) and 0 < len(name) <= MOST_ID and name.isascii() and name.isprintable()):
        raise BadMessage(UNREADABLE, f"id: 1 to {MOST_ID} printable ASCII characters expected")
    if not isinstance(command, dict):
        raise BadMessage(UNREADABLE, "command: an object expected")
    return Said(name, _number(message, "decision"), command)


def _ack(message: dict[str, Any]) -> Ack:
    _only(message, "v", "now")
    v = _number(message, "v")
    if v is None:
        raise BadMessage(UNREADABLE, "v: a number expected")
    return Ack(v, _number(message, "now"))


def _only(message: dict[str, Any], *names: str) -> None:
    if not {"type", *names}.issuperset(message):
        raise BadMessage(UNREADABLE, "a field too many")


def _number(message: dict[str, Any], name: str) -> int | None:
    value = message.get(name)
    if value is None:
        return None
    if type(value) is not int or not 0 <= value < MOST_NUMBER:
        raise BadMessage(UNREADABLE, f"{name}: a number expected")
    return value


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


class Pace:
    """How fast somebody is heard: `burst` messages at once after a silence, then `rate` a second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float = 20.0, burst: float = 40.0) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, 0.0

    def wait(self, now: float) -> float:
        """Count one more message at `now` (seconds, any origin): how many seconds it has to wait, most often none."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        return max(0.0, -self._left / self._rate)

    def has_room(self, now: float) -> bool:
        """Count one more message at `now` if it need not wait; whether it need not."""
        if min(self._burst, self._left + (now - self._at) * self._rate) < 1:
            return False
        self.wait(now)
        return True


SELDOM = frozenset({"sit", "take_chair", "leave", "reclaim_seat", "give_salt", "fill_with_bots", "remove_guest"})
"""Commands of the table that somebody in his right mind gives a few times in a match. Each is an event for ever."""


def is_seldom(command: dict[str, Any]) -> bool:
    kind = command.get("type")
    return isinstance(kind, str) and kind.removeprefix("table.") in SELDOM


@dataclass(frozen=True, slots=True)
class Paces:
    """How fast one person is heard at one table, however many sockets he has there."""

    any: Pace = field(default_factory=Pace)
    seldom: Pace = field(default_factory=lambda: Pace(rate=0.5, burst=30))

    def wait(self, message: Hello | Said, now: float) -> float:
        """How many seconds this message has to wait."""
        pause = self.any.wait(now)
        if isinstance(message, Said) and is_seldom(message.command):
            pause = max(pause, self.seldom.wait(now))
        return pause

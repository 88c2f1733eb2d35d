"""What can go wrong between a table and the people at it. Codes are stable; people read the translated text."""


class Unreadable(ValueError):
    """The input has no meaning here: not JSON of ours, an unknown field, a card that no pack of this game holds."""


class Rejected(Exception):
    """The rules do not allow this command now.

    `code` is a class of the notation (docs/notation.md 11) with `_` for `-`, such as `must_follow`, and is computed
    from what the rejected seat knows, so that it tells nothing new.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class BadOption(ValueError):
    """A house rule that does not exist, has no such value, or does not go with another one."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


class UnknownEvent(TypeError):
    """An event that this state cannot fold. Always a bug of ours, never the player's fault."""

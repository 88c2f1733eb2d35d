"""What a reader of records finds wrong: the classes of docs/notation.md 11, in the order in which they are meant."""

CLASSES = (
    "bad-encoding",
    "bad-version",
    "unknown-key",
    "unreadable-line",
    "unexpected-line",
    "bad-header",
    "bad-option",
    "wrong-number",
    "wrong-dealer",
    "bad-card",
    "bad-deck",
    "wrong-cards",
    "wrong-turn",
    "illegal-call",
    "card-not-held",
    "illegal-discard",
    "illegal-contract",
    "illegal-claim",
    "must-follow",
    "must-trump",
    "must-beat",
    "bad-trick",
    "wrong-winner",
    "wrong-step",
    "wrong-tricks",
    "wrong-score",
    "wrong-total",
    "wrong-result",
    "wrong-end",
    "missing-line",
)
"""When two classes fit a line, the one that stands first is meant."""


class RecordError(ValueError):
    """The first error of a table: the line of the file, the class, and a sentence for the person who reads it."""

    def __init__(self, line: int, cls: str, message: str) -> None:
        super().__init__(f"{line}: {cls}: {message}")
        self.line = line
        self.cls = cls
        self.message = message


class Fault(Exception):
    """A fault in the line being read; the reader adds its number, unless the fault lies in an earlier line."""

    def __init__(self, cls: str, message: str, line: int | None = None) -> None:
        super().__init__(f"{cls}: {message}")
        self.cls = cls
        self.message = message
        self.line = line


def unreadable(text: str) -> Fault:
    return Fault("unreadable-line", f"unreadable: {text:.60}")

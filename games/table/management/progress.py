"""A progress bar for long commands, on terminals only."""

import sys
from types import TracebackType
from typing import Self, TextIO

WIDTH = 40


class Progress:
    """Shows how far a command has come, on the terminal of its error stream; silent everywhere else."""

    def __init__(self, label: str, total: int, stream: TextIO | None = None) -> None:
        self.label = label
        self.total = max(1, total)
        self.stream = stream or sys.stderr
        self.shown = self.stream.isatty()
        self.last = ""

    def __enter__(self) -> Self:
        self.at(0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Make room for a line of output."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self.last = ""

    def at(self, done: int) -> None:
        if not self.shown:
            return
        part = min(1.0, done / self.total)
        line = f"{self.label} [{'#' * int(WIDTH * part):{WIDTH}}] {part:4.0%}"
        if line != self.last:
            self.stream.write("\r" + line)
            self.stream.flush()
            self.last = line

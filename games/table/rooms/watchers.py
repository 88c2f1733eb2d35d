"""Frames for those who only watch: a slice of them at a time, so that a crowd at one table holds up nobody else."""

import asyncio
from collections import deque

from games.table.rooms.subscriber import Subscriber

SLICE = 50
"""How many watchers are served before others have their turn on the loop."""


class Watchers:
    """The frames that watchers of one room have still to be given, in order. Touched by the room's loop alone."""

    def __init__(self) -> None:
        self._frames: deque[tuple[int, str, list[Subscriber]]] = deque()
        """Number, text and whom it is for."""
        self._serving: asyncio.Task[None] | None = None

    def serve(self, watchers: list[Subscriber], v: int, text: str) -> None:
        """Give them this frame: at once where they are few and no frame waits, else slice after slice."""
        if len(watchers) <= SLICE and not self._frames:
            for watcher in watchers:
                watcher.frame(v, text)
            return
        self._frames.append((v, text, watchers))
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve_slices())

    async def _serve_slices(self) -> None:
        while self._frames:
            v, text, watchers = self._frames[0]
            for start in range(0, len(watchers), SLICE):
                for watcher in watchers[start : start + SLICE]:
                    if watcher.v < v:  # it may have sat down meanwhile, and been served as a player
                        watcher.frame(v, text)
                await asyncio.sleep(0)
            self._frames.popleft()

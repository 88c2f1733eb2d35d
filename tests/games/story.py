"""Tests as tiny stories: given what happened, when somebody does this, then that happens or is refused."""

from typing import Any

import pytest

from games.kernel.errors import Rejected
from tests.games.playouts import Any_Game


class Story:
    def __init__(self, game: Any_Game, state: Any) -> None:
        self.game = game
        self.state = state
        self._command: Any = None
        self._by = 0

    def when(self, command: Any, *, by: int) -> "Story":
        self._command, self._by = command, by
        return self

    def then(self, *events: Any) -> Any:
        """The command caused exactly these events; answers the state after them."""
        found = self.game.decide(self.state, self._command, by=self._by)
        assert found == events
        return self._after(found)

    def is_accepted(self) -> Any:
        return self._after(self.game.decide(self.state, self._command, by=self._by))

    def is_rejected(self, code: str) -> None:
        before = self.game.copy(self.state)
        with pytest.raises(Rejected) as refused:
            self.game.decide(self.state, self._command, by=self._by)
        assert refused.value.code == code
        assert all(getattr(before, name) == getattr(self.state, name) for name in type(before).__slots__)

    def _after(self, events: Any) -> Any:
        state = self.state
        for event in events:
            state = self.game.evolve(state, event)
        return state


def given(game: Any_Game, state: Any, *events: Any) -> Story:
    for event in events:
        state = game.evolve(state, event)
    return Story(game, state)

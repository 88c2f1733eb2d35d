"""A command's events as they come about: recorded one by one into a table of one's own, with what follows by itself."""

from dataclasses import dataclass
from typing import Any

from games.kernel.contract import Deck, FirstDealer
from games.table.aggregate import chairs
from games.table.aggregate import events as e
from games.table.aggregate.actors import CHANCE
from games.table.aggregate.folding import fold
from games.table.aggregate.freezing import freeze
from games.table.aggregate.parts import PLAYING, SEATED, Draw, Drawing, Recorded
from games.table.aggregate.table import Table


@dataclass(frozen=True, slots=True)
class Resting:
    """The table frozen between two deals, after event `seq` of the batch."""

    seq: int
    frozen: dict[str, Any]


class Batch:
    """A table of one's own and the events added to it so far."""

    __slots__ = ("actor", "at", "clock_at", "draw", "events", "resting", "table")

    def __init__(self, table: Table, actor: str, at: int, draw: Drawing, clock_at: int | None = None) -> None:
        self.table = table
        self.actor = actor
        self.at = at
        self.clock_at = at if clock_at is None else clock_at
        """How late it is for whoever is waited for."""
        self.draw = draw
        self.events: list[Recorded] = []
        self.resting: Resting | None = None

    def record(
        self, event: Any, *, actor: str | None = None, spent_ms: int | None = None, lag_ms: int | None = None
    ) -> None:
        rested = self.table.rest_since is not None
        recorded = Recorded(self.table.seq + 1, self.at, actor or self.actor, event, spent_ms, lag_ms)
        fold(self.table, recorded)
        self.events.append(recorded)
        if not rested and self.table.rest_since is not None:
            self.resting = Resting(recorded.seq, freeze(self.table))

    def follow_up(self) -> None:
        """What happens by itself: the start, the draws, the end."""
        table, game = self.table, self.table.game
        while True:
            if table.lifecycle == SEATED and table.everybody_ready:
                self.record(e.Started())
                continue
            if table.lifecycle != PLAYING or table.deciders:
                return
            outcome = game.outcome(table.state)
            if outcome is not None:
                self.record(e.Finished(outcome.scores, outcome.ranks, outcome.winners))
                return
            wants = table.wants
            if isinstance(wants, Deck) and chairs.seat_newcomers(self):
                continue
            salts = tuple(table.salts)
            if isinstance(wants, FirstDealer):
                n = table.dealers_drawn + 1
                self.record(e.DealerDrawn(n, salts), actor=CHANCE)
                self._deal(self.draw(Draw("dealer", n, wants.seats, salts)))
            elif isinstance(wants, Deck) and self._deck_is_due():
                n = table.decks_drawn + 1
                self.record(e.DeckDrawn(n, salts), actor=CHANCE)
                self._deal(self.draw(Draw("deck", n, wants.size, salts)))
            else:
                return

    def _deck_is_due(self) -> bool:
        table = self.table
        if table.everybody_ready:
            return True
        rest_since, deadline = table.rest_since, table.pause_ends_at
        return rest_since is not None and deadline is not None and max(self.clock_at, rest_since) >= deadline

    def _deal(self, drawn: Any) -> None:
        for event in self.table.game.deal(self.table.state, drawn):
            self.record(event, actor=CHANCE)

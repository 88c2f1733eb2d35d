"""The banks of whole matches, compared after each event with a chess clock that is simply switched on and off.

The chess clock knows nothing of questions that are closed and asked anew: it runs while a person is waited for and is
settled when he has decided. So claims, people coming and going and down-time give no time and take none.
"""

import random
from collections import Counter
from typing import Any

import pytest

from games.kernel.contract import AtSeat, Public
from games.kernel.registry import games
from games.table.aggregate import Recorded, Table, events, evolve, table_of, view
from games.table.aggregate.clocks import MOST_UP_MS
from tests.games.playouts import Any_Game, varied
from tests.games.table.aggregate.at_random import SHORT, AtRandom
from tests.games.table.aggregate.sitting import TABLE_ID

GAMES = [pytest.param(game, id=game.name) for game in games()]


class ChessClock:
    """One seat's."""

    def __init__(self) -> None:
        self.bank = SHORT.bank_ms
        self.ran = 0
        """Since the last decision, in however many pieces."""
        self.switched_on: int | None = None
        self.asked_at = 0
        """Since when the question has lain there, whoever sits there."""

    def goes_on(self, ms: int) -> None:
        if self.switched_on is not None:
            self.ran += ms

    def given_back(self, ms: int, at: int) -> bool:
        """The question has lain there for so much less; whether the clock ran meanwhile."""
        self.asked_at = min(self.asked_at + ms, at)
        if self.switched_on is None:
            return False
        since = min(self.switched_on + ms, at)
        self.ran -= since - self.switched_on
        self.switched_on = since
        return True

    def happens(self, seat: int, before: Table, one: Recorded) -> str | None:
        event: Any = one.event
        if type(event) is events.SeatReclaimed and event.seat == seat:
            if seat in before.deciders and before.seats[seat].away == "gave_up":
                self.ran = min(self.bank, self.ran + min(MOST_UP_MS, one.at - self.asked_at))
                return "came back"
        elif type(event) is events.DeckDrawn:
            self.bank, self.ran = SHORT.bank_ms, 0
        elif type(event) is events.TimedOut and event.seat == seat:
            assert self.ran >= self.bank, "not a moment too early"
            self.bank, self.ran = SHORT.step_ms, 0
            return "timed out"
        elif type(event) is events.ClockCredited:
            return "credited" if self.given_back(event.ms, one.at) else None
        elif type(event) is events.ShownLate and event.seat == seat:
            return "shown late" if self.given_back(event.ms, one.at) else "shown late to nobody"
        elif getattr(event, "by", None) == seat and one.spent_ms is not None and before.seats[seat].person:
            assert self.ran < self.bank, "too late"
            spent = max(0, self.ran - (one.lag_ms or 0))
            self.bank, self.ran = min(SHORT.most_ms, self.bank - spent + SHORT.step_ms), 0
            return "decided"
        return None

    def switched(self, after: Table, seat: int, at: int, *, anew: bool) -> None:
        if after.runs_until(seat) is None:
            self.switched_on = None
        elif self.switched_on is None or anew:
            self.switched_on = at

    @property
    def left(self) -> int:
        return self.bank - self.ran


def compare(sitting: AtRandom) -> Counter[str]:
    """Fold the match again beside chess clocks; what happened how often."""
    first, *rest = sitting.recorded
    table, at = table_of(TABLE_ID, sitting.game, first), first.at
    clocks = [ChessClock() for _ in range(table.players)]
    seen: Counter[str] = Counter()
    for one in rest:
        before, table = table, evolve(table, one)
        asked = [seat for seat in table.deciders if table.decision(seat) != before.decision(seat)]
        for seat, clock in enumerate(clocks):
            clock.goes_on(one.at - at)
            seen[str(clock.happens(seat, before, one))] += 1
            clock.switched(table, seat, one.at, anew=seat in asked)
            if seat in asked or (type(one.event) is events.Left and one.event.seat == seat):
                clock.asked_at = one.at
            until = table.runs_until(seat)
            seen["asked anew"] += until is not None and seat in asked and clock.ran > 0
            left = table.clocks[seat].left_ms if until is None else until - one.at
            assert left == clock.left, f"seat {seat} after event {one.seq}"
            assert table.clocks[seat].left_ms <= SHORT.most_ms
        at = one.at
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_every_bank_is_what_a_chess_clock_would_show(game: Any_Game) -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        rng = random.Random(f"clocks {game.name} {seed}")
        sitting = AtRandom(game, varied(game, rng), rng, clock=SHORT)
        for _ in sitting.steps(3):
            pass
        seen += compare(sitting)
        seen["took over"] += sum(
            type(one.event) is events.BotTookOver and one.event.reason == "time" for one in sitting.recorded
        )
    assert min(seen[one] for one in ("decided", "timed out", "credited", "shown late", "took over")) > 0, seen
    assert not seen["shown late to nobody"]
    if game.name == "preferans":
        assert seen["asked anew"] > 0, "a claim that was refused"


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_the_same_clocks_and_the_head_whom_is_waited_for(game: Any_Game) -> None:
    rng = random.Random(f"seen {game.name}")
    sitting = AtRandom(game, varied(game, rng), rng, clock=SHORT)
    for table in sitting.steps(2):
        shown = view(table, Public())["clocks"]
        running = {seat for seat, one in enumerate(shown["seats"]) if one["until"] is not None}
        assert running == {seat for seat in table.deciders if table.seats[seat].person}
        assert all(view(table, AtSeat(seat))["clocks"] == shown for seat in range(table.players))
        assert [int(digit) for digit in table.due] == sorted(table.deciders)
        untils = [one["until"] for one in shown["seats"] if one["until"] is not None]
        assert table.deadline_at == min(
            [*untils, *([table.pause_ends_at] if table.pause_ends_at else [])], default=None
        )

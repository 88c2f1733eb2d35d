"""Stories at a table of Hokm: given what was said before, when somebody says this, then that happens or is refused."""

import random
from typing import Any
from uuid import UUID

import pytest

from games.hokm import GAME
from games.kernel.contract import AtSeat
from games.table.aggregate import Decided, Draw, Recorded, Refused, Table, decide, events, evolve, open_table, view
from games.table.aggregate import commands as c

ALICE, BOB, CAROL, DAVE = (name.ljust(12, "0") for name in ("alice", "bob", "carol", "dave"))
TABLE_ID = UUID("0192f0c1-8a00-7abc-8def-0123456789ab")
START = 1_790_000_000_000
BETWEEN_MS = 12_000


class Sitting:
    """A table with its clock; every word said at it is said a second after the one before."""

    table: Table

    def __init__(self, rng: random.Random) -> None:
        self.recorded: list[Recorded] = []
        self.now = START
        self.rng = rng
        self.drawn: list[Draw] = []
        self.last: Decided | None = None

    # --- saying things ---

    def decided(self, command: Any, by: str, *, after_ms: int = 1_000, **given: Any) -> Decided:
        """What the command would cause; the table stays as it is."""
        actor = f"p:{by}" if len(by) == 12 else by
        return decide(self.table, command, actor=actor, at=self.now + after_ms, draw=self.draw, **given)

    def say(self, command: Any, by: str, *, after_ms: int = 1_000, **given: Any) -> "Sitting":
        self.last = self.decided(command, by, after_ms=after_ms, **given)
        self.now += after_ms
        self.table = self.last.table
        self.recorded += self.last.events
        return self

    def happens(self, event: Any, actor: str = "clock", after_ms: int = 1_000) -> "Sitting":
        """An event that no command here causes yet."""
        self.now += after_ms
        recorded = Recorded(self.table.seq + 1, self.now, actor, event)
        self.table = evolve(self.table, recorded)
        self.recorded.append(recorded)
        return self

    def play(self, *, after_ms: int = 1_000) -> "Sitting":
        """The seat that is waited for answers as the policy `simple` would."""
        seat, command = self.next_command()
        one = self.table.seats[seat]
        actor = f"p:{one.person}" if one.person else f"bot:{one.policy}"
        decision = self.table.decision(seat)
        return self.say(command, actor, after_ms=after_ms, decision=decision, seat=seat)

    def next_command(self) -> tuple[int, Any]:
        seat = next(iter(self.table.deciders))
        return seat, GAME.policies["simple"](GAME.view(self.table.state, AtSeat(seat, recall=True)), self.rng)

    def play_until(self, event: type, times: int = 1) -> "Sitting":
        """Play on until this event has happened so often from now on."""
        start = len(self.recorded)
        while sum(type(one.event) is event for one in self.recorded[start:]) < times:
            if self.table.rest_since is not None:
                self.everybody_is_ready()
            else:
                self.play()
        return self

    def everybody_is_ready(self) -> "Sitting":
        for one in self.table.seats:
            if one.person and not one.ready and self.table.rest_since is not None:
                self.say(c.Ready(), one.person)
        return self

    # --- looking ---

    def types(self) -> list[type]:
        """What the last command caused."""
        assert self.last is not None
        return [type(one.event) for one in self.last.events]

    def view(self, seat: int) -> dict[str, Any]:
        return view(self.table, AtSeat(seat))

    def refuses(self, command: Any, by: str, code: str, **given: Any) -> "Sitting":
        before, seq = view(self.table, AtSeat(0)), self.table.seq
        with pytest.raises(Refused) as refused:
            self.decided(command, by, **given)
        assert refused.value.code == code
        assert (view(self.table, AtSeat(0)), self.table.seq) == (before, seq)
        return self

    def draw(self, wanted: Draw) -> Any:
        self.drawn.append(wanted)
        if wanted.what == "dealer":
            return self.rng.randrange(wanted.size)
        deck = list(range(wanted.size))
        self.rng.shuffle(deck)
        return tuple(deck)


def opened(
    *,
    persons: tuple[str | None, ...] = (),
    bots: tuple[str, ...] = (),
    ready: bool = False,
    host: str | None = ALICE,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    **given: Any,
) -> Sitting:
    ruleset = GAME.ruleset.build("default", 3, options or {"target": 200})
    sitting = Sitting(random.Random(seed))
    facts: dict[str, Any] = {
        "game": "hokm",
        "rules_version": 1,
        "preset": "default",
        "players": 3,
        "options": ruleset.options(),
        "rated": False,
        "speed": "casual",
        "visibility": "public",
        "host": host,
        "commitment": "c" * 64,
        "origin": {"type": "played"},
        "between_ms": BETWEEN_MS,
        **given,
    }
    decided = open_table(
        TABLE_ID,
        GAME,
        events.Opened(**facts),
        actor=f"p:{host}" if host else "clock",
        at=START,
        draw=sitting.draw,
        persons=persons,
        bots=bots,
        ready=ready,
    )
    sitting.table, sitting.recorded, sitting.last = decided.table, list(decided.events), decided
    return sitting


def of_three(**given: Any) -> Sitting:
    """Alice, Bob and Carol play."""
    return opened(persons=(ALICE, BOB, CAROL), ready=True, **given)


def against_bots(**given: Any) -> Sitting:
    """Alice plays against two programs."""
    return opened(persons=(ALICE,), bots=("simple", "simple"), ready=True, **given)

"""Tables of any game, played at random through the aggregate: people leave and come back, salts, claims, pauses."""

import random
from collections.abc import Iterator
from typing import Any

from games.kernel.contract import AtSeat, pick
from games.kernel.ruleset import Ruleset
from games.table.aggregate import (
    Decided,
    Draw,
    Recorded,
    Refused,
    Table,
    TimeControl,
    decide,
    events,
    open_table,
)
from games.table.aggregate import commands as c
from tests.games.playouts import Any_Game
from tests.games.table.aggregate.sitting import BETWEEN_MS, START, TABLE_ID

SHORT = TimeControl(9_000, 1_500, 12_000)
"""A clock on which now and then somebody is late: every word takes up to four seconds."""
PERSONS = tuple(f"person{seat}".ljust(12, "0") for seat in range(6))
NEWCOMERS = tuple(f"newcomer{seat}".ljust(12, "0") for seat in range(3))


class AtRandom:
    """A table that is being played; `recorded` grows with every step."""

    def __init__(
        self,
        game: Any_Game,
        rules: Ruleset,
        rng: random.Random,
        *,
        between_ms: int = BETWEEN_MS,
        clock: TimeControl | None = None,
    ) -> None:
        self.game, self.rng, self.now = game, rng, START
        opened = events.Opened(
            game=game.name,
            rules_version=game.rules_version,
            preset=rules.preset,
            players=rules.players,
            options=rules.options(),
            rated=False,
            speed="casual",
            visibility="public",
            host=PERSONS[0],
            commitment="c" * 64,
            origin={"type": "played"},
            between_ms=between_ms,
            clock=clock,
        )
        persons = [PERSONS[seat] if seat == 0 or rng.random() < 0.8 else None for seat in range(rules.players)]
        decided = open_table(
            TABLE_ID,
            game,
            opened,
            actor=f"p:{PERSONS[0]}",
            at=START,
            draw=self.draw,
            persons=persons,
            bots=["simple"] * persons.count(None),
            ready=True,
        )
        self.table: Table = decided.table
        self.recorded: list[Recorded] = list(decided.events)
        self.resting: list[Any] = [decided.resting] if decided.resting else []

    def steps(self, deals: int) -> Iterator[Table]:
        """The table before each word that is said, until its end or until so many decks were drawn."""
        while not self.table.ended:
            yield self.table
            if self.table.rest_since is not None and self.table.decks_drawn >= deals:
                return
            self.step()

    def step(self) -> None:
        table, rng = self.table, self.rng
        around = rng.random()
        if around < 0.02:
            self.come_and_go()
        elif around < 0.03:
            self.say(c.CreditClocks(rng.randrange(1, 10_000)), "clock")
        elif around < 0.05 and (running := [seat for seat in table.deciders if table.runs_until(seat) is not None]):
            seat = rng.choice(running)
            self.say(c.CreditLateShowing(seat, table.decision(seat), rng.randrange(1, 10_000)), "clock")
        elif table.rest_since is not None:
            self.rest()
        else:
            self.play()

    def come_and_go(self) -> None:
        seat = self.rng.randrange(self.table.players)
        if self.table.seats[seat].policy and self.rng.random() < 0.5:
            newcomer = self.rng.choice(NEWCOMERS)
            if self.rng.random() < 0.2:
                self.say(c.Leave(), f"p:{newcomer}")
            else:
                self.say(c.TakeChair(), f"p:{newcomer}")
            return
        one = self.table.seats[seat]
        if one.owner:
            self.say(c.ReclaimSeat(), f"p:{one.owner}")
        elif one.person:
            said: Any = c.Leave() if self.rng.random() < 0.5 else c.GiveSalt(f"{self.rng.randrange(16**32):032x}")
            self.say(said, f"p:{one.person}")

    def rest(self) -> None:
        """Somebody is ready, or offers to stop, or the time has passed."""
        table, rng = self.table, self.rng
        willing = [seat for seat in table.game.offers(table.state) if table.seats[seat].person]
        if willing and rng.random() < 0.1:
            self.answer(rng.choice(willing))
            return
        waiting = [one.person for one in table.seats if one.person and not one.ready]
        if waiting and rng.random() < 0.9:
            self.say(c.Ready(), f"p:{rng.choice(waiting)}")
        else:
            self.say(c.PassDeadline(), "clock", after_ms=BETWEEN_MS)

    def play(self) -> None:
        table, rng = self.table, self.rng
        offering = [seat for seat in table.game.offers(table.state) if table.game.legal(table.state, seat)]
        self.answer(rng.choice(offering if offering and rng.random() < 0.05 else list(table.deciders)))

    def answer(self, seat: int) -> None:
        table = self.table
        view = self.game.view(table.state, AtSeat(seat, recall=True))
        due = tuple(choice for choice in view.menu if not choice.offer)
        if due and self.rng.random() < 0.6:
            command = self.game.policies["simple"](view, self.rng)
        else:
            command = pick(view.menu if seat not in table.deciders or self.rng.random() < 0.1 else due, self.rng)
        one = table.seats[seat]
        actor = f"p:{one.person}" if one.person else f"bot:{one.policy}"
        self.say(command, actor, decision=table.decision(seat), seat=seat, lag_ms=self.rng.randrange(200))

    def say(self, command: Any, actor: str, *, after_ms: int | None = None, **given: Any) -> Decided | None:
        """Refusals count as silence: the clock may be early, a pause may just be over."""
        self.now += self.rng.randrange(4_000) if after_ms is None else after_ms
        try:
            decided = decide(self.table, command, actor=actor, at=self.now, draw=self.draw, **given)
        except Refused as refused:
            if self.late and actor != "clock":  # whatever was said, it did not count: the clock has to speak first
                return self.say(c.PassDeadline(), "clock", after_ms=0)
            if refused.code not in ("stale", "not_open", "finished", "seat_taken", "already_seated", "not_seated"):
                raise
            return None
        self.table = decided.table
        self.recorded += decided.events
        if decided.resting is not None:
            self.resting.append(decided.resting)
        return decided

    @property
    def late(self) -> bool:
        """Whether the clock has something to do here."""
        deadline_at = self.table.deadline_at
        return deadline_at is not None and deadline_at <= self.now

    def draw(self, wanted: Draw) -> Any:
        if wanted.what == "dealer":
            return self.rng.randrange(wanted.size)
        return tuple(self.rng.sample(range(wanted.size), wanted.size))

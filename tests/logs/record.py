"""Plays the tables of this folder and writes their raw rows. Writes only what is missing: see README.md."""

import json
import os
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
django.setup()

from games.kernel import registry  # noqa: E402
from games.kernel.contract import AtSeat, pick  # noqa: E402
from games.kernel.menu import due  # noqa: E402
from games.preferans.commands import AnswerStop  # noqa: E402
from games.table import chance, codec, log, rawlog  # noqa: E402
from games.table.aggregate import (  # noqa: E402
    SPEEDS,
    Draw,
    Recorded,
    Table,
    decide,
    event_fields,
    events,
    evolve,
    kind_of,
    open_table,
)
from games.table.aggregate import commands as c  # noqa: E402
from games.table.ids import uuid7  # noqa: E402
from tests.games.table.old_logs import outcome  # noqa: E402

FOLDER = Path(__file__).parent
OPENED_AT = 1_796_000_000_000
NOT_IN_1 = ("speed", "origin", "clock", "accept_ms")
ALICE, BOB, CAROL = "Aa1Bb2Cc3Dd4", "Bb2Cc3Dd4Ee5", "Cc3Dd4Ee5Ff6"


class Sitting:
    """A table being played, with everything said at it so far."""

    def __init__(
        self,
        number: int,
        *,
        speed: str,
        options: dict[str, Any],
        game: str = "hokm",
        preset: str = "default",
        players: int = 3,
        rated: bool = False,
        **opening: Any,
    ) -> None:
        self.game = registry.game(game)
        self.id: UUID = uuid7(at_ms=OPENED_AT + number, chance=number)
        self.secret = chance.simulated_secret("old logs", number)
        self.at = OPENED_AT + number
        self.rng = random.Random(number)
        self.slowest = 2_900 if SPEEDS[speed] else 5_000
        ruleset = self.game.ruleset.build(preset, players, options)
        opened = events.Opened(
            game=game,
            rules_version=self.game.rules_version,
            preset=preset,
            players=players,
            options=ruleset.options(),
            rated=rated,
            speed=speed,
            visibility="public",
            host=None if rated else ALICE,
            commitment=chance.commitment(self.id, self.secret),
            origin={"type": "played"},
            clock=SPEEDS[speed],
            accept_ms=opening.pop("accept_ms", None),
        )
        actor = "clock" if rated else f"p:{ALICE}"
        decided = open_table(self.id, self.game, opened, actor=actor, at=self.at, draw=self.draw, **opening)
        self.table: Table = decided.table
        self.recorded: list[Recorded] = list(decided.events)

    def draw(self, wanted: Draw) -> Any:
        take: Callable[..., Any] = chance.deck if wanted.what == "deck" else chance.first_dealer
        return take(self.id, self.secret, wanted.n, wanted.salts, wanted.size)

    def say(self, command: Any, by: str, after_ms: int = 1000, **given: Any) -> None:
        self.at += after_ms
        actor = f"p:{by}" if len(by) == 12 else by
        decided = decide(self.table, command, actor=actor, at=self.at, draw=self.draw, **given)
        self.table = decided.table
        self.recorded += decided.events

    def play(self, until: Callable[["Sitting"], bool]) -> None:
        """Everybody plays the policy `simple` until then; persons wait for each other between deals."""
        while not until(self) and not self.table.ended:
            for occupant in self.table.seats:
                if occupant.person and not self.table.deciders and not occupant.ready:
                    self.say(c.Ready(), occupant.person)
            for seat in list(self.table.deciders)[:1]:
                view = self.game.view(self.table.state, AtSeat(seat, recall=True))
                command = self.game.policies["simple"](view, self.rng)
                person, policy = self.table.seats[seat].person, self.table.seats[seat].policy
                self.say(
                    command,
                    person or f"bot:{policy}",
                    after_ms=self.rng.randrange(300, self.slowest),
                    decision=self.table.decision(seat),
                    seat=seat,
                    lag_ms=self.rng.randrange(20, 120) if person else None,
                )

    def wander(self, until: Callable[["Sitting"], bool], *, stay: bool = False) -> None:
        """Everybody says anything that the rules allow, offers included, until then: so every kind of event occurs.

        Who wants them to `stay` lets nobody agree to stop.
        """
        while not until(self) and not self.table.ended:
            offers = [seat for seat in self.game.offers(self.table.state) if self.rng.random() < 0.1]
            for seat in offers[:1]:
                menu = tuple(choice for choice in self.game.legal(self.table.state, seat) if choice.offer)
                self._by_person(seat, pick(menu, self.rng))
            if not self.table.deciders:
                waited = [one for one in self.table.seats if one.person and not one.ready]
                for occupant in waited[:1]:
                    self.say(c.Ready(), occupant.person or "")
            for seat in list(self.table.deciders)[:1]:
                command = pick(due(self.game.legal(self.table.state, seat)), self.rng)
                self._by_person(seat, AnswerStop(False) if stay and type(command) is AnswerStop else command)

    def _by_person(self, seat: int, command: Any) -> None:
        person = self.table.seats[seat].person
        assert person is not None
        decision = self.table.decision(seat) if seat in self.table.deciders else None
        self.say(command, person, decision=decision, seat=seat, lag_ms=self.rng.randrange(20, 120))

    def last(self, name: str, times: int = 1) -> bool:
        return sum(type(one.event).__name__ == name for one in self.recorded) >= times

    def write(self, name: str, opened_version: int = 2) -> None:
        entries = []
        for one in self.recorded:
            fields = event_fields(self.game, one.event)
            entry = codec.encode(
                kind_of(self.game, one.event),
                fields,
                at=one.at,
                actor=one.actor,
                spent_ms=one.spent_ms,
                lag_ms=one.lag_ms,
            )
            if entry.kind == "table.opened" and opened_version == 1:
                old = {field: value for field, value in fields.items() if field not in NOT_IN_1}
                body = json.dumps(old, ensure_ascii=False, separators=(",", ":"))
                entry = log.Entry(kind=entry.kind, version=1, at=entry.at, actor=entry.actor, body=body)
            entries.append(entry)
        rows = log.chain(self.id, 0, log.FIRST, entries)
        lines = list(rawlog.write(self.id, rows))
        file = FOLDER / self.game.name / f"{name}.ndjson"
        if file.exists():
            return
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(lines), encoding="utf-8")
        told = {**outcome(lines), "secret": self.secret.hex()}
        text = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in told.items())
        file.with_suffix(".outcome.json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def a_match() -> None:
    table = Sitting(1, speed="casual", options={"target": 200, "min_total": 9})
    table.say(c.Sit(), ALICE)
    table.say(c.GiveSalt("00112233445566778899aabbccddeeff"), ALICE)
    table.say(c.Sit(2), BOB)
    table.say(c.RemoveGuest(2), ALICE)
    table.say(c.Sit(1), CAROL)
    table.say(c.FillWithBots(), ALICE)
    table.say(c.Ready(), CAROL)
    table.say(c.Ready(), ALICE)
    table.play(lambda t: t.last("CardPlayed", 5))
    undo = Recorded(table.table.seq + 1, table.at, f"p:{ALICE}", events.PlaysUndone(table.table.undo_points[0][0]))
    table.table = evolve(table.table, undo)
    table.recorded.append(undo)
    table.play(lambda t: t.last("TrickTaken", 4))
    table.say(c.Leave(), CAROL)
    table.play(lambda t: t.last("TrickTaken", 7))
    table.say(c.ReclaimSeat(), CAROL)
    table.say(c.GiveSalt("ffeeddccbbaa99887766554433221100"), CAROL)
    table.play(lambda t: t.last("DealScored", 2))
    table.say(c.CreditClocks(61_000), "clock", after_ms=61_000)
    table.play(lambda t: False)
    table.say(c.Annul(), "mod:Mm1Nn2Oo3Pp4", after_ms=3_600_000)
    table.say(c.Reinstate(), "mod:Mm1Nn2Oo3Pp4", after_ms=3_600_000)
    table.write("2026-11-30")


def an_abandoned_table() -> None:
    table = Sitting(2, speed="casual", options={})
    table.say(c.Sit(), ALICE)
    table.say(c.Sit(), BOB)
    table.say(c.Leave(), BOB)
    table.say(c.FillWithBots(), ALICE)
    table.say(c.Ready(), ALICE)
    table.play(lambda t: t.last("CardPlayed", 14))
    table.say(c.Leave(), ALICE)
    table.say(c.AbandonTable(), "clock", after_ms=1_800_000)
    table.write("2026-11-30-abandoned")


def a_closed_table() -> None:
    table = Sitting(3, speed="casual", options={})
    table.say(c.Sit(), ALICE)
    table.say(c.CloseTable(), ALICE)
    table.write("2026-11-30-opened-1", opened_version=1)


def a_match_on_the_clock() -> None:
    """Rated, with an accept step, time-outs and every reason why a program plays on."""
    table = Sitting(
        4, speed="blitz", options={"target": 200}, rated=True, accept_ms=20_000, persons=(ALICE, BOB, CAROL)
    )
    for person in (BOB, CAROL, ALICE):
        table.say(c.Ready(), person)
    table.play(lambda t: t.last("CardPlayed", 4))
    for _ in range(2 * len(table.table.seats)):
        table.say(c.PassDeadline(), "clock", after_ms=61_000)
        if table.last("BotTookOver"):
            break
    late = next(one.owner for one in table.table.seats if one.owner)
    table.play(lambda t: t.last("DealScored"))
    table.say(c.ReclaimSeat(), late)
    table.play(lambda t: t.last("BidPlaced", 4))
    table.say(c.TakeOver(table.table.seat_of(ALICE) or 0, ALICE, "left"), "clock")
    table.play(lambda t: t.last("DealScored", 2))
    table.say(c.ReclaimSeat(), ALICE)
    table.play(lambda t: t.last("BidPlaced", 7))
    table.say(c.TakeOver(table.table.seat_of(BOB) or 0, BOB, "lost"), "clock")
    table.play(lambda t: t.last("DealScored", 3))
    table.say(c.ReclaimSeat(), BOB)
    table.say(c.CreditClocks(8_000), "clock", after_ms=8_000)
    table.play(lambda t: t.last("DealScored", 4))
    table.say(c.Leave(), CAROL)
    table.play(lambda t: False)
    table.write("2026-11-30-clocks")


def a_table_nobody_accepted() -> None:
    table = Sitting(5, speed="slow", options={}, rated=True, accept_ms=20_000, persons=(ALICE, BOB, CAROL))
    table.say(c.Ready(), BOB)
    table.say(c.PassDeadline(), "clock", after_ms=20_000)
    table.write("2026-11-30-not-accepted")


def a_match_somebody_never_came_to() -> None:
    table = Sitting(6, speed="normal", options={}, rated=True, persons=(ALICE, BOB, CAROL), ready=True)
    table.say(c.AbandonTable(absent=(1,), seen=table.table.seq), "clock", after_ms=60_000)
    table.write("2026-11-30-never-came")


def a_match_that_others_join() -> None:
    """Two people and a program: one is promised its chair and gives it back, another sits down there after the deal."""
    table = Sitting(7, speed="casual", options={"target": 200}, persons=(ALICE, BOB), bots=("simple",), ready=True)
    table.play(lambda t: t.last("CardPlayed", 5))
    table.say(c.TakeChair(), CAROL)
    table.say(c.Leave(), CAROL)
    table.say(c.TakeChair(2), CAROL)
    table.play(lambda t: t.last("DealScored"))
    table.say(c.GiveSalt("0123456789abcdef0123456789abcdef"), CAROL)
    table.play(lambda t: False)
    table.write("2026-11-30-joined")


def _asks_after(deals: int, table: Sitting) -> bool:
    """So many deals are over and somebody is asked."""
    return table.last("DealScored", deals) and bool(table.table.deciders)


def a_match_shown_late() -> None:
    """On the clock; the first question, and one later, reached their persons seconds later."""
    table = Sitting(8, speed="normal", options={"target": 200}, rated=True, persons=(ALICE, BOB, CAROL), ready=True)
    for deals in (0, 1):
        table.play(partial(_asks_after, deals))
        (seat,) = table.table.deciders
        late = c.CreditLateShowing(seat, table.table.decision(seat), 7_500)
        table.say(late, "clock", after_ms=8_000)
    table.play(lambda t: False)
    table.write("2026-11-30-shown-late")


def a_pot_of_everything() -> None:
    """Tong: three people say anything that is allowed, until every event has occurred and somebody takes the pot."""
    table = Sitting(38, speed="casual", options={"no_taker": "throw_in", "target": 30}, game="tong", players=3)
    for person in (ALICE, BOB, CAROL):
        table.say(c.Sit(), person)
    for person in (ALICE, BOB, CAROL):
        table.say(c.Ready(), person)
    table.wander(lambda t: t.last("MatchEnded"))
    table.write("2026-11-30-everything")


def a_pulka_of_four() -> None:
    """A person and three programs: what an ordinary table of Preferans writes."""
    table = Sitting(11, speed="casual", options={"max_deals": 8}, game="preferans", preset="sochi", players=4)
    table.say(c.Sit(), ALICE)
    table.say(c.FillWithBots(), ALICE)
    table.say(c.Ready(), ALICE)
    table.play(lambda t: False)
    table.write("2026-11-30")


def a_pulka_of_everything() -> None:
    """Three people say anything under rare house rules, until every event of Preferans has occurred and they stop."""
    options = {"misere_control": "delegate", "no_talon_bids": "on", "pool_target": 50}
    table = Sitting(29, speed="casual", options=options, game="preferans", preset="leningrad", players=3)
    for person in (ALICE, BOB, CAROL):
        table.say(c.Sit(), person)
    for person in (ALICE, BOB, CAROL):
        table.say(c.Ready(), person)
    kinds = {cls.__name__ for cls in table.game.codec.event_types.values()} - {"MatchEnded"}
    table.wander(lambda t: kinds <= {type(one.event).__name__ for one in t.recorded}, stay=True)
    table.wander(lambda t: t.last("MatchEnded"))
    table.write("2026-11-30-everything")


if __name__ == "__main__":
    a_match()
    an_abandoned_table()
    a_closed_table()
    a_match_on_the_clock()
    a_table_nobody_accepted()
    a_match_somebody_never_came_to()
    a_match_that_others_join()
    a_match_shown_late()
    a_pot_of_everything()
    a_pulka_of_four()
    a_pulka_of_everything()

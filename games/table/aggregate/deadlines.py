"""What the clock does at a table where something has not come in time. It answers for the one who was waited for.

A seat that times out plays the game's `default_command`, by its own cards and nothing else. Somebody who times out for
the second time in a deal is taken for absent: a program plays on until he takes his seat back.
"""

from games.kernel.cards import Seat
from games.table.aggregate import events as e
from games.table.aggregate.actors import CLOCK
from games.table.aggregate.batch import Batch
from games.table.aggregate.clocks import TIME_OUTS
from games.table.aggregate.parts import PLAYING


def pass_time(batch: Batch) -> bool:
    """Make up for everything that should have come by now; whether there was anything.

    The end of a pause between deals needs no event: the deck that is due is drawn after whatever is said next.
    """
    table = batch.table
    deadline = table.deadline_at
    if deadline is None or batch.clock_at < deadline or table.rest_since is not None:
        return False
    if table.lifecycle != PLAYING:
        batch.record(e.Closed(), actor=CLOCK)
        return True
    for seat in _overdue(batch):
        if seat in _overdue(batch):  # what the clock played for another may have closed this question
            _time_out(batch, seat)
    batch.follow_up()
    return True


def take_over(batch: Batch, seat: Seat, reason: e.Reason) -> None:
    """A program plays on at this seat."""
    policy = batch.table.game.usual_policy
    batch.record(e.BotTookOver(seat, policy, reason), actor=None if reason == "gave_up" else CLOCK)


def _overdue(batch: Batch) -> list[Seat]:
    """The seats whose clocks have run out, the earliest first."""
    table = batch.table
    found = [(until, seat) for seat in table.deciders if (until := table.runs_until(seat)) is not None]
    return [seat for until, seat in sorted(found) if until <= batch.clock_at]


def _time_out(batch: Batch, seat: Seat) -> None:
    table = batch.table
    command = table.game.default_command(table.state, seat)
    batch.record(e.TimedOut(seat), actor=CLOCK)
    for event in table.game.decide(table.state, command, by=seat):
        batch.record(event, actor=CLOCK)
    absent = table.clocks[seat].time_outs >= TIME_OUTS and table.lifecycle == PLAYING
    if absent and table.game.outcome(table.state) is None:
        take_over(batch, seat, "time")

"""The settlement of a deal on plain values (rules/tong.md 8)."""

from dataclasses import dataclass

from games.kernel.cards import Seat
from games.kernel.contract import Outcome
from games.tong.ruleset import TongRuleset

TRICKS = 5


@dataclass(frozen=True, slots=True)
class Settlement:
    won: tuple[int | None, ...]
    points: tuple[int, ...]
    paid: tuple[int, ...]
    marks: tuple[int, ...]
    pot: int
    winner: Seat | None


def settle(
    rules: TongRuleset,
    *,
    points: tuple[int, ...],
    marks: tuple[int, ...],
    pot: int,
    in_deal: tuple[bool, ...],
    takers: tuple[Seat, ...],
    walk_over: Seat | None = None,
) -> Settlement:
    """Points, marks, payments, pot and winner after a deal; a void deal has nobody `in_deal`.

    `takers` are the winners of the tricks in order. A walk-over credits its points and never marks or pays
    (notation.md 13).
    """
    seats = range(len(points))
    gained = [takers.count(seat) for seat in seats]
    if walk_over is not None:
        gained[walk_over] = rules.walkover_points
    after = tuple(had + more for had, more in zip(points, gained, strict=True))
    won = tuple(gained[seat] if in_deal[seat] else None for seat in seats)
    losers = [seat for seat in seats if walk_over is None and in_deal[seat] and gained[seat] == 0]
    new_marks = [marks[seat] + (seat in losers) for seat in seats]
    all_marks = sum(new_marks)
    paid = [0] * len(points)
    for seat in losers:
        if after[seat] >= rules.risk_at:
            paid[seat] = _payment(rules, new_marks[seat], all_marks, pot)
            if rules.penalty in ("own_losses", "match_pot", "one_ante"):
                new_marks[seat] = 0
    winner = _winner(rules, points, after, takers, walk_over)
    return Settlement(won, after, tuple(paid), tuple(new_marks), pot + sum(paid), winner)


def _payment(rules: TongRuleset, own: int, everybody: int, pot: int) -> int:
    """What a player with enough points pays for a deal without a trick (rules/tong.md 8.3, 11, 12.2)."""
    amount = {
        "own_losses": rules.ante * own,
        "all_losses": rules.ante * everybody,
        "match_pot": pot,
        "one_ante": rules.ante,
        "none": 0,
    }[rules.penalty]
    return amount if isinstance(rules.penalty_cap, str) else min(amount, rules.penalty_cap)


def _winner(
    rules: TongRuleset,
    before: tuple[int, ...],
    after: tuple[int, ...],
    takers: tuple[Seat, ...],
    walk_over: Seat | None,
) -> Seat | None:
    """Who takes the pot: the first at the target in the order of the tricks, or the highest (rules/tong.md 8.4, 11)."""
    there = [seat for seat, points in enumerate(after) if points >= rules.target]
    if not there:
        return None
    if walk_over is not None or len(there) == 1:
        return there[0]
    if rules.finish == "highest_total":
        best = max(after)
        top = [seat for seat in there if after[seat] == best]
        return min(top, key=lambda seat: _reached(before, takers, seat, best))
    return min(there, key=lambda seat: _reached(before, takers, seat, rules.target))


def _reached(before: tuple[int, ...], takers: tuple[Seat, ...], seat: Seat, points: int) -> int:
    """The number of the trick with which a seat came to so many points."""
    have = before[seat]
    for number, taker in enumerate(takers, 1):
        have += taker == seat
        if have >= points:
            return number
    return len(takers) + 1


def outcome_of(nets: tuple[int, ...], points: tuple[int, ...], winner: Seat) -> Outcome:
    """Nets, with ranks: the winner first, the others by points."""
    ranks = tuple(
        1 if seat == winner else 2 + sum(other > own for by, other in enumerate(points) if by != winner)
        for seat, own in enumerate(points)
    )
    return Outcome(nets, ranks, (winner,))

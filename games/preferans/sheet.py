"""The sheet: pools, mountains and whists, how an entry changes them, and what they are worth (rules 8.1, 9, 10).

Everything is whole numbers. A standing is kept as N times its exact value, because its fractions are N-ths.
"""

from dataclasses import dataclass
from typing import Literal

from games.kernel.cards import Seat
from games.kernel.errors import Unreadable
from games.preferans.ruleset import PreferansRuleset

Column = Literal["mountain", "whists", "pool", "aid"]
COLUMNS: tuple[Column, ...] = ("mountain", "whists", "pool", "aid")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing written on the sheet, as docs/notation.md 6.4 lists them."""

    column: Column
    seat: Seat
    """Who writes, or on whose pool or mountain it is written."""
    on: Seat | None
    """Against whom, for whists; whose pool is helped, for aid."""
    amount: int


def entry_out(entry: Entry) -> list[str | int | None]:
    return [entry.column, entry.seat, entry.on, entry.amount]


def entry_in(value: object) -> Entry:
    """Raises Unreadable."""
    if not isinstance(value, list) or len(value) != 4 or value[0] not in COLUMNS:
        raise Unreadable("an entry expected")
    column, seat, on, amount = value
    if type(seat) is not int or not (on is None or type(on) is int) or type(amount) is not int:
        raise Unreadable("an entry expected")
    return Entry(column, seat, on, amount)


Whists = tuple[tuple[int, ...], ...]
"""whists[p][q]: what p holds against q; nobody holds anything against himself."""


@dataclass(frozen=True, slots=True)
class Sheet:
    pools: tuple[int, ...]
    mountains: tuple[int, ...]
    whists: Whists


def blank(players: int) -> Sheet:
    return Sheet((0,) * players, (0,) * players, ((0,) * players,) * players)


@dataclass(slots=True)
class Writing:
    """What one deal writes: mountains and whists in any order, pool points in the order in which they are due."""

    mountains: dict[Seat, int]
    whists: dict[tuple[Seat, Seat], int]
    pools: list[tuple[Seat, int]]


def writing() -> Writing:
    return Writing({}, {}, [])


def charge(written: Writing, seat: Seat, amount: int) -> None:
    """Mountain points for a seat."""
    if amount:
        written.mountains[seat] = written.mountains.get(seat, 0) + amount


def hold(written: Writing, seat: Seat, on: Seat, amount: int) -> None:
    """Whists of a seat on another."""
    if amount:
        written.whists[seat, on] = written.whists.get((seat, on), 0) + amount


def write(sheet: Sheet, written: Writing, rules: PreferansRuleset) -> tuple[Sheet, tuple[Entry, ...]]:
    """The sheet after a deal, and its entries: mountains, whists, then each pool entry with its aid (rules 8.8)."""
    pools, mountains = list(sheet.pools), list(sheet.mountains)
    whists = [list(row) for row in sheet.whists]
    entries: list[Entry] = []
    for seat, amount in sorted(written.mountains.items()):
        mountains[seat] += amount
        entries.append(Entry("mountain", seat, None, amount))
    for (seat, on), amount in sorted(written.whists.items()):
        whists[seat][on] += amount
        entries.append(Entry("whists", seat, on, amount))
    for seat, points in written.pools:
        _add_pool(seat, points, pools, mountains, whists, entries, rules)
    return Sheet(tuple(pools), tuple(mountains), tuple(map(tuple, whists))), tuple(entries)


def _add_pool(
    seat: Seat,
    points: int,
    pools: list[int],
    mountains: list[int],
    whists: list[list[int]],
    entries: list[Entry],
    rules: PreferansRuleset,
) -> None:
    """Pool points into the own pool, then American aid, and the rest off the mountain (rules 9.2, 9.3)."""
    if rules.pool_end == "sum":
        pools[seat] += points
        entries.append(Entry("pool", seat, None, points))
        return
    target, players, weight = rules.pool_target, rules.players, rules.pool_weight
    own = min(points, target - pools[seat])
    if own:
        pools[seat] += own
        points -= own
        entries.append(Entry("pool", seat, None, own))
    clockwise = [(seat + step) % players for step in range(1, players)]
    while points and (open_pools := [other for other in clockwise if pools[other] < target]):
        helped = max(open_pools, key=pools.__getitem__)  # the first of equals: clockwise from the earner
        given = min(points, target - pools[helped])
        pools[helped] += given
        whists[seat][helped] += 10 * weight * given
        points -= given
        entries.append(Entry("aid", seat, helped, given))
    if points:
        mountains[seat] -= weight * points
        entries.append(Entry("mountain", seat, None, -weight * points))


def standing(sheet: Sheet, rules: PreferansRuleset) -> tuple[int, ...]:
    """N times the exact S of rules/preferans.md 10.1, by seat. Sums to zero, whatever stands on the sheet."""
    players, weight = rules.players, 10 * rules.pool_weight
    pools, mountains, whists = sheet.pools, sheet.mountains, sheet.whists
    all_pools, all_mountains = weight * sum(pools), 10 * sum(mountains)
    against = map(sum, zip(*whists, strict=True))
    parts = tuple(
        [
            players * (weight * pool - 10 * mountain + sum(row) - held) - all_pools + all_mountains
            for pool, mountain, row, held in zip(pools, mountains, whists, against, strict=True)
        ]
    )
    assert sum(parts) == 0
    return parts


def rounded(parts: tuple[int, ...]) -> tuple[int, ...]:
    """A standing in whole whists that still sum to zero (rules/preferans.md 10.2).

    >>> rounded((50, -106, 56))
    (17, -35, 18)
    """
    players = len(parts)
    floors = [part // players for part in parts]
    by_rest = sorted(range(players), key=lambda seat: (-(parts[seat] % players), seat))
    for seat in by_rest[: -sum(floors)]:
        floors[seat] += 1
    return tuple(floors)


def is_over(sheet: Sheet, deals: int, rules: PreferansRuleset) -> bool:
    """Whether the match ends with the deal just scored (rules/preferans.md 9.4)."""
    target = rules.pool_target
    if rules.max_deals != "none" and deals >= int(rules.max_deals):
        return True
    if rules.pool_end == "sum":
        return sum(sheet.pools) >= rules.players * target
    return all(pool == target for pool in sheet.pools)

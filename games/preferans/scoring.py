"""What a deal writes: one scorer for the three conventions, on plain values (rules/preferans.md 7, 8, 14.5)."""

from dataclasses import dataclass

from games.kernel.cards import Card, Seat
from games.preferans.bids import LEVEL, VALUE, Bid
from games.preferans.ruleset import PreferansRuleset
from games.preferans.sheet import Writing, charge, hold, writing

QUOTAS = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
"""Tricks that the defenders must take together, when the contract is whisted (rules/preferans.md 4.1)."""

_MISERE_PRICE = 10
_SURRENDERED_TRICKS = 3
_ACE, _KING, _QUEEN = 7, 6, 5


@dataclass(frozen=True, slots=True)
class Defence:
    """How a trick contract was answered (rules/preferans.md 4)."""

    first: Seat
    second: Seat
    whisters: tuple[Seat, ...] = ()
    """In speaking order."""
    half: Seat | None = None
    """Whose half-whist stands."""
    checked: bool = False
    """A ten that is played out without whist and without responsibility."""


def score_contract(
    rules: PreferansRuleset,
    declarer: Seat,
    contract: Bid,
    defence: Defence,
    tricks: tuple[int, ...] | None,
    out: Seat | None,
) -> Writing:
    """A trick contract, played or not (rules/preferans.md 8.3-8.7). `out` is the dealer who sits out."""
    written = writing()
    level, value = LEVEL[contract], VALUE[contract]
    price = rules.scale * value
    if tricks is None:
        if defence.half is not None:
            hold(written, defence.half, declarer, price * QUOTAS[level] // 2)
        written.pools.append((declarer, value))
        return written
    made = tricks[declarer] >= level
    if not made:
        _remise(written, rules, declarer, price, level - tricks[declarer], defence, out)
    _trick_whists(written, rules, declarer, price, made, defence, tricks)
    if made:
        if not defence.checked:
            _shortage(written, rules, level, price, defence, tricks)
        written.pools.append((declarer, value))
    return written


def _remise(
    written: Writing,
    rules: PreferansRuleset,
    declarer: Seat,
    price: int,
    under: int,
    defence: Defence,
    out: Seat | None,
) -> None:
    """The declarer's mountain, and consolation for everybody else (rules/preferans.md 8.4)."""
    charge(written, declarer, price * under)
    consolation = {"value": price, "ten": 10, "none": 0}[rules.consolation]
    consoled = [defence.first, defence.second]
    if out is not None and rules.dealer_consolation == "on":
        consoled.append(out)
    for seat in consoled:
        hold(written, seat, declarer, consolation * under)


def _trick_whists(
    written: Writing,
    rules: PreferansRuleset,
    declarer: Seat,
    price: int,
    made: bool,
    defence: Defence,
    tricks: tuple[int, ...],
) -> None:
    """Whists for every trick of the defence (rules/preferans.md 8.5, 8.6)."""
    first, second, whisters = defence.first, defence.second, defence.whisters
    taken = tricks[first] + tricks[second]
    if defence.checked or len(whisters) == 2:
        for seat in (first, second):
            hold(written, seat, declarer, price * tricks[seat])
    elif not made and rules.whist_style == "gentleman":
        for seat in (first, second):
            hold(written, seat, declarer, price * taken // 2)  # whole, because every price is even
    else:
        hold(written, whisters[0], declarer, price * taken)


def _shortage(
    written: Writing, rules: PreferansRuleset, level: int, price: int, defence: Defence, tricks: tuple[int, ...]
) -> None:
    """What whisters pay for tricks that the pair has not taken (rules/preferans.md 8.7)."""
    whisters, quota = defence.whisters, QUOTAS[level]
    short = quota - tricks[defence.first] - tricks[defence.second]
    if short <= 0 or rules.responsibility == "none":
        return
    missing = price if rules.responsibility == "full" else price // 2
    if len(whisters) == 1:
        charge(written, whisters[0], missing * short)
    elif quota == 1:
        for seat in whisters if rules.responsibility_89 == "both" else whisters[1:]:
            charge(written, seat, missing)
    else:
        gaps = {seat: quota // 2 - tricks[seat] for seat in whisters if tricks[seat] < quota // 2}
        for seat, gap in gaps.items():
            capped = rules.shortage_split == "capped" and len(gaps) == 1
            charge(written, seat, missing * (short if capped else gap))


def score_misere(rules: PreferansRuleset, declarer: Seat, tricks: int) -> Writing:
    """A misère (rules/preferans.md 6.6, 6.7)."""
    written = writing()
    if not tricks:
        written.pools.append((declarer, _MISERE_PRICE))
        return written
    price = rules.scale * _MISERE_PRICE * tricks
    charge(written, declarer, price)
    if rules.misere_consolation == "on":
        for seat in range(rules.players):
            if seat != declarer:
                hold(written, seat, declarer, price)
    return written


def score_surrender(rules: PreferansRuleset, declarer: Seat, bid: Bid) -> Writing:
    """Three undertricks at the level of the bid, on the own mountain only (rules/preferans.md 3.6)."""
    written = writing()
    charge(written, declarer, rules.scale * VALUE[bid] * _SURRENDERED_TRICKS)
    return written


def score_raspasy(
    rules: PreferansRuleset,
    active: tuple[Seat, Seat, Seat],
    out: Seat | None,
    tricks: tuple[int, ...],
    multiplier: int,
    dealer_played: bool,
) -> Writing:
    """A raspasy (rules/preferans.md 7.4, 7.7). `active` is eldest first: the order of pool entries (8.8)."""
    written = writing()
    if rules.rostov:
        _rostov_raspasy(written, rules, active, tricks)
    else:
        charged = (*active, out) if dealer_played and out is not None else active
        spared = min(tricks[seat] for seat in charged) if rules.raspasy_amnesty == "on" else 0
        for seat in charged:
            charge(written, seat, rules.scale * multiplier * (tricks[seat] - spared))
    bonus = {"trick_price": multiplier, "one": 1, "none": 0}[rules.zero_bonus]
    if bonus:
        rewarded = (*active, out) if out is not None and rules.dealer_zero_bonus == "on" else active
        written.pools += [(seat, bonus) for seat in rewarded if not tricks[seat]]
    return written


def _rostov_raspasy(
    written: Writing, rules: PreferansRuleset, active: tuple[Seat, Seat, Seat], tricks: tuple[int, ...]
) -> None:
    """The fewest tricks write on the others; two who tie for fewest share (rules/preferans.md 7.7)."""
    fewest = min(tricks[seat] for seat in active)
    winners = [seat for seat in active if tricks[seat] == fewest]
    for loser in active:
        if loser not in winners:
            for winner in winners:
                # With two winners the loser's count is even, so the half is whole.
                hold(written, winner, loser, rules.rostov_trick_whists * tricks[loser] // len(winners))


def talon_worth(talon: tuple[Card, ...]) -> int:
    """What a good talon costs the declarer, in tricks' whists: `paid_talon` (rules/preferans.md 11)."""
    one, other = talon
    ranks = {one & 7, other & 7}
    aces = (one & 7 == _ACE) + (other & 7 == _ACE)
    if aces == 2:
        return 3
    if one >> 3 == other >> 3 and ranks == {_ACE, _KING}:
        return 2
    return 1 if aces or (one >> 3 == other >> 3 and ranks == {_KING, _QUEEN}) else 0

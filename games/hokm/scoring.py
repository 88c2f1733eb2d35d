"""The arithmetic of a deal and of the end, on plain values (rules/hokm.md 7, 8)."""

from games.hokm.ruleset import HokmRuleset
from games.kernel.cards import Seat
from games.kernel.contract import Outcome

KABBUT = 10
PASS = 2


def score_hand(bid: int, tricks: int, rules: HokmRuleset) -> int:
    """What one player's contract brings him (rules/hokm.md 7).

    A broken kabbut follows `kabbut_broken` alone, whatever `broken` says (notation.md 13).
    """
    if tricks >= bid:
        return 200 if bid == KABBUT else 10 * bid
    if bid == KABBUT:
        return {"per_trick": -100, "flat": -10, "double": -200}[rules.kabbut_broken]
    return -10 * bid if rules.broken == "bid" else -10 * (bid - tricks)


def score_deal(contracts: tuple[int, ...], tricks: tuple[int, ...], rules: HokmRuleset) -> tuple[int, ...]:
    return tuple(score_hand(bid, won, rules) for bid, won in zip(contracts, tricks, strict=True))


def winners(totals: tuple[int, ...], deals: int, rules: HokmRuleset) -> tuple[Seat, ...]:
    """Who has won after `deals` deals, ascending; empty while the match goes on (rules/hokm.md 8)."""
    best = max(totals)
    leaders = tuple(seat for seat, total in enumerate(totals) if total == best)
    if best >= rules.target and (len(leaders) == 1 or rules.end_tie == "shared"):
        return leaders
    if rules.max_deals and deals >= rules.max_deals:
        return leaders
    return ()


def outcome_of(totals: tuple[int, ...], won_by: tuple[Seat, ...]) -> Outcome:
    """Final totals with ranks: equal totals share the better rank."""
    return Outcome(totals, tuple(1 + sum(other > total for other in totals) for total in totals), won_by)

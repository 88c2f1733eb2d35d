"""The auction: who may say what, and when it is over (rules/preferans.md 2)."""

from functools import cache

from games.kernel.cards import Seat
from games.preferans.bids import LADDER, LEVEL, MISERE, MISERE_WITHOUT, MISERES, WITHOUT_TALON, Bid
from games.preferans.state import Auction, State


def auction_over(auction: Auction, active: tuple[Seat, ...]) -> bool:
    """One is left who holds the highest bid, or all three have passed (rules/preferans.md 2.2)."""
    left = [seat for seat in active if not auction.passed[seat]]
    return not left or (len(left) == 1 and auction.high_by == left[0])


def legal_bids(state: State, seat: Seat) -> tuple[Bid, ...]:
    """The bids a seat may make on its turn, passing and holding aside (rules/preferans.md 2.3-2.5, 7.6)."""
    rules, auction = state.rules, state.auction
    high = -1 if auction.high is None else auction.high
    return bids_above(high, auction.last[seat], rules.least_level(state.streak), rules.no_talon_bids == "on")


@cache
def bids_above(high: int, own: Bid | None, least: int, without_talon: bool) -> tuple[Bid, ...]:
    """The bids above `high` for somebody whose last bid was `own`. A few thousand answers, so they are kept."""
    return tuple(
        bid
        for bid in LADDER[high + 1 :]
        if (without_talon or bid not in WITHOUT_TALON)
        and (_may_bid_misere(bid, own) if bid in MISERES else own not in MISERES and LEVEL[bid] >= least)
    )


def _may_bid_misere(bid: Bid, own: Bid | None) -> bool:
    """Misère only as a first call; without talon also after an own misère (rules/preferans.md 2.3, 2.4)."""
    return own is None or (bid == MISERE_WITHOUT and own == MISERE)


def may_hold(state: State, seat: Seat) -> bool:
    """Whether a seat may say "here" on its turn (rules/preferans.md 2.4, `senior_hold`)."""
    auction = state.auction
    if state.rules.senior_hold == "off" or auction.high is None or auction.high in MISERES:
        return False
    left = [other for other in state.active if not auction.passed[other]]
    if len(left) != 2 or left[0] != seat:  # the active order is the order of age
        return False
    own, other = auction.last[left[0]], auction.last[left[1]]
    return own is not None and other is not None and own not in MISERES and auction.high_by == left[1]


def next_caller(auction: Auction, following: tuple[Seat, ...], seat: Seat) -> Seat:
    """Who speaks after a seat: clockwise among those who have not passed."""
    seat = following[seat]
    for _ in range(2):
        if auction.passed[seat]:
            seat = following[seat]
    return seat

"""What `simple` bids and declares."""

from itertools import combinations

from games.kernel.cards import CardSet
from games.kernel.menu import CardsFrom, OneOf
from games.preferans.bids import LEVEL, MISERE, MISERES, STRAIN, WITHOUT_TALON, Bid
from games.preferans.cards import PACK
from games.preferans.commands import Command, Declare, Hold, Pass, PlaceBid, Surrender
from games.preferans.policy.hands import HOLES, holding, holes, tricks_with
from games.preferans.view import View

_TALON_HOPE = 1.8
"""What two unknown cards, and putting two away, are worth in tricks."""
_ENOUGH = -0.3
"""How far a declared contract may lie above the estimate (negative: what must be in hand)."""
_HOPELESS = 1.7
"""How many tricks below the level surrender is cheaper than play."""
_MISERE_HOLES = 2


def own(view: View) -> CardSet:
    assert view.seat is not None
    return view.hands[view.seat].cards


def _worth(cards: CardSet) -> tuple[float, ...]:
    return tuple(tricks_with(cards, strain) for strain in range(5))


def _reachable(bid: Bid, tricks: tuple[float, ...], least: float) -> bool:
    """Whether some contract from this bid on is likely to be made, `least` tricks below its level included."""
    level, strain = LEVEL[bid], STRAIN[bid]
    return max(tricks[strain:]) + least >= level or max(tricks) + least >= level + 1


def call(view: View) -> Command:
    """The lowest bid behind which a makeable contract stands; misère when no card can be caught."""
    hand = own(view)
    offered = {choice.command: choice for choice in view.menu}
    tricks = _worth(hand)
    if Hold in offered and view.recall is not None:
        high = view.recall.auction.high
        if high is not None and _reachable(high, tricks, _TALON_HOPE):
            return Hold()
    if PlaceBid not in offered:
        return Pass()
    bids = offered[PlaceBid].fields["bid"]
    assert isinstance(bids, OneOf)
    if MISERE in bids and holes(hand) <= _MISERE_HOLES:
        return PlaceBid(MISERE)
    for bid in bids:
        if bid not in MISERES and _reachable(bid, tricks, 0.0 if bid in WITHOUT_TALON else _TALON_HOPE):
            return PlaceBid(bid)
    return Pass()


def declaration(view: View) -> Command:
    """Which two cards go, and what is declared."""
    offered = {choice.command: choice for choice in view.menu}
    declare = offered[Declare]
    contracts, discard = declare.fields["contract"], declare.fields["discard"]
    assert isinstance(contracts, OneOf)
    assert isinstance(discard, CardsFrom)
    hand = own(view)
    if contracts.values == (MISERE,):
        return Declare(_safest_discard(hand, discard.k), MISERE)
    pairs = combinations(PACK.cards_in(hand), discard.k)
    away = [sum(1 << card for card in pair) for pair in pairs]
    found = max(
        (
            (_value(contract, tricks), -contract, -sum(card & 7 for card in PACK.cards_in(cards)), cards)
            for cards in away
            for tricks in (_worth(hand & ~cards),)
            for contract in contracts
        ),
    )
    contract, cards = -found[1], found[3]
    short = LEVEL[contract] - tricks_with(hand & ~cards, STRAIN[contract])
    if Surrender in offered and short >= _HOPELESS:
        return Surrender()
    return Declare(cards, contract)


def _value(contract: Bid, tricks: tuple[float, ...]) -> float:
    """How good a contract looks: what it brings when it is likely, what it lacks when it is not."""
    level = LEVEL[contract]
    spare = tricks[STRAIN[contract]] - level + _ENOUGH
    return level + min(spare, 0.9) if spare >= 0 else spare


def _safest_discard(hand: CardSet, k: int) -> CardSet:
    """The cards without which the hand has the fewest dangers; of equals, the highest."""
    best = max(
        combinations(PACK.cards_in(hand), k),
        key=lambda cards: (
            -_danger(hand & ~sum(1 << card for card in cards)),
            sum(card & 7 for card in cards),
        ),
    )
    return sum(1 << card for card in best)


def _danger(cards: CardSet) -> float:
    return sum(HOLES[held] + 0.1 * (held.bit_length() > 4) for suit in range(4) for held in (holding(cards, suit),))

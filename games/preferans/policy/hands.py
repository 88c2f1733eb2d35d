"""What a suit is worth: tables over the 256 holdings of a suit, counted as players count."""

from games.kernel.cards import CardSet
from games.preferans.cards import NO_TRUMP

_A, _K, _Q = 7, 6, 5


def _ranks(holding: int) -> list[int]:
    return [rank for rank in range(7, -1, -1) if holding >> rank & 1]


def _solid_tricks(holding: int) -> int:
    """Tricks of a suit that is led from the top, when the missing cards lie evenly with the two opponents."""
    own, theirs = _ranks(holding), _ranks(~holding & 0xFF)
    tricks = 0
    while own and theirs:
        if own[0] > theirs[0]:
            own.pop(0)
            tricks += 1
            theirs = theirs[:-2]
        else:
            given = own.pop()
            theirs.remove(min(rank for rank in theirs if rank > given))
            theirs = theirs[:-1]
    return tricks + len(own)


def _tricks(holding: int) -> float:
    """Likely tricks: the solid ones, and something for guarded honours that may make one more."""
    solid = _solid_tricks(holding)
    length = holding.bit_count()
    has = {rank: bool(holding >> rank & 1) for rank in (_A, _K, _Q)}
    if has[_K] and not has[_A] and length >= 2 and solid == 0:
        return 0.5
    if has[_A] and has[_Q] and not has[_K] and solid == 1:
        return 1.4
    if has[_Q] and not has[_A] and not has[_K] and length >= 3 and solid == 0:
        return 0.25
    return float(solid)


TRICKS: tuple[float, ...] = tuple(_tricks(holding) for holding in range(256))
"""TRICKS[holding]: likely tricks of a suit in a hand that wants them."""


def _holes(holding: int) -> int:
    """How many cards stand too high to be slipped under: the n-th lowest is safe while two n lower ones are out."""
    return sum(rank > 2 * n for n, rank in enumerate(reversed(_ranks(holding))))


HOLES: tuple[int, ...] = tuple(_holes(holding) for holding in range(256))
"""HOLES[holding]: dangers of a suit in a hand that wants no trick."""

_DEFENCE = {"A": 1.0, "AK": 1.9, "AQ": 1.3, "K": 0.5, "KQ": 1.1, "AKQ": 2.3}


def _defence(holding: int) -> float:
    """Likely tricks against somebody who is short or strong here: high cards only, and not many in one suit."""
    length = holding.bit_count()
    if holding >> _A & 1:
        if holding >> _K & 1:
            return _DEFENCE["AK"] if length < 5 else 1.4
        return (_DEFENCE["AQ"] if holding >> _Q & 1 else _DEFENCE["A"]) if length < 5 else 0.8
    if holding >> _K & 1:
        if length == 1 or length > 4:
            return 0.2
        return _DEFENCE["KQ"] if holding >> _Q & 1 else _DEFENCE["K"]
    return 0.2 if holding >> _Q & 1 and length == 3 else 0.0


DEFENCE: tuple[float, ...] = tuple(_defence(holding) for holding in range(256))
"""DEFENCE[holding]: likely tricks of a side suit against a contract."""


def _trump_defence(holding: int) -> float:
    """Tricks of trumps behind the declarer's length: what stands up after his top cards, or ruffs."""
    length = holding.bit_count()
    if not length:
        return 0.0
    tricks = 0.0
    for guards, rank in enumerate((_A, _K, _Q, 4, 3)):
        if holding >> rank & 1 and length > guards:
            tricks += 1.0 if guards == 0 else 0.75 if guards == 1 else 0.6
    return max(tricks, length - 2.5) if length > 2 else tricks


TRUMP_DEFENCE: tuple[float, ...] = tuple(_trump_defence(holding) for holding in range(256))


def holding(cards: CardSet, suit: int) -> int:
    """The cards of a suit as eight bits, the seven lowest."""
    return cards >> 8 * suit & 0xFF


def tricks_with(cards: CardSet, strain: int) -> float:
    """Likely tricks of a hand that plays in this strain."""
    suits = [holding(cards, suit) for suit in range(4)]
    tricks = sum(TRICKS[suit] for suit in suits)
    if strain == NO_TRUMP:
        # Every suit without the ace lets the opponents in, and a long one of theirs runs.
        return tricks - sum(
            0.35 if suit >> _K & 1 and suit.bit_count() > 1 else 0.8 for suit in suits if not suit >> _A & 1
        )
    trumps = suits[strain]
    length = trumps.bit_count()
    if length < 4:
        return tricks - 3
    # Long side suits need the opponents' trumps out first.
    weak = 0.3 if not trumps >> _A & 1 and not trumps >> _K & 1 else 0.0
    return tricks - weak - (0.5 if length == 4 else 0.0)


def holes(cards: CardSet) -> int:
    """Dangers of a hand that wants no trick at all."""
    return sum(HOLES[holding(cards, suit)] for suit in range(4))

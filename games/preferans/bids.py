"""The ladder of bids (rules/preferans.md 2.1, 2.4). A bid is its place on the ladder; a contract is the same number.

The places of the bids without talon are always there, so that a number means the same at every table.
"""

from typing import Annotated

from games.kernel.errors import Unreadable
from games.preferans.cards import NO_TRUMP, STRAINS

Bid = Annotated[int, "bid"]

MISERE = 15
NINES = range(16, 21)
MISERE_WITHOUT = 21
NINES_WITHOUT = range(22, 27)
TENS = range(27, 32)

NAMES: tuple[str, ...] = (
    *(f"{level}{strain}" for level in (6, 7, 8) for strain in STRAINS),
    "misere",
    *(f"9{strain}" for strain in STRAINS),
    "misere without",
    *(f"9{strain} without" for strain in STRAINS),
    *(f"10{strain}" for strain in STRAINS),
)
LADDER = range(len(NAMES))

WITHOUT_TALON = frozenset((MISERE_WITHOUT, *NINES_WITHOUT))
MISERES = frozenset((MISERE, MISERE_WITHOUT))

LEVEL: tuple[int, ...] = tuple(0 if bid in MISERES else int(NAMES[bid].split()[0].rstrip("SCDHNT")) for bid in LADDER)
"""Tricks promised; 0 for misère."""
STRAIN: tuple[int, ...] = tuple(
    NO_TRUMP if bid in MISERES else STRAINS.index(NAMES[bid].split()[0].lstrip("0123456789")) for bid in LADDER
)
VALUE: tuple[int, ...] = tuple({0: 10, 6: 2, 7: 4, 8: 6, 9: 8, 10: 10}[LEVEL[bid]] for bid in LADDER)
"""V: what a contract is worth (rules/preferans.md 8.2)."""

SIX_SPADES = 0
CONTRACTS: tuple[int, ...] = tuple(bid for bid in LADDER if LEVEL[bid] and bid not in WITHOUT_TALON)
"""What can be declared: the trick contracts."""

_NUMBERS = {name: bid for bid, name in enumerate(NAMES)}


def parse_bid(name: object) -> int:
    """The bid of this name. Raises Unreadable.

    >>> parse_bid("6S"), parse_bid("misere"), parse_bid("10NT")
    (0, 15, 31)
    """
    try:
        return _NUMBERS[name]  # type: ignore[index]
    except (KeyError, TypeError):
        raise Unreadable(f"not a bid: {name!r:.20}") from None


def format_bid(bid: int) -> str:
    return NAMES[bid]


def declarable(bid: Bid) -> tuple[Bid, ...]:
    """The contracts that a winning bid may become (rules/preferans.md 3.3, 3.4, 2.4)."""
    if bid in MISERES:
        return (MISERE,)
    if bid in WITHOUT_TALON:
        return (*NINES[STRAIN[bid] :], *TENS)
    return tuple(contract for contract in CONTRACTS if contract >= bid)


DECLARABLE: tuple[tuple[int, ...], ...] = tuple(declarable(bid) for bid in LADDER)

"""What every game of tricks has in the same shape: the play of a card, the trick on the table, the tricks before it.

Plays are the commands and events of every second, so each exists once: `PLAYS[card]`, `PLAYED[seat][by][card]`,
`TAKEN[seat]`. That is why no deal or trick number stands in them.
"""

from dataclasses import dataclass

from games.kernel.cards import MOST_SEATS, Card, Seat

CARDS = 52
"""More card numbers than any pack here has."""

INSIDE = {"inside": True}
"""Fields of a view that never go out: the menu has its own place in a frame, the memory is for bots and tests."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    card: Card

    @staticmethod
    def of(card: Card) -> "PlayCard":
        return PLAYS[card]


@dataclass(frozen=True, slots=True)
class FirstDealerDrawn:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: Seat
    by: Seat
    card: Card

    @staticmethod
    def of(seat: Seat, by: Seat, card: Card) -> "CardPlayed":
        return PLAYED[seat][by][card] if seat < MOST_SEATS and by < MOST_SEATS else CardPlayed(seat, by, card)


@dataclass(frozen=True, slots=True)
class TrickTaken:
    seat: Seat

    @staticmethod
    def of(seat: Seat) -> "TrickTaken":
        return TAKEN[seat] if seat < MOST_SEATS else TrickTaken(seat)


PLAYS = tuple(PlayCard(card) for card in range(CARDS))
PLAYED = tuple(
    tuple(tuple(CardPlayed(seat, by, card) for card in range(CARDS)) for by in range(MOST_SEATS))
    for seat in range(MOST_SEATS)
)
"""PLAYED[seat][by][card]: one seat may play another's hand."""
OWN_PLAYED = tuple(PLAYED[seat][seat] for seat in range(MOST_SEATS))
TAKEN = tuple(TrickTaken(seat) for seat in range(MOST_SEATS))


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick on the table, as a view shows it."""

    leader: Seat
    cards: tuple[tuple[Seat, Card], ...]
    best: Seat | None
    """The seat that wins so far."""


@dataclass(frozen=True, slots=True)
class PastTrick:
    cards: tuple[tuple[Seat, Card], ...]
    taker: Seat

"""Tables of Hokm as text (notation.md 4): what the common part in `games.kernel.record` has to know of this game."""

from collections.abc import Collection, Mapping
from typing import Any

from games.hokm.cards import PACK, STRENGTH
from games.hokm.commands import Command, NameTrump, PlaceBid, PlayCard
from games.hokm.events import (
    AuctionWon,
    BidPlaced,
    CardPlayed,
    DealScored,
    DealStarted,
    DealThrownIn,
    Event,
    TrickTaken,
    TrumpNamed,
)
from games.hokm.ruleset import HokmRuleset
from games.hokm.scoring import KABBUT, PASS, winners
from games.hokm.state import BIDDING, NAMING_TRUMP, PLAYING, Before, State
from games.kernel.cards import SUITS, Card, CardSet, Seat, Suit
from games.kernel.record import grammar
from games.kernel.record.errors import Fault
from games.kernel.record.notation import Given, Kind, Notation, Numbers, Role, Scribe, Written
from games.kernel.ruleset import Ruleset
from games.kernel.steps import format_gains, format_numbers

BID_WORDS = {"pass": PASS, **{str(value): value for value in range(3, 10)}, "kabbut": KABBUT}
BID_VALUES = {value: word for word, value in BID_WORDS.items()}
TOTALS_BEFORE = "totals before"

_SUIT_PLACES = tuple("SCHD".index(suit) for suit in SUITS)


def _places(trump: Suit | None) -> tuple[int, ...]:
    """Place of each card in a hand as it is written: suits S C H D, the strongest first (notation.md 4)."""
    strength = STRENGTH[trump]
    cards = range(len(PACK.names))
    order = sorted(cards, key=lambda card: (_SUIT_PLACES[PACK.suit_of(card)], -strength[card]))
    return tuple(order.index(card) for card in cards)


_PLACES: dict[Suit | None, tuple[int, ...]] = {trump: _places(trump) for trump in (None, 0, 1, 2, 3)}


def parse_bid(word: str) -> int:
    """
    >>> parse_bid("pass"), parse_bid("9"), parse_bid("kabbut")
    (2, 9, 10)
    """
    return BID_WORDS[word]


def format_bid(value: int) -> str:
    """
    >>> format_bid(2), format_bid(3)
    ('pass', '3')
    """
    return BID_VALUES[value]


def format_hand(cards: CardSet, trump: Suit | None) -> str:
    """Suits in the order S C H D, the strongest first, the trump suit by its own order.

    >>> format_hand(PACK.set_of(["JC", "AC", "9D", "8H"]), trump=1), format_hand(PACK.set_of(["JC", "AC"]), None)
    ('JC AC 8H 9D', 'AC JC')
    """
    names = PACK.names
    return " ".join([names[card] for card in sorted(PACK.cards_in(cards), key=_PLACES[trump].__getitem__)])


def _bid(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], PlaceBid(parse_bid(value))


def _trump(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return state.turn, NameTrump(SUITS.index(value))


class HokmScribe(Scribe):
    """Hands are sorted by the trump row once trumps are named, so their lines wait for that."""

    def __init__(self, rules: Ruleset, *, excerpt: bool) -> None:
        super().__init__(rules, excerpt=excerpt)
        self.hands: tuple[Written, ...] = ()

    def event(self, event: Event, state: State) -> None:
        match event:
            case CardPlayed():
                self.card(event.seat, PACK.names[event.card])
            case TrickTaken():
                self.taken(event.seat)
            case BidPlaced():
                self.write(f"bid {event.seat}", format_bid(event.value))
            case DealStarted():
                self._started(event, state)
            case AuctionWon():
                self.write("declarer", str(event.seat))
            case TrumpNamed():
                for line, hand in zip(self.hands, state.dealt, strict=True):
                    line.value = format_hand(hand, event.suit)
                self.write("trump", SUITS[event.suit])
            case DealScored():
                self.write("won", format_numbers(event.tricks))
                self.write("score", format_gains(event.score))
                self.write("totals", format_numbers(event.totals))
            case DealThrownIn():
                self.write("thrown in", event.reason)
                self.write("totals", format_numbers(state.totals))

    def _started(self, event: DealStarted, state: State) -> None:
        assert event.deck is not None
        names = PACK.names
        before = [(TOTALS_BEFORE, format_numbers(state.totals))] if self.excerpt and not self.lines else []
        self.deal(event.deal, event.dealer, " ".join([names[card] for card in event.deck]), before)
        self.hands = tuple(self.write(f"hand {seat}", format_hand(hand, None)) for seat, hand in enumerate(state.dealt))


class HokmNotation(Notation):
    kinds = (
        Kind(TOTALS_BEFORE, Role.BEFORE, grammar.by_seat(grammar.INT), "wrong-total"),
        Kind("hand #", Role.DERIVED, grammar.cards, "wrong-cards", has_cards=True, any_order=True),
        Kind("bid #", Role.ACTION, grammar.words(*BID_WORDS), command=_bid),
        Kind("thrown in", Role.CHECK, grammar.words("all_pass", "min_total"), "wrong-step"),
        Kind("declarer", Role.CHECK, grammar.seat, "wrong-step"),
        Kind("trump", Role.ACTION, grammar.suit, command=_trump),
        Kind("won", Role.CHECK, grammar.by_seat(grammar.NUM), "wrong-tricks"),
        Kind("score", Role.CHECK, grammar.by_seat(grammar.SIGNED), "wrong-score"),
        Kind("totals", Role.CHECK, grammar.by_seat(grammar.INT), "wrong-total"),
    )

    def play(self, card: Card) -> Command:
        return PlayCard.of(card)

    def scribe(self, rules: Ruleset, *, excerpt: bool) -> Scribe:
        return HokmScribe(rules, excerpt=excerpt)

    def stands(self, state: State) -> Collection[str]:
        return {BIDDING: ("bid #",), NAMING_TRUMP: ("trump",), PLAYING: ("trick #",)}.get(state.phase, ())

    def next_dealer(self, state: State) -> Seat | None:
        return state.dealer

    def start(self, rules: Ruleset, deal: int, dealer: Seat, given: Mapping[str, Given]) -> Any:
        """Totals before the first deal of an excerpt; none given means the start of a match (notation.md 8)."""
        assert isinstance(rules, HokmRuleset)
        line = given.get(TOTALS_BEFORE)
        totals = tuple(map(int, line.value.split(" "))) if line else (0, 0, 0)
        if winners(totals, deal - 1, rules):
            raise Fault("wrong-total", "before: the match is over before this deal", line.line if line else None)
        return Before(deal, dealer, totals)

    def result(self, state: State) -> str:
        winning = format_numbers(state.winners)
        return f"{format_numbers(state.totals)} winner {winning}"

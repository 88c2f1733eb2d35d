"""Tables as text (docs/notation.md): what the common part has to know of this game."""

from collections.abc import Collection, Mapping
from typing import Any

from games.kernel.cards import SUITS, Card, Seat
from games.kernel.record import grammar
from games.kernel.record.errors import Fault
from games.kernel.record.notation import Given, Kind, Notation, Numbers, Role, Scribe
from games.kernel.ruleset import Ruleset
from games.kernel.steps import format_gains, format_numbers
from games.kernel.tricks import CardPlayed, PlayCard, TrickTaken
from tests.whist3.cards import PACK
from tests.whist3.commands import STAKES, Command, NameStake
from tests.whist3.events import DealScored, DealStarted, Event, StakeNamed
from tests.whist3.rules import winners_of
from tests.whist3.ruleset import SEATS
from tests.whist3.state import PLAYING, STAKING, Before, State

TOTALS_BEFORE = "totals before"


def _stake(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], NameStake(int(value))


class Whist3Scribe(Scribe):
    def event(self, event: Event, state: State) -> None:
        match event:
            case DealStarted():
                assert event.deck is not None
                first = self.excerpt and not self.lines
                before = [(TOTALS_BEFORE, format_numbers(state.totals))] if first else []
                self.deal(event.deal, event.dealer, " ".join(PACK.names[card] for card in event.deck), before)
                for seat, hand in enumerate(state.hands):
                    self.write(f"hand {seat}", " ".join(PACK.names[card] for card in reversed(PACK.cards_in(hand))))
                self.write("trump", "none" if state.trump is None else SUITS[state.trump])
            case StakeNamed():
                self.write(f"stake {event.seat}", str(event.value))
            case CardPlayed():
                self.card(event.seat, PACK.names[event.card])
            case TrickTaken():
                self.taken(event.seat)
            case DealScored():
                self.write("won", format_numbers(event.tricks))
                self.write("score", format_gains(event.score))
                self.write("totals", format_numbers(event.totals))


class Whist3Notation(Notation):
    kinds = (
        Kind(TOTALS_BEFORE, Role.BEFORE, grammar.by_seat(grammar.NUM), "wrong-total"),
        Kind("hand #", Role.DERIVED, grammar.cards, "wrong-cards", has_cards=True, any_order=True),
        Kind("trump", Role.DERIVED, grammar.words(*SUITS, "none"), "wrong-cards"),
        Kind("stake #", Role.ACTION, grammar.words(*map(str, STAKES)), command=_stake),
        Kind("won", Role.CHECK, grammar.by_seat(grammar.NUM), "wrong-tricks"),
        Kind("score", Role.CHECK, grammar.by_seat(grammar.SIGNED), "wrong-score"),
        Kind("totals", Role.CHECK, grammar.by_seat(grammar.NUM), "wrong-total"),
    )

    def play(self, card: Card) -> Command:
        return PlayCard.of(card)

    def scribe(self, rules: Ruleset, *, excerpt: bool) -> Scribe:
        return Whist3Scribe(rules, excerpt=excerpt)

    def stands(self, state: State) -> Collection[str]:
        return {STAKING: ("stake #",), PLAYING: ("trick #",)}.get(state.phase, ())

    def next_dealer(self, state: State) -> Seat | None:
        return state.dealer

    def start(self, rules: Any, deal: int, dealer: Seat, given: Mapping[str, Given]) -> Before:
        line = given.get(TOTALS_BEFORE)
        totals = tuple(map(int, line.value.split(" "))) if line else (0,) * SEATS
        if winners_of(totals, rules.target):
            raise Fault("wrong-total", "before: the match is over before this deal", line.line if line else None)
        return Before(deal, dealer, totals)

    def result(self, state: State) -> str:
        return f"{format_numbers(state.totals)} winner {format_numbers(state.winners)}"

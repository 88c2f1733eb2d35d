"""Tables of Tong as text (notation.md 5): what the common part in `games.kernel.record` has to know of this game."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from games.kernel.cards import Card, Seat
from games.kernel.record import grammar
from games.kernel.record.errors import Fault
from games.kernel.record.grammar import CARD
from games.kernel.record.notation import Given, Kind, Notation, Numbers, Role, Scribe, Written
from games.kernel.ruleset import Ruleset
from games.kernel.steps import format_gains, format_numbers
from games.tong.cards import PACK
from games.tong.commands import CLAIM, FOLD, JOIN, REFUSE, Buy, Command, PickTrump, PlayCard
from games.tong.events import (
    BareHandClaimed,
    BuyingEnded,
    CardPlayed,
    CardsThrown,
    DealJoined,
    DealScored,
    DealStarted,
    DealVoided,
    Event,
    HandFolded,
    TrickTaken,
    TrumpPicked,
    WalkedOver,
    WidowRefused,
)
from games.tong.ruleset import TongRuleset
from games.tong.state import BUYING, CARDS, JOINING, PLAYING, WIDOW, Before, State

POINTS_BEFORE, MARKS_BEFORE, POT_BEFORE = "points before", "marks before", "pot before"


def format_cards(cards: Iterable[Card]) -> str:
    return " ".join(PACK.names[card] for card in cards)


def _refuse(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], REFUSE


def _buy(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], Buy(PACK.number(value.split(" ")[2]))


def _claim(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], CLAIM


def _pick(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], PickTrump(PACK.number(value.split(" ")[2]))


def _join(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], JOIN if value == "play" else FOLD


def _same_face_up(read: str, written: str) -> None:
    """The card that a refusal turns up is a check, but required."""
    if read != written:
        raise Fault("wrong-cards", f"cards: {written}")


def _same_discard(read: str, written: str) -> None:
    """The cards thrown may be named in any order; they follow from the one kept."""
    named, due = read.split(" discard ")[1].split(" "), written.split(" discard ")[1].split(" ")
    held = {*due, written.split(" ")[2]} if written.startswith("buy") else set(due)
    stranger = next((name for name in named if name not in held), None)
    if stranger is not None:
        raise Fault("card-not-held", f"held: {stranger} is not in the hand")
    if sorted(named) != sorted(due):
        raise Fault("illegal-discard", f"discard: must be {' '.join(due)}")


class TongScribe(Scribe):
    """Seats that must play are written in their place in the joining order."""

    def __init__(self, rules: Ruleset, *, excerpt: bool) -> None:
        super().__init__(rules, excerpt=excerpt)
        self.claim: Written | None = None
        """The line of a bare hand whose trump is not picked yet."""
        self.joining: list[tuple[Seat, bool]] = []
        """Who still stands in the joining order, and whether he must play."""

    def event(self, event: Event, state: State) -> None:
        match event:
            case CardPlayed():
                self.card(event.seat, PACK.names[event.card])
            case TrickTaken():
                self.taken(event.seat)
            case DealStarted():
                self._started(event, state)
            case WidowRefused():
                turned = "" if event.turned is None else f" -> face up {PACK.names[event.turned]}"
                self.write(f"act {event.seat}", f"refuse{turned}")
            case CardsThrown():
                assert event.kept is not None
                assert event.thrown is not None
                kept, thrown = PACK.names[event.kept], format_cards(event.thrown)
                self.write(f"act {event.seat}", f"buy keep {kept} discard {thrown}")
                self._hand_now(event.seat, event.kept, state)
            case BareHandClaimed():
                self.claim = self.write(f"act {event.seat}", "bare")
            case TrumpPicked():
                assert event.card is not None
                assert self.claim is not None
                picked, thrown = PACK.names[event.card], format_cards(state.dealt[event.seat])
                self.claim.value = f"bare pick {picked} discard {thrown}"
                self._hand_now(event.seat, event.card, state)
            case BuyingEnded():
                self._joining_order(event, state)
            case DealJoined():
                self._spoke(event.seat, "play")
            case HandFolded():
                self._spoke(event.seat, "fold")
            case WalkedOver():
                self.write("walk-over", str(event.seat))
            case DealVoided():
                self.write("void", str(event.run))
            case DealScored():
                self._scored(event)

    def _started(self, event: DealStarted, state: State) -> None:
        deck = event.deck
        assert deck is not None
        before = [
            (POINTS_BEFORE, format_numbers(state.points)),
            (MARKS_BEFORE, format_numbers(state.marks)),
            (POT_BEFORE, str(state.pot)),
        ]
        self.deal(event.deal, event.dealer, format_cards(deck), before)
        for seat, hand in enumerate(state.dealt):
            self.write(f"hand {seat}", format_cards(hand))
        self.write("widow", format_cards(state.widow))
        self.write("turned", PACK.names[event.turn_up])
        self.write("stock", format_cards(deck[CARDS * state.n + WIDOW + 1 :]))

    def _hand_now(self, seat: Seat, first: Card, state: State) -> None:
        self.write(f"hand {seat} now", format_cards((first, *state.widow)))

    def _joining_order(self, event: BuyingEnded, state: State) -> None:
        assert state.dealer is not None
        first = (state.dealer if event.taker is None else event.taker) + 1
        order = [(first + i) % state.n for i in range(state.n)]
        self.joining = [
            (seat, seat in event.bound)
            for seat in order
            if seat != event.taker and (seat in event.bound or seat in event.asked)
        ]
        self._must_play()

    def _must_play(self) -> None:
        while self.joining and self.joining[0][1]:
            self.write(f"act {self.joining.pop(0)[0]}", "must play")

    def _spoke(self, seat: Seat, word: str) -> None:
        self.write(f"act {seat}", word)
        self.joining.pop(0)
        self._must_play()

    def _scored(self, event: DealScored) -> None:
        self.write("won", format_numbers(event.won))
        self.write("points after", format_numbers(event.points))
        self.write("paid", format_numbers(event.paid))
        self.write("marks after", format_numbers(event.marks))
        self.write("pot after", str(event.pot))
        self.write("winner", "none" if event.winner is None else str(event.winner))


_NUMBERS = grammar.by_seat(grammar.NUM)


class TongNotation(Notation):
    kinds = (
        Kind("players", Role.BEFORE, grammar.number, "bad-header", written=False),
        Kind("ante", Role.BEFORE, grammar.number, "bad-header", written=False),
        Kind(POINTS_BEFORE, Role.BEFORE, _NUMBERS, "wrong-total"),
        Kind(MARKS_BEFORE, Role.BEFORE, _NUMBERS, "wrong-total"),
        Kind(POT_BEFORE, Role.BEFORE, grammar.number, "wrong-total"),
        Kind("hand #", Role.DERIVED, grammar.cards, "wrong-cards", has_cards=True, any_order=True),
        Kind("widow", Role.DERIVED, grammar.cards, "wrong-cards", has_cards=True),
        Kind("turned", Role.DERIVED, grammar.card, "wrong-cards", has_cards=True),
        Kind("stock", Role.DERIVED, grammar.cards, "wrong-cards", has_cards=True),
        Kind(
            "act #",
            Role.ACTION,
            grammar.pattern(rf"refuse(?: -> face up {CARD})?"),
            has_cards=True,
            command=_refuse,
            echo=_same_face_up,
        ),
        Kind(
            "act #",
            Role.ACTION,
            grammar.pattern(rf"buy keep {CARD} discard(?: {CARD})+"),
            has_cards=True,
            command=_buy,
            echo=_same_discard,
        ),
        Kind(
            "act #",
            Role.ACTION,
            grammar.pattern(rf"bare pick {CARD} discard(?: {CARD})+"),
            has_cards=True,
            command=_claim,
            then=_pick,
            echo=_same_discard,
        ),
        Kind("act #", Role.ACTION, grammar.words("bare"), command=_claim),
        Kind("act #", Role.ACTION, grammar.words("play", "fold"), command=_join),
        Kind("act #", Role.CHECK, grammar.words("must play"), "wrong-step", seat_is_checked=True),
        Kind("hand # now", Role.CHECK, grammar.cards, "wrong-cards", has_cards=True, any_order=True),
        Kind("walk-over", Role.CHECK, grammar.seat, "wrong-step"),
        Kind("void", Role.CHECK, grammar.number, "wrong-step"),
        Kind("won", Role.CHECK, grammar.by_seat(grammar.DASH_NUM), "wrong-tricks"),
        Kind("points after", Role.CHECK, _NUMBERS, "wrong-total"),
        Kind("paid", Role.CHECK, _NUMBERS, "wrong-score"),
        Kind("marks after", Role.CHECK, _NUMBERS, "wrong-total"),
        Kind("pot after", Role.CHECK, grammar.number, "wrong-total"),
        Kind("winner", Role.CHECK, grammar.pattern("{seat}|none"), "wrong-result"),
    )

    def play(self, card: Card) -> Command:
        return PlayCard.of(card)

    def scribe(self, rules: Ruleset, *, excerpt: bool) -> Scribe:
        return TongScribe(rules, excerpt=excerpt)

    def stands(self, state: State) -> Collection[str]:
        return {BUYING: ("act #",), JOINING: ("act #",), PLAYING: ("trick #",)}.get(state.phase, ())

    def next_dealer(self, state: State) -> Seat | None:
        return state.dealer

    def preamble(self, state: State) -> Mapping[str, str]:
        return {
            "players": str(state.n),
            "ante": str(state.rules.ante),
            POINTS_BEFORE: format_numbers(state.points),
            MARKS_BEFORE: format_numbers(state.marks),
            POT_BEFORE: str(state.pot),
        }

    def start(self, rules: Ruleset, deal: int, dealer: Seat, given: Mapping[str, Given]) -> Any:
        """The state before the first deal of an excerpt; missing lines mean the start of a match (notation.md 8)."""
        assert isinstance(rules, TongRuleset)
        for key, expected in (("players", rules.players), ("ante", rules.ante)):
            if key in given and given[key].value != str(expected):
                raise Fault("bad-header", f"{key} is {expected}", given[key].line)
        points = _numbers(given.get(POINTS_BEFORE)) or (0,) * rules.players
        if max(points) >= rules.target:
            line = given[POINTS_BEFORE].line
            raise Fault("wrong-total", "before: the match is over before this deal", line)
        marks = _numbers(given.get(MARKS_BEFORE)) or (0,) * rules.players
        pot = _numbers(given.get(POT_BEFORE)) or (rules.ante * rules.players,)
        return Before(deal, dealer, points, marks, pot[0])

    def result(self, state: State) -> str:
        assert state.nets is not None
        return f"{format_gains(state.nets)} winner {state.winner}"


def _numbers(given: Given | None) -> tuple[int, ...] | None:
    return None if given is None else tuple(map(int, given.value.split(" ")))

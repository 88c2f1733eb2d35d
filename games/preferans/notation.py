"""Tables of Preferans as text (notation.md 6): what `games.kernel.record` has to know of this game."""

from collections.abc import Collection, Mapping, Sequence
from math import gcd
from typing import Any

from games.kernel.cards import Card, CardSet, Seat
from games.kernel.record import grammar
from games.kernel.record.errors import Fault
from games.kernel.record.notation import Given, Kind, Notation, Numbers, Role, Scribe
from games.kernel.ruleset import Ruleset
from games.kernel.steps import format_gain, format_gains, format_numbers
from games.preferans.bids import MISERE, MISERES, NAMES, WITHOUT_TALON, format_bid, parse_bid
from games.preferans.cards import PACK, shown_order
from games.preferans.commands import (
    AnswerClaim,
    AnswerStop,
    Claim,
    Command,
    Declare,
    Hold,
    LayCards,
    OfferStop,
    Pass,
    PlaceBid,
    PlayCard,
    Surrender,
    Trust,
    Whist,
)
from games.preferans.decide import decide
from games.preferans.events import (
    AuctionWon,
    BidHeld,
    BidPlaced,
    CardPlayed,
    CardsLaid,
    ClaimAnswered,
    ClaimOffered,
    ContractDeclared,
    DealScored,
    DealStarted,
    Discarded,
    Event,
    Passed,
    PlayBegan,
    Surrendered,
    TalonTurned,
    TrickTaken,
    TrustAnswered,
    WhistAnswered,
)
from games.preferans.legality import to_discard
from games.preferans.ruleset import PreferansRuleset
from games.preferans.sheet import Entry, Sheet, is_over, rounded
from games.preferans.state import (
    AUCTION,
    BETWEEN,
    EXCHANGE,
    LAYING,
    PLAYING,
    TRUSTING,
    WHISTING,
    Before,
    State,
    defenders,
)

POOLS, MOUNTAINS, WHISTS, STREAK = "pools before", "mountains before", "whists before", "streak before"

_TRICK_BIDS = tuple(name for bid, name in enumerate(NAMES) if bid not in MISERES and bid not in WITHOUT_TALON)
_PLACES = tuple(sorted(range(PACK.size), key=shown_order).index(card) for card in range(PACK.size))


def format_cards(cards: CardSet) -> str:
    """Suits in the order S C D H, in a suit from high to low.

    >>> format_cards(PACK.set_of(["7S", "AC", "TS", "8H"]))
    'TS 7S AC 8H'
    """
    names = PACK.names
    return " ".join([names[card] for card in sorted(PACK.cards_in(cards), key=_PLACES.__getitem__)])


def format_standing(parts: tuple[int, ...]) -> str:
    """A standing as plain numbers and reduced fractions; the parts are N times the values.

    >>> format_standing((50, -106, 56)), format_standing((30, -30, 0))
    ('50/3 -106/3 56/3', '10 -10 0')
    """
    return " ".join(_fraction(part, len(parts)) for part in parts)


def _fraction(part: int, players: int) -> str:
    common = gcd(part, players)
    below = players // common
    return str(part // common) if below == 1 else f"{part // common}/{below}"


def _row(whists: tuple[int, ...], seat: Seat) -> str:
    return format_numbers([None if other == seat else held for other, held in enumerate(whists)])


# --- what was done ---


def _bid(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    command: Command = Pass() if value == "pass" else Hold() if value == "hold" else PlaceBid(parse_bid(value))
    return numbers[0], command


def _discard(state: State, numbers: Numbers, value: str) -> Sequence[Event]:
    """Discard and contract are one command and two lines; in misère the contract follows by itself."""
    seat, names = numbers[0], value.split(" ")
    cards = PACK.set_of(names)
    if seat != state.undertaking.declarer:
        raise Fault("wrong-turn", f"turn: seat {state.undertaking.declarer} is to discard")
    if cards & ~state.hands[seat]:
        raise Fault("card-not-held", f"held: not all of this is in the hand of seat {seat}")
    if len(names) != 2 or cards.bit_count() != 2:
        raise Fault("illegal-discard", "discard: two different cards")
    if state.undertaking.bid in MISERES:
        return decide(state, Declare(cards, MISERE), by=seat)
    return (Discarded(state.deal, seat, seat, cards),)


def _contract(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], Declare(0, parse_bid(value))


def _surrender(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return int(value), Surrender()


def _whist(state: State, numbers: Numbers, value: Any) -> tuple[Seat, Command]:
    return numbers[0], Whist(value)


def _cards(state: State, numbers: Numbers, value: Any) -> tuple[Seat, Command]:
    return numbers[0], LayCards(value)


def _trust(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    if {numbers[0], int(value)} != set(defenders(state)):
        raise Fault("illegal-call", f"call: seat {numbers[0]} may not trust seat {value}")
    return numbers[0], Trust(True)


def _claim(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], Claim(tuple(None if count == "-" else int(count) for count in value.split(" ")))


def _answer(state: State, numbers: Numbers, value: str) -> tuple[Seat, Command]:
    return numbers[0], AnswerClaim(value == "accept")


# --- what is written ---


class PreferansScribe(Scribe):
    def event(self, event: Event, state: State) -> None:
        match event:
            case CardPlayed():
                self.card(event.seat, PACK.names[event.card])
            case TrickTaken():
                self.taken(event.seat)
            case DealScored():
                self._scored(event)
            case DealStarted():
                self._started(event, state)
            case TalonTurned():
                self.talon_card = ("*" if event.seat is None else str(event.seat), PACK.names[event.card])
            case ClaimOffered():
                self.write(f"claim {event.seat}", format_numbers(event.tricks))
            case ClaimAnswered():
                self.write(f"answer {event.seat}", "accept" if event.accept else "refuse")
            case _:
                self._spoken(event, state)

    def _spoken(self, event: Event, state: State) -> None:
        match event:
            case Passed():
                self.write(f"bid {event.seat}", "pass")
            case BidPlaced():
                self.write(f"bid {event.seat}", format_bid(event.bid))
            case BidHeld():
                self.write(f"bid {event.seat}", "hold")
            case AuctionWon():
                self.write("declarer", f"{event.seat} {format_bid(event.bid)}")
            case Discarded():
                assert event.cards is not None
                self.write(f"discard {event.seat}", format_cards(event.cards))
                self.write(f"hand {event.seat} now", format_cards(state.hands[event.seat]))
            case ContractDeclared():
                self.write(f"contract {event.seat}", format_bid(event.contract))
            case Surrendered():
                self.write("surrender", str(event.seat))
            case WhistAnswered():
                self.write(f"whist {event.seat}", event.answer)
            case CardsLaid():
                self.write(f"cards {event.seat}", event.how)
            case TrustAnswered() if event.to is not None:
                self.write(f"trust {event.seat}", str(event.to))
            case PlayBegan(mode="raspasy"):
                self.write("raspasy", str(event.multiplier))
            case PlayBegan(mode="misere") if not state.undertaking.taken:
                self.write(f"contract {state.undertaking.declarer}", "misere")

    def _started(self, event: DealStarted, state: State) -> None:
        assert event.deck is not None
        names = PACK.names
        before = self._before(state) if self.excerpt and not self.lines else []
        self.deal(event.deal, event.dealer, " ".join([names[card] for card in event.deck]), before)
        for seat in sorted(state.active):
            self.write(f"hand {seat}", format_cards(state.dealt[seat]))
        self.write("talon", " ".join([names[card] for card in state.talon]))

    @staticmethod
    def _before(state: State) -> list[tuple[str, str]]:
        sheet = state.sheet
        return [
            (POOLS, format_numbers(sheet.pools)),
            (MOUNTAINS, format_numbers(sheet.mountains)),
            *((f"{WHISTS} {seat}", _row(row, seat)) for seat, row in enumerate(sheet.whists)),
            (STREAK, str(state.streak)),
        ]

    def _scored(self, event: DealScored) -> None:
        if event.tricks is not None:
            self.write("won", format_numbers(event.tricks))
        for entry in event.entries:
            self.write(_entry_key(entry), format_gain(entry.amount))
        self.write("pools", format_numbers(event.pools))
        self.write("mountains", format_numbers(event.mountains))
        for seat, row in enumerate(event.whists):
            self.write(f"whists {seat}", _row(row, seat))
        self.write("streak", str(event.streak))
        self.write("standing", format_standing(event.standing))


def _entry_key(entry: Entry) -> str:
    return f"write {entry.column} {entry.seat}" + ("" if entry.on is None else f">{entry.on}")


class PreferansNotation(Notation):
    kinds = (
        Kind(POOLS, Role.BEFORE, grammar.by_seat(grammar.NUM), "wrong-total"),
        Kind(MOUNTAINS, Role.BEFORE, grammar.by_seat(grammar.INT), "wrong-total"),
        Kind(f"{WHISTS} #", Role.BEFORE, grammar.by_seat(grammar.DASH_NUM), "wrong-total"),
        Kind(STREAK, Role.BEFORE, grammar.number, "wrong-total"),
        Kind("hand #", Role.DERIVED, grammar.cards, "wrong-cards", has_cards=True, any_order=True),
        Kind("talon", Role.DERIVED, grammar.cards, "wrong-cards", has_cards=True),
        Kind("bid #", Role.ACTION, grammar.words("pass", "hold", *NAMES), command=_bid),
        Kind("declarer", Role.CHECK, grammar.pattern(f"{{seat}} (?:{'|'.join(NAMES)})"), "wrong-step"),
        Kind("raspasy", Role.CHECK, grammar.number, "wrong-step"),
        Kind("discard #", Role.ACTION, grammar.cards, has_cards=True, events=_discard),
        Kind("hand # now", Role.CHECK, grammar.cards, "wrong-cards", has_cards=True, any_order=True),
        Kind(
            "contract #",
            Role.ACTION,
            grammar.words(*_TRICK_BIDS, "misere"),
            "illegal-contract",
            seat_is_checked=True,
            command=_contract,
        ),
        Kind("surrender", Role.ACTION, grammar.seat, command=_surrender),
        Kind("whist #", Role.ACTION, grammar.words("whist", "pass", "half"), command=_whist),
        Kind("cards #", Role.ACTION, grammar.words("open", "closed"), command=_cards),
        Kind("trust #", Role.ACTION, grammar.seat, command=_trust),
        Kind("claim #", Role.ACTION, grammar.by_seat(grammar.DASH_NUM), command=_claim),
        Kind("answer #", Role.ACTION, grammar.words("accept", "refuse"), command=_answer),
        Kind("won", Role.CHECK, grammar.by_seat(grammar.DASH_NUM), "wrong-tricks"),
        Kind("write mountain #", Role.CHECK, grammar.pattern(grammar.SIGNED), "wrong-score", group=True),
        Kind("write whists #>#", Role.CHECK, grammar.pattern(grammar.SIGNED), "wrong-score", group=True),
        Kind("write pool #", Role.CHECK, grammar.pattern(grammar.SIGNED), "wrong-score", group=True),
        Kind("write aid #>#", Role.CHECK, grammar.pattern(grammar.SIGNED), "wrong-score", group=True),
        Kind("pools", Role.CHECK, grammar.by_seat(grammar.NUM), "wrong-total"),
        Kind("mountains", Role.CHECK, grammar.by_seat(grammar.INT), "wrong-total"),
        Kind("whists #", Role.CHECK, grammar.by_seat(grammar.DASH_NUM), "wrong-total"),
        Kind("streak", Role.CHECK, grammar.number, "wrong-total"),
        Kind("standing", Role.CHECK, grammar.by_seat(grammar.FRACTION), "wrong-total"),
    )

    def play(self, card: Card) -> Command:
        return PlayCard.of(card)

    def scribe(self, rules: Ruleset, *, excerpt: bool) -> Scribe:
        return PreferansScribe(rules, excerpt=excerpt)

    def stands(self, state: State) -> Collection[str]:
        phase = state.phase
        if phase == EXCHANGE:
            if to_discard(state):
                return ("discard #", "surrender")
            return ("contract #",) if state.undertaking.discarded else ("contract #", "surrender")
        if phase in (PLAYING, TRUSTING):
            if state.claim is not None:
                return ("claim #", "answer #")
            played = ("trick #", "claim #", "answer #")
            return (*played, "trust #") if state.mode == "misere" and not state.tricks else played
        return {AUCTION: ("bid #",), WHISTING: ("whist #",), LAYING: ("cards #",)}.get(phase, ())

    def unwritten(self, state: State) -> tuple[tuple[Seat, Command], ...]:
        """A record says who trusts, and nothing of those who keep their hands."""
        if state.phase != TRUSTING:
            return ()
        asked = [seat for seat, _ in state.undertaking.trusts]
        return tuple((seat, Trust(False)) for seat in defenders(state) if seat not in asked)

    def next_dealer(self, state: State) -> Seat | None:
        return state.dealer

    def start(self, rules: Ruleset, deal: int, dealer: Seat, given: Mapping[str, Given]) -> Any:
        """The sheet before the first deal of an excerpt; what is not given is as at the start of a match."""
        assert isinstance(rules, PreferansRuleset)
        players = range(rules.players)
        nothing = Given(0, " ".join("0" for _ in players))
        pools = tuple(map(int, given.get(POOLS, nothing).value.split(" ")))
        mountains = tuple(map(int, given.get(MOUNTAINS, nothing).value.split(" ")))
        whists = tuple(_whists_before(seat, given.get(f"{WHISTS} {seat}"), rules.players) for seat in players)
        sheet = Sheet(pools, mountains, whists)
        too_full = rules.pool_end == "each" and max(pools) > rules.pool_target
        if too_full or is_over(sheet, deal - 1, rules):
            line = given.get(POOLS)
            raise Fault("wrong-total", "before: the match is over before this deal", line.line if line else None)
        streak = given.get(STREAK)
        return Before(deal, dealer, sheet, int(streak.value) if streak else 0)

    def result(self, state: State) -> str:
        return format_gains(rounded(state.standing))

    def agreed(self, state: State) -> tuple[tuple[Seat, Command], ...]:
        if state.phase != BETWEEN or not state.deal:
            return ()
        others = range(1, state.rules.players)
        return ((0, OfferStop()), *((seat, AnswerStop(True)) for seat in others))

    def end(self, state: State) -> str:
        return state.why_ended or "finished"


def _whists_before(seat: Seat, given: Given | None, players: int) -> tuple[int, ...]:
    if given is None:
        return (0,) * players
    held = given.value.split(" ")
    if any((amount == "-") != (other == seat) for other, amount in enumerate(held)):
        raise Fault("wrong-total", f"before: seat {seat} holds nothing against itself", given.line)
    return tuple(0 if amount == "-" else int(amount) for amount in held)

"""Reads the lines of deals through the rules of their game, and stops at the first error (docs/notation.md 3, 11).

In every method the classes of error are looked for in the order of section 11: the first that fits is meant.
"""

import json
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from games.kernel.cards import Seat
from games.kernel.contract import Command, Deck, Event, FirstDealer, Game
from games.kernel.errors import Rejected
from games.kernel.record import grammar
from games.kernel.record.errors import Fault, unreadable
from games.kernel.record.header import Header
from games.kernel.record.notation import Ending, Given, Kind, Notation, Numbers, Written
from games.kernel.record.text import form_of

TRICK = "trick #"

_REFUSED = {"wrong-turn": "is not to act", "card-not-held": "does not hold that card"}
"""What a refusal says of the seat, by its class; of all others that it may not do that."""


class Phase(Enum):
    """Where in a table the next line stands."""

    BETWEEN = auto()
    """Before the first deal, or after one that is complete; result lines of that deal may still come."""
    PREAMBLE = auto()
    DERIVED = auto()
    """After the deck, before the first action."""
    ACTIONS = auto()
    ABORTED = auto()
    RESULT = auto()
    ENDED = auto()


class DealReader:
    """The deals of one table: what the deck deals, what was done, and what follows from it."""

    def __init__(self, game: Game[Any, Any], header: Header) -> None:
        self.game = game
        self.notation: Notation = game.notation
        self.header = header
        self.seats = header.players
        self.kinds: dict[str, list[Kind]] = {}
        for kind in self.notation.kinds:
            self.kinds.setdefault(kind.form, []).append(kind)
        self.order = {form: place for place, form in enumerate(self.kinds)}
        self.group_end = max((self.order[kind.form] for kind in self.notation.kinds if kind.group), default=-1)
        self.group_start = min((self.order[kind.form] for kind in self.notation.kinds if kind.group), default=-1)
        self.deck_numbers = {game.pack.name(card): k for k, card in enumerate(game.pack.cards)}
        self.scribe = self.notation.scribe(header.rules, excerpt=header.excerpt)
        self.state: Any = None if header.excerpt else game.new(header.rules)
        self.start: dict[str, Any] | None = None
        self.phase = Phase.BETWEEN
        self.deal = 0
        self.deals = 0
        self.dealer: Seat | None = None
        self.before: dict[str, Given] = {}
        self.events: list[Event] = []
        self.due: list[Written] = []
        """Check lines that are determined and were not read yet, in canonical order."""
        self.last_check = -1
        """Place in the tables of the last check line read since the last action."""
        self.line = 0
        self.open_trick: int | None = None
        """Number of the line of a trick that is not complete."""
        self.aborted: str | None = None
        self.result: str | None = None
        self.ending: Ending | None = None

    def _kind(self, form: str, value: str) -> Kind | None:
        """The kind of line of this form whose grammar the value fits."""
        return next((kind for kind in self.kinds[form] if kind.fits(value, self.seats)), None)

    def _kind_of(self, line: Written) -> Kind:
        kind = self._kind(form_of(line.key)[0], line.value or "")
        assert kind is not None, line.text
        return kind

    # --- the beginning of a deal ---

    @property
    def over(self) -> bool:
        """Whether the rules have ended the match."""
        return self.state is not None and self.game.outcome(self.state) is not None

    def _deal(self, number: int) -> None:
        if self.phase in (Phase.ABORTED, Phase.RESULT, Phase.ENDED) or (self.header.excerpt and self.over):
            raise Fault("unexpected-line", f"after: deal {number}")
        first = self.header.excerpt and self.deal == 0
        if number == 0 or (not first and number != self.deal + 1):
            raise Fault("wrong-number", f"number: deal {self.deal + 1} is next")
        self._deal_is_complete(f"deal {number}")
        if self.over:
            raise Fault("missing-line", f"no-end: deal {number} after the match is over")
        self.phase = Phase.PREAMBLE
        self.deal = number
        self.deals += 1
        self.dealer = None
        self.before = {}

    def _deal_is_complete(self, found: str) -> None:
        """What must be true of the deal that ends here."""
        if self.phase is not Phase.BETWEEN:
            raise Fault("missing-line", f"rest: deal {self.deal} is not complete at {found}")
        self._leave_group(None)

    def _dealer(self, value: str, line: str) -> None:
        if not grammar.seat(value, self.seats):
            raise unreadable(line)
        if self.phase is not Phase.PREAMBLE or self.dealer is not None:
            raise Fault("unexpected-line", "twice: dealer")
        seat = int(value)
        expected = None if self.state is None else self.notation.next_dealer(self.state)
        if expected is not None and seat != expected:
            raise Fault("wrong-dealer", f"dealer: seat {expected} deals")
        self.dealer = seat

    def _before(self, kind: Kind, key: str, value: str) -> None:
        if self.phase is not Phase.PREAMBLE or key in self.before:
            raise Fault("unexpected-line", f"place: {key}")
        given = Given(self.line, value)
        if self.state is None:
            self.before[key] = given
            self.notation.start(self.header.rules, self.deal, self.dealer or 0, self.before)
            return
        expected = self.notation.preamble(self.state).get(key)
        if expected is None:
            raise Fault("unexpected-line", f"place: {key}")
        if value != expected:
            raise Fault(kind.differs, f"{key} is {expected}")
        self.before[key] = given

    def _deck(self, value: str, line: str) -> None:
        if not grammar.cards(value, self.seats):
            raise unreadable(line)
        if self.phase is not Phase.PREAMBLE:
            raise Fault("unexpected-line", "twice: deck")
        self._in_pack(value)
        names = value.split(" ")
        deck = tuple(self.deck_numbers[name] for name in names)
        if len(deck) != self.game.pack.size or len(set(deck)) != len(deck):
            raise Fault("bad-deck", "deck: the deck is not a permutation of the pack")
        if self.dealer is None:
            raise Fault("missing-line", "no-dealer: deck")
        if self.state is None:
            self._begin_excerpt(self.dealer)
        if isinstance(self.game.wants(self.state), FirstDealer):
            self._happen(self.game.deal(self.state, self.dealer))
        assert isinstance(self.game.wants(self.state), Deck)
        written = self._happen(self.game.deal(self.state, deck))
        at = next(place for place, one in enumerate(written) if one.key == "deck")
        self.due = written[at + 1 :]
        self.phase = Phase.DERIVED
        self._after_events()

    def _begin_excerpt(self, dealer: Seat) -> None:
        before = self.notation.start(self.header.rules, self.deal, dealer, self.before)
        self.state = self.game.new(self.header.rules, before=before)
        self.start = json.loads(json.dumps(self.game.freeze(self.state)))

    # --- what was done and what follows from it ---

    def _happen(self, events: Sequence[Event]) -> list[Written]:
        """Folds events and gives the lines that the scribe writes for them."""
        lines = self.scribe.lines
        already = len(lines)
        for event in events:
            self.game.fold(self.state, event)
            self.scribe.event(event, self.state)
        self.events += events
        return lines[already:]

    def _after_events(self) -> None:
        if self.game.wants(self.state) is not None or self.game.outcome(self.state) is not None:
            self.phase = Phase.BETWEEN

    def _in_pack(self, value: str) -> None:
        for name in grammar.cards_in(value):
            if name not in self.deck_numbers:
                raise Fault("bad-card", f"foreign: {name}")

    def _in_deal(self, key: str) -> None:
        """Refuses a line that cannot stand because the deal is over or has no deck."""
        if self.phase in (Phase.ABORTED, Phase.RESULT, Phase.ENDED):
            raise Fault("unexpected-line", f"after: {key}")

    def _needs_deck(self, key: str) -> None:
        if self.phase is Phase.PREAMBLE:
            raise Fault("missing-line", f"no-{'deck' if self.dealer is not None else 'dealer'}: {key}")

    def _derived(self, kind: Kind, key: str, value: str) -> None:
        self._in_deal(key)
        found = next((one for one in self.due if one.key == key), None)
        if self.phase is not Phase.PREAMBLE and (self.phase is not Phase.DERIVED or found is None):
            raise Fault("unexpected-line", f"place: {key}")
        self._in_pack(value)
        self._needs_deck(key)
        assert found is not None
        self._compare(kind, found, value)
        self.due.remove(found)

    def _compare(self, kind: Kind, expected: Written, value: str) -> None:
        wanted = expected.value or ""
        same = sorted(value.split(" ")) == sorted(wanted.split(" ")) if kind.any_order else value == wanted
        if not same:
            raise Fault(kind.differs, f"{expected.key} is {wanted}")

    def _check(self, kind: Kind, form: str, key: str, value: str) -> None:
        self._in_deal(key)
        if self.phase is Phase.PREAMBLE:
            if kind.has_cards:
                self._in_pack(value)
            self._needs_deck(key)
        place = next((at for at, one in enumerate(self.due) if one.key == key), None)
        if place is None:
            if kind.seat_is_checked and self._is_due(kind):
                raise Fault(kind.differs, f"step: {key} is not due")
            if kind.group and self.phase is Phase.BETWEEN and self.last_check <= self.group_end:
                raise Fault(kind.differs, f"entry-more: {key} is not due")
            raise Fault("unexpected-line", f"place: {key}")
        if kind.has_cards:
            self._in_pack(value)
        self._leave_group(place)
        self._compare(kind, self.due[place], value)
        del self.due[: place + 1]
        self.last_check = self.order[form]
        if self.phase is Phase.DERIVED:
            self.phase = Phase.ACTIONS

    def _leave_group(self, place: int | None) -> None:
        """Refuses to leave out lines of a group when one of them, or a line after them, is read.

        `place` is that of the due line being read, None at the end of the deal.
        """
        skipped = self.due if place is None else self.due[:place]
        missing = next((one for one in skipped if self._kind_of(one).group), None)
        if missing is not None and (place is not None or self.last_check >= self.group_start):
            raise Fault(self._kind_of(missing).differs, f"entry-missing: {missing.key} is missing")

    def _action(self, kind: Kind, numbers: Numbers, key: str, value: str) -> None:
        self._in_deal(key)
        if self.phase is not Phase.PREAMBLE and kind.form not in self._standing():
            raise Fault("unexpected-line", f"place: {key}")
        if kind.has_cards:
            self._in_pack(value)
        self._needs_deck(key)
        if kind.events is not None:
            written = self._happen(kind.events(self.state, numbers, value))
        else:
            assert kind.command is not None
            seat, command = kind.command(self.state, numbers, value)
            written = self._decide(seat, command)
            if kind.then is not None:
                written += self._decide(*kind.then(self.state, numbers, value))
        if kind.echo is not None:
            kind.echo(value, written[0].value or "")
        self._acted(written[1:])

    def _is_due(self, kind: Kind) -> bool:
        """Whether a line of this kind follows by itself now: the contract of a misère is no action."""
        return any(self._kind_of(one) is kind for one in self.due)

    def _standing(self) -> Sequence[str]:
        if self.phase is Phase.BETWEEN:
            return ()
        return tuple(self.notation.stands(self.state))

    def _decide(self, seat: Seat, command: Command) -> list[Written]:
        try:
            events = self.game.decide(self.state, command, by=seat)
        except Rejected as refused:
            cls = refused.code.replace("_", "-")
            raise Fault(cls, f"{cls}: seat {seat} {_REFUSED.get(cls, 'may not do that')}") from None
        return self._happen(events)

    def _acted(self, due: list[Written]) -> None:
        self.due = due
        self.last_check = -1
        self.phase = Phase.ACTIONS
        self._after_events()

    def _trick(self, number: int, value: str, line: str) -> None:
        split = grammar.split_trick(value)
        if split is None:
            raise unreadable(line)
        plays, taker = split
        self._in_deal(f"trick {number}")
        if self.phase is not Phase.PREAMBLE:
            if TRICK not in self._standing():
                raise Fault("unexpected-line", "place: no trick now")
            if number != self.scribe.tricks + 1:
                raise Fault("wrong-number", f"number: trick {self.scribe.tricks + 1} is next")
        self._in_pack(value)
        self._needs_deck(f"trick {number}")
        plays = self._talon_card(plays)
        for silent, command in self.notation.unwritten(self.state):
            self._decide(silent, command)
        written: list[Written] = []
        for seat, name in plays:
            if self.scribe.tricks == number and self.scribe.open_trick is None:
                raise Fault("bad-trick", "long-trick: the trick is complete before this card")
            written = self._play(seat, name)
        if self.scribe.tricks < number or self.scribe.open_trick is not None:
            if taker is not None or not plays:
                raise Fault("bad-trick", "short-trick: the trick is not complete")
            self.open_trick = self.line
            self._acted([])
            return
        if taker is None:
            raise Fault("bad-trick", "short-trick: no winner")
        if taker != self.scribe.taker:
            raise Fault("wrong-winner", f"winner: seat {self.scribe.taker} wins the trick")
        self._acted([one for one in written if not one.key.startswith("trick ")])

    def _talon_card(self, plays: list[tuple[int | None, str]]) -> list[tuple[int | None, str]]:
        """Takes the talon card off the front of a trick that has one (docs/notation.md 6.3)."""
        expected = self.scribe.talon_card
        if expected is None:
            return plays
        place, name = expected
        if not plays or place != ("*" if plays[0][0] is None else str(plays[0][0])):
            raise Fault("bad-trick", f"talon: {place}:{name} stands first")
        if plays[0][1] != name:
            raise Fault("wrong-cards", f"cards: the talon card is {name}")
        return plays[1:]

    def _play(self, hand: int | None, name: str) -> list[Written]:
        if hand is None:
            raise Fault("bad-trick", "talon: no talon card here")
        due = self.game.deciders(self.state)
        by = next((seat for seat, decision in due.items() if decision.hand == hand), None)
        if by is None:
            to_play = ", ".join(str(decision.hand) for decision in due.values())
            raise Fault("wrong-turn", f"turn: seat {to_play} is to play")
        card = self.game.pack.number(name)
        try:
            return self._decide(by, self.notation.play(card))
        except Fault as fault:
            raise Fault(fault.cls, f"{fault.cls}: {name} of seat {hand}") from None

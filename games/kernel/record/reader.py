"""Reads one table: its header, its deals, and how it ended (docs/notation.md 2, 3, 7, 8)."""

from games.kernel.record import grammar
from games.kernel.record.deals import TRICK, DealReader, Phase
from games.kernel.record.errors import Fault, RecordError, unreadable
from games.kernel.record.header import FindGame, parse_header
from games.kernel.record.notation import Ending, Record, Role, Written
from games.kernel.record.text import TableText, deal_number, form_of, keyed


def read_table(table: TableText, find_game: FindGame) -> Record:
    """The record of a table, checked line by line. Raises RecordError."""
    header, game, lines = parse_header(table, find_game)
    reader = TableReader(game, header)
    for number, line in lines:
        try:
            reader.read(number, line)
        except Fault as fault:
            raise RecordError(fault.line or number, fault.cls, fault.message) from None
    try:
        reader.finish()
    except Fault as fault:
        raise RecordError(fault.line or table.last, fault.cls, fault.message) from None
    return reader.record(table.start)


class TableReader(DealReader):
    """Takes the lines of a table one by one, then says what they tell."""

    def read(self, number: int, line: str) -> None:
        self.line = number
        deal = deal_number(line)
        if deal is not None:
            self._no_open_trick()
            self._deal(deal)
            return
        pair = keyed(line)
        if pair is None:
            self._no_open_trick()
            raise unreadable(line)
        key, value = pair
        if key != "aborted":
            self._no_open_trick()
        match key:
            case "dealer":
                self._dealer(value, line)
            case "deck":
                self._deck(value, line)
            case "aborted":
                self._aborted(value, line)
            case "result":
                self._result(value, line)
            case "end":
                self._end(value, line)
            case _:
                self._other(key, value, line)

    def _no_open_trick(self) -> None:
        if self.open_trick is not None:
            raise Fault("bad-trick", "short-trick: the trick is not complete, or has no winner", self.open_trick)

    def _other(self, key: str, value: str, line: str) -> None:
        form, numbers = form_of(key)
        if form == TRICK:
            self._trick(numbers[0], value, line)
            return
        if form not in self.kinds or any(seat >= self.seats for seat in numbers):
            if self.phase in (Phase.RESULT, Phase.ENDED):
                raise Fault("unexpected-line", f"after: {key}")
            raise Fault("unknown-key", f"unknown: {key}")
        kind = self._kind(form, value)
        if kind is None:
            raise unreadable(line)
        match kind.role:
            case Role.BEFORE:
                self._before(kind, key, value)
            case Role.DERIVED:
                self._derived(kind, key, value)
            case Role.ACTION if not self._is_due(kind):
                self._action(kind, numbers, key, value)
            case _:
                self._check(kind, form, key, value)

    def _aborted(self, value: str, line: str) -> None:
        if value == "":
            raise unreadable(line)
        if self.phase not in (Phase.PREAMBLE, Phase.DERIVED, Phase.ACTIONS):
            raise Fault("unexpected-line", "place: aborted")
        self._needs_deck("aborted")
        self.open_trick = None
        self.aborted = value
        self.phase = Phase.ABORTED

    def _result(self, value: str, line: str) -> None:
        if not grammar.result(value, self.seats):
            raise unreadable(line)
        if self.phase in (Phase.RESULT, Phase.ENDED) or self.header.excerpt:
            raise Fault("unexpected-line", "place: result")
        if self.aborted is None:
            self._deal_is_complete("result")
        allowed = [] if self.over else ["none"]
        if self.over or (self.aborted is None and self.notation.agreed(self.state)):
            allowed.append(self.notation.result(self.state))
        if value not in allowed:
            raise Fault("wrong-result", f"result: the result is {allowed[-1]}")
        self.result = value
        self.phase = Phase.RESULT

    def _end(self, value: str, line: str) -> None:
        parts = grammar.split_end(value)
        if parts is None:
            raise unreadable(line)
        end, reason = parts
        if self.phase is Phase.ENDED or self.header.excerpt:
            raise Fault("unexpected-line", "place: end")
        if self.result is None:
            raise Fault("missing-line", "no-result: end")
        fitting = "finished" if self.over else "abandoned" if self.result == "none" else "agreed"
        if end != fitting:
            raise Fault("wrong-end", f"end: {end}, not {fitting}")
        if end == "agreed":
            for seat, command in self.notation.agreed(self.state):
                self._decide(seat, command)
        self.ending = Ending(end, reason)
        self.phase = Phase.ENDED

    def finish(self) -> None:
        """What must be true at the end of a table's lines."""
        if self.ending is not None:
            return
        if self.result is not None:
            raise Fault("missing-line", "no-end: the table ends after its result")
        if self.aborted is not None:
            raise Fault("missing-line", "no-end: an aborted table needs a result and an end")
        if self.over and not self.header.excerpt:
            raise Fault("missing-line", "no-end: the match is over")

    def record(self, line: int) -> Record:
        return Record(
            header=self.header,
            events=tuple(self.events),
            start=self.start,
            aborted=self.aborted,
            ending=self.ending,
            opening=self._opening() if self.phase is Phase.PREAMBLE else (),
            deals=self.deals,
            line=line,
        )

    def _opening(self) -> tuple[str, ...]:
        """The lines of a deal without a deck, in canonical order."""
        lines = [f"deal {self.deal}"]
        if self.dealer is not None:
            lines.append(f"dealer: {self.dealer}")
        forms = list(self.order)
        for key in sorted(self.before, key=lambda key: (forms.index(form_of(key)[0]), form_of(key)[1])):
            line = Written(key, self.before[key].value)
            if self._kind_of(line).written:
                lines.append(line.text)
        return tuple(lines)

"""Tables of Preferans that tests lead where they want them: seats by letter, cards by name, deals by their result.

A is the eldest hand (seat 0), B and C follow; with four players D is seat 3. The first dealer is the last seat.
"""

import random
from collections.abc import Sequence
from typing import Any

from games.kernel.contract import AtSeat, Public
from games.kernel.errors import Rejected
from games.preferans.bids import NAMES, parse_bid
from games.preferans.cards import PACK
from games.preferans.commands import (
    AnswerClaim,
    Claim,
    Command,
    Declare,
    Hold,
    LayCards,
    Pass,
    PlaceBid,
    PlayCard,
    Surrender,
    Whist,
)
from games.preferans.decide import advance, deal
from games.preferans.evolve import fold
from games.preferans.game import new
from games.preferans.legality import deciders, legal, playable, to_discard
from games.preferans.sheet import Sheet, blank
from games.preferans.state import AUCTION, BETWEEN, PLAYING, Before, State, copy_state
from games.preferans.view import View, view
from tests.games.preferans.playing import rules

LETTERS = "ABCD"


def seat_of(letter: str) -> int:
    return LETTERS.index(letter)


def card(name: str) -> int:
    return PACK.number(name)


def cards(names: str) -> int:
    return PACK.set_of(names.split())


def bids_in(state: State, seat: int) -> set[str]:
    """Every call of a menu by name."""
    found: set[str] = set()
    for choice in legal(state, seat):
        for command in choice:
            found.add("pass" if command == Pass() else "hold" if command == Hold() else NAMES[command.bid])
    return found


def deck_of(*hands: str, talon: str) -> tuple[int, ...]:
    """The pack that deals these hands, the eldest first (rules/preferans.md 1.3). `""` leaves a hand to chance."""
    rest = set(PACK.cards) - {card(name) for part in (*hands, talon) for name in part.split()}
    dealt = []
    for hand in hands:
        held = [card(name) for name in hand.split()]
        while len(held) < 10:
            held.append(min(rest))
            rest.remove(held[-1])
        dealt.append(held)
    packets = [dealt[n % 3][n // 3 * 2 : n // 3 * 2 + 2] for n in range(15)]
    packets.insert(3, [card(name) for name in talon.split()])
    return tuple(one for packet in packets for one in packet)


class Table:
    def __init__(
        self,
        preset: str = "sochi",
        players: int = 3,
        *,
        dealer: str | None = None,
        streak: int = 0,
        sheet: Sheet | None = None,
        **options: object,
    ) -> None:
        self.rules = rules(preset, players, **options)
        first = players - 1 if dealer is None else seat_of(dealer)
        before = Before(1, first, sheet or blank(players), streak)
        self.state = new(self.rules, before=before)
        self.events: list[Any] = []
        self.rng = random.Random(f"{preset} {players} {streak}")

    # --- what happens ---

    def deal(self, deck: tuple[int, ...] | None = None) -> "Table":
        if deck is None:
            deck = tuple(self.rng.sample(range(32), 32))
        self._keep(deal(self.state, deck), fold_them=True)
        return self

    def say(self, seat: str, command: Command) -> "Table":
        self._keep(advance(self.state, command, by=seat_of(seat)))
        return self

    def _keep(self, events: Sequence[Any], *, fold_them: bool = False) -> None:
        if fold_them:
            for event in events:
                fold(self.state, event)
        self.events = list(events)

    def bid(self, *calls: str) -> "Table":
        """Calls in order of speaking, each by the seat whose turn it is."""
        for call in calls:
            command: Command = Pass() if call == "pass" else Hold() if call == "hold" else PlaceBid(parse_bid(call))
            self.say(LETTERS[self.state.turn], command)
        return self

    def won_by(self, declarer: str, bid: str) -> "Table":
        """An auction that this seat wins with this bid: all others pass."""
        if self.state.phase != AUCTION:
            self.deal()
        for _ in range(3):
            if self.state.undertaking.declarer is None:
                self.bid(bid if self.state.turn == seat_of(declarer) else "pass")
        return self

    def declares(self, declarer: str, contract: str, *, bid: str | None = None, discard: str = "") -> "Table":
        """A won auction and a declaration; without a word about it the talon is put away."""
        if self.state.phase in (BETWEEN, AUCTION):
            self.won_by(declarer, bid or contract)
        talon = sum(1 << one for one in self.state.talon)
        away = cards(discard) if discard else talon if to_discard(self.state) else 0
        return self.say(declarer, Declare(away, parse_bid(contract)))

    def whist(self, *answers: str) -> "Table":
        """Answers in order of speaking."""
        for answer in answers:
            self.say(LETTERS[self.state.turn], Whist(answer))  # type: ignore[arg-type]
        return self

    def lay(self, how: str) -> "Table":
        return self.say(LETTERS[self.state.turn], LayCards(how))  # type: ignore[arg-type]

    def surrender(self, seat: str) -> "Table":
        return self.say(seat, Surrender())

    def play(self, *names: str) -> "Table":
        """Cards in order of play, each by whoever controls the hand whose turn it is."""
        for name in names:
            self.say(LETTERS[self.state.control[self.state.turn]], PlayCard(card(name)))
        return self

    def play_on(self, count: int = 30) -> "Table":
        """The lowest legal cards, `count` of them or until the deal is over."""
        for _ in range(count):
            if self.state.phase != PLAYING:
                break
            self.play(PACK.name(PACK.cards_in(playable(self.state))[0]))
        return self

    def ends(self, tricks: str) -> "Table":
        """The deal ends with these counts: `A6 B3 C1`. Claimed by the declarer; a raspasy is played out so."""
        counts = {part[0]: int(part[1:]) for part in tricks.split()}
        if self.state.mode == "raspasy":
            return self._play_towards(tuple(counts.get(letter, 0) for letter in LETTERS[: self.rules.players]))
        declarer = self.state.undertaking.declarer
        assert declarer is not None
        claim = tuple(
            counts[letter] if seat in self.state.active else None
            for seat, letter in enumerate(LETTERS[: self.rules.players])
        )
        self.say(LETTERS[declarer], Claim(claim))
        while self.state.claim is not None:
            self.say(LETTERS[self.state.claim.asked[0]], AnswerClaim(True))
        return self

    def raspasy(self, tricks: str) -> "Table":
        """A raspasy with these counts, under some deck that allows it."""
        start = copy_state(self.state)
        for _ in range(200):
            self.deal()
            self.bid("pass", "pass", "pass")
            try:
                return self.ends(tricks)
            except LookupError:
                self.state = copy_state(start)
        raise AssertionError(f"no deck found for {tricks}")

    def _play_towards(self, wanted: tuple[int, ...]) -> "Table":
        found = _towards(self.state, wanted, [2500], self.rng)
        if found is None:
            raise LookupError
        self.state = found
        return self

    # --- what is the case ---

    def entries(self) -> str:
        """What the last deal wrote, as `mtn A +4, B>A 16, pool A +2, aid A>B 3`."""
        assert self.state.line is not None
        return ", ".join(
            {
                "mountain": f"mtn {LETTERS[entry.seat]} {entry.amount:+d}",
                "pool": f"pool {LETTERS[entry.seat]} {entry.amount:+d}",
                "whists": f"{LETTERS[entry.seat]}>{LETTERS[entry.on or 0]} {entry.amount}",
                "aid": f"aid {LETTERS[entry.seat]}>{LETTERS[entry.on or 0]} {entry.amount}",
            }[entry.column]
            for entry in self.state.line.entries
        )

    def calls(self, seat: str) -> set[str]:
        return bids_in(self.state, seat_of(seat))

    def waits_for(self) -> dict[str, str]:
        return {LETTERS[seat]: decision.kind for seat, decision in deciders(self.state).items()}

    def refused(self, seat: str, command: Command) -> str:
        """The code with which a command is refused; the state stays as it was."""
        before = copy_state(self.state)
        try:
            advance(self.state, command, by=seat_of(seat))
        except Rejected as refusal:
            assert all(getattr(before, name) == getattr(self.state, name) for name in State.__slots__)
            return refusal.code
        raise AssertionError(f"{command} was accepted")

    def seen_by(self, seat: str | None, *, recall: bool = False) -> View:
        return view(self.state, Public(recall) if seat is None else AtSeat(seat_of(seat), recall))

    def hand_seen(self, by: str | None, of: str) -> int:
        return self.seen_by(by).hands[seat_of(of)].cards


def _towards(state: State, wanted: tuple[int, ...], budget: list[int], rng: random.Random) -> State | None:
    """A way of play in which every seat takes just so many tricks, by depth-first search."""
    budget[0] -= 1
    if budget[0] < 0 or any(taken > most for taken, most in zip(state.taken, wanted, strict=True)):
        return None
    plays = list(PACK.cards_in(playable(state)))
    rng.shuffle(plays)
    for one in plays[:3]:
        after = copy_state(state)
        advance(after, PlayCard(one), by=after.turn)
        if after.phase != PLAYING:
            last = after.line.tricks if after.line is not None else None
            if last is not None and tuple(count or 0 for count in last) == wanted:
                return after
            continue
        found = _towards(after, wanted, budget, rng)
        if found is not None:
            return found
    return None

"""What a table of Preferans is at one moment.

Read `phase` first: it says which other fields mean something. Facts of the auction and of what was undertaken stand in
frozen values that copies share; the lists hold what card play changes. Between deals the last deal's cards stay, so
that everybody can look at them until the next one begins. `evolve` changes a state, event by event.
"""

from dataclasses import dataclass

from games.kernel.cards import Card, CardSet, Seat
from games.kernel.copying import changer, copier
from games.preferans.bids import Bid
from games.preferans.cards import NO_TRUMP
from games.preferans.commands import Answer, How
from games.preferans.ruleset import PreferansRuleset
from games.preferans.sheet import Entry, Sheet, blank

TRICKS = 10
SHEET_LINES = 8
"""Deals of the score sheet that a state keeps; older ones are in the log. A state must not grow with its table."""

FRESH, BETWEEN, AUCTION, EXCHANGE, WHISTING, LAYING, TRUSTING, PLAYING, SCORING, FINISHED = range(10)
PHASES = (
    "fresh",
    "between",
    "auction",
    "exchange",
    "whisting",
    "laying",
    "trusting",
    "playing",
    "scoring",
    "finished",
)

# What happens by itself next: `State.due`, computed after each event.
QUIET, DUE_TRICK, DUE_OPENING, DUE_TALON, DUE_OTHER = range(5)


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding of one deal (rules/preferans.md 2)."""

    calls: tuple[tuple[Seat, Bid | None], ...] = ()
    """In order, None for a pass; a held bid stands here as the bid it repeats."""
    passed: tuple[bool, ...] = ()
    last: tuple[Bid | None, ...] = ()
    """The last bid of each seat."""
    high: Bid | None = None
    high_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Undertaking:
    """What the winner of the auction has undertaken, and how it is defended (rules/preferans.md 3, 4, 6)."""

    declarer: Seat | None = None
    bid: Bid | None = None
    taken: bool = False
    """Whether the talon has gone into the declarer's hand."""
    discarded: bool = False
    discard: CardSet = 0
    contract: Bid | None = None
    surrendered: bool = False
    answers: tuple[tuple[Seat, Answer], ...] = ()
    """The whisting, in order of speaking."""
    how: How | None = None
    """The lone whister's choice."""
    trusts: tuple[tuple[Seat, Seat | None], ...] = ()
    """Who was asked whether he trusts his hand to the other defender, and to whom it went."""
    whisters: tuple[Seat, ...] = ()
    multiplier: int = 1
    """m of a raspasy."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A claim, or an offer to stop: who has made it, and who must still answer."""

    seat: Seat
    asked: tuple[Seat, ...]
    tricks: tuple[int | None, ...] = ()
    """The counts of a claim."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One deal on the sheet: what was played, and what was written for it."""

    deal: int
    dealer: Seat
    declarer: Seat | None
    contract: Bid | None
    """The contract; after a surrender, the bid."""
    made: bool | None
    tricks: tuple[int | None, ...] | None
    entries: tuple[Entry, ...]


Trick = tuple[Seat, tuple[Card, ...], Seat, int]
"""A completed trick: who played first, the players' cards in order, who took it, and the talon card or -1."""


class State:
    """Changed only by `fold`. Everything but the lists is immutable, so that a copy is a few slices."""

    __slots__ = (
        "active",
        "auction",
        "best",
        "best_seat",
        "claim",
        "control",
        "deal",
        "dealer",
        "dealt",
        "due",
        "hands",
        "leader",
        "led",
        "line",
        "lines",
        "mode",
        "next",
        "opened",
        "opens",
        "phase",
        "refused",
        "rules",
        "sheet",
        "standing",
        "stop",
        "stop_refused",
        "streak",
        "taken",
        "talon",
        "talon_card",
        "totals",
        "trick",
        "tricks",
        "trump",
        "turn",
        "undertaking",
        "why_ended",
    )

    rules: PreferansRuleset
    phase: int
    due: int
    """What follows by itself now, QUIET for nothing."""
    deal: int
    """Number of the deal that runs or ran last; 0 before the first."""
    dealer: Seat | None
    """The dealer of that deal, or of the next one between deals."""
    active: tuple[Seat, ...]
    """The three seats in play, the eldest hand first (rules/preferans.md 1.2)."""
    next: tuple[Seat, ...]
    """The next active seat clockwise, by seat."""
    dealt: tuple[CardSet, ...]
    """The hands as they were dealt."""
    talon: tuple[Card, ...]
    hands: list[CardSet]
    auction: Auction
    undertaking: Undertaking
    mode: str
    """How it is played (rules/preferans.md 14.1); empty before."""
    control: tuple[Seat, ...]
    """Who plays each hand (rules/preferans.md 4.6)."""
    opened: bool
    """Whether the defenders' hands lie face up."""
    opens: bool
    """Whether they are still to be opened in this deal."""
    turn: Seat
    """Whose call it is, or from whose hand the next card comes."""
    trump: int
    """A suit or NO_TRUMP."""
    leader: Seat
    """Who played first, or plays first, to the trick on the table."""
    led: int
    """The suit led, -1 before a trick."""
    trick: list[Card]
    """The players' cards on the table, in order of play from `leader`."""
    best: int
    """The card that wins so far; -1 before one does."""
    best_seat: Seat
    talon_card: int
    """The talon card that this trick of a raspasy began with, or -1."""
    taken: list[int]
    """Tricks taken by seat in this deal."""
    tricks: list[Trick]
    """The completed tricks of this deal."""
    claim: Offer | None
    refused: int
    """Seats, as bits, whose claim was refused since the last trick."""
    sheet: Sheet
    standing: tuple[int, ...]
    """N times the exact standing."""
    streak: int
    lines: tuple[SheetLine, ...]
    line: SheetLine | None
    """The deal that was scored last, until the next begins."""
    stop: Offer | None
    stop_refused: int
    """Seats, as bits, whose offer to stop was refused since the last deal."""
    totals: tuple[int, ...]
    """The rounded standing at the end."""
    why_ended: str


copy_state = copier(State, mutable=("hands", "trick", "taken", "tricks"))
change_undertaking = changer(Undertaking)


def fresh(rules: PreferansRuleset) -> State:
    """An empty table, before anybody knows who deals first."""
    state = State.__new__(State)
    players = rules.players
    state.rules = rules
    state.phase = FRESH
    state.due = QUIET
    state.deal = 0
    state.dealer = None
    state.sheet = blank(players)
    state.standing = (0,) * players
    state.streak = 0
    state.lines = ()
    state.line = None
    state.stop = None
    state.stop_refused = 0
    state.totals = ()
    state.why_ended = ""
    state.active = ()
    state.next = ()
    clear_deal(state)
    return state


def clear_deal(state: State) -> None:
    players = state.rules.players
    state.dealt = (0,) * players
    state.talon = ()
    state.hands = [0] * players
    state.auction = _NO_CALLS[players]
    state.undertaking = _NOTHING
    state.mode = ""
    state.control = OWN[players]
    state.opened = state.opens = False
    state.turn = state.leader = 0
    state.trump = NO_TRUMP
    state.led = -1
    state.trick = []
    state.best = -1
    state.best_seat = 0
    state.talon_card = -1
    state.taken = [0] * players
    state.tricks = []
    state.claim = None
    state.refused = 0


_NO_CALLS = {players: Auction((), (False,) * players, (None,) * players) for players in (3, 4)}
_NOTHING = Undertaking()

OWN: dict[int, tuple[Seat, ...]] = {3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Everybody plays his own hand."""

ACTIVE: dict[tuple[int, Seat], tuple[Seat, ...]] = {
    (players, dealer): tuple((dealer + step) % players for step in (1, 2, 3))
    for players in (3, 4)
    for dealer in range(players)
}
"""The active order by number of players and dealer: with four, the dealer sits out (rules/preferans.md 1.2)."""

NEXT: dict[tuple[int, Seat], tuple[Seat, ...]] = {
    (players, dealer): tuple(
        active[(active.index(seat) + 1) % 3] if seat in active else active[0] for seat in range(players)
    )
    for (players, dealer), active in ACTIVE.items()
}


def seated_out(state: State) -> Seat | None:
    """The dealer who sits on the talon: only with four players."""
    return state.dealer if state.rules.players == 4 else None


def defenders(state: State) -> tuple[Seat, Seat]:
    """The first and the second defender (rules/preferans.md 4.1)."""
    declarer = state.undertaking.declarer
    assert declarer is not None
    first = state.next[declarer]
    return first, state.next[first]


def dealer_plays(state: State) -> bool:
    """Whether the dealer plays the talon cards of this raspasy (rules/preferans.md 7.3)."""
    return state.mode == "raspasy" and state.rules.raspasy_talon == "dealer_plays"


def talon_leads(state: State) -> bool:
    """Whether the trick to come begins with a talon card (rules/preferans.md 7.2)."""
    return state.mode == "raspasy" and len(state.tricks) < 2 and state.rules.raspasy_talon != "closed"


def due_in_play(state: State) -> int:
    """What follows by itself while cards are played."""
    if len(state.trick) == 3:
        return DUE_TRICK
    if state.phase == SCORING:
        return DUE_OTHER
    if state.opens and opening_is_due(state):
        return DUE_OPENING
    if not state.trick and state.talon_card < 0 and talon_leads(state):
        return DUE_TALON
    return QUIET


OPEN_MODES = ("open", "misere", "checked")


def opening_is_due(state: State) -> bool:
    """Whether the defenders' hands are to be opened now (rules/preferans.md 4.5, `reveal_timing` 11)."""
    timing = state.rules.reveal_timing
    if timing == "before_lead" or (timing == "codex" and state.active[0] != state.undertaking.declarer):
        return True
    return bool(state.tricks) if timing == "after_first_trick" else bool(state.trick or state.tricks)


@dataclass(frozen=True, slots=True)
class Before:
    """Where an excerpt begins: the number and dealer of its first deal, and the sheet before it (notation.md 8)."""

    deal: int
    dealer: Seat
    sheet: Sheet
    streak: int = 0

"""The contract every game fulfils: one value, `Game`, whose functions are pure.

A state is changed only by `fold`, event after event; `evolve` is the same on a copy. `decide` turns a command into the
events it causes, with everything that follows by itself; `advance` is the same in place. Nothing in a game knows a
clock, a random source, a database or a person: chance is asked for by `wants` and handed in by `deal`, time plays
`default_command`, and who sits where is the table's affair.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from games.kernel.cards import CardSet, Pack, Seat
from games.kernel.menu import Choice, Menu, Rng, below
from games.kernel.ruleset import Ruleset

if TYPE_CHECKING:
    from games.kernel.codec import Codec
    from games.kernel.record.notation import Notation

Event = Any
"""A frozen dataclass in the past tense. Those with secrets carry `deal`, the number of the deal they belong to."""
Command = Any
"""A frozen dataclass in the imperative, without a seat: the service knows who speaks."""


# --- what chance must supply -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """A seat drawn with equal chances, 0 <= drawn < seats."""

    seats: int


@dataclass(frozen=True, slots=True)
class Deck:
    """A permutation of 0 ... size-1; k stands for the pack's k-th card, and the first drawn is dealt first."""

    size: int


Wants = FirstDealer | Deck | None


# --- who must or may speak -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is waited for: the kind of decision, and the hand it plays from (another's, for an open whister)."""

    kind: str
    hand: Seat


# --- who looks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AtSeat:
    """What the player at a seat knows. With `recall`, also what a perfect memory there holds."""

    seat: Seat
    recall: bool = False


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody may know: watchers."""

    recall: bool = False


@dataclass(frozen=True, slots=True)
class Revealed:
    """Everything of the deals up to this one, the public part of later ones: replays of a running table."""

    up_to_deal: int


@dataclass(frozen=True, slots=True)
class Everything:
    """All cards: ended tables, and the tests."""


Viewer = AtSeat | Public | Revealed | Everything


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as somebody sees it: the cards he knows, and how many he does not."""

    cards: CardSet
    hidden: int


@dataclass(frozen=True, slots=True)
class Place:
    """A hidden part of the layout: `n` cards, each of them one of `may`. A layout gives a CardSet for each name."""

    name: str
    n: int
    may: CardSet


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a table by its rules: final scores by seat, ranks by seat (1 is best, equals share), winning seats."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[Seat, ...]


Policy = Callable[[Any, Rng], Command]
"""`choose(view, rng)`: a view at a seat with recall, whose `menu` is not empty, to one command of that menu."""
SIMPLE: Final = "simple"
"""The policy a game brings for programs of which nobody says how they should play."""
RANDOM: Final = "random"
"""The policy no game has to bring, because it needs the menu alone (`bots.policies`)."""


@dataclass(frozen=True, slots=True)
class Game[S, V]:
    """One game, as the registry lists it. Every function is pure but `fold` and `advance`, which change the state."""

    name: str
    title: str
    """The name in English, marked for translation."""
    rules_version: int
    pack: Pack
    ruleset: type[Ruleset]
    clockwise: bool
    """Whether seat i + 1 sits to the left of seat i."""

    new: Callable[..., S]
    """`new(ruleset, *, before=None)`: the state of an empty table, or of an excerpt that begins in mid-match."""
    wants: Callable[[S], Wants]
    """What chance must supply now, or None."""
    deal: Callable[[S, Any], tuple[Event, ...]]
    """`deal(state, drawn)`: the events of a first dealer (a seat) or a deck (a tuple) drawn; needs `wants`."""
    deciders: Callable[[S], Mapping[Seat, Decision]]
    """The seats somebody waits for. Defined after every event, inside batches too. The caller must not change it."""
    offers: Callable[[S], tuple[Seat, ...]]
    """Seats that may speak unasked; no clock runs for them."""
    controller: Callable[[S, Seat], Seat]
    """Who plays this hand."""
    legal: Callable[[S, Seat], Menu]
    """The menu of a seat; empty when it may say nothing."""
    decide: Callable[..., tuple[Event, ...]]
    """`decide(state, command, *, by)`: what a command causes, until quiet. Raises Rejected."""
    refusal: Callable[[S, Command, Seat], str]
    """`refusal(state, command, by)`: the code for a command outside the menu, from that seat's knowledge alone."""
    follow_up: Callable[[S], Event | None]
    """The one event that happens by itself now. None: the state is quiet."""
    evolve: Callable[[S, Event], S]
    fold: Callable[[S, Event], None]
    advance: Callable[..., list[Event]]
    """`advance(state, command, *, by)`: decide and fold in place; a refusal changes nothing."""
    copy: Callable[[S], S]

    view: Callable[[S, Any], V]
    """`view(state, viewer)`, built up from nothing. Its `menu` is the seat's own, empty for everybody else."""
    redact: Callable[[Event, Any, S], Event | None]
    """`redact(event, viewer, state_now)`: the event as this viewer may see it now: hidden fields None, or nothing."""
    revealed: Callable[[S], int]
    """Cards of deals up to this number may be shown to everybody."""
    unseen: Callable[[V], tuple[Place, ...]]
    """Where the cards lie that a view with recall does not show."""
    complete: Callable[[V, Mapping[str, CardSet]], S | None]
    """A full state for one way of placing the unseen cards; None where it contradicts history beyond `may`."""

    outcome: Callable[[S], Outcome | None]
    default_command: Callable[[S, Seat], Command]
    """What the clock plays for a seat that is waited for; the rule file names it."""
    policies: Mapping[str, Policy]
    codec: "Codec"
    freeze: Callable[[S], dict[str, Any]]
    """A state just before a deck is drawn (`wants` is not None), as small JSON with a version."""
    thaw: Callable[[Any, dict[str, Any]], S]
    notation: "Notation"
    """The game's part of the text notation: `games.kernel.record` reads and writes tables with it."""

    @property
    def policy_names(self) -> tuple[str, ...]:
        """Every policy a program can play this game by."""
        return (*self.policies, RANDOM)

    @property
    def usual_policy(self) -> str:
        """By which programs play where nobody chose one."""
        return SIMPLE if SIMPLE in self.policies else RANDOM


def pick(menu: Menu, rng: Rng) -> Command:
    """A command of the menu: first the kind, then each field, all with equal chances."""
    choice: Choice = menu[below(rng, len(menu))] if len(menu) > 1 else menu[0]
    return choice.pick(rng)

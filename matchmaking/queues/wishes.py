"""What people can wait for: queues by game, rules and speed, rated or casual."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from games.kernel import registry
from games.kernel.errors import BadOption
from games.table.aggregate import CASUAL, SPEEDS, Refused
from matchmaking.ratings.pools import pool_of

MOST_WISHES: Final = 20


@dataclass(frozen=True, slots=True)
class Wanted:
    """One queue as a person asks for it."""

    game: str
    preset: str = "default"
    speed: str = "normal"
    rated: bool = False
    counts: tuple[int, ...] = (3,)
    """Table sizes that are welcome."""

    @classmethod
    def usual(cls, game: str) -> "Wanted":
        """A game as it is played when nobody says more: its first rules and table size, no clock. Raises Refused."""
        try:
            rules = registry.game(game).ruleset
        except KeyError:
            raise Refused("unreadable", field="game") from None
        return cls(game, rules.PRESETS[0], CASUAL, False, (rules.PLAYERS[0],))

    @property
    def queue(self) -> str:
        return ".".join((self.game, self.preset, self.speed, "rated" if self.rated else "casual"))

    @property
    def pool(self) -> str:
        """The ratings it is matched by."""
        return pool_of(self.game, self.speed)

    @property
    def has_pool(self) -> bool:
        """Whether people are rated in it, and so told apart by ratings; a table without a clock is never rated."""
        return self.speed != CASUAL

    def only(self, count: int) -> "Wanted":
        """The same for one table size."""
        return replace(self, counts=(count,))

    def without(self, other: "Wanted") -> "Wanted":
        """The same without the table sizes of another wish for this queue; perhaps without any."""
        if other.queue != self.queue:
            return self
        return replace(self, counts=tuple(count for count in self.counts if count not in other.counts))

    @property
    def is_playable(self) -> bool:
        """Whether this server has the game and the rules, for each of these table sizes."""
        return bool(self.counts) and all(_is_playable(self.game, self.preset, count) for count in self.counts)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "preset": self.preset,
            "speed": self.speed,
            "rated": self.rated,
            "counts": list(self.counts),
        }


def stored(wishes: Iterable[Mapping[str, Any]]) -> tuple[Wanted, ...]:
    """The wishes of a ticket, without those that this server can no longer fulfil."""
    found = (Wanted(**{**wish, "counts": tuple(wish["counts"])}) for wish in wishes)
    return tuple(wanted for wanted in found if wanted.is_playable)


def read_wish(queue: str, counts: tuple[int, ...]) -> Wanted:
    """The wish that `Wanted.queue` names, for these table sizes. Raises Refused."""
    parts = queue.split(".")
    if len(parts) != 4 or parts[3] not in ("rated", "casual"):
        raise Refused("unreadable", field="queue")
    game, preset, speed, kind = parts
    return Wanted(game, preset, speed, kind == "rated", counts)


def check(wishes: Iterable[Wanted], *, people: int) -> tuple[Wanted, ...]:
    """These wishes if `people` together may wait for them; raises Refused with a stable code."""
    asked = tuple(wishes)
    if not 0 < len(asked) <= MOST_WISHES or len({wanted.queue for wanted in asked}) != len(asked):
        raise Refused("unreadable", field="wishes")
    for wanted in asked:
        if wanted.speed not in SPEEDS or (wanted.rated and wanted.speed == CASUAL):
            raise Refused("unreadable", field="speed")
        if not wanted.is_playable:
            raise Refused("unreadable", field="wishes")
        if wanted.rated and people > 1:
            raise Refused("party_is_casual")
        if people > max(wanted.counts):
            raise Refused("party_too_large")
    return asked


def _is_playable(game: str, preset: str, players: int) -> bool:
    """What is not known is not kept in mind: anybody can ask for it, and at any length."""
    try:
        rules = registry.game(game).ruleset
    except KeyError:
        return False
    return preset in rules.PRESETS and players in rules.PLAYERS and _can_be_built(game, preset, players)


@lru_cache(maxsize=1024)
def _can_be_built(game: str, preset: str, players: int) -> bool:
    try:
        registry.game(game).ruleset.build(preset, players, {})
    except BadOption:
        return False
    return True

"""The house rules: what a table may change, and what it has to agree on."""

from dataclasses import dataclass
from typing import ClassVar

from games.kernel.ruleset import N_, Option, Ruleset, Value

SEATS = 3


@dataclass(frozen=True, slots=True)
class Whist3Ruleset(Ruleset):
    target: int
    trump: str

    PLAYERS: ClassVar[tuple[int, ...]] = (SEATS,)
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("target", N_("Points to win"), (10,), least=1),
        Option(
            "trump",
            N_("Trumps"),
            ("turned", "none"),
            labels={"turned": N_("the suit of the card turned up"), "none": N_("there are none")},
        ),
    )

    @classmethod
    def defaults(cls, preset: str, players: int) -> dict[str, Value]:
        return {"target": 10, "trump": "turned"}

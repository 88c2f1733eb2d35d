"""The house rules of Tong (rules/tong.md 11)."""

from dataclasses import dataclass
from typing import ClassVar

from games.kernel.errors import BadOption
from games.kernel.ruleset import N_, Option, Ruleset, Value

_DEFAULTS: dict[str, Value] = {
    "ante": 10,
    "target": 15,
    "must_play_at": 13,
    "risk_at": 10,
    "participation": "choice",
    "no_taker": "play_on",
    "penalty": "own_losses",
    "penalty_cap": "none",
    "finish": "first_trick",
    "bare_hand": "any_trump",
    "overtrump": "yes",
    "dealer_buys": "no",
    "walkover_points": 5,
    "void_guard": 3,
}

LITERAL_WARNING = N_(
    "Read to the letter, only the buyer and players near the goal play: nearly every deal is won without a card."
)


@dataclass(frozen=True, slots=True)
class TongRuleset(Ruleset):
    ante: int
    target: int
    must_play_at: int
    risk_at: int
    participation: str
    no_taker: str
    penalty: str
    penalty_cap: int | str
    """The largest single payment, or "none"."""
    finish: str
    bare_hand: str
    overtrump: str
    dealer_buys: str
    walkover_points: int
    void_guard: int

    PLAYERS: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    NOTE: ClassVar[str] = N_(
        "Ante, payments and pot are points of one table. They are worth nothing beyond it: Opentrick handles no money."
    )
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("ante", N_("Ante"), least=1),
        Option("target", N_("Points to win"), least=2),
        Option("must_play_at", N_("Must play from"), least=1),
        Option("risk_at", N_("Pays for no trick from"), least=1),
        Option(
            "participation",
            N_("Who plays"),
            ("choice", "literal", "all"),
            labels={
                "choice": N_("everybody decides"),
                "literal": N_("only the buyer and players near the goal"),
                "all": N_("everybody must"),
            },
            warnings={"literal": LITERAL_WARNING},
        ),
        Option(
            "no_taker",
            N_("Nobody buys"),
            ("play_on", "throw_in", "last_buyer_must"),
            labels={
                "play_on": N_("the deal is played"),
                "throw_in": N_("the cards are thrown in"),
                "last_buyer_must": N_("the last buyer must"),
            },
        ),
        Option(
            "penalty",
            N_("No trick costs"),
            ("own_losses", "all_losses", "match_pot", "one_ante", "none"),
            labels={
                "own_losses": N_("an ante for each own loss"),
                "all_losses": N_("an ante for everybody's losses"),
                "match_pot": N_("as much as the pot"),
                "one_ante": N_("one ante"),
                "none": N_("nothing"),
            },
        ),
        Option("penalty_cap", N_("Largest payment"), ("none",), least=1, labels={"none": N_("no limit")}),
        Option(
            "finish",
            N_("Two reach the goal"),
            ("first_trick", "highest_total"),
            labels={"first_trick": N_("who was there first"), "highest_total": N_("who has more")},
        ),
        Option(
            "bare_hand",
            N_("Eldest without trumps"),
            ("any_trump", "turn_up_only", "off"),
            labels={
                "any_trump": N_("picks any trump left"),
                "turn_up_only": N_("takes the turn-up"),
                "off": N_("has no special right"),
            },
        ),
        Option("overtrump", N_("Overtrump if able"), ("yes", "no"), labels={"yes": N_("yes"), "no": N_("no")}),
        Option("dealer_buys", N_("The dealer may buy"), ("no", "yes"), labels={"yes": N_("yes"), "no": N_("no")}),
        Option("walkover_points", N_("Points for playing alone"), (5, 1, 2, 3, 4)),
        Option("void_guard", N_("Void deals before somebody must buy"), least=1),
    )

    @classmethod
    def defaults(cls, preset: str, players: int) -> dict[str, Value]:
        if preset != "default" or players not in cls.PLAYERS:
            raise BadOption("preset", "no such preset")
        return dict(_DEFAULTS)

    def check(self) -> None:
        if not self.risk_at <= self.must_play_at < self.target:
            raise BadOption("target", "risk_at <= must_play_at < target")
        if self.participation == "literal" and self.walkover_points != 5:
            raise BadOption("walkover_points", "must be 5 where only the buyer plays")

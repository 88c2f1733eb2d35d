"""The house rules of Preferans (rules/preferans.md 11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from games.kernel.errors import BadOption
from games.kernel.ruleset import N_, Option, Ruleset, Value

# By convention: Sochi, Leningrad, Rostov.
_DEFAULTS: dict[str, tuple[Value, Value, Value]] = {
    "pool_target": (10, 10, 10),
    "pool_end": ("each", "sum", "each"),
    "american_aid": ("on", "off", "on"),
    "senior_hold": ("on", "on", "on"),
    "no_talon_bids": ("off", "off", "off"),
    "surrender": ("on", "on", "on"),
    "stalingrad": ("off", "off", "off"),
    "ten": ("checked", "checked", "checked"),
    "half_whist": ("on", "on", "on"),
    "whist_return": ("on", "on", "on"),
    "first_defender_half": ("off", "off", "off"),
    "whist_style": ("greedy", "gentleman", "gentleman"),
    "responsibility": ("full", "half", "half"),
    "responsibility_89": ("second", "second", "second"),
    "shortage_split": ("capped", "capped", "capped"),
    "consolation": ("value", "value", "ten"),
    "dealer_consolation": ("on", "on", "on"),
    "misere_consolation": ("off", "off", "off"),
    "misere_control": ("own", "own", "own"),
    "reveal_timing": ("codex", "codex", "codex"),
    "raspasy_talon": ("suit", "suit", "closed"),
    "raspasy_third_lead": ("eldest", "eldest", "eldest"),
    "raspasy_progression": ("arith", "arith", "flat"),
    "raspasy_exit": ("6-7-7", "6-7-8", "6-6-6"),
    "exit_by": ("made", "made", "any"),
    "raspasy_amnesty": ("off", "off", "off"),
    "zero_bonus": ("trick_price", "trick_price", "one"),
    "dealer_zero_bonus": ("off", "off", "on"),
    "rostov_trick_whists": (5, 5, 5),
    "paid_talon": ("off", "off", "off"),
    "deal_rotation": ("always", "always", "always"),
    "max_deals": ("none", "none", "none"),
    "show_all_tricks": ("off", "off", "off"),
}

_ON_OFF = ("on", "off")
_ON_OFF_LABELS: dict[Value, str] = {"on": N_("yes"), "off": N_("no")}


def _yes_no(name: str, title: str) -> Option:
    return Option(name, title, _ON_OFF, labels=_ON_OFF_LABELS)


PROGRESSIONS: dict[str, tuple[int, int, int]] = {
    "flat": (1, 1, 1),
    "arith": (1, 2, 3),
    "double": (1, 2, 2),
    "geom": (1, 2, 4),
}
"""The multiplier of the first, the second, and every later raspasy in a row (rules/preferans.md 7.5)."""


@dataclass(frozen=True, slots=True)
class PreferansRuleset(Ruleset):
    pool_target: int
    pool_end: str
    american_aid: str
    senior_hold: str
    no_talon_bids: str
    surrender: str
    stalingrad: str
    ten: str
    half_whist: str
    whist_return: str
    first_defender_half: str
    whist_style: str
    responsibility: str
    responsibility_89: str
    shortage_split: str
    consolation: str
    dealer_consolation: str
    misere_consolation: str
    misere_control: str
    reveal_timing: str
    raspasy_talon: str
    raspasy_third_lead: str
    raspasy_progression: str
    raspasy_exit: str
    exit_by: str
    raspasy_amnesty: str
    zero_bonus: str
    dealer_zero_bonus: str
    rostov_trick_whists: int
    paid_talon: str
    deal_rotation: str
    max_deals: str | int
    """`none`, or the number of deals after which the match ends."""
    show_all_tricks: str

    PRESETS: ClassVar[tuple[str, ...]] = ("sochi", "leningrad", "rostov")
    PRESET_TITLES: ClassVar[Mapping[str, str]] = {
        "sochi": N_("Sochi"),
        "leningrad": N_("Leningrad"),
        "rostov": N_("Rostov"),
    }
    PLAYERS: ClassVar[tuple[int, ...]] = (3, 4)
    SETS: ClassVar[Mapping[str, tuple[str, int | None, Mapping[str, Value]]]] = {
        N_("Federation tournament"): (
            "leningrad",
            4,
            {
                "ten": "whisted",
                "responsibility_89": "both",
                "surrender": "off",
                "raspasy_exit": "6-7-7",
                "exit_by": "whisted",
                "paid_talon": "on",
            },
        ),
        N_("Short evening"): ("sochi", None, {"pool_target": 10, "max_deals": 18}),
    }
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("pool_target", N_("Pool of each player"), (10, 20, 30, 40, 50)),
        Option(
            "pool_end",
            N_("The match ends when"),
            ("each", "sum"),
            labels={"each": N_("every pool is closed"), "sum": N_("the pools together are full")},
        ),
        _yes_no("american_aid", N_("American aid")),
        _yes_no("senior_hold", N_("The elder of the last two bidders may hold")),
        _yes_no("no_talon_bids", N_("Bids without talon")),
        _yes_no("surrender", N_("Surrender without three")),
        _yes_no("stalingrad", N_("Stalingrad: six spades is always whisted")),
        Option(
            "ten",
            N_("Ten tricks"),
            ("checked", "whisted"),
            labels={"checked": N_("played openly to check"), "whisted": N_("whisted like a nine")},
        ),
        _yes_no("half_whist", N_("Half-whist")),
        _yes_no("whist_return", N_("A whist may be returned after a half-whist")),
        _yes_no("first_defender_half", N_("The first defender may step down to a half-whist")),
        Option(
            "whist_style",
            N_("A lone whister's whists"),
            ("greedy", "gentleman"),
            labels={"greedy": N_("all his"), "gentleman": N_("shared when the contract fails")},
        ),
        Option(
            "responsibility",
            N_("Missing tricks cost the whister"),
            ("full", "half", "none"),
            labels={"full": N_("the full price"), "half": N_("half the price"), "none": N_("nothing")},
        ),
        Option(
            "responsibility_89",
            N_("Two whisters without a trick on eight and above"),
            ("second", "both"),
            labels={"second": N_("the second pays"), "both": N_("both pay")},
        ),
        Option(
            "shortage_split",
            N_("Two whisters who are short"),
            ("capped", "individual"),
            labels={"capped": N_("pay no more than the pair is short"), "individual": N_("pay each his own gap")},
        ),
        Option(
            "consolation",
            N_("Consolation for an undertrick"),
            ("value", "ten", "none"),
            labels={"value": N_("by the contract's value"), "ten": N_("ten whists"), "none": N_("none")},
        ),
        _yes_no("dealer_consolation", N_("Consolation for the dealer who sits out")),
        _yes_no("misere_consolation", N_("Consolation on misère")),
        Option(
            "misere_control",
            N_("Defending a misère"),
            ("own", "delegate"),
            labels={"own": N_("each plays his own hand"), "delegate": N_("a defender may trust his hand to the other")},
        ),
        Option(
            "reveal_timing",
            N_("Hands are opened"),
            ("codex", "before_lead", "after_first_card", "after_first_trick"),
            labels={
                "codex": N_("before the lead, or after the declarer's if he leads"),
                "before_lead": N_("before the first lead"),
                "after_first_card": N_("after the first card"),
                "after_first_trick": N_("after the first trick"),
            },
        ),
        Option(
            "raspasy_talon",
            N_("The talon in raspasy"),
            ("suit", "dealer_plays", "closed"),
            labels={
                "suit": N_("names the suit of two tricks"),
                "dealer_plays": N_("is played by the dealer"),
                "closed": N_("stays closed"),
            },
        ),
        Option(
            "raspasy_third_lead",
            N_("The third trick of raspasy is led by"),
            ("eldest", "winner"),
            labels={"eldest": N_("the eldest hand"), "winner": N_("the winner of the second")},
        ),
        Option(
            "raspasy_progression",
            N_("Price of raspasy in a row"),
            ("flat", "arith", "double", "geom"),
            labels={"flat": "1-1-1", "arith": "1-2-3", "double": "1-2-2", "geom": "1-2-4"},
        ),
        Option("raspasy_exit", N_("Lowest bid after raspasy"), ("6-6-6", "6-7-7", "6-7-8")),
        Option(
            "exit_by",
            N_("Raspasy in a row is ended by"),
            ("made", "whisted", "any"),
            labels={
                "made": N_("a made contract"),
                "whisted": N_("a made contract that was whisted"),
                "any": N_("any other deal"),
            },
        ),
        _yes_no("raspasy_amnesty", N_("Amnesty: the least count is taken off everybody's")),
        Option(
            "zero_bonus",
            N_("Pool for no trick in raspasy"),
            ("trick_price", "one", "none"),
            labels={"trick_price": N_("the price of a trick"), "one": N_("one"), "none": N_("none")},
        ),
        _yes_no("dealer_zero_bonus", N_("The same for the dealer who sits out")),
        Option("rostov_trick_whists", N_("Whists for a trick in Rostov raspasy"), (5, 10)),
        _yes_no("paid_talon", N_("The declarer pays the dealer for a good talon")),
        Option(
            "deal_rotation",
            N_("The deal passes on"),
            ("always", "stay_on_raspasy"),
            labels={"always": N_("always"), "stay_on_raspasy": N_("but not after raspasy")},
        ),
        Option("max_deals", N_("Most deals"), ("none",), least=1, labels={"none": N_("no limit")}),
        _yes_no("show_all_tricks", N_("All tricks can be looked at again")),
    )

    @classmethod
    def defaults(cls, preset: str, players: int) -> dict[str, Value]:
        column = cls.PRESETS.index(preset)
        values = {name: row[column] for name, row in _DEFAULTS.items()}
        if players == 4 and preset != "rostov":
            values["raspasy_talon"] = "dealer_plays"
        return values

    def check(self) -> None:
        """What forbids what (rules/preferans.md 11, below the table)."""
        if (self.american_aid == "on") != (self.pool_end == "each"):
            raise BadOption("american_aid", f"{self.american_aid} does not go with pool_end {self.pool_end}")
        if self.raspasy_talon == "dealer_plays" and (self.players != 4 or self.preset == "rostov"):
            raise BadOption("raspasy_talon", "the dealer plays it only with four players and not under rostov")

    @property
    def scale(self) -> int:
        """k: the multiplier of mountain and whist entries (rules/preferans.md 8.2)."""
        return 2 if self.preset == "leningrad" else 1

    @property
    def pool_weight(self) -> int:
        """c: a pool point is worth 10c whists."""
        return 2 if self.preset == "leningrad" else 1

    @property
    def rostov(self) -> bool:
        return self.preset == "rostov"

    def multiplier(self, streak: int) -> int:
        """m of the raspasy that follows `streak` others (rules/preferans.md 7.5); Rostov knows no progression."""
        return 1 if self.rostov else PROGRESSIONS[self.raspasy_progression][min(streak, 2)]

    def least_level(self, streak: int) -> int:
        """The lowest level that may be bid after `streak` raspasy deals (rules/preferans.md 7.6)."""
        return int(self.raspasy_exit[2 * min(streak, 2)])

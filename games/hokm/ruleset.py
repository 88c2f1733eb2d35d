"""The house rules of Hokm (rules/hokm.md 11)."""

from dataclasses import dataclass
from typing import ClassVar

from games.kernel.errors import BadOption
from games.kernel.ruleset import N_, Option, Ruleset, Value

_DEFAULTS: dict[str, Value] = {
    "target": 500,
    "auction": "once_free",
    "top_tie": "earliest",
    "all_pass": "eldest",
    "void_play": "free",
    "broken": "bid",
    "kabbut_broken": "per_trick",
    "min_total": 0,
    "end_tie": "play_on",
    "max_deals": 200,
    "history": "last",
}


@dataclass(frozen=True, slots=True)
class HokmRuleset(Ruleset):
    target: int
    auction: str
    top_tie: str
    all_pass: str
    void_play: str
    broken: str
    kabbut_broken: str
    min_total: int
    end_tie: str
    max_deals: int
    """0: no limit."""
    history: str

    PLAYERS: ClassVar[tuple[int, ...]] = (3,)
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("target", N_("Points to win"), (500, 200, 300)),
        Option(
            "auction",
            N_("Bidding"),
            ("once_free", "once_rising", "rounds_rising"),
            labels={
                "once_free": N_("one bid each, any number"),
                "once_rising": N_("one bid each, higher than all before or pass"),
                "rounds_rising": N_("in turn raise or pass, until one is left"),
            },
        ),
        Option(
            "top_tie",
            N_("Equal highest bids"),
            ("earliest", "latest"),
            labels={"earliest": N_("the first names the trumps"), "latest": N_("the last names the trumps")},
        ),
        Option(
            "all_pass",
            N_("When all pass"),
            ("eldest", "dealer", "redeal"),
            labels={
                "eldest": N_("the player after the dealer names the trumps"),
                "dealer": N_("the dealer names the trumps"),
                "redeal": N_("the cards are thrown in"),
            },
        ),
        Option(
            "void_play",
            N_("Without the suit led"),
            ("free", "must_trump", "baloot"),
            labels={
                "free": N_("any card may be played"),
                "must_trump": N_("a trump must be played"),
                "baloot": N_("the best trump must be beaten"),
            },
        ),
        Option(
            "broken",
            N_("A broken promise costs"),
            ("bid", "short"),
            labels={"bid": N_("10 for each trick promised"), "short": N_("10 for each trick missing")},
        ),
        Option(
            "kabbut_broken",
            N_("A broken kabbut costs"),
            ("per_trick", "flat", "double"),
            labels={"per_trick": N_("100"), "flat": N_("10"), "double": N_("200")},
        ),
        Option("min_total", N_("Thrown in below this sum of bids"), (0, 7, 8, 9, 10), labels={0: N_("never")}),
        Option(
            "end_tie",
            N_("Level at the top at the end"),
            ("play_on", "shared"),
            labels={"play_on": N_("another deal is played"), "shared": N_("the win is shared")},
        ),
        Option("max_deals", N_("Most deals"), least=0, labels={0: N_("no limit")}),
        Option(
            "history",
            N_("Tricks that can be looked at again"),
            ("last", "all", "none"),
            labels={"last": N_("the last one"), "all": N_("all of the deal"), "none": N_("none")},
        ),
    )

    @classmethod
    def defaults(cls, preset: str, players: int) -> dict[str, Value]:
        if preset != "default" or players != 3:
            raise BadOption("preset", "no such preset")
        return dict(_DEFAULTS)

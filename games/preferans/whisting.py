"""Whisting: who speaks, what he may say, and what comes of it (rules/preferans.md 4.2-4.4, 4.7, 4.8)."""

from games.kernel.cards import Seat
from games.preferans.bids import LEVEL, SIX_SPADES, Bid
from games.preferans.commands import Answer
from games.preferans.ruleset import PreferansRuleset

Answers = tuple[tuple[Seat, Answer], ...]

_BOTH: tuple[Answer, ...] = ("whist", "pass")
_ANY: tuple[Answer, ...] = ("whist", "pass", "half")
_STAY_OR_HALF: tuple[Answer, ...] = ("whist", "half")


def is_checked(rules: PreferansRuleset, contract: Bid) -> bool:
    return LEVEL[contract] == 10 and rules.ten == "checked"


def is_stalingrad(rules: PreferansRuleset, contract: Bid) -> bool:
    return contract == SIX_SPADES and rules.stalingrad == "on"


def speaker(
    rules: PreferansRuleset, contract: Bid, answers: Answers, first: Seat, second: Seat
) -> tuple[Seat, tuple[Answer, ...]] | None:
    """Who speaks now and what he may say; None when all is said (rules/preferans.md 4.2; notation.md 6.2)."""
    said = tuple(answer for _, answer in answers)
    has_half = rules.half_whist == "on" and LEVEL[contract] in (6, 7)
    returns = rules.whist_return == "on"
    if not said:
        return first, _BOTH
    if len(said) == 1:
        return second, _ANY if has_half and said[0] == "pass" else _BOTH
    if said == ("pass", "half") and returns:
        return first, _BOTH
    if said == ("whist", "pass") and has_half and rules.first_defender_half == "on":
        return first, _STAY_OR_HALF
    if said == ("whist", "pass", "half") and returns:
        return second, _BOTH
    return None


def settled(answers: Answers) -> tuple[tuple[Seat, ...], Seat | None]:
    """The whisters in speaking order, and whose half-whist stands (rules/preferans.md 4.3).

    What a seat said last counts; beside a returned whist, a half-whist is a pass.
    """
    last: dict[Seat, Answer] = dict(answers)
    whisters = tuple(seat for seat, answer in last.items() if answer == "whist")
    half = next((seat for seat, answer in last.items() if answer == "half"), None)
    return whisters, None if whisters else half

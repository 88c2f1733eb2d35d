"""Whether `simple` whists."""

from games.preferans.bids import LEVEL, STRAIN
from games.preferans.commands import Answer
from games.preferans.policy.bidding import own
from games.preferans.policy.hands import DEFENCE, TRUMP_DEFENCE, holding
from games.preferans.view import View

_QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
_PARTNER = {6: 1.2, 7: 0.8, 8: 0.4, 9: 0.25, 10: 0.15}
"""Tricks that a partner who has not spoken brings."""
_LEAST = {6: 1.7, 7: 1.3, 8: 1.0, 9: 1.0, 10: 1.0}
"""Nobody whists without a trick of his own."""


def defensive_tricks(view: View) -> float:
    """Likely tricks of the own hand against the declared contract."""
    assert view.contract is not None
    hand, trump = own(view), STRAIN[view.contract]
    tricks = 0.0
    for suit in range(4):
        held = holding(hand, suit)
        tricks += TRUMP_DEFENCE[held] if suit == trump else DEFENCE[held]
    return tricks


def answer(view: View, offered: tuple[Answer, ...]) -> Answer:
    """Whist with enough tricks for the own part; a half-whist rather than nothing, because it risks nothing."""
    assert view.contract is not None
    level = LEVEL[view.contract]
    tricks = defensive_tricks(view)
    said = [word for _, word in view.answers]
    partner_whists = said == ["whist"]
    needed = _QUOTA[level] / 2 if partner_whists else _QUOTA[level] - _PARTNER[level]
    if "pass" in said or "half" in said:
        needed += 0.4  # a partner who has passed has little
    if tricks >= max(needed, _LEAST[level]):
        return "whist"
    if "half" in offered:
        return "half"
    return "pass" if "pass" in offered else "whist"
